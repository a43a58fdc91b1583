"""Archives of submissions."""

import io
import tarfile
import zipfile
from pathlib import Path
from typing import Any


def zipped(path: Path, *entries: tuple[Any, bytes], **files: str) -> Path:
    """Write a zip of entries: pairs of a name or ZipInfo and the content."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
        for name, text in files.items():
            archive.writestr(name.replace("__", "."), text)
    return path


def extract(path: Path, folder: Path) -> None:
    """Extract all files of a tar.gz that the code under test has written."""
    with tarfile.open(path) as archive:
        archive.extraction_filter = lambda member, _: member  # no argument before Python 3.11.4
        archive.extractall(folder)


def tarred(path: Path, *entries: tuple[Any, bytes]) -> Path:
    """Write a tar.gz of entries: pairs of a TarInfo and the content."""
    with tarfile.open(path, "w:gz") as archive:
        for info, data in entries:
            info.size = info.size or len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, **fields: Any) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    for field, value in fields.items():
        setattr(info, field, value)
    return info


def files_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
