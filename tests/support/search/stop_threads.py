"""Stopping a search while it runs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from outply.search.native import Control
from support.waiting import wait_until


@contextmanager
def stopped_from_another_thread() -> Iterator[Control]:
    """Yield a control that another thread stops as soon as a search with this control runs."""
    control = Control()
    running = threading.Event()
    control.progress = lambda *_: running.set()  # called from inside the search

    def stop_it() -> None:
        try:
            wait_until(running.is_set, "the search reports its progress")
        finally:
            control.stop()

    thread = threading.Thread(target=stop_it)
    thread.start()
    yield control
    thread.join()
