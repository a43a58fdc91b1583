"""Holds a tournament: builds who enters, plays what is missing, and keeps each game as soon as it is over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

from outply.arena.tournament import schedule
from outply.arena.tournament.build_job import Building, Built, Workshop
from outply.arena.tournament.game_job import Playing, Result
from outply.arena.tournament.plan import OPEN_KINDS, Entrant, Game, Plan, PlanError
from outply.arena.tournament.standings import Score, Table, table
from outply.arena.tournament.state import Store
from outply.games.struct import Struct
from outply.jobs.process_pool import cores, run

Told = tuple[Any, bool, Any]
"""A job, whether it is done, and what it tells or its result."""


class Crew(Protocol):
    """Whoever does the work, here or elsewhere."""

    def build(self, entrants: list[Entrant]) -> Iterator[tuple[Entrant, Built]]:
        """Build the directories of these entrants, so that they can play."""

    def play(self, games: deque[Playing]) -> Iterator[Told]:
        """Play the games; those that are taken from the queue meanwhile are not begun."""

    def close(self) -> None: ...


class Here:
    """The cores of this machine: a process for each, and a core for each game."""

    def __init__(self, workers: int | None = None, contained: bool = True) -> None:
        self._workers = workers or cores()
        self._contained = contained
        self._rest = ExitStack()
        self._workshop = self._rest.enter_context(Workshop())

    def build(self, entrants: list[Entrant]) -> Iterator[tuple[Entrant, Built]]:
        jobs = deque(Building(entrant, str(self._workshop.folder), self._contained) for entrant in entrants)
        for job, done, told in run(jobs, self._workers):
            if done:
                yield job.entrant, told

    def play(self, games: deque[Playing]) -> Iterator[Told]:
        return run(games, self._workers, pinned=self._workers <= cores())

    def close(self) -> None:
        self._rest.close()


class Progress(Struct):
    """What has just happened: a `Built`, a number of moves or a `Result`, and of whom or of which game."""

    __slots__ = ("about", "news")

    about: Entrant | Game
    news: Built | int | Result

    def __init__(self, about: Entrant | Game, news: Built | int | Result) -> None:
        self._set(about, news)


OnProgress = Callable[[Progress], None]


class Tournament:
    """A tournament whose state is in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        plan = store.plan
        if plan is None:
            raise PlanError(f"nobody has said yet how the tournament in {store.path} is held")
        self.plan: Plan = plan
        self._queue: deque[Playing] = deque()

    @property
    def names(self) -> list[str]:
        """Those who take part and were not eliminated."""
        problems = self._store.problems
        return [entrant.name for entrant in self._store.entrants if entrant.name not in problems]

    def table(self) -> Table:
        """Return the standing by now."""
        scores = [score for _, score in self._store.scores()]
        stages = schedule.rounds(self.plan, self.names, scores)
        everybody = [entrant.name for entrant in self._store.entrants]
        return table(
            scores,
            self.plan.games,
            self.plan.seed,
            everybody,
            schedule.byes(stages),
            list(self._store.problems),
        )

    def missing(self) -> list[Game]:
        """Return the games that are known by now and not played yet, in the order to play them in."""
        scores = self._store.scores()
        played = {_key(number, score) for number, score in scores}
        stages = schedule.rounds(self.plan, self.names, [score for _, score in scores])
        games = [game for game in schedule.games(self.plan, stages) if _key(game.number, game) not in played]
        # Everybody's first games before anybody's second: the standing means something early.
        return sorted(games, key=lambda game: (game.stage, game.number))

    def run(self, crew: Crew, contained: bool = True, on_progress: OnProgress = lambda _: None) -> bool:
        """Play all that is missing; say whether the tournament is over, and was not told to `stop`."""
        self._stopped = False
        entrants = {entrant.name: entrant for entrant in self._store.entrants}
        digests = {name: entrant.digest for name, entrant in entrants.items()}
        folders: dict[str, str | None] = dict.fromkeys(entrants)
        if not self.missing():
            return True
        if not contained:
            self._store.mark_unsafe()
        for entrant, built in crew.build([entrants[name] for name in self.names if entrants[name].folder]):
            if built.sentence:
                self._store.eliminate(entrant.name, built.sentence, built.output + built.errors)
            folders[entrant.name] = built.folder
            on_progress(Progress(entrant, built))
        while not self._stopped and (missing := self.missing()):
            self._queue.extend(
                Playing(
                    game,
                    entrants[game.first],
                    entrants[game.second],
                    (folders[game.first], folders[game.second]),
                    self.plan.seconds,
                    contained,
                )
                for game in missing
            )
            for job, done, told in crew.play(self._queue):
                if done:
                    self._store.keep(job.game, digests, told)
                on_progress(Progress(job.game, told))
        return not self.missing()

    def stop(self) -> None:
        """Begin no more games; those that are being played are played to their ends."""
        self._stopped = True
        self._queue.clear()


def enter(store: Store, plan: Plan, entrants: list[Entrant], without: Collection[str] = ()) -> None:
    """Begin a tournament, or go on with one: contestants may come late or change where the kind allows it.

    Those who took part and do not any more have to be named in `without`.
    """
    if len(entrants) < 2:
        raise PlanError("a tournament needs at least two who take part")
    names = [entrant.name for entrant in entrants]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise PlanError(f"two who take part are called {twice}; the name is that of the directory")
    before = store.plan
    if before is not None and before != plan:
        how = "; ".join(before.differences(plan))
        raise PlanError(f"the tournament in {store.path} is held in another way: {how}. --state begins another")
    known = {entrant.name: entrant.digest for entrant in store.entrants}
    coming = {entrant.name: entrant.digest for entrant in entrants}
    if gone := sorted(set(known) - set(coming) - set(without)):
        raise PlanError(f"{', '.join(gone)} took part in {store.path}; --without leaves somebody out")
    if known and known != coming and plan.kind not in OPEN_KINDS:
        changed = ", ".join(sorted(name for name in known | coming if known.get(name) != coming.get(name)))
        raise PlanError(f"a {plan.kind} tournament has begun, and {changed} came late, has changed or left")
    store.begin(plan, entrants)


def _key(number: int, about: Score | Game) -> tuple[int, int, frozenset[str]]:
    return about.stage, number, frozenset((about.first, about.second))
