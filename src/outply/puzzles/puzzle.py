"""A puzzle, and the file format of a set of puzzles."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from outply.errors import UserError
from outply.formats import notation
from outply.formats.line_reader import FormatError
from outply.games import game_of
from outply.games.protocol import Position
from outply.players.engine import LEVELS

SHIPPED = Path(__file__).parent / "puzzles.json"
"""The set of puzzles that comes with Outply."""

FORMAT = 1
"""Version of the file format."""

MIN_SUCCESS_PERCENT = 50
"""Percentage of tries from which on a level is said to find a solution."""


class PuzzleFileError(UserError):
    """A file is not a set of puzzles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position in which only one move keeps the best possible result, a win or a draw.

    `position` is a line of `formats.notation`. `line` is best play to the end of the game: the first move is the
    solution. `value` is the final score of the player to move after the solution, `next_value` after the second
    best move. `success` has the percentage of tries in which each level finds the solution, level 1 first.
    """

    name: str
    position: str
    line: tuple[str, ...]
    value: int
    next_value: int
    success: tuple[int, ...]

    @property
    def start(self) -> Position:
        return notation.from_line(self.position)

    @property
    def solution(self) -> str:
        return self.line[0]

    @property
    def goal(self) -> Literal["win", "draw"]:
        """What the solution achieves: `win` or `draw`."""
        return "win" if self.value > 0 else "draw"

    @property
    def difficulty(self) -> int:
        """The lowest level from which on all levels find the solution."""
        failing = [level for level, percent in enumerate(self.success, start=1) if percent < MIN_SUCCESS_PERCENT]
        return max(failing, default=0) + 1

    @property
    def title(self) -> str:
        """What to do, in a sentence: `X to move: find the only move that wins.`"""
        start = self.start
        player = game_of(start).player_label(start.to_move, start.variant)
        result = "wins" if self.goal == "win" else "does not lose"
        return f"{player[:1].upper()}{player[1:]} to move: find the only move that {result}."


def write_puzzles(puzzles: list[Puzzle]) -> str:
    """Return the text of a file with these puzzles, one puzzle per line."""
    lines = ",\n".join(json.dumps(asdict(puzzle), separators=(",", ":")) for puzzle in puzzles)
    return f'{{"format":{FORMAT},"puzzles":[\n{lines}\n]}}\n'


def read_puzzles(path: Path = SHIPPED) -> list[Puzzle]:
    """Return the puzzles of a file.

    Raises PuzzleFileError if the file cannot be read or is not a set of puzzles.
    """
    try:
        data = json.loads(path.read_text())
        if data["format"] != FORMAT:
            raise PuzzleFileError(f"{path}: format {data['format']!r} is not known, expected {FORMAT}")
        puzzles = [_puzzle(each) for each in data["puzzles"]]
    except OSError as error:
        raise PuzzleFileError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise PuzzleFileError(f"{path} is not a set of puzzles: {error}") from None
    names = [puzzle.name for puzzle in puzzles]
    if len(set(names)) < len(names):
        raise PuzzleFileError(f"{path}: two puzzles have the same name")
    return puzzles


def _puzzle(fields: dict[str, Any]) -> Puzzle:
    puzzle = Puzzle(**fields | {"line": tuple(fields["line"]), "success": tuple(fields["success"])})
    if len(puzzle.success) != len(LEVELS) or not puzzle.line:
        raise ValueError(f"puzzle {puzzle.name}: expected a line of moves and a percentage for each level")
    try:
        puzzle.start  # noqa: B018
    except FormatError as error:
        raise ValueError(f"puzzle {puzzle.name}: {error}") from None
    return puzzle
