"""Base classes: a short game conforms, draws itself and can be edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from outply.games import BaseGame, BasePosition, BoardGame, SquareMove, conformance
from outply.games.protocol import Editable, Serializable
from outply.games.text_board import TextBoard, tile_letters
from outply.games.view import BoardView, Cell, Shape

PLAYERS = ("White", "Black")


@dataclass(frozen=True)
class Row(BasePosition):
    """A row of three squares, which the players fill from the left; pieces on the last square are kings."""

    game: ClassVar[str] = "row"
    players: ClassVar[tuple[str, str]] = PLAYERS
    variant: ClassVar[str] = "standard"
    to_move: str = "White"
    cells: str = "..."

    def moves(self) -> list[SquareMove]:
        column = self.cells.find(".")
        return [] if column < 0 else [SquareMove.at((0, column))]

    def play(self, move: SquareMove) -> Row:
        ((_, column),) = move.squares
        letter = self.to_move[0].lower() if column == 2 else self.to_move[0]
        cells = self.cells[:column] + letter + self.cells[column + 1 :]
        return Row(self.opponent(self.to_move), cells)

    def total(self, player: str) -> int:
        return self.cells.upper().count(player[0])


class RowGame(BoardGame):
    name = "row"
    title = "Row"
    players = PLAYERS
    colours = ("white", "black")

    @property
    def pieces_by_letter(self) -> Mapping[str, tuple[str, Shape | None]]:
        return {**super().pieces_by_letter, "w": ("White", "king"), "b": ("Black", "king")}

    def rules(self, variant: str) -> str:
        return "Fill the row from the left; the more squares the better."

    def start_position(self, variant: str, setup: str) -> Row:
        return Row()

    def to_lines(self, position: Row) -> list[str]:
        return [position.cells]

    def from_lines(self, lines: Sequence[str], variant: str, to_move: str) -> Row:
        self.check_lines(lines, to_move, rows=1, columns=3)
        return Row(to_move, lines[0])


GAME = RowGame()


def test_game_of_a_few_methods_conforms_and_has_the_optional_capabilities() -> None:
    conformance.check(GAME)
    assert isinstance(GAME, Serializable)
    assert isinstance(GAME, Editable)


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("B3", [(2, 1)]),
        ("A2-A3", [(1, 0), (2, 0)]),
        ("Z99", [(98, 25)]),
        ("A1-C3-E1", [(0, 0), (2, 2), (0, 4)]),
        ("pass", []),
    ],
)
def test_move_by_squares_has_a_text(text: str, squares: list[tuple[int, int]]) -> None:
    move = SquareMove.at(*squares)
    assert str(move) == text
    assert SquareMove.parse(text) == move
    assert GAME.click_path(move, "standard") == tuple(squares)


@pytest.mark.parametrize("text", ["", "b3", "B0", "B03", "B100", "3B", "B3-", "A1 B2", "Ä1", "B\u0663"])
def test_text_that_is_not_a_move_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move"):
        SquareMove.parse(text)


def test_position_is_over_without_moves_and_scores_are_opposite() -> None:
    position = GAME.start()
    while not position.is_over:
        position = position.play(position.moves()[0])
    assert position.cells == "WBw"
    assert (position.score("White"), position.score("Black")) == (1, -1)
    assert position._repr_svg_.__func__ is BasePosition._repr_svg_


def test_view_has_the_owners_shapes_and_colours_of_the_letters() -> None:
    view = GAME.view(Row("Black", "WBw"))
    assert [(cell.owner, cell.shape) for cell in view.cells] == [
        ("White", None),
        ("Black", None),
        ("White", "king"),
    ]
    assert (view.rows, view.columns, view.colours, view.grid) == (
        ("1",),
        tuple("ABC"),
        ("white", "black"),
        "lines",
    )


def test_pieces_of_the_shape_text_show_their_letters() -> None:
    class Letters(RowGame):
        shapes = ("text", "disc")

    assert [cell.text for cell in Letters().view(Row("Black", "WB.")).cells] == ["W", "", ""]


def test_letters_of_tiles_are_the_marks_in_text() -> None:
    class Tiles(RowGame):
        shapes = ("text", "text")

    class OneDisc(RowGame):
        shapes = ("text", "disc")

    def text(game: BoardGame, position: Row) -> str:
        board = TextBoard(view=game.view(position), marks=("1", "2"), plain=True)
        return "".join(part for part, _ in next(board.lines(board.text_width + 4)))

    assert text(Tiles(), Row("White", "WB.")).split() == ["1", "W", "B", "."]
    assert text(OneDisc(), Row("White", "WB.")).split() == ["1", "W", "1", "2", "."]
    assert tile_letters(Tiles().view(Row("White", "WB."))) == {"White": ["W"], "Black": ["B"]}
    assert tile_letters(Tiles().view(Row())) is None


def test_initial_of_a_shape_without_a_mark_begins_the_value_in_text() -> None:
    view = GAME.view(Row("Black", "WBw"))

    def text(**options: Any) -> list[str]:
        board = TextBoard(view=view, marks=("1", "2"), plain=True, **options)
        return "".join(part for part, _ in next(board.lines(board.text_width + 4))).split()

    assert text() == ["1", "1", "2", "k", "1"]
    assert text(shape_marks={"king": ("K", "Q")}) == ["1", "1", "2", "K"]


def test_editor_offers_a_piece_for_each_letter() -> None:
    kinds = GAME.piece_kinds()
    assert [(cell.owner, cell.text, cell.shape) for cell in kinds] == [
        ("White", "", None),
        ("Black", "", None),
        ("White", "", "king"),
        ("Black", "", "king"),
    ]
    edited = [GAME.edit(Row(), [kind], "White") for kind in kinds]
    assert edited == [Row("White", cells) for cells in ("W..", "B..", "w..", "b..")]


def test_unknown_variant_or_setup_is_rejected() -> None:
    with pytest.raises(ValueError, match="unknown rules 'x'; expected standard"):
        GAME.start("x")
    with pytest.raises(ValueError, match="unknown board 'x'; expected initial"):
        GAME.start("standard", "x")


@pytest.mark.parametrize(
    ("lines", "to_move", "message"),
    [
        (["...", "..."], "White", "expected 1 row, got 2"),
        (["...."], "White", "row 1 is '....', expected 3 squares, each W, B, w, b or ."),
        (["X.."], "White", "row 1 is 'X..'"),
        (["..."], "Red", "expected White or Black to move, got 'Red'"),
    ],
)
def test_malformed_lines_are_rejected_with_the_reason(lines: list[str], to_move: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.from_lines(lines, "standard", to_move)


def test_edited_squares_replace_pieces() -> None:
    edits = [Cell((0, 0), "Black", "", 0.0), Cell((0, 1), "White", "", 0.0, "king")]
    assert GAME.edit(Row("White", "W.."), edits, "Black") == Row("Black", "Bw.")
    assert GAME.edit(Row("White", "W.."), [Cell((0, 0), None, "", 0.0)], "White") == Row("White", "...")
    assert GAME.edit(Row("White", "W.."), [Cell((0, 0), "White", "w", 0.0)], "White") == Row("White", "w..")
    for wrong, message in (
        (Cell((0, 3), None, "", 0.0), "not on the board"),
        (Cell((0, 0), "White", "2", 0.0), "expected a piece of White or Black or an empty square"),
        (Cell((0, 2), "White", "", 0.0), "over before the first move"),
    ):
        with pytest.raises(ValueError, match=message):
            GAME.edit(Row("White", "WB."), [wrong], "White")


def test_game_without_lines_takes_cells_and_changes_from_its_view() -> None:
    class Plain(BaseGame):
        name, title, players = "row", "Row", PLAYERS

        def rules(self, variant: str) -> str:
            return GAME.rules(variant)

        def start_position(self, variant: str, setup: str) -> Row:
            return Row()

        def view(self, position: Any) -> BoardView:
            return GAME.view(position)

    game = Plain()
    conformance.check(game)
    assert not isinstance(game, Serializable | Editable)
    assert game.changed_squares(Row("White", "..."), Row("Black", "W..")) == [(0, 0)]


@pytest.mark.parametrize(
    ("style", "message"),
    [
        ({"colours": ("white", "yellow")}, "`colours` must be one of black, blue, purple or red and one of green"),
        ({"colours": ("pink", "black")}, "`colours` must be"),
        ({"grid": "hexagons"}, "`grid` must be cells, squares, lines or points, got 'hexagons'"),
        ({"shapes": ("disc", "blob")}, "the shape of a piece must be disc, star, cross, king or text, got 'blob'"),
    ],
)
def test_unknown_style_of_a_view_is_reported(style: dict[str, Any], message: str) -> None:
    game = type("Styled", (RowGame,), style)()
    with pytest.raises(conformance.ConformanceError, match=message):
        conformance.check(game)
