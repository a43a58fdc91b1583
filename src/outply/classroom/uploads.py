"""Uploads: archives and source files of students become directories, unpacked by the rules of grading only."""

from __future__ import annotations

import io
import os
import re
import secrets
import shutil
import tempfile
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from outply.errors import UserError
from outply.grading.submissions.collect import SubmissionsError, read_submission
from outply.grading.submissions.recipe import SOURCE_SUFFIXES
from outply.grading.submissions.unpack import MAX_UNPACKED_MIB, SUPPORTED_SUFFIXES, UnpackError, unpack
from outply.players.contestant import fingerprint
from outply.text import join_or

INCOMING = "incoming-"
MAX_NAME_CHARS = 80
FOLDER_BYTES = 8
IGNORED = {".git", "__pycache__", ".venv", "node_modules", "__MACOSX"}
EXPECTED = f"an archive ({join_or(SUPPORTED_SUFFIXES)}) or a source file ({join_or(SOURCE_SUFFIXES)})"


class UploadError(UserError):
    """An upload cannot be accepted; the message is for the student."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """An unpacked upload: its name, its directory in the folder of submissions, and the hash of its files.

    `bytes` is the size of the uploaded file, `disk_bytes` that of the directory.
    """

    file_name: str
    folder: str
    fingerprint: str
    bytes: int
    disk_bytes: int


def safe_name(name: str) -> str:
    """Return the last part of an untrusted file name, with letters, digits, dots, dashes and underscores only."""
    last = PurePosixPath(name.replace("\\", "/")).name
    word = re.sub(r"[^A-Za-z0-9._+-]+", "_", last).strip("._")
    suffix = "".join(PurePosixPath(word).suffixes[-2:])[:12]
    return word if len(word) <= MAX_NAME_CHARS else word[: MAX_NAME_CHARS - len(suffix)] + suffix


def store_upload(name: str, data: bytes, folder: Path, max_mib: int) -> Upload:
    """Unpack an upload into a new directory in `folder`.

    Raises UploadError if the upload is empty, too large or damaged, or neither an archive nor a source file.
    """
    if not data:
        raise UploadError("the file is empty")
    if len(data) > max_mib << 20:
        raise UploadError(f"the file is larger than {max_mib} MiB")
    file_name = safe_name(name)
    is_archive = file_name.lower().endswith(SUPPORTED_SUFFIXES)
    if not is_archive and not file_name.lower().endswith(SOURCE_SUFFIXES):
        raise UploadError(f"expected {EXPECTED}, got {file_name or 'a file without a name'}")
    folder.mkdir(mode=0o700, exist_ok=True)
    incoming = Path(tempfile.mkdtemp(prefix=INCOMING, dir=folder))
    try:
        path = incoming / file_name
        path.write_bytes(data)
        unpacked = incoming / "submission"
        if is_archive:
            unpack(path, unpacked)
        else:
            read_submission(path, incoming)
        if not any(unpacked.iterdir()):
            raise UploadError(f"the archive {file_name} contains no files")
        final = folder / secrets.token_hex(FOLDER_BYTES)
        unpacked.rename(final)
    except UnpackError as error:
        raise UploadError(f"cannot unpack {file_name}: {error}") from None
    except SubmissionsError as error:
        raise UploadError(str(error)) from None
    finally:
        shutil.rmtree(incoming, ignore_errors=True)
    return Upload(
        file_name=file_name,
        folder=final.name,
        fingerprint=fingerprint(final),
        bytes=len(data),
        disk_bytes=folder_bytes(final),
    )


def folder_bytes(folder: Path) -> int:
    """Return the size of the files in a folder, as far as they can be read."""
    total = 0
    for directory, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # removed in the meantime
                total += Path(directory, name).lstat().st_size
    return total


def pack_directory(path: Path) -> bytes:
    """Return a directory as a zip, without links and the folders of version control and tools.

    Raises UploadError if it contains no files, or more than the unpacked files of an archive may have.
    """
    content, size = io.BytesIO(), 0
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for parent, folders, files in os.walk(path):
            folders[:] = sorted(set(folders) - IGNORED)
            for name in sorted(files):
                file = Path(parent, name)
                if file.is_file() and not file.is_symlink():
                    size += file.stat().st_size
                    if size > MAX_UNPACKED_MIB << 20:
                        raise UploadError(f"{path.name} is larger than {MAX_UNPACKED_MIB} MiB")
                    archive.write(file, file.relative_to(path).as_posix())
    if not archive.namelist():
        raise UploadError(f"{path.name} contains no files")
    return content.getvalue()


def remove_upload(upload: Upload, folder: Path) -> None:
    """Remove the directory of an upload that did not become a submission."""
    shutil.rmtree(folder / upload.folder, ignore_errors=True)


def remove_orphans(folder: Path, known: set[str]) -> int:
    """Remove directories that belong to no submission, which a killed server left behind; return their number."""
    orphans = [path for path in folder.iterdir() if path.name not in known] if folder.is_dir() else []
    for path in orphans:
        shutil.rmtree(path, ignore_errors=True)
    return len(orphans)
