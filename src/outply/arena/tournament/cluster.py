"""A tournament on many machines: the workers of a Dask cluster build and run the contestants."""

from __future__ import annotations

import atexit
import functools
import threading
from collections import deque
from pathlib import Path
from typing import Any

from outply.arena.tournament.build_job import Built
from outply.arena.tournament.game_job import Playing, Result
from outply.jobs.dask import ClusterError, Dask, pack, unpacked
from outply.players import contestant
from outply.players.forfeit import ForfeitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outply.arena.tournament.plan import Entrant
    from outply.arena.tournament.run import Told

__all__ = ["Cluster", "ClusterError"]

_building = threading.Lock()  # a worker may have several threads, and they share what is built


class Cluster:
    """The workers of a cluster. They get contestants as archives, and each builds what it is to run once."""

    def __init__(self, address: str, contained: bool = True) -> None:
        self._dask = Dask(address)
        self._contained = contained
        self._packs: dict[str, Any] = {}

    def build(self, entrants: list[Entrant]) -> Iterator[tuple[Entrant, Built]]:
        sent: deque[Entrant] = deque()
        for entrant in entrants:
            assert entrant.folder is not None
            try:
                archive = pack(Path(entrant.folder))
            except (OSError, ForfeitError) as error:
                yield entrant, Built(None, str(error))
                continue
            self._packs[entrant.digest] = self._dask.send(entrant.digest, archive)
            sent.append(entrant)
        for entrant, _, built in self._dask.run(sent, self._begin_building):
            yield entrant, built

    def play(self, games: deque[Playing]) -> Iterator[Told]:
        return self._dask.run(games, self._begin_playing)

    def close(self) -> None:
        self._dask.close()

    def _begin_building(self, entrant: Entrant) -> Any:
        return self._dask.submit(_build, entrant.digest, self._packs[entrant.digest], self._contained)

    def _begin_playing(self, game: Playing) -> Any:
        packs = [self._packs.get(entrant.digest) for entrant in (game.first, game.second)]
        return self._dask.submit(_play, game, *packs)


def _build(digest: str, archive: bytes, contained: bool) -> Built:
    try:
        _built(digest, archive, contained)
    except ForfeitError as forfeit:
        return Built(None, forfeit.explanation, forfeit.stdout, forfeit.stderr)
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
    with unpacked(archive) as folder:
        room = contestant.build(folder, contained)
    atexit.register(room.close)
    return room.folder
