"""Long work that can be stopped: the first Ctrl-C ends it in good order, the second at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def first_interrupt(stop: Callable[[], object], say: Callable[[str], object], message: str) -> Iterator[None]:
    """Let the first Ctrl-C call `stop` and `say` the message instead of raising a `KeyboardInterrupt`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupted(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop()
        say(message)

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
