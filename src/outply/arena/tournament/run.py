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

from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from outply.arena.tournament import schedule
from outply.arena.tournament.jobs import BuildJob, BuildResult, GameJob, GameResult
from outply.arena.tournament.plan import OPEN_FORMATS, Contestant, Plan, PlanError, ScheduledGame
from outply.arena.tournament.standings import GameOutcome, Standings, compute_standings
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import Executor
from outply.jobs.job import TransferError, WorkerError


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

    Raises PlanError if the state contains no plan.
    """

    def __init__(self, state: TournamentState) -> None:
        self._state = state
        plan = state.plan
        if plan is None:
            raise PlanError(f"{state.path} contains no tournament plan. Start one with: {state.START_COMMAND}")
        self.plan: Plan = plan
        self._queue: deque[GameJob] = deque()
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
        """Return the rounds drawn so far."""
        return schedule.rounds(self.plan, self.names, self._state.outcomes())

    def missing(self) -> list[ScheduledGame]:
        """Return the games of the rounds drawn so far that are still to be played, in playing order."""
        outcomes = self._state.outcomes()
        played = set(map(_key, outcomes))
        rounds = schedule.rounds(self.plan, self.names, outcomes)
        games = [game for game in schedule.games(self.plan, rounds) if _key(game) not in played]
        # Game 1 of all pairings comes before any game 2, so that early standings are meaningful.
        return sorted(games, key=lambda game: (game.round, game.number))

    def remaining_games(self) -> int:
        """Return the number of games still to be played, including those of rounds that are not drawn yet."""
        names = set(self.names)
        played = sum({outcome.first, outcome.second} <= names for outcome in self._state.outcomes())
        return max(schedule.count_games(self.plan, len(names)) - played, 0)

    def run(self, executor: Executor, *, sandboxed: bool = True, on_progress: OnProgress = lambda _: None) -> bool:
        """Build the contestants and play the missing games.

        Returns False if `stop` was called before all games were played.
        """
        self._stopped = False
        if not self.missing():
            return True
        if not sandboxed:
            self._state.flag_unsandboxed()
        self._build(executor, sandboxed, on_progress)
        contestants = {contestant.name: contestant for contestant in self._state.contestants}
        while not self._stopped and (missing := self.missing()):
            self._queue.extend(
                GameJob(
                    game=game,
                    first=contestants[game.first],
                    second=contestants[game.second],
                    seconds=self.plan.seconds,
                    sandboxed=sandboxed,
                )
                for game in missing
            )
            with closing(executor.run(self._queue, pin_cores=True)) as events:
                for event in events:
                    if event.is_result:
                        self._state.add_game(event.job.game, event.value)
                    on_progress(Progress(subject=event.job.game, event=event.value))
        return not self.missing()

    def stop(self) -> None:
        """Make `run` start no more games; `run` returns after the running games have ended."""
        self._stopped = True
        self._queue.clear()

    def _build(self, executor: Executor, sandboxed: bool, on_progress: OnProgress) -> None:
        """Build all programs and eliminate those whose build fails."""
        names = set(self.names)
        jobs = deque(
            BuildJob(contestant=contestant, sandboxed=sandboxed)
            for contestant in self._state.contestants
            if contestant.directory and contestant.name in names
        )
        with closing(executor.run(jobs, keep_going=True)) as events:
            for event in events:
                result, contestant = event.value, event.job.contestant
                if isinstance(result, TransferError):
                    result = BuildResult(problem=str(result))
                elif isinstance(result, WorkerError):
                    raise result
                if result.problem:
                    self._state.add_build_failure(contestant.name, result.problem, result.output + result.errors)
                on_progress(Progress(subject=contestant, event=result))


def _key(game: GameOutcome | ScheduledGame) -> tuple[int, int, frozenset[str]]:
    return game.round, game.number, frozenset((game.first, game.second))
