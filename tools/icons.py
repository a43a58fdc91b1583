"""Draw the icons of the installable web app: the four cells of the page's icon.

    python3 run.py python tools/icons.py       # write frontend/icons

A maskable icon has a background, and its drawing within the safe zone, because systems cut it to their own shape.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "frontend" / "icons"

TRANSPARENT, BACKGROUND, BLUE, GREEN = range(4)
PALETTE = bytes.fromhex("000000 f3efe7 2b4f8c 54a56e")  # the page and the players, as in the theme
ALPHA = bytes([0, 255, 255, 255])

CELLS = ((2, 2, BLUE), (21, 21, BLUE), (21, 2, GREEN), (2, 21, GREEN))  # left, top and colour, of 40 x 40
CELL_SIZE = 17
UNITS = 40

ICONS = {
    "icon-192.png": (192, 1.0, TRANSPARENT),
    "icon-512.png": (512, 1.0, TRANSPARENT),
    "icon-maskable-512.png": (512, 0.62, BACKGROUND),
}
"""Size in pixels, share of the size that the drawing takes, and background."""


def draw(size: int, share: float, background: int) -> bytes:
    """Return an icon as PNG."""
    scale = size * share / UNITS
    offset = size * (1 - share) / 2
    rows = [bytearray([background]) * size for _ in range(size)]
    for left, top, colour in CELLS:
        x, y, end_x, end_y = (
            round(offset + scale * place) for place in (left, top, left + CELL_SIZE, top + CELL_SIZE)
        )
        for row in rows[y:end_y]:
            row[x:end_x] = bytes([colour]) * (end_x - x)
    pixels = b"".join(b"\0" + bytes(row) for row in rows)  # each row with filter type 0
    header = struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)  # 8 bits per pixel, with a palette
    chunks = [(b"IHDR", header), (b"PLTE", PALETTE), (b"tRNS", ALPHA), (b"IDAT", zlib.compress(pixels, 9))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in [*chunks, (b"IEND", b"")])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, icon in ICONS.items():
        (FOLDER / name).write_bytes(draw(*icon))


if __name__ == "__main__":
    main()
