"""Files in one zip file, to hand in or to send."""

from __future__ import annotations

import io
from zipfile import ZIP_STORED, ZipFile, ZipInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that a zip file can tell of: when a text was written is nobody's business."""

READABLE, EXECUTABLE = 0o100644 << 16, 0o100755 << 16  # a plain file, in the bits in which Unix keeps that
UNIX = 3


def archive(contents: Mapping[str, str | bytes], programs: Collection[str] = ()) -> bytes:
    """Return a zip file with these files by name: the same bytes for the same files, at any time, everywhere.

    Those that are `programs` can be run.
    """
    data = io.BytesIO()
    # Compressed, the bytes would depend on the version of the compressor.
    with ZipFile(data, "w", ZIP_STORED) as file:
        for name, content in contents.items():
            info = ZipInfo(name, EARLIEST)
            info.create_system, info.external_attr = UNIX, EXECUTABLE if name in programs else READABLE
            file.writestr(info, content)
    return data.getvalue()
