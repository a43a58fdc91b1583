"""Zip archives that are reproducible: equal files give equal bytes."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping
from zipfile import ZIP_STORED, ZipFile, ZipInfo

ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Fixed timestamp of all files (the earliest that the format can store), so that archives are reproducible."""

# Mode of a regular file, in the upper half of the external attributes as Unix stores it.
READABLE, EXECUTABLE = 0o100644 << 16, 0o100755 << 16
UNIX = 3


def create_zip(contents: Mapping[str, str | bytes], executables: Collection[str] = ()) -> bytes:
    """Return the bytes of a zip archive; `contents` maps the name of each file to its content.

    Equal arguments give equal bytes on every machine. The files named in `executables` are executable.
    """
    data = io.BytesIO()
    # Not compressed: the bytes would depend on the version of the compressor.
    with ZipFile(data, "w", ZIP_STORED) as archive:
        for name, content in contents.items():
            info = ZipInfo(name, ZIP_EPOCH)
            info.create_system, info.external_attr = UNIX, EXECUTABLE if name in executables else READABLE
            archive.writestr(info, content)
    return data.getvalue()
