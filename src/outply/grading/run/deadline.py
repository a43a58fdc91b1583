"""The end of a whole grading: what runs then is cut off, and counts as if it had never been begun."""

from __future__ import annotations

import math
import time
from dataclasses import replace

from outply.games.struct import Struct
from outply.sandbox.limits import Limits, Termination

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.sandbox.limits import RunResult


class Deadline(Struct):
    """A time by `time.monotonic`; without one there is no end."""

    __slots__ = ("at",)

    at: float

    def __init__(self, at: float = math.inf) -> None:
        self._set(at)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.at

    def cut(self, limits: Limits) -> Limits:
        """Return these limits, with no more time than there is left."""
        left = max(0.0, self.at - time.monotonic())
        if left >= limits.wall_seconds:
            return limits
        return replace(limits, wall_seconds=left)


def was_cut(ended: RunResult, given: Limits, own: Limits) -> bool:
    """Say whether a program was ended by the end of all, and not by limits of its `own`."""
    return ended.termination is Termination.WALL_TIME and given.wall_seconds < own.wall_seconds
