"""Plays all games of a report over all cores, and keeps each when it is over, so that none is played twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from outply.arena.match import MoveTimeoutError, play
from outply.arena.matchups.pairing import Fixture, Played, Trial, textbook_player
from outply.formats import game_record as records
from outply.formats.atomic_io import FileError, make_folder, read_input, write_output
from outply.formats.line_reader import FormatError
from outply.games.record import GameRecord
from outply.games.struct import Struct
from outply.jobs.job import Job, JobContext
from outply.jobs.process_pool import cores, run_jobs
from outply.players.registry import player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position

ALGORITHMS = ("minimax", "alphabeta")
"""The players that are tried at every depth."""


class MatchupJob(Struct, Job):
    """The playing of a fixture, as a job; its result is the record, None if a move took longer than allowed."""

    __slots__ = ("fixture", "seconds_allowed")

    fixture: Fixture
    seconds_allowed: float | None

    def __init__(self, fixture: Fixture, seconds_allowed: float | None = None) -> None:
        self._set(fixture, seconds_allowed)

    def __call__(self, context: JobContext) -> GameRecord | None:
        fixture = self.fixture
        moves = 0

        def on_move(*_: object) -> None:
            nonlocal moves
            moves += 1
            context.report(moves)

        first, second = player(fixture.first), player(fixture.second)
        try:
            return play(fixture.start, first, second, on_move, fixture.board, self.seconds_allowed)
        except MoveTimeoutError:
            return None

    def __str__(self) -> str:
        return str(self.fixture)


class Progress(Struct):
    """How far a game is: `moves` are made; if it is over, whether it was so before this was begun."""

    __slots__ = ("game", "moves", "over", "before")

    game: MatchupJob
    moves: int
    over: bool
    before: bool

    def __init__(self, game: MatchupJob, moves: int, over: bool = False, before: bool = False) -> None:
        self._set(game, moves, over, before)


OnProgress = Callable[[Progress], None]
Then = Callable[[MatchupJob, "GameRecord | None"], "MatchupJob | None"]


class Store:
    """The folder of the records: a file for each game, whole or not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, game: MatchupJob) -> tuple[bool, GameRecord | None]:
        """Return whether the game is known, and its record, None if a move is known to take longer than allowed.

        A file that is not what it should be is a `FormatError`.
        """
        record = self._record(game.fixture)
        allowed = game.seconds_allowed
        if record is None:
            return allowed is not None and allowed <= self._not_enough(game.fixture), None
        slowest = max((turn.cpu_seconds for turn in record.turns), default=0.0)
        return True, record if allowed is None or slowest <= allowed else None

    def keep(self, game: MatchupJob, record: GameRecord | None) -> None:
        """Write the record, or that a move took too long."""
        make_folder(str(self.folder))
        if record is not None:
            write_output(str(self.path(game.fixture)), records.write(record))
        else:
            write_output(str(self._slow(game.fixture)), f"{game.seconds_allowed} s are not enough for each move\n")

    def path(self, fixture: Fixture) -> Path:
        """Return where the record of the fixture is."""
        return self.folder / f"{fixture.slug}.record"

    def _slow(self, fixture: Fixture) -> Path:
        return self.folder / f"{fixture.slug}.slow"

    def _record(self, fixture: Fixture) -> GameRecord | None:
        path = self.path(fixture)
        if not path.exists():
            return None
        record = records.read(read_input(str(path)), str(path))
        if (record.start, record.players) != (fixture.start, (fixture.first, fixture.second)):
            found = f"{' v '.join(record.players)} by {record.start.variant} rules"
            expected = (
                f"{fixture.first} v {fixture.second} by {fixture.start.variant} rules on this {fixture.board}"
            )
            raise FormatError(
                str(path), None, f"found {found}, expected {expected}; remove the file or choose another folder"
            )
        if not record.final.is_over:
            raise FormatError(str(path), None, "the game is not finished; remove the file, and it is played again")
        return record

    def _not_enough(self, fixture: Fixture) -> float:
        """Return the seconds that are known to be too few for a move."""
        with suppress(FileError, ValueError, IndexError):
            return float(read_input(str(self._slow(fixture))).split()[0])
        return 0.0


def play_all(
    fixtures: Iterable[Fixture], store: Store, workers: int | None = None, on_progress: OnProgress = lambda _: None
) -> list[Played]:
    """Play the fixtures that are not in the store, and return all of them."""
    games = [MatchupJob(fixture) for fixture in fixtures]
    found = _play(games, store, workers, on_progress, then=lambda *_: None)
    return [Played(game.fixture, record) for game in games if (record := found[game]) is not None]


def try_depths(
    boards: dict[str, Position],
    evaluation: str,
    seconds: float,
    store: Store,
    workers: int | None = None,
    on_progress: OnProgress = lambda _: None,
) -> list[Trial]:
    """Let minimax and alpha-beta play against themselves on each board, deeper and deeper.

    It ends with the depth at which a move takes more CPU `seconds`, or which reaches from the first move to the
    end of the game.
    """
    depths: dict[MatchupJob, tuple[str, str, int]] = {}

    def game(board: str, algorithm: str, depth: int) -> MatchupJob:
        name = textbook_player(algorithm, depth, evaluation)
        tried = MatchupJob(Fixture(board, boards[board], name, name), seconds)
        depths[tried] = board, algorithm, depth
        return tried

    def deeper(tried: MatchupJob, record: GameRecord | None) -> MatchupJob | None:
        board, algorithm, depth = depths[tried]
        return None if record is None or depth >= len(record.turns) else game(board, algorithm, depth + 1)

    shallow = [game(board, algorithm, 1) for board in boards for algorithm in ALGORITHMS]
    found = _play(shallow, store, workers, on_progress, then=deeper)
    trials = [Trial(*depths[tried], record) for tried, record in found.items()]
    order = list(boards)
    return sorted(trials, key=lambda one: (order.index(one.board), ALGORITHMS.index(one.algorithm), one.depth))


def _play(
    games: Iterable[MatchupJob], store: Store, workers: int | None, on_progress: OnProgress, then: Then
) -> dict[MatchupJob, GameRecord | None]:
    """Play the games that are not in the store, and what comes `then`, after each of them."""
    found: dict[MatchupJob, GameRecord | None] = {}
    jobs: deque[MatchupJob] = deque()

    def want(game: MatchupJob | None) -> None:
        while game is not None:
            known, record = store.find(game)
            if not known:
                jobs.append(game)
                return
            game = over(game, record, before=True)

    def over(game: MatchupJob, record: GameRecord | None, before: bool) -> MatchupJob | None:
        found[game] = record
        on_progress(Progress(game, 0 if record is None else len(record.turns), over=True, before=before))
        return then(game, record)

    for game in games:
        want(game)
    for event in run_jobs(jobs, workers or cores()):
        if event.is_result:
            store.keep(event.job, event.value)
            want(over(event.job, event.value, before=False))
        else:
            on_progress(Progress(event.job, event.value))
    return found
