"""Puzzles as a self-contained HTML file: the puzzle page with positions and refutations in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outply.formats.notation import from_line
from outply.games import game_of
from outply.games.protocol import Position
from outply.games.view import options
from outply.players.engine import LEVELS
from outply.puzzles.puzzle import Puzzle
from outply.report.base.assets import asset
from outply.report.base.jinja_env import script_json
from outply.search.engine import Engine
from outply.search.time_control import TimeControl
from outply.web.positions import describe, describe_option
from outply.web.puzzle_catalog import puzzle_response
from outply.web.requests import PositionRef

LINKED_FILES = (
    '<link rel="manifest" href="manifest.webmanifest" />',
    '<link rel="stylesheet" href="static/puzzles.css" />',
    '<script type="module" src="static/puzzles.js"></script>',
)
"""Elements of the puzzle page that load other files."""


def puzzle_file(puzzles: Sequence[Puzzle], on_progress: Callable[[int, int], None] = lambda _, __: None) -> str:
    """Return an HTML file with the puzzles, which needs neither a server nor storage.

    `on_progress(done, total)` is called before each puzzle is solved.
    """
    engine = Engine()
    positions: dict[str, Any] = {}
    refutations: dict[str, Any] = {}
    for number, puzzle in enumerate(puzzles):
        on_progress(number, len(puzzles))
        start = from_line(puzzle.position)
        positions[puzzle.name] = describe(PositionRef(start=puzzle.position), [], [start])
        solution = game_of(start).parse_move(puzzle.solution)
        refutations[puzzle.name] = {
            str(move): _refutation(start, move, engine) for move in start.moves() if move != solution
        }
    data = {
        "puzzles": [puzzle_response(puzzle).model_dump() for puzzle in puzzles],
        "levels": [level.title for level in LEVELS],
        "positions": positions,
        "refutations": refutations,
    }
    text = asset("puzzles.html")
    for element in LINKED_FILES:
        assert element in text
        text = text.replace(element, "")
    embedded = (
        f'<script type="application/json" id="puzzles">{script_json(data)}</script>\n'
        f'<script type="module">\n{asset("puzzles-file.js")}</script>\n'
    )
    text = text.replace("</head>", f"<style>\n{asset('puzzles.css')}</style>\n</head>")
    return text.replace("</body>", f"{embedded}</body>")


def _refutation(start: Position, move: Any, engine: Engine) -> dict[str, Any]:
    """Return the best reply to a wrong move, best play with it, and the final score of the player who moved."""
    position = start.play(move)
    if position.is_over:
        return {"reply": None, "line_text": [], "value": position.score(start.to_move)}
    info = engine.search(position, TimeControl.until_solved())
    game = game_of(position)
    reply = next(option for option in options(position) if option.move == str(info.move))
    return {
        "reply": describe_option(reply),
        "line_text": [game.move_text(each, position.variant) for each in info.principal_variation],
        "value": -info.value,
    }
