"""Questions come from files and answers go to files; nothing is ever left half-written."""

from __future__ import annotations

import errno
import io
import os  # not pathlib: importing it takes longer than answering a position does
import sys
from itertools import count

from outply.formats.line_reader import MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

STANDARD = "-"  # stands for standard input or output

_serial = count()


class FileError(Exception):
    """A file could not be read or written; the message names it and says why."""

    def __init__(self, path: str, error: OSError) -> None:
        super().__init__(f"{path}: {(error.strerror or str(error)).lower()}")


def read_input(path: str, most: int = MAX_BYTES) -> bytes:
    """Return what the file holds, up to just over `most` bytes: what any input can hold."""
    try:
        if path == STANDARD:
            return bytes(_standard(sys.stdin).buffer.read(most + 1))
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            data = b""
            while len(data) <= most and (more := os.read(file, 1 << 16)):
                data += more
            return data
        finally:
            os.close(file)
    except OSError as error:
        raise FileError("standard input" if path == STANDARD else path, error) from None


def write_output(path: str, text: str | bytes) -> None:
    """Replace the file at once or leave it as it is."""
    data = text.encode() if isinstance(text, str) else text
    try:
        if path == STANDARD:
            stream = _standard(sys.stdout)
            _write_all(stream.buffer, data + b"\n" if stream.isatty() else data)
            stream.buffer.flush()
        elif os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as device:
                device.write(data)
        else:
            _replace(os.path.realpath(path) if os.path.islink(path) else path, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError("standard output" if path == STANDARD else path, error) from None


def expect_writable(path: str) -> None:
    """Say before long work what would keep its result from being written."""
    folder = os.path.dirname(path) or "."
    problem = 0
    if not os.path.isdir(folder):
        problem = errno.ENOENT
    elif os.path.isdir(path):
        problem = errno.EISDIR
    elif not os.access(path if os.path.exists(path) else folder, os.W_OK):
        problem = errno.EACCES
    if problem and path != STANDARD:
        raise FileError(path, OSError(problem, os.strerror(problem)))


def make_folder(path: str) -> None:
    """Make the folder, and those above it, if it is not there."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise FileError(path, error) from None


def write_folder(folder: Path, files: Iterable[tuple[str, str | bytes]], earlier: Iterable[str] = ()) -> None:
    """Write files of a folder by their names in it, and remove what an earlier call left there.

    That is each file whose name has one of the patterns `earlier`, and that was not written now.
    """
    written = set()
    for name, data in files:
        path = folder / name
        make_folder(str(path.parent))
        write_output(str(path), data)
        written.add(path)
    for pattern in earlier:
        for path in folder.glob(pattern):
            if path not in written:
                _remove(path)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(str(path), error) from None


def _standard(stream: object) -> io.TextIOWrapper:
    if not isinstance(stream, io.TextIOWrapper):  # None, where it was closed before the start
        raise OSError("it is closed")
    return stream


def _write_all(file: Any, data: bytes) -> None:
    """Write all of it: without a buffer, as PYTHONUNBUFFERED has it, a pipe takes a part when a signal comes."""
    while data:
        data = data[file.write(data) :]


def _replace(path: str, data: bytes) -> None:
    new = os.path.join(os.path.dirname(path), f".outply-{os.getpid()}-{next(_serial)}.new")
    if os.path.lexists(new):
        os.unlink(new)  # left by a process of our number that was killed
    try:
        with open(new, "xb") as file:
            file.write(data)
        if os.path.exists(path):
            os.chmod(new, os.stat(path).st_mode & 0o7777)
        os.replace(new, path)
    except BaseException:
        if os.path.lexists(new):
            os.unlink(new)
        raise
