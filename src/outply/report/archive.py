"""Texts in one zip file, to hand in or to send."""

from __future__ import annotations

import io
from zipfile import ZIP_STORED, ZipFile, ZipInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that a zip file can tell of: when a text was written is nobody's business."""

READABLE = 0o100644 << 16  # a plain file, in the bits in which Unix keeps that
UNIX = 3


def archive(texts: Mapping[str, str]) -> bytes:
    """Return a zip file with these texts by name: the same bytes for the same texts, at any time, everywhere."""
    data = io.BytesIO()
    # Compressed, the bytes would depend on the version of the compressor.
    with ZipFile(data, "w", ZIP_STORED) as file:
        for name, text in texts.items():
            info = ZipInfo(name, EARLIEST)
            info.create_system, info.external_attr = UNIX, READABLE
            file.writestr(info, text)
    return data.getvalue()
