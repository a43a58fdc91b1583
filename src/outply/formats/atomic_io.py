"""Reading files and standard input, and writing files atomically: completely or not at all."""

from __future__ import annotations

import errno
import io
import os  # not pathlib: importing it takes longer than answering a position
import sys
from itertools import count

from outply.formats.line_reader import MAX_BYTES

TYPE_CHECKING = False  # importing typing takes longer than answering a position
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

STANDARD = "-"
"""The path that stands for standard input or standard output."""

_serial = count()


class FileError(Exception):
    """A file cannot be read or written. The message names the file and the reason."""

    def __init__(self, path: str, error: OSError) -> None:
        super().__init__(f"{path}: {(error.strerror or str(error)).lower()}")


def read_input(path: str, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of the file `path`, or of standard input if `path` is `-`.

    If the content is larger than `max_bytes`, return only its beginning, slightly more than `max_bytes`.

    Raises FileError if the file cannot be read.
    """
    try:
        if path == STANDARD:
            return bytes(_standard(sys.stdin).buffer.read(max_bytes + 1))
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            data = b""
            while len(data) <= max_bytes and (chunk := os.read(file, 1 << 16)):
                data += chunk
            return data
        finally:
            os.close(file)
    except OSError as error:
        raise FileError("standard input" if path == STANDARD else path, error) from None


def write_output(path: str, text: str | bytes) -> None:
    """Write `text` to the file `path`, or to standard output if `path` is `-`.

    A regular file is written completely, or left unchanged if an error occurs.
    Raises FileError if the file cannot be written.
    """
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


def require_writable(path: str) -> None:
    """Check, before a long computation, that its result can be written to the file `path`.

    Raises FileError if the file cannot be written.
    """
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
    """Create a folder and its parents, unless the folder exists.

    Raises FileError if the folder cannot be created.
    """
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise FileError(path, error) from None


def write_folder(folder: Path, files: Iterable[tuple[str, str | bytes]], stale: Iterable[str] = ()) -> None:
    """Write files into a folder, and remove stale files that an earlier call wrote there.

    `files` are pairs of name and content. Stale files match one of the glob patterns in `stale` and are not in
    `files`.

    Raises FileError if a file cannot be written or removed.
    """
    written = set()
    for name, data in files:
        path = folder / name
        make_folder(str(path.parent))
        write_output(str(path), data)
        written.add(path)
    for pattern in stale:
        for path in folder.glob(pattern):
            if path not in written:
                _remove(path)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(str(path), error) from None


def _standard(stream: object) -> io.TextIOWrapper:
    if not isinstance(stream, io.TextIOWrapper):  # None if it was closed before Python started
        raise OSError("the stream is closed")
    return stream


def _write_all(file: Any, data: bytes) -> None:
    """Write all data. An unbuffered stream (PYTHONUNBUFFERED) to a pipe writes only a part if a signal arrives."""
    while data:
        data = data[file.write(data) :]


def _replace(path: str, data: bytes) -> None:
    new = os.path.join(os.path.dirname(path), f".outply-{os.getpid()}-{next(_serial)}.new")
    if os.path.lexists(new):
        os.unlink(new)  # left by a killed process with the same PID
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
