"""Archives of strangers: whatever is in them, it gets into one folder only, and there is not much of it."""

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
from pathlib import Path, PurePosixPath

from outply.sandbox.limits import MIB
from outply.sandbox.untrusted_dirs import MAX_DEPTH, MAX_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO, Any

    from _typeshed import WriteableBuffer

MOST_MIB = 64
"""Of all files of an archive together. A homework has some kilobytes."""

LONGEST_INDEX = 4 * MIB
"""Of a zip's list of its files, which is read as a whole."""

TARS = (".tar.gz", ".tgz", ".tar")
TAKEN = (".zip", *TARS)
NOT_TAKEN = (
    *(".rar", ".7z", ".zipx", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz", ".tar.zst", ".tzst", ".tar.z"),
    *(".gz", ".bz2", ".xz", ".zst", ".lzma", ".z", ".cab", ".arj", ".lha", ".ace"),
)
"""Endings of archives that students make, too: they need programs which are not here, or memory without bounds."""

WHATEVER_IT_IS_CALLED = {b"Rar!\x1a\x07": ".rar", b"7z\xbc\xaf\x27\x1c": ".7z"}
"""What such archives begin with; a new name makes no zip of them."""

BROKEN = (
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
"""What Python's readers raise at archives that are none, or lie; they warn of files that overlap."""


class UnpackError(Exception):
    """An archive that is not unpacked; the sentence says why."""


def is_archive(path: Path) -> bool:
    """Say whether it is one by its name, be it one that is taken or not."""
    return path.is_file() and path.name.lower().endswith((*TAKEN, *NOT_TAKEN))


def stem(name: str) -> str:
    """Return the name of an archive without what says that it is one."""
    ending = next((ending for ending in (*TAKEN, *NOT_TAKEN) if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)]


def unpack(path: Path, target: Path) -> int:
    """Unpack an archive into a new folder; return how many links and devices were left out.

    An `UnpackError` where it is of a kind that is not taken, is broken, would write elsewhere, or has more in it
    than a submission needs.
    """
    if kind := _not_taken(path):
        raise UnpackError(f"it is a {kind} archive, and {one_of(TAKEN)} is needed")
    target.mkdir(mode=0o700)  # others who have a user here must not read it
    writing = _Writing(target)
    try:
        if path.name.lower().endswith(TARS):
            with path.open("rb") as file:
                return writing.add_all(_of_tar(file))
        with warnings.catch_warnings(), _Index(path) as index, zipfile.ZipFile(index) as archive:
            warnings.simplefilter("error", UserWarning)
            return writing.add_all(_of_zip(archive))
    except UnpackError:
        raise
    except NotImplementedError:
        raise UnpackError("it is packed in a way that is not known here") from None
    except RuntimeError as error:  # zipfile has no other word for a password
        raise UnpackError("it is encrypted" if "encrypted" in str(error) else "it is broken") from None
    except BROKEN:
        raise UnpackError("it is broken") from None
    except OSError as error:
        raise UnpackError((error.strerror or "it is broken").lower()) from None


def one_of(endings: Sequence[str]) -> str:
    """Return a choice in words."""
    return f"{', '.join(endings[:-1])} or {endings[-1]}"


def _not_taken(path: Path) -> str:
    """Return what kind of archive it is, if it is one that cannot be unpacked here."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        begin = file.read(max(map(len, WHATEVER_IT_IS_CALLED)))
        for mark, kind in WHATEVER_IT_IS_CALLED.items():
            if begin.startswith(mark):
                return kind
    name = path.name.lower()
    return "" if name.endswith(TAKEN) else next((kind for kind in NOT_TAKEN if name.endswith(kind)), "")


class _Entry:
    """Something in an archive: its name, what it is, and how to read it."""

    def __init__(self, name: str, mode: int, is_folder: bool, is_file: bool, stream: IO[bytes] | None) -> None:
        self.name, self.mode, self.is_folder, self.is_file = name, mode, is_folder, is_file
        self.stream = stream


class _Writing:
    """Writes what is in an archive into a folder, as long as it is not too much."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._left = MOST_MIB * MIB
        self._files = MAX_FILES

    def add_all(self, entries: Iterator[_Entry]) -> int:
        left_out = 0
        for entry in entries:
            self._files -= 1
            if self._files < 0:
                raise UnpackError(_too_many())
            if entry.is_folder:
                self._place(entry.name).mkdir(parents=True, exist_ok=True)
            elif entry.is_file and entry.stream is not None:
                self._write(self._place(entry.name), entry)
            else:
                left_out += 1
        return left_out

    def _place(self, name: str) -> Path:
        """Return where something of that name goes; no link is ever made that could lead elsewhere."""
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in (path.parts or ("",))[0]:
            raise UnpackError(f"{name[:80]!r} would be outside of its folder")
        if len(path.parts) > MAX_DEPTH:
            raise UnpackError(f"it has folders more than {MAX_DEPTH} deep")
        return self._target / path

    def _write(self, place: Path, entry: _Entry) -> None:
        assert entry.stream is not None
        place.parent.mkdir(parents=True, exist_ok=True)
        with entry.stream, place.open("wb") as file:
            while data := entry.stream.read(1 << 16):
                # What is really there counts, and not what the archive says about it.
                self._left -= len(data)
                if self._left < 0:
                    raise UnpackError(_too_large())
                file.write(data)
        place.chmod(0o755 if entry.mode & stat.S_IXUSR else 0o644)


def _of_zip(archive: zipfile.ZipFile) -> Iterator[_Entry]:
    if len(archive.infolist()) > MAX_FILES:
        raise UnpackError(_too_many())
    for about in archive.infolist():
        mode = about.external_attr >> 16
        kind = stat.S_IFMT(mode)
        # What was not packed on a Unix has no mode.
        is_file = kind in (0, stat.S_IFREG) and not about.is_dir()
        yield _Entry(
            about.filename, mode or 0o644, about.is_dir(), is_file, archive.open(about) if is_file else None
        )


def _of_tar(file: IO[bytes]) -> Iterator[_Entry]:
    zipped = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    stream: Any = gzip.GzipFile(fileobj=file) if zipped else file
    with tarfile.open(fileobj=_Bounded(stream), mode="r|") as archive:
        for about in archive:
            is_file = about.isfile() and not about.issparse()
            found = archive.extractfile(about) if is_file else None
            yield _Entry(about.name, about.mode, about.isdir(), is_file, found)


class _Index(io.FileIO):
    """A zip, of which no more is ever read at once than its list of files may have."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > LONGEST_INDEX:
            raise UnpackError(_too_many())
        return super().read(LONGEST_INDEX if size is None or size < 0 else size)


class _Bounded(io.RawIOBase):
    """What is in a tar, until it is too much: also its headers can say that they are endless."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        # Each file has a header, and fills blocks.
        self._left = MOST_MIB * MIB + MAX_FILES * 3 * tarfile.BLOCKSIZE

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise UnpackError(_too_large())
        return data

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        data = self.read(len(memoryview(buffer)))
        memoryview(buffer)[: len(data)] = data
        return len(data)


def _too_many() -> str:
    return f"it has more than {MAX_FILES:,} files"


def _too_large() -> str:
    return f"its files are larger than {MOST_MIB} MiB"
