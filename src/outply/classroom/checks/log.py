"""The log of a running check: its steps, and the output of the build as it is printed."""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable
from dataclasses import dataclass

MAX_LOG_CHARS = 50_000
"""Characters kept of the log of a check."""

REPORT_INTERVAL_S = 0.5
"""Least time between two reports of output, so that a build that prints much costs little."""

CUT = "\n[the rest of the log is left out]\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogText:
    """A further part of the log of a check, as the job reports it."""

    text: str


class CheckLog:
    """Collects steps and output of a check, and calls `report` with the parts of its log.

    Only the first `MAX_LOG_CHARS` are reported. `clock` returns the time in seconds.
    """

    def __init__(self, report: Callable[[LogText], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._report, self._clock = report, clock
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._left, self._pending, self._is_at_line_start = MAX_LOG_CHARS, "", True
        self._reported_at = -REPORT_INTERVAL_S

    def add_step(self, step: str) -> None:
        """Add the name of a step on a line of its own."""
        self._add(f"{'' if self._is_at_line_start else chr(10)}> {step}\n")
        self.flush()

    def add_output(self, data: bytes) -> None:
        """Add output of a program."""
        self._add(self._decoder.decode(data))
        if self._clock() - self._reported_at >= REPORT_INTERVAL_S:
            self.flush()

    def _add(self, text: str) -> None:
        if not text or self._left <= 0:
            return
        self._is_at_line_start = text.endswith("\n")
        self._pending += text[: self._left] + (CUT if len(text) > self._left else "")
        self._left -= len(text)

    def flush(self) -> None:
        """Report what was added since the last report."""
        if self._pending:
            self._report(LogText(text=self._pending))
            self._pending, self._reported_at = "", self._clock()
