"""Work on many machines: the workers of a Dask cluster, what they are sent, and what comes back."""

from __future__ import annotations

import importlib
import io
import tarfile
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from outply import optional
from outply.jobs.process_pool import WorkerError
from outply.players.forfeit import DISK_MIB, Failure, ForfeitError
from outply.sandbox.workspace import remove_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable, Generator, Iterator

J = TypeVar("J")

IN_FLIGHT = 2  # jobs a worker has been given, so that none waits for its next
TIMEOUT = 20  # seconds for the scheduler to answer


class ClusterError(Exception):
    """A cluster that cannot be worked with; the sentence says why."""


class Dask:
    """The workers of a cluster; it must be closed."""

    def __init__(self, address: str) -> None:
        try:
            self._client = _dask().Client(address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"there is no scheduler at {address}: {error}") from None

    def send(self, name: str, archive: bytes) -> Any:
        """Return what stands for an archive in the arguments of a job; it is sent once."""
        # As a task and not as data: when the worker that has it is lost, another gets it.
        return self._client.submit(_same, archive, key=f"pack-{name}")

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Have a worker call the function, and return what stands for its result."""
        return self._client.submit(function, *arguments, pure=False)

    def listen(self, topic: str, hear: Callable[[bytes], object]) -> None:
        """Have `hear` called, by another thread, with all that jobs `tell` about that topic."""
        self._client.subscribe_topic(topic, lambda event: hear(event[1]))

    def run(
        self,
        jobs: deque[J],
        begin: Callable[[J], Any],
        *,
        tolerant: bool = False,
        until: float | None = None,
    ) -> Generator[tuple[J, bool, Any], None, None]:
        """Yield the jobs as they are done, as `workers.run` does; `begin` submits one."""
        running: dict[Any, J] = {}
        left = None if until is None else max(0.001, until - time.monotonic())
        done = _dask().as_completed(loop=self._client.loop, timeout=left)
        while jobs or running:
            while jobs and len(running) < IN_FLIGHT * max(1, self._threads()):
                job = jobs.popleft()
                future = begin(job)
                running[future] = job
                done.add(future)
            try:
                future = next(done)
            except TimeoutError:
                return
            job = running.pop(future)
            try:
                item = _result(future, str(job))
            except WorkerError as error:
                if not tolerant:
                    raise
                item = error
            yield job, True, item

    def close(self) -> None:
        self._client.close()

    def _threads(self) -> int:
        return sum(self._client.nthreads().values())


def tell(topic: str, data: bytes) -> None:
    """Tell whoever listens to the topic; for a job, on its worker."""
    _dask().get_worker().log_event(topic, data)


def pack(folder: Path) -> bytes:
    """Return the directory as an archive."""
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    if size > DISK_MIB << 20:
        raise ForfeitError(Failure.BUILD_FAILED, f"its files are larger than {DISK_MIB} MiB")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(folder, arcname=".")
    return packed.getvalue()


@contextmanager
def unpacked(archive: bytes) -> Iterator[Path]:
    """Give a folder with what is in the archive, for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="outply-pack-"))
    try:
        try:
            with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
                packed.extractall(folder, filter="data")
        except tarfile.TarError as error:
            raise ForfeitError(Failure.BUILD_FAILED, f"its files cannot be sent: {error}") from None
        yield folder
    finally:
        remove_tree(folder)


def _dask() -> Any:
    optional.expect("distributed", "a cluster", "cluster")
    return importlib.import_module("distributed")


def _result(future: Any, about: str) -> Any:
    """Return what came of a job; a `WorkerError` in a sentence if nothing did."""
    try:
        return future.result()
    except _dask().KilledWorker:
        raise WorkerError(f"{about} was begun several times, and its worker was lost each time") from None
    except Exception as error:
        raise WorkerError(f"{about} failed on a worker: {error}") from None


def _same(archive: bytes) -> bytes:
    return archive
