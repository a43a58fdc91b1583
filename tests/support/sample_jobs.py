"""Jobs for the processes of the arena; they stand here because a process can only be given what it can import."""

import os
import signal
from pathlib import Path

from outply.games.boards import random_board
from outply.games.struct import Struct
from outply.games.warfare import Position
from outply.grading.run.job import Running
from outply.search import literal


class Square(Struct):
    """Tells the number and returns its square."""

    __slots__ = ("number",)

    def __init__(self, number):
        self._set(number)

    def __call__(self, tell):
        tell(self.number)
        return self.number**2


class Fail(Struct):
    """Raises."""

    def __call__(self, tell):
        raise ValueError("it cannot be done")


class CannotBeSent(Struct):
    """Returns what no process can send to another."""

    def __call__(self, tell):
        return lambda: None


class Pid(Struct):
    """Returns which process does it."""

    __slots__ = ("number",)

    def __init__(self, number):
        self._set(number)

    def __call__(self, tell):
        return os.getpid()


class KilledAtFirst(Struct):
    """Is killed as often as it is told to, and counts how often in a file."""

    __slots__ = ("file", "times")

    def __init__(self, file, times):
        self._set(file, times)

    def __call__(self, tell):
        killed = len(Path(self.file).read_text()) if Path(self.file).exists() else 0
        tell(killed)
        if killed < self.times:
            Path(self.file).write_text("x" * (killed + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return killed

    def __str__(self):
        return "a deadly job"


class KillsItsWorker(Running):
    """A submission that gets out of its walls, and ends whoever grades it."""

    __slots__ = Running.__slots__

    def __call__(self, tell):
        os.kill(os.getpid(), signal.SIGKILL)


class SearchForever(Struct):
    """Says who it is, and searches what takes years."""

    def __call__(self, tell):
        tell(os.getpid())
        return literal.search(Position.of(random_board(10, seed=1)), 20, "MINIMAX")
