"""Play the games of a report on all cores. The record of each game is stored when the game ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from outply.arena.match import MoveTimeoutError, play
from outply.arena.matchups.matchup import DepthTrial, Matchup, PlayedMatchup, textbook_player
from outply.formats import game_record as records
from outply.formats.atomic_io import FileError, make_folder, read_input, write_output
from outply.formats.line_reader import FormatError
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.jobs.job import Job, JobContext
from outply.jobs.process_pool import cores, run_jobs
from outply.players.registry import player

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
        """Write the `record` of a game to the folder. If it is None, write the time limit that a move exceeded."""
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
        """Queue `game`. While the game's result is stored, continue with the game that `next_game` returns."""
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
