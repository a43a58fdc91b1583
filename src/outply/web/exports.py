"""Files to take along: what is asked, what is answered, the game, and pictures of it."""

from __future__ import annotations

from typing import Any

from outply.formats import game_record, question
from outply.formats.question import Question
from outply.games import game_of, svg
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.report.match.replay import replay
from outply.search import solve
from outply.search.native import Control
from outply.web.positions import PlaceError, board_name
from outply.web.schema import ExportRequest

KINDS = {
    "input": ("input.txt", "text/plain"),
    "output": ("output.txt", "text/plain"),
    "record": ("game.record", "text/plain"),
    "svg": ("board.svg", "image/svg+xml"),
    "replay": ("game.html", "text/html"),
}
"""What each kind is called, and its media type."""


def exported(
    kind: str, asked: ExportRequest, moves: list[Any], positions: list[Position], control: Control
) -> str:
    """Return the text of the file; a `PlaceError` if there is none for this position."""
    position = positions[-1]
    if kind == "svg":
        return svg.of(position, moves[-1] if moves else None)
    if kind == "replay":
        return replay(_record(asked, moves, positions))
    if kind == "record":
        if not position.is_over:
            raise PlaceError("a record is of a finished game, and this one goes on")
        return game_record.write(_record(asked, moves, positions))
    if position.is_over:
        raise PlaceError("the game is over: there is nothing left to ask")
    if not question.is_asked(position.game):
        raise PlaceError(f"{game_of(position).title} comes from no assignment, so it has no input.txt")
    asking = Question(position, asked.mode, asked.depth)
    if kind == "input":
        return question.write(asking)
    found = solve.solve(position, asked.mode, asked.depth, control=control)
    return question.write_answer(asking, found)


def _record(asked: ExportRequest, moves: list[Any], positions: list[Position]) -> GameRecord:
    start = positions[0]
    first, second = (game_record.board_name(name) or "person" for name in asked.players)
    if start.to_move != game_of(start).players[0]:
        first, second = second, first
    turns = tuple(Turn((first, second)[number % 2], move, 0.0, 0.0) for number, move in enumerate(moves))
    return GameRecord(start, (first, second), turns, positions[-1], board_name(start))
