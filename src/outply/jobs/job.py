"""Jobs: units of work that can run in another process or on another machine, and the directory for their files."""

from __future__ import annotations

import os
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from outply.errors import UserError
from outply.jobs.build_cache import BuildCache
from outply.sandbox.locks import creator_tag, lock_dir, remove_stale
from outply.sandbox.workspace import remove_tree

Report = Callable[[Any], None]

PREFIX = "outply-jobs-"


class WorkerError(UserError):
    """Raised if a job failed: the job raised an exception, or its worker died on each attempt."""


class TransferError(WorkerError):
    """Raised if the source directories of a job cannot be sent to a cluster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDirectory:
    """A directory that a job reads. The directory is sent along if the job runs on another machine.

    The job refers to the directory as `path`. If `root`, a directory inside it, is given, only `root` is sent.
    Directories with the same `fingerprint` are sent to a cluster only once.
    """

    path: str
    root: Path | None = None
    fingerprint: str = ""
    max_mib: int


class JobContext:
    """The services for a job in the process that runs it: reports, a work directory and source directories.

    `report` passes intermediate results to the caller. Files that the job creates belong in `work_dir`, which is
    removed when the executor is closed, even if the job is killed; None means the system's temporary directory. A
    job pauses with `sleep(seconds)`.
    """

    def __init__(
        self,
        report: Report = lambda _: None,
        work_dir: Path | None = None,
        *,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.report = report
        self.work_dir = work_dir
        self.sleep = sleep
        self._build_cache: BuildCache | None = None

    @contextmanager
    def source(self, path: str) -> Iterator[Path]:
        """Yield the location on this machine of the source directory that the job refers to as `path`."""
        yield Path(path)

    def build_once(self, key: str, build: Callable[[Path], None]) -> Path:
        """Return the directory that `build(directory)` creates; `build` is called once per `key` on this machine.

        The directory outlives this process (see `BuildCache.get`).
        """
        if self._build_cache is None:
            self._build_cache = BuildCache.open(self.work_dir or Path(tempfile.gettempdir()))
        return self._build_cache.get(key, build)


class Job(ABC):
    """A unit of work: a callable that can be pickled. Error messages refer to a job by its `str`."""

    __slots__ = ()

    @abstractmethod
    def __call__(self, context: JobContext) -> Any:
        """Do the work and return its result."""

    def sources(self) -> tuple[SourceDirectory, ...]:
        """Return the directories that the job reads. This method is called in the process that submits the job."""
        return ()


J = TypeVar("J", bound=Job)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEvent(Generic[J]):
    """A report of a running job or, if `is_result` is set, the result of a finished job; `value` holds either."""

    job: J
    value: Any
    is_result: bool


class WorkDirectory:
    """A temporary directory for the files of all jobs of a process; `close` removes the directory.

    Creating a work directory also removes the work directories of processes that were killed.
    """

    def __init__(self) -> None:
        parent = Path(tempfile.gettempdir())
        remove_stale(parent, PREFIX, remove_tree)
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{creator_tag()}-", dir=parent))
        self._lock = lock_dir(self.path)
        self.path.chmod(0o711)  # workspaces inside belong to other user IDs

    def close(self) -> None:
        remove_tree(self.path)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
