"""What a program prints: as much of it as a person reads."""

from __future__ import annotations

KEPT = 8 * 1024  # bytes of its beginning, and of its end


class OutputCapture:
    """The beginning and the end of what comes; a line between them says that something was left out."""

    def __init__(self) -> None:
        self.amount = 0
        self._beginning = self._end = b""

    def add(self, data: bytes) -> None:
        self.amount += len(data)
        room = KEPT - len(self._beginning)
        self._beginning += data[:room]
        self._end = (self._end + data[room:])[-KEPT:]

    def __str__(self) -> str:
        left_out = self.amount - len(self._beginning) - len(self._end)
        between = f"\n[{left_out:,} bytes left out]\n".encode() if left_out else b""
        return (self._beginning + between + self._end).decode(errors="replace")
