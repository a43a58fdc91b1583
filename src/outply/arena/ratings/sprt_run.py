"""Run an SPRT: play pairs of games between contestants A and B until the test is decided.

The results are kept in memory and, optionally, in a SQLite file from which an SPRT can be resumed.

Example:

    from outply.arena.ratings.sprt import Sprt
    from outply.arena.tournament.contestants import find_contestant
    from outply.jobs.executor import LocalExecutor

    match = SprtMatch(contestants=(find_contestant("new/"), find_contestant("old/")))
    with LocalExecutor() as executor:
        print(run_sprt(Sprt(0.0, 20.0), match, SprtResults(), executor, on_verdict=print))
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from itertools import islice
from types import MappingProxyType
from typing import Any

from outply.arena.ratings.sprt import CONTINUE, Sprt, SprtVerdict, count_pairs
from outply.arena.tournament.boards import default_board, find_board
from outply.arena.tournament.jobs import BuildJob, GameJob, GameResult
from outply.arena.tournament.plan import Board, Contestant, PlanError, ScheduledGame
from outply.arena.tournament.settings import DEFAULT_CPU_SECONDS
from outply.jobs.executor import Executor
from outply.jobs.sqlite_state import SqliteState

DEFAULT_MAX_PAIRS = 10_000

REPEATED_PASSES = 2
"""An SPRT ends after this many passes through its boards in which every pair of games repeats an earlier pair."""


class BuildFailedError(PlanError):
    """Raised if a contestant could not be built. `output` is the output of the build."""

    def __init__(self, name: str, problem: str, output: str) -> None:
        super().__init__(f"{name} could not be built: {problem}")
        self.output = output


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtMatch:
    """The settings of the games of an SPRT. The `contestants` are A and B.

    The pairs of games use the `boards` in turn. Without boards, pair i is played on the random board of `game`
    with the seed `seed + i`, or after random first moves if the game has no random boards. Each player has
    `seconds` of CPU time per game.

    Raises PlanError if A and B have the same name.
    """

    contestants: tuple[Contestant, Contestant]
    boards: tuple[Board, ...] = ()
    game: str | None = None
    rules: str | None = None
    seconds: float = DEFAULT_CPU_SECONDS
    seed: int = 0
    max_pairs: int = DEFAULT_MAX_PAIRS
    sandboxed: bool = True

    def __post_init__(self) -> None:
        if self.contestants[0].name == self.contestants[1].name:
            raise PlanError(f"expected two different contestants, got {self.contestants[0].name} twice")

    def settings(self) -> dict[str, object]:
        """Return the settings as JSON values; results of SPRTs with different settings cannot be combined."""
        return {
            "programs": [[contestant.name, contestant.fingerprint] for contestant in self.contestants],
            "boards": [board.start for board in self.boards],
            "seconds": self.seconds,
            "seed": self.seed,
            **({"game": self.game} if self.game else {}),
            **({"rules": self.rules} if self.rules else {}),
        }

    def board(self, pair: int) -> Board:
        """Return the board of the pair of games with the index `pair`."""
        if self.boards:
            return self.boards[pair % len(self.boards)]
        return find_board(default_board(self.game, self.seed + pair), self.game, self.rules)


SCHEMA = """
CREATE TABLE comparison (text TEXT NOT NULL);  -- JSON: the settings
CREATE TABLE results (
    pair INTEGER NOT NULL,  -- two games on one board
    first TEXT NOT NULL,    -- the contestant that moved first
    points REAL NOT NULL,   -- points of contestant A
    failure TEXT NOT NULL,  -- description of a forfeit, or empty
    moves TEXT NOT NULL,    -- hash of the board and the moves; empty if unknown
    UNIQUE (pair, first)
);
"""

FROM_VERSION_1 = """
CREATE TABLE all_results (
    pair INTEGER NOT NULL, first TEXT NOT NULL, points REAL NOT NULL, failure TEXT NOT NULL, moves TEXT NOT NULL,
    UNIQUE (pair, first)
);
INSERT INTO all_results SELECT pair, first, points, failure, '' FROM results;
DROP TABLE results;
ALTER TABLE all_results RENAME TO results;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtGame:
    """A finished game of an SPRT: the index of its pair, the contestant that moved first, and the points of A.

    `failure` describes a forfeit. `moves` is a hash of the board and the moves; it is empty if they are unknown.
    """

    pair: int
    first: str
    points: float
    failure: str = ""
    moves: str = ""


class SprtState(SqliteState):
    """An open state file of an SPRT: the settings and the result of each game."""

    SUBJECT = "SPRT"
    START_COMMAND = "outply tournament sprt A B --state FILE"
    VERSION = 2
    SCHEMA = SCHEMA
    TABLES = frozenset(("comparison", "results"))
    MIGRATIONS = MappingProxyType({1: FROM_VERSION_1})

    def begin(self, settings: dict[str, Any]) -> None:
        """Store the settings of the SPRT if the file has none.

        Raises PlanError if the file contains settings that differ.
        """
        with self._sqlite_errors():
            row = self._database.execute("SELECT text FROM comparison").fetchone()
            if row is None:
                self._database.execute("INSERT INTO comparison VALUES (?)", [json.dumps(settings)])
                return
        stored = json.loads(row[0])
        if differences := [name for name, value in settings.items() if stored.get(name) != value]:
            raise PlanError(
                f"{self.path} was created with other settings: {', '.join(differences)}. "
                "Use --state FILE to start a new SPRT."
            )

    def add(self, result: SprtGame) -> None:
        """Store a finished game."""
        with self._sqlite_errors():
            self._database.execute(
                "INSERT OR IGNORE INTO results VALUES (:pair, :first, :points, :failure, :moves)", asdict(result)
            )

    def results(self) -> list[SprtGame]:
        """Return all finished games, sorted by pair."""
        names = [field.name for field in fields(SprtGame)]
        with self._sqlite_errors():
            rows = self._database.execute(f"SELECT {', '.join(names)} FROM results ORDER BY pair")
            return [SprtGame(**dict(zip(names, row, strict=True))) for row in rows]


class SprtResults:
    """The results of an SPRT in memory.

    If a `state` is given, earlier results are read from it, and new results are also stored in it.
    """

    def __init__(self, state: SprtState | None = None) -> None:
        self._state = state
        self._pairs: dict[int, dict[str, SprtGame]] = {}
        self.failures: Counter[str] = Counter()
        for result in state.results() if state is not None else ():
            self._count(result)

    @property
    def points(self) -> list[float]:
        """The points of A, the first contestant of the SPRT, in each pair whose two games are finished.

        A pair that repeats the moves of an earlier pair is not counted, because it adds no information.
        """
        return [sum(game.points for game in games) for games, is_new in self._finished() if is_new]

    @property
    def repeated_pairs(self) -> int:
        """The number of finished pairs that are not counted because they repeat an earlier pair."""
        return sum(not is_new for _, is_new in self._finished())

    def only_repeats(self, pairs: int) -> bool:
        """Return whether each of the last `pairs` finished pairs repeats an earlier pair."""
        news = [is_new for _, is_new in self._finished()]
        return len(news) > pairs and not any(news[-pairs:])

    def has(self, pair: int, first: str) -> bool:
        """Return whether the game of the `pair` in which the contestant `first` moves first is finished."""
        return first in self._pairs.get(pair, {})

    def add(self, game: SprtGame) -> None:
        """Add a finished game."""
        self._count(game)
        if self._state is not None:
            self._state.add(game)

    def _count(self, game: SprtGame) -> None:
        self._pairs.setdefault(game.pair, {})[game.first] = game
        if game.failure:
            self.failures[game.failure] += 1

    def _finished(self) -> Iterator[tuple[Collection[SprtGame], bool]]:
        """Yield the games of each finished pair, and whether the games differ from all earlier pairs."""
        seen: set[frozenset[tuple[str, str]]] = set()
        for _, games in sorted(self._pairs.items()):
            if len(games) == 2:
                moves = frozenset((game.first, game.moves) for game in games.values())
                yield games.values(), moves not in seen
                if all(game.moves for game in games.values()):
                    seen.add(moves)


def run_sprt(
    test: Sprt,
    match: SprtMatch,
    results: SprtResults,
    executor: Executor,
    on_verdict: Callable[[SprtVerdict], None] = lambda _: None,
) -> SprtVerdict:
    """Play pairs of games until the test is decided or `match.max_pairs` is reached. Return the last verdict.

    The test also ends, undecided, if every new pair repeats an earlier one, as deterministic programs do on equal
    boards. `results` contains the games played so far, and new results are added to it. `on_verdict` is called
    with the current verdict after each pair.

    Raises BuildFailedError if a contestant cannot be built.
    """
    verdict = test.judge(count_pairs(results.points))
    if verdict.status != CONTINUE or _only_repeats(match, results):
        return verdict
    _build(match, executor)
    missing = _missing_pairs(match, results)
    queue = deque(job for pair in islice(missing, executor.workers) for job in pair)
    with closing(executor.run(queue, pin_cores=True)) as events:
        for event in events:
            if not event.is_result:
                continue
            game = event.job.game
            results.add(_sprt_game(match, game, event.value))
            if not results.has(game.number, game.second):
                continue
            verdict = test.judge(count_pairs(results.points))
            on_verdict(verdict)
            if verdict.status != CONTINUE or _only_repeats(match, results):
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
    with closing(executor.run(jobs, pin_cores=True)) as events:
        for event in events:
            result = event.value
            if result.problem:
                raise BuildFailedError(event.job.contestant.name, result.problem, result.errors or result.output)


def _missing_pairs(match: SprtMatch, results: SprtResults) -> Iterator[list[GameJob]]:
    """Yield, for each unfinished pair of games, the jobs for its missing games (one or two)."""
    for pair in range(match.max_pairs):
        orders = match.contestants, match.contestants[::-1]
        if missing := [order for order in orders if not results.has(pair, order[0].name)]:
            board = match.board(pair)
            yield [_job(match, pair, board, first, second) for first, second in missing]


def _job(match: SprtMatch, pair: int, board: Board, first: Contestant, second: Contestant) -> GameJob:
    game = ScheduledGame(number=pair, first=first.name, second=second.name, board=board)
    return GameJob(game=game, first=first, second=second, seconds=match.seconds, sandboxed=match.sandboxed)


def _sprt_game(match: SprtMatch, game: ScheduledGame, result: GameResult) -> SprtGame:
    outcome = result.outcome(game)
    moves = repr((game.board.start, [move for move, _, _ in result.turns], outcome.failure))
    return SprtGame(
        pair=game.number,
        first=game.first,
        points=outcome.points if game.first == match.contestants[0].name else 1 - outcome.points,
        failure="" if outcome.failed is None else f"{outcome.failed} lost, {outcome.failure}",
        moves=hashlib.sha256(moves.encode()).hexdigest()[:32],
    )


def _only_repeats(match: SprtMatch, results: SprtResults) -> bool:
    """Return whether the last passes through the given boards consist of repeated pairs only."""
    return bool(match.boards) and results.only_repeats(REPEATED_PASSES * len(match.boards))
