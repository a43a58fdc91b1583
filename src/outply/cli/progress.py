"""What a person at a terminal sees while a long search runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from outply.search.core import Control

PATIENCE = 1.0  # seconds before anything is shown
PACE = 0.25


@contextmanager
def ticker() -> Iterator[Control]:
    """Yield the control of a search; a line on standard error follows it if that is a terminal."""
    control = Control()
    if not sys.stderr.isatty():
        yield control
        return
    started = time.monotonic()
    due = started + PATIENCE
    shown = False

    def show(nodes: int, done: int, in_all: int) -> None:
        nonlocal due, shown
        now = time.monotonic()
        if now < due:
            return
        due = now + PACE
        shown = True
        at = min(done + 1, in_all)
        sys.stderr.write(
            f"\r\x1b[Ksearching: {now - started:.0f} s, {nodes:,} nodes, root move {at} of {in_all} (Ctrl-C stops)"
        )
        sys.stderr.flush()

    control.progress = show
    try:
        yield control
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
