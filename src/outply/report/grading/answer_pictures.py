"""Pictures of a question, its expected answer and a submission's answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.formats.question import Question
from outply.formats.student_output import parse_output
from outply.games import game_of
from outply.games.svg import render_view
from outply.games.view import BoardView, Cell

MAX_CELLS = 225
"""Maximum number of cells of a board that is drawn. A larger one would need more room than its text."""

PICTURE_WIDTH_PX = 280


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A board as an `<svg>` element with its caption."""

    caption: str
    svg: str


def answer_pictures(question: Question, expected: str, actual: str) -> list[Picture]:
    """Return pictures of the question, of the expected answer and of the submission's answer.

    Answers without a legal move have no picture, and neither have boards of more than `MAX_CELLS` cells.
    """
    position = question.position
    game = game_of(position)
    view = game.view(position)
    if len(view.cells) > MAX_CELLS:
        return []
    mover = game.player_label(position.to_move, position.variant)
    pictures = [_picture(f"Question: {mover} to move", view)]
    for title, output in (("Expected", expected), ("Your answer", actual)):
        answer = parse_output(output.encode(), question)
        if answer.move is None or not position.is_legal(answer.move):
            continue
        after = game.view(position.play(answer.move))
        if answer.rows is not None:
            after = _with_owners(after, answer.rows)
        caption = f"{title}: {game.move_text(answer.move, position.variant)}"
        pictures.append(_picture(caption, after, game.click_path(answer.move, position.variant)))
    return pictures


def _with_owners(view: BoardView, rows: tuple[str, ...]) -> BoardView:
    """Return the view with the owners that the rows of an output.txt show."""
    owners: dict[str, Any] = {player: player for player in view.players}
    cells = [
        Cell(cell.square, owners.get(rows[cell.square[0]][cell.square[1]]), cell.text, cell.shade)
        for cell in view.cells
    ]
    return BoardView(view.players, view.rows, view.columns, cells)


def _picture(caption: str, view: BoardView, last: Any = ()) -> Picture:
    return Picture(caption=caption, svg=render_view(view, last=last, title=caption, size=PICTURE_WIDTH_PX))
