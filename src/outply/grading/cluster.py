"""A grading on many machines: the workers of a Dask cluster build and run the submissions."""

from __future__ import annotations

from pathlib import Path

from outply.arena.dask import Dask, pack, unpacked
from outply.arena.workers import WorkerError
from outply.grading import recipe
from outply.grading.running import Running
from outply.players.failure import ForfeitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque
    from typing import Any

    from outply.grading.batch import Heard
    from outply.grading.running import Outcome
    from outply.grading.verdict import Judgement

    Done = tuple[list[tuple[str, Judgement]], Outcome]


class Cluster:
    """The workers of a cluster. A submission is sent as an archive, and comes back when all its cases are run."""

    workshop = None  # each worker has its own

    def __init__(self, address: str) -> None:
        self._dask = Dask(address)

    def grade(self, jobs: deque[Running], until: float | None) -> Heard:
        for job, _, done in self._dask.run(jobs, self._begin, tolerant=True, until=until):
            if isinstance(done, WorkerError):
                yield job, True, done
                continue
            told, outcome = done
            for item in told:
                yield job, False, item
            yield job, True, outcome

    def close(self) -> None:
        self._dask.close()

    def _begin(self, job: Running) -> Any:
        try:
            archive = pack(recipe.home(Path(job.folder)))
        except (OSError, ForfeitError) as error:
            return self._dask.submit(_unsent, str(error))
        return self._dask.submit(_grade, job, archive)


def _unsent(problem: str) -> Done:
    raise WorkerError(problem)


def _grade(job: Running, archive: bytes) -> Done:
    """Grade a submission on a worker."""
    told: list[tuple[str, Judgement]] = []
    try:
        with unpacked(archive) as folder:
            here = Running(job.name, str(folder), job.cases, job.settings)
            return told, here(told.append)
    except ForfeitError as forfeit:
        # No fault of the program, and nothing to keep: it might be graded elsewhere.
        raise WorkerError(forfeit.sentence) from None
