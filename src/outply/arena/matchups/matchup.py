"""The games of a report of assignment 004, and their results."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from outply.formats import notation
from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.games.protocol import Position
from outply.games.record import GameRecord

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
    """Return the pairs of players of four games: each player against itself, then both against each other twice.

    The first player of a pair moves first; in the last two games the players swap sides.
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
