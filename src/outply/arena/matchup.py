"""The games of a report on minimax and alpha-beta: play them in parallel and collect their records and results."""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from outply.arena.match import MoveTimeoutError, play
from outply.formats import game_record as records
from outply.formats import notation
from outply.formats.atomic_io import FileError, make_folder, read_input, write_output
from outply.formats.line_reader import FormatError
from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.jobs.cores import cores
from outply.jobs.job import Job, JobContext
from outply.jobs.process_pool import run_jobs
from outply.players.registry import player

MAX_FILE_BOARD_NAME = 40
"""Maximum length of a board's name in a file name."""


@dataclass(frozen=True, slots=True)
class Matchup:
    """A game to be played: the name and the start position of its board, and the names of the two players."""

    board: str
    start: Position
    first: str
    second: str

    @property
    def slug(self) -> str:
        """A unique file name for the game without extension, such as `smolensk-minimax-3-v-alphabeta-5`.

        Two boards from files may have the same name, so the file name for such a board contains a hash of it.
        """
        board = self.board if self._is_setup else f"{self.board[:MAX_FILE_BOARD_NAME]}-{self._board_hash}"
        return re.sub(r"[^a-z0-9.]+", "-", f"{board} {self.first} v {self.second}".lower()).strip("-.")

    @property
    def _is_setup(self) -> bool:
        try:
            return game_of(self.start).start(self.start.variant, self.board) == self.start
        except ValueError:
            return False

    @property
    def _board_hash(self) -> str:
        text = f"{self.board}\n{notation.to_line(self.start)}"
        return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:8]

    def __str__(self) -> str:
        return f"{self.first} v {self.second} on {self.board}"


def textbook_player(algorithm: str, depth: int, evaluation: str) -> str:
    """Return the name of a textbook player, such as `alphabeta:5` or `minimax:3:safety`."""
    return f"{algorithm}:{depth}" if evaluation == DEFAULT else f"{algorithm}:{depth}:{evaluation}"


def four_matchups(player: str, opponent: str) -> list[tuple[str, str]]:
    """Return the players of four games: each player against itself, then the two players against each other twice.

    The first player of each pair moves first, so the two players swap sides in the last game.
    """
    return [(player, player), (opponent, opponent), (player, opponent), (opponent, player)]


@dataclass(frozen=True, slots=True)
class PlayedMatchup:
    """A matchup and the record of its game."""

    matchup: Matchup
    record: GameRecord


def start_positions(games: Iterable[PlayedMatchup]) -> dict[str, Position]:
    """Return the start position of each board on which one of the `games` was played, by the board's name."""
    return {played.matchup.board: played.matchup.start for played in games}


@dataclass(frozen=True, slots=True)
class DepthTrial:
    """A game of an algorithm (`minimax` or `alphabeta`) against itself, to measure the time of a search depth.

    `record` is None if a move exceeded the time limit, that is, if the algorithm is too slow at this depth.
    """

    board: str
    algorithm: str
    depth: int
    record: GameRecord | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchupResults:
    """The finished games and depth trials that a report describes.

    `games` are ordered by board, then by matchup. The players of the `trials` use the `evaluation`. For each board
    and algorithm, the trials have increasing depths, up to the first depth at which a move takes more than
    `seconds` of CPU time.
    """

    games: tuple[PlayedMatchup, ...]
    trials: tuple[DepthTrial, ...]
    evaluation: str
    seconds: float

    @property
    def boards(self) -> dict[str, Position]:
        """The start position of each board, by the board's name."""
        return start_positions(self.games)


ALGORITHMS = ("minimax", "alphabeta")
"""Algorithms that play depth trials."""


@dataclass(frozen=True, slots=True)
class MatchupJob(Job):
    """A job that plays a matchup. Its result is the game record, or None if a move exceeds `seconds_per_move`."""

    matchup: Matchup
    seconds_per_move: float | None = None

    def __call__(self, context: JobContext) -> GameRecord | None:
        """Play the game; report the number of moves after each move."""
        matchup = self.matchup
        moves = 0

        def on_move(*_: object) -> None:
            nonlocal moves
            moves += 1
            context.report(moves)

        first, second = player(matchup.first), player(matchup.second)
        try:
            return play(
                matchup.start, first, second, on_move, matchup.board, seconds_per_move=self.seconds_per_move
            )
        except MoveTimeoutError:
            return None

    def __str__(self) -> str:
        return str(self.matchup)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a game: `moves` is the number of moves so far.

    `was_stored` is set if the game was finished in an earlier run.
    """

    game: MatchupJob
    moves: int
    is_finished: bool = False
    was_stored: bool = False


OnProgress = Callable[[Progress], None]
NextGame = Callable[[MatchupJob, "GameRecord | None"], "MatchupJob | None"]


class RecordFolder:
    """The folder of the game records, with one file per finished game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, game: MatchupJob) -> tuple[bool, GameRecord | None]:
        """Return whether the result of `game` is stored, and the game record.

        The record is None if no result is stored or if a move exceeded the time limit of `game`.

        Raises FormatError if the stored file is invalid.
        """
        record = self._read(game.matchup)
        limit = game.seconds_per_move
        if record is None:
            return limit is not None and limit <= self._exceeded_limit(game.matchup), None
        slowest = max((turn.cpu_seconds for turn in record.turns), default=0.0)
        return True, record if limit is None or slowest <= limit else None

    def save(self, game: MatchupJob, record: GameRecord | None) -> None:
        """Write the record of a game to the folder; without a record, write the exceeded time limit."""
        make_folder(str(self.folder))
        if record is not None:
            write_output(str(self.path(game.matchup)), records.write(record))
        else:
            text = f"{game.seconds_per_move} s per move is not enough\n"
            write_output(str(self._timeout_path(game.matchup)), text)

    def path(self, matchup: Matchup) -> Path:
        """Return the path of a matchup's game record."""
        return self.folder / f"{matchup.slug}.record"

    def _timeout_path(self, matchup: Matchup) -> Path:
        return self.folder / f"{matchup.slug}.slow"

    def _read(self, matchup: Matchup) -> GameRecord | None:
        path = self.path(matchup)
        if not path.exists():
            return None
        record = records.read(read_input(str(path)), str(path))
        if (record.start, record.players) != (matchup.start, (matchup.first, matchup.second)):
            content = f"{' v '.join(record.players)} by {record.start.variant} rules"
            expected = (
                f"{matchup.first} v {matchup.second} by {matchup.start.variant} rules on this {matchup.board}"
            )
            raise FormatError(
                str(path), None, f"found {content}, expected {expected}; remove the file or choose another folder"
            )
        if not record.final.is_over:
            raise FormatError(str(path), None, "the game is not finished; remove the file to play it again")
        return record

    def _exceeded_limit(self, matchup: Matchup) -> float:
        """Return the limit in seconds that a move exceeded in an earlier run; 0 if no move exceeded a limit."""
        with suppress(FileError, ValueError, IndexError):
            return float(read_input(str(self._timeout_path(matchup))).split()[0])
        return 0.0


def play_all(
    matchups: Iterable[Matchup],
    folder: RecordFolder,
    workers: int | None = None,
    on_progress: OnProgress = lambda _: None,
) -> list[PlayedMatchup]:
    """Play the matchups that have no record in `folder`. Return all matchups with their records."""
    games = [MatchupJob(matchup) for matchup in matchups]
    played = _play(games, folder, workers, on_progress, next_game=lambda *_: None)
    return [PlayedMatchup(game.matchup, record) for game in games if (record := played[game]) is not None]


def try_depths(
    boards: dict[str, Position],
    evaluation: str,
    seconds: float,
    folder: RecordFolder,
    workers: int | None = None,
    on_progress: OnProgress = lambda _: None,
) -> list[DepthTrial]:
    """Play minimax and alpha-beta against themselves on each board with increasing depth. Return all trials.

    The trials of an algorithm on a board end with the first depth at which a move takes more than `seconds` of CPU
    time, or with a depth that covers the whole game.
    """
    depths: dict[MatchupJob, tuple[str, str, int]] = {}

    def trial(board: str, algorithm: str, depth: int) -> MatchupJob:
        name = textbook_player(algorithm, depth, evaluation)
        job = MatchupJob(Matchup(board, boards[board], name, name), seconds)
        depths[job] = board, algorithm, depth
        return job

    def deeper(job: MatchupJob, record: GameRecord | None) -> MatchupJob | None:
        board, algorithm, depth = depths[job]
        return None if record is None or depth >= len(record.turns) else trial(board, algorithm, depth + 1)

    first_trials = [trial(board, algorithm, 1) for board in boards for algorithm in ALGORITHMS]
    played = _play(first_trials, folder, workers, on_progress, next_game=deeper)
    trials = [DepthTrial(*depths[job], record) for job, record in played.items()]
    order = list(boards)
    return sorted(
        trials, key=lambda trial: (order.index(trial.board), ALGORITHMS.index(trial.algorithm), trial.depth)
    )


def _play(
    games: Iterable[MatchupJob],
    folder: RecordFolder,
    workers: int | None,
    on_progress: OnProgress,
    next_game: NextGame,
) -> dict[MatchupJob, GameRecord | None]:
    """Play the games whose results are not in `folder`. Return the record of each game, stored or played.

    When a game is finished, `next_game(game, record)` returns a game to be played next, or None.
    """
    results: dict[MatchupJob, GameRecord | None] = {}
    jobs: deque[MatchupJob] = deque()

    def add(game: MatchupJob | None) -> None:
        """Queue `game`; if its result is already stored, queue the next game that follows from this result."""
        while game is not None:
            is_stored, record = folder.find(game)
            if not is_stored:
                jobs.append(game)
                return
            game = finish(game, record, was_stored=True)

    def finish(game: MatchupJob, record: GameRecord | None, was_stored: bool) -> MatchupJob | None:
        results[game] = record
        moves = 0 if record is None else len(record.turns)
        on_progress(Progress(game=game, moves=moves, is_finished=True, was_stored=was_stored))
        return next_game(game, record)

    for game in games:
        add(game)
    for event in run_jobs(jobs, workers or cores()):
        if event.is_result:
            folder.save(event.job, event.value)
            add(finish(event.job, event.value, was_stored=False))
        else:
            on_progress(Progress(game=event.job, moves=event.value))
    return results
