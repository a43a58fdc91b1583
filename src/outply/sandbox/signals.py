"""Signals that would end this process wait while a program is begun or ended, so that nothing of it is left."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

WAITING = (signal.SIGINT, signal.SIGTERM)


class DeferredSignals:
    """Holds the signals back; one that comes meanwhile is heard when they are let through, or in the end."""

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._came: int | None = None
        self._open = False

    def __enter__(self) -> DeferredSignals:
        if threading.current_thread() is threading.main_thread():  # no other one hears of signals
            for number in WAITING:
                before = signal.getsignal(number)
                if before not in (signal.SIG_IGN, None):
                    self._before[number] = before
                    signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        self._deliver()

    @contextmanager
    def deliver_immediately(self) -> Iterator[None]:
        """Hear of signals at once in here."""
        self._open = True
        try:
            self._deliver()
            yield
        finally:
            self._open = False

    def _hear(self, number: int, _: FrameType | None) -> None:
        self._came = number
        if self._open:
            self._deliver()

    def _deliver(self) -> None:
        number, self._came = self._came, None
        if number is None:
            return
        before = self._before[number]
        if callable(before):
            before(number, None)
        else:
            raise SystemExit(128 + number)
