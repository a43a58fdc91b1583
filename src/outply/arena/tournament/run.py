"""Run a tournament: build the contestants, play the missing games and store each game as soon as it is over.

Example:

    from pathlib import Path

    from outply.arena.tournament.entry import enter_players
    from outply.arena.tournament.run import Tournament
    from outply.arena.tournament.state import TournamentState
    from outply.jobs.executor import LocalExecutor

    with TournamentState(Path("cup.db"), write=True) as state, LocalExecutor() as executor:
        enter_players(state, ["agents/", "level:3"], {"games": 3, "boards": ["Smolensk"]})
        tournament = Tournament(state)
        tournament.run(executor)
        for row in tournament.standings().rows:
            print(row.place, row.name, row.wdl.points)
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

from outply.arena.tournament import schedule
from outply.arena.tournament.duration import max_duration
from outply.arena.tournament.jobs import BuildJob, BuildResult, GameJob, GameResult
from outply.arena.tournament.plan import OPEN_FORMATS, USER, Contestant, Plan, PlanError, ScheduledGame
from outply.arena.tournament.standings import GameOutcome, Standings, compute_standings
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import Executor
from outply.jobs.job import TransferError, WorkerError
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.contestant import may_succeed_later, missing_tool
from outply.text import join_and


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """An event in a tournament.

    If `subject` is a contestant, `event` is its `BuildResult`. If `subject` is a game, `event` is the number of
    moves so far or the `GameResult`.
    """

    subject: Contestant | ScheduledGame
    event: BuildResult | int | GameResult


OnProgress = Callable[[Progress], None]


class Tournament:
    """A tournament whose plan, contestants and games are stored in a state file.

    The programs are built and play under `limits`.

    Raises PlanError if the state contains no plan.
    """

    def __init__(self, state: TournamentState, limits: ContestLimits = DEFAULT_LIMITS) -> None:
        self._state = state
        self._limits = limits
        plan = state.plan
        if plan is None:
            raise PlanError(f"{state.path} contains no tournament plan. Start one with: {state.START_COMMAND}")
        self.plan: Plan = plan
        self._queue = _JobQueue()
        self._stopped = False

    @property
    def names(self) -> list[str]:
        """The names of the contestants that were not eliminated, in the order in which they entered."""
        failures = self._state.build_failures
        return [contestant.name for contestant in self._state.contestants if contestant.name not in failures]

    def standings(self) -> Standings:
        """Return the current standings."""
        outcomes = self._state.outcomes()
        rounds = [] if self.plan.format in OPEN_FORMATS else schedule.rounds(self.plan, self.names, outcomes)
        return compute_standings(
            outcomes,
            self.plan.games,
            self.plan.seed,
            tournament_format=self.plan.format,
            names=[contestant.name for contestant in self._state.contestants],
            byes=schedule.byes(rounds),
            eliminated=list(self._state.build_failures),
        )

    def rounds(self) -> list[schedule.Round]:
        """Return the rounds that are paired so far."""
        return schedule.rounds(self.plan, self.names, self._state.outcomes())

    def missing(self) -> list[ScheduledGame]:
        """Return the unplayed games of the rounds that are paired so far, in playing order."""
        return self._missing(self.names)

    def remaining_games(self) -> int:
        """Return the number of games still to be played, including games of rounds that are not paired yet."""
        names = set(self.names)
        played = sum({outcome.first, outcome.second} <= names for outcome in self._state.outcomes())
        return max(schedule.count_games(self.plan, len(names)) - played, 0)

    def max_duration(self, workers: int) -> float:
        """Return an upper bound on the seconds that `workers` need for the rest of the tournament."""
        games = self.remaining_games()
        rounds = schedule.count_rounds(self.plan, len(self.names)) - len(self.rounds()) + 1
        return max_duration(
            self.plan,
            builds=len(self._needed_builds(self._retried(rebuild=False))),
            games=games,
            rounds=min(rounds, games),
            workers=workers,
            limits=self._limits,
        )

    def run(
        self,
        executor: Executor,
        *,
        sandboxed: bool = True,
        rebuild: bool = False,
        on_progress: OnProgress = lambda _: None,
    ) -> bool:
        """Build the contestants and play the missing games.

        A failed build is tried again if the machine may have caused the failure. With `rebuild`, all contestants
        are built again, including those whose build failed. Returns False if `stop` was called before all games
        were played.

        Raises PlanError if several contestants of a knock-out or Swiss tournament need a tool that is missing.
        """
        self._stopped = False
        retried = self._retried(rebuild)
        if not retried and not self.missing():
            return True
        if rebuild:
            self._state.begin_build_generation()
        if not sandboxed:
            self._state.flag_unsandboxed()
        builds = self._needed_builds(retried)
        while not self._stopped and (builds or self.missing()):
            self._run_jobs(executor, builds, sandboxed, on_progress)
            builds = []
        return not self.missing()

    def barred(self) -> list[str]:
        """Return the eliminated contestants of a begun knock-out or Swiss tournament, who cannot return."""
        is_closed = self.plan.format not in OPEN_FORMATS and self._state.outcomes()
        return list(self._state.build_failures) if is_closed else []

    def stop(self) -> None:
        """Make `run` start no more games; `run` returns after the running games have ended."""
        self._stopped = True
        self._queue.clear()

    def _run_jobs(
        self, executor: Executor, builds: list[Contestant], sandboxed: bool, on_progress: OnProgress
    ) -> None:
        """Build the contestants in `builds` and play the games of a round.

        A game begins when its two contestants are built. In knock-out and Swiss tournaments, whose pairings depend
        on all contestants, games begin after the last build.
        """
        contestants = {contestant.name: contestant for contestant in self._state.contestants}
        generation = self._state.build_generation
        pending = {contestant.name for contestant in builds}
        waiting: list[ScheduledGame] = []

        def add_ready_games() -> None:
            ready = [game for game in waiting if pending.isdisjoint((game.first, game.second))]
            waiting[:] = [game for game in waiting if not pending.isdisjoint((game.first, game.second))]
            self._queue.add(
                GameJob(
                    game=game,
                    first=contestants[game.first],
                    second=contestants[game.second],
                    seconds=self.plan.seconds,
                    user_time_only=self.plan.cpu_time == USER,
                    sandboxed=sandboxed,
                    generation=generation,
                    limits=self._limits,
                )
                for game in ready
            )

        self._queue.add(
            BuildJob(contestant=contestant, sandboxed=sandboxed, generation=generation, limits=self._limits)
            for contestant in builds
        )
        if self.plan.format in OPEN_FORMATS or not builds:
            failures = self._state.build_failures.keys() - pending
            waiting += self._missing([name for name in contestants if name not in failures])
            add_ready_games()
        with closing(executor.run(self._queue.jobs, pin_cores=True, keep_going=True)) as events:
            for event in events:
                job, value = event.job, event.value
                if isinstance(job, BuildJob):
                    result = self._add_build(job.contestant, value)
                    on_progress(Progress(subject=job.contestant, event=result))
                    pending.discard(job.contestant.name)
                    if result.problem:
                        waiting[:] = [game for game in waiting if job.contestant.name not in game.pair]
                    if not pending and not self._stopped:
                        # Contestants may have been eliminated, which changes the pairings.
                        self._require_tools()
                        self._queue.clear()
                        waiting[:] = self._missing(self.names, self._queue.running)
                    if not self._stopped:
                        add_ready_games()
                    continue
                if isinstance(value, WorkerError):
                    raise value
                if event.is_result:
                    self._queue.finish(job)
                    self._state.add_game(job.game, value)
                on_progress(Progress(subject=job.game, event=value))

    def _missing(self, names: Sequence[str], running: Collection[ScheduledGame] = ()) -> list[ScheduledGame]:
        """Return the games between the contestants `names` that are neither played nor `running`."""
        begun = [*self._state.outcomes(), *map(_unfinished, running)]
        keys = set(map(_key, begun))
        rounds = schedule.rounds(self.plan, names, begun)
        games = [game for game in schedule.games(self.plan, rounds) if _key(game) not in keys]
        # Game 1 of all pairings comes before any game 2, so that early standings are meaningful.
        return sorted(games, key=lambda game: (game.round, game.number))

    def _retried(self, rebuild: bool) -> set[str]:
        """Return the eliminated contestants whose builds are to be tried again."""
        if self.barred():
            return set()
        failures = self._state.build_failures.items()
        return {name for name, (reason, output) in failures if rebuild or may_succeed_later(reason, output)}

    def _needed_builds(self, retried: set[str]) -> list[Contestant]:
        """Return the programs to build: those in `retried` and those with missing games."""
        if self.plan.format in OPEN_FORMATS or self._state.outcomes():
            needed = {name for game in self.missing() for name in (game.first, game.second)} | retried
        else:
            needed = {*self.names, *retried}
        return [one for one in self._state.contestants if one.directory and one.name in needed]

    def _add_build(self, contestant: Contestant, result: BuildResult | WorkerError) -> BuildResult:
        """Store the result of a build; a contestant whose build failed is eliminated."""
        if isinstance(result, TransferError):
            result = BuildResult(problem=str(result))
        elif isinstance(result, WorkerError):
            raise result
        if result.problem:
            self._state.add_build_failure(contestant.name, result.problem, result.output + result.errors)
        else:
            self._state.remove_build_failure(contestant.name)
        return result

    def _require_tools(self) -> None:
        """Raise PlanError if several builds lacked the same tool and contestants cannot join later."""
        if self.plan.format in OPEN_FORMATS or self._state.outcomes():
            return
        users: defaultdict[str, list[str]] = defaultdict(list)
        for name, (_, output) in self._state.build_failures.items():
            if tool := missing_tool(output):
                users[tool].append(name)
        for tool, names in users.items():
            if len(names) > 1:
                raise PlanError(
                    f"{join_and(names)} could not be built, because {tool} is missing. Contestants cannot join a "
                    f"{self.plan.format} tournament later: install {tool} and run the tournament again, or remove "
                    "them with --without NAME."
                )


class _JobQueue:
    """The jobs of a tournament that wait for a worker: builds first, then games whose contestants are built."""

    def __init__(self) -> None:
        self.jobs: deque[BuildJob | GameJob] = deque()
        self._unfinished: set[ScheduledGame] = set()

    @property
    def running(self) -> set[ScheduledGame]:
        """The games that are being played."""
        return self._unfinished - {job.game for job in self.jobs if isinstance(job, GameJob)}

    def add(self, jobs: Iterable[BuildJob | GameJob]) -> None:
        for job in jobs:
            self.jobs.append(job)
            if isinstance(job, GameJob):
                self._unfinished.add(job.game)

    def finish(self, job: GameJob) -> None:
        self._unfinished.discard(job.game)

    def clear(self) -> None:
        self._unfinished = self.running
        self.jobs.clear()


def _unfinished(game: ScheduledGame) -> GameOutcome:
    """Return a placeholder outcome for a running game; the schedules of open formats ignore scores."""
    return GameOutcome(
        round=game.round,
        number=game.number,
        first=game.first,
        second=game.second,
        board=game.board.name,
        final_score=0,
        board_total=0,
    )


def _key(game: GameOutcome | ScheduledGame) -> tuple[int, int, frozenset[str]]:
    return game.round, game.number, frozenset((game.first, game.second))
