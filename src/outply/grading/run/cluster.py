"""A grading on many machines: the workers of a Dask cluster build and run the submissions."""

from __future__ import annotations

import pickle
import uuid
from pathlib import Path
from queue import SimpleQueue

from outply.grading.run.job import Running
from outply.grading.submissions import recipe
from outply.jobs.dask import Dask, pack, tell, unpacked
from outply.jobs.process_pool import WorkerError
from outply.players.forfeit import ForfeitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Iterable
    from typing import Any

    from outply.grading.result.verdict import Judgement
    from outply.grading.run.batch import Heard
    from outply.grading.run.job import Outcome

    Item = tuple[str, Judgement]
    Done = tuple[list[Item], Outcome]


class Cluster:
    """The workers of a cluster. A submission is sent as an archive, and its judgements come back one by one.

    They come back with its outcome once more, since nobody promises that a message arrives.
    """

    workshop = None  # each worker has its own

    def __init__(self, address: str) -> None:
        self._dask = Dask(address)
        self._topic = f"outply-grading-{uuid.uuid4()}"
        self._told: SimpleQueue[bytes] = SimpleQueue()
        self._dask.listen(self._topic, self._told.put)

    def grade(self, jobs: deque[Running], until: float | None) -> Heard:
        begun: dict[str, Running] = {}
        known: set[tuple[str, str]] = set()

        def begin(job: Running) -> Any:
            begun[job.folder] = job
            return self._begin(job)

        def fresh(folder: str, items: Iterable[Item]) -> Heard:
            """Yield what is not known yet: a submission is begun again when its worker is lost."""
            for item in items:
                if (folder, item[0]) not in known:
                    known.add((folder, item[0]))
                    yield begun[folder], False, item

        def told() -> Heard:
            while not self._told.empty():
                folder, item = pickle.loads(self._told.get())
                yield from fresh(folder, [item])

        for job, _, done in self._dask.run(jobs, begin, tolerant=True, until=until):
            yield from told()
            if isinstance(done, WorkerError):
                yield job, True, done
                continue
            judged, outcome = done
            yield from fresh(job.folder, judged)
            yield job, True, outcome
        yield from told()  # by those who are not done when the time is over

    def close(self) -> None:
        self._dask.close()

    def _begin(self, job: Running) -> Any:
        try:
            archive = pack(recipe.home(Path(job.folder)))
        except (OSError, ForfeitError) as error:
            return self._dask.submit(_unsent, str(error))
        return self._dask.submit(_grade, job, archive, self._topic)


def _unsent(problem: str) -> Done:
    raise WorkerError(problem)


def _grade(job: Running, archive: bytes, topic: str) -> Done:
    """Grade a submission on a worker, and tell each judgement as soon as it is known."""
    told: list[Item] = []

    def hear(item: Item) -> None:
        told.append(item)
        tell(topic, pickle.dumps((job.folder, item)))

    try:
        with unpacked(archive) as folder:
            here = Running(job.name, str(folder), job.cases, job.settings, known=job.known)
            return told, here(hear)
    except ForfeitError as forfeit:
        # No fault of the program, and nothing to keep: it might be graded elsewhere.
        raise WorkerError(forfeit.explanation) from None
