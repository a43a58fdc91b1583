"""The puzzles that the server offers."""

from __future__ import annotations

from functools import cache

from outply.games import game_of
from outply.players.engine import LEVELS
from outply.players.ratings import first_opponent
from outply.puzzles.puzzle import Puzzle, read_puzzles
from outply.web.responses import PuzzleResponse, PuzzlesResponse


@cache
def puzzle_catalog() -> PuzzlesResponse:
    """Return the puzzles that come with Outply, the easiest first."""
    puzzles = sorted(read_puzzles(), key=lambda puzzle: puzzle.difficulty)
    return PuzzlesResponse(
        puzzles=[puzzle_response(puzzle) for puzzle in puzzles],
        levels=[one.title for one in LEVELS],
        first_opponent=first_opponent(),
    )


def puzzle_response(puzzle: Puzzle) -> PuzzleResponse:
    """Return what the puzzle page needs to know of a puzzle."""
    start = puzzle.start
    game = game_of(start)
    return PuzzleResponse(
        name=puzzle.name,
        kind=f"{game.title}, {start.variant}" if len(game.variants) > 1 else game.title,
        start=puzzle.position,
        title=puzzle.title,
        goal=puzzle.goal,
        difficulty=puzzle.difficulty,
        solution=str(game.parse_move(puzzle.solution)),
        line_text=list(puzzle.line),
        value=puzzle.value,
        next_value=puzzle.next_value,
    )
