"""Defers SIGINT and SIGTERM while a program is started or killed, so that the program is not left running."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

DEFERRED = (signal.SIGINT, signal.SIGTERM)


class DeferredSignals:
    """A context manager that defers SIGINT and SIGTERM until it exits or `deliver_immediately` is entered."""

    def __init__(self) -> None:
        self._handlers: dict[int, Any] = {}
        self._pending: int | None = None
        self._immediate = False

    def __enter__(self) -> DeferredSignals:
        if (
            threading.current_thread() is threading.main_thread()
        ):  # Python delivers signals to the main thread only
            for number in DEFERRED:
                handler = signal.getsignal(number)
                if handler not in (signal.SIG_IGN, None):
                    self._handlers[number] = handler
                    signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._deliver()

    @contextmanager
    def deliver_immediately(self) -> Iterator[None]:
        """Deliver the pending signal, if any, and do not defer signals within this context."""
        self._immediate = True
        try:
            self._deliver()
            yield
        finally:
            self._immediate = False

    def _handle(self, number: int, _: FrameType | None) -> None:
        self._pending = number
        if self._immediate:
            self._deliver()

    def _deliver(self) -> None:
        number, self._pending = self._pending, None
        if number is None:
            return
        handler = self._handlers[number]
        if callable(handler):
            handler(number, None)
        else:
            raise SystemExit(128 + number)
