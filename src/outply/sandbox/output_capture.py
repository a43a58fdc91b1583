"""Stores the beginning and the end of a program's printed output."""

from __future__ import annotations

KEPT_BYTES = 8 * 1024
"""Number of bytes stored at each end of the output."""


class OutputCapture:
    """The beginning and the end of a stream.

    `str` joins both, with a line between them that says how many bytes are omitted.
    """

    def __init__(self) -> None:
        self.size = 0
        self._beginning = self._end = b""

    def add(self, data: bytes) -> None:
        self.size += len(data)
        free = KEPT_BYTES - len(self._beginning)
        self._beginning += data[:free]
        self._end = (self._end + data[free:])[-KEPT_BYTES:]

    def __str__(self) -> str:
        omitted = self.size - len(self._beginning) - len(self._end)
        separator = f"\n[{omitted:,} bytes omitted]\n".encode() if omitted else b""
        return (self._beginning + separator + self._end).decode(errors="replace")
