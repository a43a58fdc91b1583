"""How a contestant fails, and the evidence of it."""

from __future__ import annotations

from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.sandbox.limits import Ended


class Failure(Enum):
    """The ways to lose a game without playing it to its end."""

    ILLEGAL = "illegal move"
    BOARD = "wrong board"
    UNREADABLE = "unreadable output"
    NOTHING = "no output"
    CPU = "out of CPU time"
    WALL = "out of wall time"
    MEMORY = "out of memory"
    DISK = "out of disk space"
    PRINTED = "printed too much"
    CRASHED = "crashed"
    BUILD = "would not build"


class ForfeitError(Exception):
    """A player that loses the game by a failure: which, what happened in a sentence, and what its program printed.

    `cpu_seconds` and `wall_seconds` are what the last move took.
    """

    def __init__(self, failure: Failure, sentence: str, ended: Ended | None = None) -> None:
        super().__init__(sentence)
        self.failure = failure
        self.sentence = sentence
        self.output = ended.output if ended else ""
        self.errors = ended.errors if ended else ""
        self.cpu_seconds = ended.cpu_seconds if ended else 0.0
        self.wall_seconds = ended.wall_seconds if ended else 0.0
