"""Questions come from files and answers go to files; nothing is ever left half-written."""

from __future__ import annotations

import os  # not pathlib: importing it takes longer than answering a position does
import sys

from outply.formats.lines import MAX_BYTES

STANDARD = "-"  # stands for standard input or output


class FileError(Exception):
    """A file could not be read or written; the message names it and says why."""


def read_input(path: str) -> bytes:
    """Return what the file holds, up to just over what any input can hold."""
    if path == STANDARD:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"{path}: {_reason(error)}") from None


def write_output(path: str, text: str) -> None:
    """Replace the file at once or leave it as it is."""
    data = text.encode()
    if path == STANDARD:
        sys.stdout.buffer.write(data + b"\n" if sys.stdout.isatty() else data)
        sys.stdout.buffer.flush()
        return
    path = os.path.realpath(path)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as device:
                device.write(data)
        else:
            _replace(path, data)
    except OSError as error:
        raise FileError(f"{path}: {_reason(error)}") from None


def _replace(path: str, data: bytes) -> None:
    new = f"{path}.{os.getpid()}.new"
    try:
        with open(new, "xb") as file:
            file.write(data)
        os.replace(new, path)
    except BaseException:
        if os.path.exists(new):
            os.unlink(new)
        raise


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
