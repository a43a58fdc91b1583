"""Prepare the runs of a program on the next cases while the program runs on the current case."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from outply.grading.suite.case import Case
from outply.sandbox.process import ProgramProcess
from outply.sandbox.workspace import Workspace

LOOKAHEAD = 3
"""Maximum number of runs that are prepared ahead. Of the 40 ms that a run of a trivial program takes on a busy
machine, 10 ms are CPU time; the rest is spent waiting for the kernel."""


class PreparedCase:
    """A program that is ready to run on a case, and its workspace."""

    def __init__(self, workspace: Workspace, process: ProgramProcess) -> None:
        self.workspace, self.process = workspace, process

    def close(self) -> None:
        try:
            self.process.close()
        finally:
            self.workspace.close()


class PreparedCases:
    """Prepares the runs of the next cases in threads while a case is running. Only one program runs at a time."""

    def __init__(
        self, cases: Sequence[Case], prepare: Callable[[Case], PreparedCase], lookahead: int = LOOKAHEAD
    ) -> None:
        self._cases = deque(cases)
        self._prepare, self._lookahead = prepare, lookahead
        self._prepared: deque[tuple[Case, Future[PreparedCase]]] = deque()
        self._closing: deque[Future[None]] = deque()
        self._pool = ThreadPoolExecutor(lookahead)

    def take(self, case: Case) -> PreparedCase:
        """Return the prepared `case` and prepare the next cases; the caller passes the result to `close_later`.

        Earlier cases that were not taken are skipped.
        """
        while True:
            while self._cases and len(self._prepared) < self._lookahead:
                following = self._cases.popleft()
                self._prepared.append((following, self._pool.submit(self._prepare, following)))
            next_case, future = self._prepared[0]
            prepared_case = future.result()  # an interrupt leaves it in the queue, which is closed at the end
            self._prepared.popleft()
            if next_case is case:
                return prepared_case
            self.close_later(prepared_case)

    def close_later(self, prepared_case: PreparedCase) -> None:
        """Close a prepared case in a background thread."""
        self._closing.append(self._pool.submit(prepared_case.close))
        while self._closing and self._closing[0].done():
            self._closing.popleft().result()

    def __enter__(self) -> PreparedCases:
        return self

    def __exit__(self, *_: object) -> None:
        for _case, future in self._prepared:
            if not future.cancel() and future.exception() is None:
                future.result().close()
        self._pool.shutdown()  # the threads must outlive the runs
