"""Files to download from the play page."""

from __future__ import annotations

from typing import Any, Literal

from outply.formats import game_record, question
from outply.formats.question import Question
from outply.games import game_of, svg
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.games.text_board import render_text
from outply.report.match.replay import replay
from outply.search import solve
from outply.search.native import Control
from outply.web.positions import PositionError, board_name
from outply.web.requests import ExportRequest

FileType = Literal["input", "output", "record", "text", "svg", "replay"]

FILES: dict[FileType, tuple[str, str]] = {
    "input": ("input.txt", "text/plain"),
    "output": ("output.txt", "text/plain"),
    "record": ("game.record", "text/plain"),
    "text": ("board.txt", "text/plain"),
    "svg": ("board.svg", "image/svg+xml"),
    "replay": ("game.html", "text/html"),
}
"""File name and media type of each file type."""


def export_file(
    file_type: FileType,
    request: ExportRequest,
    moves: list[Any],
    positions: list[Position],
    control: Control,
    play_url: str,
) -> str:
    """Return the content of a file of type `file_type` about the last of the `positions`, or about the whole game.

    `play_url` is the address of the play page, which a replay links.

    Raises PositionError if this type of file is not available for the position or the game.
    """
    position = positions[-1]
    if file_type == "svg":
        return svg.render_position(position, moves[-1] if moves else None)
    if file_type == "text":
        return render_text(position) + "\n"
    if file_type == "replay":
        return replay(_record(request, moves, positions), play_url)
    if file_type == "record":
        if not position.is_over:
            raise PositionError("a game record needs a finished game; this one is not over")
        return game_record.write(_record(request, moves, positions))
    if position.is_over:
        raise PositionError("the game is over: there is no move to search for")
    if not question.has_question_format(position.game):
        raise PositionError(f"{game_of(position).title} has no input.txt format")
    asked = Question(position, request.mode, request.depth)
    if file_type == "input":
        return question.write(asked)
    return question.write_answer(asked, solve.solve(position, request.mode, request.depth, control=control))


def _record(request: ExportRequest, moves: list[Any], positions: list[Position]) -> GameRecord:
    start = positions[0]
    first, second = (game_record.record_name(name) or "person" for name in request.players)
    if start.to_move != game_of(start).players[0]:
        first, second = second, first
    turns = tuple(Turn((first, second)[number % 2], move, 0.0, 0.0) for number, move in enumerate(moves))
    return GameRecord(start, (first, second), turns, positions[-1], board_name(start))
