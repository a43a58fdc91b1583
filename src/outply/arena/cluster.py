"""The same work on many machines: the workers of a Dask cluster build and run the contestants."""

from __future__ import annotations

import atexit
import functools
import importlib
import io
import tarfile
import tempfile
import threading
from collections import deque
from pathlib import Path
from typing import Any

from outply.arena.building import Built
from outply.arena.playing import Playing, Result
from outply.arena.workers import WorkerError
from outply.players import contestant
from outply.players.failure import Failure, ForfeitError
from outply.sandbox.room import remove_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outply.arena.plan import Entrant
    from outply.arena.tournament import Told

IN_FLIGHT = 2  # games a worker has been given, so that none waits for its next
TIMEOUT = 20  # seconds for the scheduler to answer

_building = threading.Lock()  # a worker may have several threads, and they share what is built


class ClusterError(Exception):
    """A cluster that cannot be worked with; the sentence says why."""


class Cluster:
    """The workers of a cluster. They get contestants as archives, and each builds what it is to run once."""

    def __init__(self, address: str, contained: bool = True) -> None:
        try:
            self._client = _dask().Client(address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"there is no scheduler at {address}: {error}") from None
        self._contained = contained
        self._packs: dict[str, Any] = {}

    def build(self, entrants: list[Entrant]) -> Iterator[tuple[Entrant, Built]]:
        asked = {}
        for entrant in entrants:
            assert entrant.folder is not None
            try:
                archive = pack(Path(entrant.folder))
            except (OSError, ForfeitError) as error:
                yield entrant, Built(None, str(error))
                continue
            # As a task and not as data: when the worker that has it is lost, another gets it.
            self._packs[entrant.digest] = self._client.submit(_same, archive, key=f"pack-{entrant.digest}")
            asked[self._submit(_build, entrant.digest, self._packs[entrant.digest], self._contained)] = entrant
        for future in _dask().as_completed(list(asked), loop=self._client.loop):
            yield asked[future], _result(future, asked[future].name)

    def play(self, games: deque[Playing]) -> Iterator[Told]:
        playing: dict[Any, Playing] = {}
        done = _dask().as_completed(loop=self._client.loop)
        while games or playing:
            while games and len(playing) < IN_FLIGHT * max(1, self._threads()):
                game = games.popleft()
                packs = [self._packs.get(entrant.digest) for entrant in (game.first, game.second)]
                future = self._submit(_play, game, *packs)
                playing[future] = game
                done.add(future)
            if playing:
                future = next(done)
                game = playing.pop(future)
                yield game, True, _result(future, str(game))

    def close(self) -> None:
        self._client.close()

    def _threads(self) -> int:
        return sum(self._client.nthreads().values())

    def _submit(self, function: Any, *arguments: Any) -> Any:
        return self._client.submit(function, *arguments, pure=False)


def _dask() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ClusterError("a cluster needs Dask: pip install 'outply[cluster]'") from None


def pack(folder: Path) -> bytes:
    """Return the directory as an archive."""
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    if size > contestant.DISK_MIB << 20:
        raise ForfeitError(Failure.BUILD, f"its files are larger than {contestant.DISK_MIB} MiB")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(folder, arcname=".")
    return packed.getvalue()


def _result(future: Any, about: str) -> Any:
    """Return what came of a task; a `WorkerError` in a sentence if nothing did."""
    try:
        return future.result()
    except _dask().KilledWorker:
        raise WorkerError(f"{about} was begun several times, and its worker was lost each time") from None
    except Exception as error:
        raise WorkerError(f"{about} failed on a worker: {error}") from None


def _same(archive: bytes) -> bytes:
    return archive


def _build(digest: str, archive: bytes, contained: bool) -> Built:
    try:
        _built(digest, archive, contained)
    except ForfeitError as forfeit:
        return Built(None, forfeit.sentence, forfeit.output, forfeit.errors)
    return Built(digest)


def _play(game: Playing, *archives: bytes | None) -> Result:
    """Play a game on a worker, where what it needs may have to be built first."""
    entrants = game.first, game.second
    built = [
        None if archive is None else str(_built(entrant.digest, archive, game.contained))
        for entrant, archive in zip(entrants, archives, strict=True)
    ]
    here = Playing(game.game, game.first, game.second, (built[0], built[1]), game.seconds, game.contained)
    return here(lambda _: None)


def _built(digest: str, archive: bytes, contained: bool) -> Path:
    with _building:
        return _built_once(digest, archive, contained)


@functools.cache
def _built_once(digest: str, archive: bytes, contained: bool) -> Path:
    del digest
    folder = Path(tempfile.mkdtemp(prefix="outply-pack-"))
    try:
        try:
            with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
                packed.extractall(folder, filter="data")
        except tarfile.TarError as error:
            raise ForfeitError(Failure.BUILD, f"its files cannot be sent: {error}") from None
        room = contestant.build(folder, contained)
    finally:
        remove_tree(folder)
    atexit.register(room.close)
    return room.folder
