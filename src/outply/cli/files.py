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
    data = b""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            while len(data) <= MAX_BYTES and (more := os.read(file, 1 << 16)):
                data += more
        finally:
            os.close(file)
    except OSError as error:
        raise FileError(f"{path}: {_reason(error)}") from None
    return data


def write_output(path: str, text: str) -> None:
    """Replace the file at once or leave it as it is."""
    data = text.encode()
    if path == STANDARD:
        sys.stdout.buffer.write(data + b"\n" if sys.stdout.isatty() else data)
        sys.stdout.buffer.flush()
        return
    if os.path.islink(path):
        path = os.path.realpath(path)  # the link stays, what it points to is replaced
    try:
        if os.path.isfile(path) or not os.path.exists(path):
            _replace(path, data)
        else:
            with open(path, "wb", buffering=0) as device:
                device.write(data)
    except OSError as error:
        raise FileError(f"{path}: {_reason(error)}") from None


def _replace(path: str, data: bytes) -> None:
    new = f"{path}.{os.getpid()}.new"
    try:
        with open(new, "xb", buffering=0) as file:
            file.write(data)
        os.replace(new, path)
    except BaseException:
        if os.path.exists(new):
            os.unlink(new)
        raise


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
