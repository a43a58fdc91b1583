"""Jobs for tests of executors, in an importable module because worker processes unpickle them.

Each worker process imports this module, so it imports little itself.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from outply.jobs.job import Job, JobContext


@dataclass(frozen=True)
class Square(Job):
    """Reports the number and returns its square."""

    number: int

    def __call__(self, context: JobContext) -> int:
        context.report(self.number)
        return self.number**2


@dataclass(frozen=True)
class ReportTwice(Job):
    """Reports twice, and then opens a FIFO, which waits for its reader."""

    fifo: Path

    def __call__(self, context: JobContext) -> None:
        context.report(1)
        context.report(2)
        self.fifo.open("w").close()


@dataclass(frozen=True)
class Fail(Job):
    """Raises an exception."""

    def __call__(self, context: JobContext) -> None:
        raise ValueError("it cannot be done")


@dataclass(frozen=True)
class ReturnUnpicklable(Job):
    """Returns a value that cannot be pickled."""

    def __call__(self, context: JobContext) -> Callable[[], None]:
        return lambda: None


@dataclass(frozen=True)
class Pid(Job):
    """Returns the ID of its process."""

    number: int

    def __call__(self, context: JobContext) -> int:
        return os.getpid()


@dataclass(frozen=True)
class EnvironmentVariable(Job):
    """Returns the value of an environment variable."""

    name: str

    def __call__(self, context: JobContext) -> str | None:
        return os.environ.get(self.name)


@dataclass(frozen=True)
class KillOwnProcess(Job):
    """Kills its process on the first attempts, which it counts in a file."""

    file: str
    times: int

    def __call__(self, context: JobContext) -> int:
        killed = len(Path(self.file).read_text()) if Path(self.file).exists() else 0
        context.report(killed)
        if killed < self.times:
            Path(self.file).write_text("x" * (killed + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return killed

    def __str__(self) -> str:
        return "a deadly job"


@dataclass(frozen=True)
class SearchForever(Job):
    """Reports the ID of its process and runs a search that takes years."""

    def __call__(self, context: JobContext) -> None:
        from outply.games.boards import random_board
        from outply.games.warfare import Position
        from outply.search import literal

        context.report(os.getpid())
        literal.search(Position.of(random_board(10, seed=1)), 20, "MINIMAX")


@dataclass(frozen=True)
class BuildOnce(Job):
    """Calls `build_once` with a key; the build creates a directory and appends a character to the log."""

    key: str
    log: str

    def __call__(self, context: JobContext) -> str:
        def build(directory: Path) -> None:
            with open(self.log, "a") as log:
                log.write("x")
            directory.mkdir()

        return str(context.build_once(self.key, build))


@dataclass(frozen=True)
class Cores(Job):
    """Returns the cores that a program started by the job may use, and those of the job."""

    number: int

    def __call__(self, context: JobContext) -> tuple[frozenset[int], frozenset[int]]:
        program = "import os; print(*os.sched_getaffinity(0))"
        printed = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
        return frozenset(map(int, printed.stdout.split())), frozenset(os.sched_getaffinity(0))
