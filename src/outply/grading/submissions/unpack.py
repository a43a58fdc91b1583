"""Extract untrusted archives: no path traversal, no links, bounded size."""

from __future__ import annotations

import contextlib
import gzip
import io
import lzma
import stat
import struct
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from outply.sandbox.limits import MIB
from outply.sandbox.untrusted_dirs import MAX_DEPTH, MAX_FILES
from outply.text import join_or

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer  # exists only for type checkers

MAX_UNPACKED_MIB = 64
"""Maximum total size of the files in an archive. A homework has a few kilobytes."""

MAX_ZIP_INDEX_BYTES = 4 * MIB
"""Maximum size of the central directory of a zip, which is read at once."""

MAX_PAX_HEADER_BYTES = 16 << 10
"""Maximum size of an extended header of a tar.

Python before 3.11.10 and 3.12.6 reads one in quadratic time, 9 s for 100 kB, in which no other thread runs.
"""

MAX_PAX_HEADERS_BYTES = 4 * MIB
"""Maximum size of all extended headers of a tar."""

TAR_SUFFIXES = (".tar.gz", ".tgz", ".tar")
SUPPORTED_SUFFIXES = (".zip", *TAR_SUFFIXES)
UNSUPPORTED_SUFFIXES = (
    *(".rar", ".7z", ".zipx", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz", ".tar.zst", ".tzst", ".tar.z"),
    *(".gz", ".bz2", ".xz", ".zst", ".lzma", ".z", ".cab", ".arj", ".lha", ".ace"),
)
"""Other archives that students submit; they need external programs or unbounded memory."""

DAMAGED = "it is damaged or not an archive"
TOO_MANY_FILES = f"it has more than {MAX_FILES:,} files"
TOO_LARGE = "its files are larger than {} MiB in total"

UNSUPPORTED_SIGNATURES = {b"Rar!\x1a\x07": ".rar", b"7z\xbc\xaf\x27\x1c": ".7z"}
"""First bytes of unsupported archives, which may have been renamed to .zip."""

INVALID_ARCHIVE_ERRORS = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    IndexError,
    UserWarning,
)
"""Exceptions of Python's readers for invalid archives; UserWarning stands for overlapping files."""


class UnpackError(Exception):
    """An archive cannot be unpacked; the message is a clause to follow a colon."""


def is_archive(path: Path) -> bool:
    """Return True if `path` is a file with the suffix of an archive, supported or not."""
    return path.is_file() and path.name.lower().endswith((*SUPPORTED_SUFFIXES, *UNSUPPORTED_SUFFIXES))


def stem(name: str) -> str:
    """Return the name of an archive without its suffix."""
    suffixes = (*SUPPORTED_SUFFIXES, *UNSUPPORTED_SUFFIXES)
    suffix = next((suffix for suffix in suffixes if name.lower().endswith(suffix)), "")
    return name[: len(name) - len(suffix)]


def unpack(path: Path, target: Path, max_mib: int = MAX_UNPACKED_MIB) -> int:
    """Unpack the archive `path` into the new folder `target`; return the number of skipped links and devices.

    The files may have `max_mib` in total.

    Raises UnpackError if the format is not supported, or if the archive is damaged, would write outside of
    `target` or is too large.
    """
    if suffix := _unsupported_format(path):
        raise UnpackError(f"expected {join_or(SUPPORTED_SUFFIXES)}, got a {suffix} archive")
    target.mkdir(mode=0o700)  # not readable by other users
    writer = _Writer(target, max_mib)
    try:
        if path.name.lower().endswith(TAR_SUFFIXES):
            with path.open("rb") as file:
                return writer.add_all(_tar_entries(file, max_mib))
        with warnings.catch_warnings(), _ZipFile(path) as stream, zipfile.ZipFile(stream) as archive:
            warnings.simplefilter("error", UserWarning)
            return writer.add_all(_zip_entries(archive))
    except UnpackError:
        raise
    except NotImplementedError:
        raise UnpackError("unsupported compression method") from None
    except RuntimeError as error:  # zipfile has no other exception for a password
        raise UnpackError("it is encrypted" if "encrypted" in str(error) else DAMAGED) from None
    except INVALID_ARCHIVE_ERRORS:
        raise UnpackError(DAMAGED) from None
    except OSError as error:
        raise UnpackError((error.strerror or DAMAGED).lower()) from None


def _unsupported_format(path: Path) -> str:
    """Return the suffix of an unsupported archive format, such as `.rar`; empty for any other file."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        start = file.read(max(map(len, UNSUPPORTED_SIGNATURES)))
        for signature, suffix in UNSUPPORTED_SIGNATURES.items():
            if start.startswith(signature):
                return suffix
    name = path.name.lower()
    if name.endswith(SUPPORTED_SUFFIXES):
        return ""
    return next((suffix for suffix in UNSUPPORTED_SUFFIXES if name.endswith(suffix)), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """An entry of an archive; `stream` reads the content of a regular file, and is None for all other entries."""

    name: str
    mode: int
    is_folder: bool
    stream: IO[bytes] | None


class _Writer:
    """Writes the entries of an archive into a folder, up to a maximum number of files and a maximum total size."""

    def __init__(self, target: Path, max_mib: int) -> None:
        self._target, self._max_mib = target, max_mib
        self._bytes_left = max_mib * MIB
        self._files_left = MAX_FILES
        self._folders = {target}

    def add_all(self, entries: Iterator[_Entry]) -> int:
        """Write all folders and regular files; skip the other entries, and return their number.

        Raises UnpackError if an entry is outside of the folder or nested too deep, or if a maximum is exceeded.
        """
        skipped = 0
        for entry in entries:
            self._count_file()
            if entry.is_folder:
                self._add_folder(self._path(entry.name))
            elif entry.stream is not None:
                self._write(self._path(entry.name), entry.stream, entry.mode)
            else:
                skipped += 1
        return skipped

    def _path(self, name: str) -> Path:
        """Return the path to which the entry `name` is written.

        Raises UnpackError if the path is outside of the target folder or nested too deep. Links are never written,
        so that no parent of the path is a link to another folder.
        """
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in (path.parts or ("",))[0]:
            raise UnpackError(f"{name[:80]!r} is outside of the archive's folder")
        if len(path.parts) > MAX_DEPTH:
            raise UnpackError(f"folders are nested more than {MAX_DEPTH} deep")
        return self._target / path

    def _count_file(self) -> None:
        self._files_left -= 1
        if self._files_left < 0:
            raise UnpackError(TOO_MANY_FILES)

    def _add_folder(self, path: Path) -> None:
        if path not in self._folders:
            self._add_parents(path)
            path.mkdir(exist_ok=True)
            self._folders.add(path)

    def _add_parents(self, path: Path) -> None:
        """Make the missing folders around an entry. Each counts as a file: there may be `MAX_DEPTH` per entry."""
        if path not in self._folders and path.parent not in self._folders:
            self._count_file()
            self._add_folder(path.parent)

    def _write(self, path: Path, stream: IO[bytes], mode: int) -> None:
        self._add_parents(path)
        with stream, path.open("wb") as file:
            while data := stream.read(1 << 16):
                # Count the bytes read: the sizes in the archive may be wrong.
                self._bytes_left -= len(data)
                if self._bytes_left < 0:
                    raise UnpackError(TOO_LARGE.format(self._max_mib))
                file.write(data)
        path.chmod(0o755 if mode & stat.S_IXUSR else 0o644)


def _zip_entries(archive: zipfile.ZipFile) -> Iterator[_Entry]:
    if len(archive.infolist()) > MAX_FILES:
        raise UnpackError(TOO_MANY_FILES)
    for info in archive.infolist():
        mode = info.external_attr >> 16
        # Archives created on systems other than Unix have no mode.
        is_file = stat.S_IFMT(mode) in (0, stat.S_IFREG) and not info.is_dir()
        yield _Entry(
            name=info.filename,
            mode=mode or 0o644,
            is_folder=info.is_dir(),
            stream=archive.open(info) if is_file else None,
        )


def _tar_entries(file: IO[bytes], max_mib: int) -> Iterator[_Entry]:
    is_gzip = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    stream: Any = gzip.GzipFile(fileobj=file) if is_gzip else file
    with _TarFile.open(fileobj=_BoundedStream(stream, max_mib), mode="r|") as archive:
        for info in archive:
            is_file = info.isfile() and not info.issparse()
            yield _Entry(
                name=info.name,
                mode=info.mode,
                is_folder=info.isdir(),
                stream=archive.extractfile(info) if is_file else None,
            )


class _TarInfo(tarfile.TarInfo):
    """An entry of a tar whose extended headers are bounded."""

    def _proc_pax(self, archive: _TarFile) -> tarfile.TarInfo:
        archive.pax_bytes_left -= self.size
        if self.size > MAX_PAX_HEADER_BYTES or archive.pax_bytes_left < 0:
            raise UnpackError("its extended headers are too large")
        entry: tarfile.TarInfo = super()._proc_pax(archive)  # type: ignore[misc]
        return entry


class _TarFile(tarfile.TarFile):
    tarinfo = _TarInfo
    pax_bytes_left = MAX_PAX_HEADERS_BYTES


class _ZipFile(io.FileIO):
    """A zip file that refuses reads larger than the maximum size of a central directory."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MAX_ZIP_INDEX_BYTES:
            raise UnpackError(TOO_MANY_FILES)
        return super().read(MAX_ZIP_INDEX_BYTES if size is None or size < 0 else size)


class _BoundedStream(io.RawIOBase):
    """An uncompressed tar with a maximum size; without a limit, a header could declare an endless entry."""

    def __init__(self, stream: IO[bytes], max_mib: int) -> None:
        self._stream, self._max_mib = stream, max_mib
        # Each file has a header and is padded to whole blocks.
        self._bytes_left = max_mib * MIB + MAX_FILES * 3 * tarfile.BLOCKSIZE

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(min(size, self._bytes_left + 1) if size >= 0 else self._bytes_left + 1)
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            raise UnpackError(TOO_LARGE.format(self._max_mib))
        return data

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        data = self.read(len(memoryview(buffer)))
        memoryview(buffer)[: len(data)] = data
        return len(data)
