"""Holds a tournament: builds who enters, plays what is missing, and keeps each game as soon as it is over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from contextlib import closing

from outply.arena.tournament import schedule
from outply.arena.tournament.build_job import BuildJob, BuildResult
from outply.arena.tournament.game_job import GameJob, Result
from outply.arena.tournament.plan import OPEN_KINDS, Entrant, Game, Plan, PlanError
from outply.arena.tournament.standings import Score, Table, table
from outply.arena.tournament.state import Store
from outply.games.struct import Struct
from outply.jobs.executor import Executor
from outply.jobs.job import TransferError, WorkerError


class Progress(Struct):
    """What has just happened: a `BuildResult`, a number of moves or a `Result`, and of whom or of which game."""

    __slots__ = ("about", "news")

    about: Entrant | Game
    news: BuildResult | int | Result

    def __init__(self, about: Entrant | Game, news: BuildResult | int | Result) -> None:
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
        self._queue: deque[GameJob] = deque()

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

    def run(self, executor: Executor, *, sandboxed: bool = True, on_progress: OnProgress = lambda _: None) -> bool:
        """Build the contestants and play the missing games.

        Returns False if stopped before all games were played.
        """
        self._stopped = False
        if not self.missing():
            return True
        if not sandboxed:
            self._store.mark_unsafe()
        self._build(executor, sandboxed, on_progress)
        entrants = {entrant.name: entrant for entrant in self._store.entrants}
        digests = {name: entrant.digest for name, entrant in entrants.items()}
        while not self._stopped and (missing := self.missing()):
            self._queue.extend(
                GameJob(
                    game=game,
                    first=entrants[game.first],
                    second=entrants[game.second],
                    seconds=self.plan.seconds,
                    sandboxed=sandboxed,
                )
                for game in missing
            )
            with closing(executor.run(self._queue, pin_cores=True)) as events:
                for event in events:
                    if event.is_result:
                        self._store.keep(event.job.game, digests, event.value)
                    on_progress(Progress(event.job.game, event.value))
        return not self.missing()

    def _build(self, executor: Executor, sandboxed: bool, on_progress: OnProgress) -> None:
        """Build all programs and eliminate those that cannot be built."""
        names = set(self.names)
        jobs = deque(
            BuildJob(entrant=entrant, sandboxed=sandboxed)
            for entrant in self._store.entrants
            if entrant.folder and entrant.name in names
        )
        with closing(executor.run(jobs, keep_going=True)) as events:
            for event in events:
                result, entrant = event.value, event.job.entrant
                if isinstance(result, TransferError):
                    result = BuildResult(problem=str(result))
                elif isinstance(result, WorkerError):
                    raise result
                if result.problem:
                    self._store.eliminate(entrant.name, result.problem, result.output + result.errors)
                on_progress(Progress(entrant, result))

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
