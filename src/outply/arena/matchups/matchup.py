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
    """A game to be played: the name of the board, its start position and the names of the players."""

    board: str
    start: Position
    first: str
    second: str

    @property
    def slug(self) -> str:
        """A unique file name for the game, such as `smolensk-minimax-3-v-alphabeta-5`.

        The name of a board from a file may not be unique, so a hash of the board is added to it.
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
    """Return the players of four games: each against itself, then both against each other, in either order."""
    return [(player, player), (opponent, opponent), (player, opponent), (opponent, player)]


@dataclass(frozen=True, slots=True)
class PlayedMatchup:
    """A matchup and the record of its game."""

    matchup: Matchup
    record: GameRecord


def start_positions(games: Iterable[PlayedMatchup]) -> dict[str, Position]:
    """Return the start position of each board."""
    return {played.matchup.board: played.matchup.start for played in games}


@dataclass(frozen=True, slots=True)
class DepthTrial:
    """A game of an algorithm (`minimax` or `alphabeta`) against itself, to measure the cost of a depth.

    `record` is None if a move exceeded the time limit, that is, if the depth is not feasible.
    """

    board: str
    algorithm: str
    depth: int
    record: GameRecord | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchupResults:
    """The input of a report.

    `games` are ordered by board, then by matchup. `trials` use the `evaluation`. For each board and algorithm they
    have increasing depths, up to the first depth at which a move takes more than `seconds` of CPU time.
    """

    games: tuple[PlayedMatchup, ...]
    trials: tuple[DepthTrial, ...]
    evaluation: str
    seconds: float

    @property
    def boards(self) -> dict[str, Position]:
        """The start position of each board."""
        return start_positions(self.games)
