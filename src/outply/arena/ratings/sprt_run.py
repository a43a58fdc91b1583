"""Run an SPRT: play pairs of games between two contestants until the test is decided.

Example:

    from outply.arena.ratings.sprt import Sprt
    from outply.arena.ratings.sprt_run import SprtMatch, run_sprt
    from outply.arena.ratings.sprt_state import SprtResults
    from outply.arena.tournament.entry import find_contestant
    from outply.jobs.executor import LocalExecutor

    match = SprtMatch(contestants=(find_contestant("new/"), find_contestant("old/")))
    with LocalExecutor() as executor:
        print(run_sprt(Sprt(0.0, 20.0), match, SprtResults(), executor, on_verdict=print))
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from outply.arena.ratings.sprt import CONTINUE, Sprt, SprtVerdict, count_pairs
from outply.arena.ratings.sprt_state import SprtResults
from outply.arena.tournament.entry import DEFAULT_BOARD_SIZE, DEFAULT_CPU_SECONDS, find_board
from outply.arena.tournament.jobs import BuildJob, GameJob
from outply.arena.tournament.plan import Board, Contestant, PlanError, ScheduledGame
from outply.arena.tournament.standings import GameOutcome
from outply.jobs.executor import Executor

DEFAULT_MAX_PAIRS = 10_000


class BuildFailedError(PlanError):
    """Raised if a contestant could not be built. `output` is the output of the build."""

    def __init__(self, name: str, problem: str, output: str) -> None:
        super().__init__(f"{name} could not be built: {problem}")
        self.output = output


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtMatch:
    """The settings of the games of an SPRT. The `contestants` are A and B.

    The pairs of games use the `boards` in turn. Without boards, pair i is played on the random board with seed
    `seed + i`. Each player has `seconds` of CPU time per game.

    Raises PlanError if A and B have the same name.
    """

    contestants: tuple[Contestant, Contestant]
    boards: tuple[Board, ...] = ()
    seconds: float = DEFAULT_CPU_SECONDS
    seed: int = 0
    max_pairs: int = DEFAULT_MAX_PAIRS
    sandboxed: bool = True

    def __post_init__(self) -> None:
        if self.contestants[0].name == self.contestants[1].name:
            raise PlanError(f"expected two different contestants, got {self.contestants[0].name} twice")

    def settings(self) -> dict[str, object]:
        """Return the settings that must equal those of a stored SPRT before new results may be added to it."""
        return {
            "programs": [[contestant.name, contestant.fingerprint] for contestant in self.contestants],
            "boards": [board.start for board in self.boards],
            "seconds": self.seconds,
            "seed": self.seed,
        }

    def board(self, pair: int) -> Board:
        """Return the board of the pair of games with the index `pair`."""
        if self.boards:
            return self.boards[pair % len(self.boards)]
        return find_board(f"random:{DEFAULT_BOARD_SIZE}:{self.seed + pair}")


def run_sprt(
    test: Sprt,
    match: SprtMatch,
    results: SprtResults,
    executor: Executor,
    on_verdict: Callable[[SprtVerdict], None] = lambda _: None,
) -> SprtVerdict:
    """Play pairs of games until the test is decided or `match.max_pairs` is reached. Return the last verdict.

    `results` contains the games played so far, and new results are added to it. `on_verdict` is called with the
    current verdict after each pair.

    Raises BuildFailedError if a contestant cannot be built.
    """
    verdict = test.judge(count_pairs(results.points))
    if verdict.status != CONTINUE:
        return verdict
    _build(match, executor)
    missing = _missing_pairs(match, results)
    queue = deque(job for pair in islice(missing, executor.workers) for job in pair)
    with closing(executor.run(queue, pin_cores=True)) as events:
        for event in events:
            if not event.is_result:
                continue
            finished_pairs = len(results.points)
            _add_result(match, results, event.value.outcome(event.job.game))
            if len(results.points) == finished_pairs:
                continue
            verdict = test.judge(count_pairs(results.points))
            on_verdict(verdict)
            if verdict.status != CONTINUE:
                queue.clear()
                break
            queue.extend(next(missing, ()))
    return verdict


def _build(match: SprtMatch, executor: Executor) -> None:
    jobs = deque(
        BuildJob(contestant=contestant, sandboxed=match.sandboxed)
        for contestant in match.contestants
        if contestant.directory
    )
    with closing(executor.run(jobs)) as events:
        for event in events:
            result = event.value
            if result.problem:
                raise BuildFailedError(event.job.contestant.name, result.problem, result.errors or result.output)


def _missing_pairs(match: SprtMatch, results: SprtResults) -> Iterator[list[GameJob]]:
    """Yield, for each unfinished pair, the jobs for those of its two games that are not played yet."""
    for pair in range(match.max_pairs):
        orders = match.contestants, match.contestants[::-1]
        if missing := [order for order in orders if not results.has(pair, order[0].name)]:
            board = match.board(pair)
            yield [_job(match, pair, board, first, second) for first, second in missing]


def _job(match: SprtMatch, pair: int, board: Board, first: Contestant, second: Contestant) -> GameJob:
    game = ScheduledGame(number=pair, first=first.name, second=second.name, board=board)
    return GameJob(game=game, first=first, second=second, seconds=match.seconds, sandboxed=match.sandboxed)


def _add_result(match: SprtMatch, results: SprtResults, outcome: GameOutcome) -> None:
    points = outcome.points if outcome.first == match.contestants[0].name else 1 - outcome.points
    failure = "" if outcome.failed is None else f"{outcome.failed} lost, {outcome.failure}"
    results.add(outcome.number, outcome.first, points, failure)
