"""Views and move options of all games."""

import pickle
from typing import NoReturn

from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import starcircle_positions, warfare_positions

from outply.games import game_of, warfare
from outply.games.boards import random_board
from outply.games.protocol import Position
from outply.games.registry import built_in_games
from outply.games.view import Square, options

starts = st.sampled_from([game.start(variant) for game in built_in_games().values() for variant in game.variants])
positions = starts | warfare_positions(max_empty=36) | starcircle_positions()


@given(positions)
def test_view_has_each_square_once_in_row_major_order(position: Position) -> None:
    view = game_of(position).view(position)
    assert view.players == game_of(position).players
    squares = [(row, column) for row in range(len(view.rows)) for column in range(len(view.columns))]
    assert [cell.square for cell in view.cells] == squares
    assert len(set(view.rows)) == len(view.rows)
    assert len(set(view.columns)) == len(view.columns)
    for cell in view.cells:
        assert cell.owner in (None, *view.players)
        assert 0 <= cell.shade <= 1


@up_to(60)
@given(positions)
def test_options_are_the_legal_moves_with_their_changes(position: Position) -> None:
    game = game_of(position)
    cells = game.view(position).cells
    moves, found = position.moves(), options(position)
    assert [option.move for option in found] == [str(move) for move in moves]
    for move, option in zip(moves, found, strict=True):
        assert game.parse_move(option.move_text) == move
        after = game.view(position.play(move)).cells
        changed = {cell.square: cell for cell in option.changes}
        assert len(changed) == len(option.changes)
        assert tuple(changed.get(cell.square, cell) for cell in cells) == after
        assert not set(option.changes) & set(cells)
        gained = position.play(move).score(position.to_move) - position.score(position.to_move)
        assert option.gain == gained


@given(positions)
def test_click_paths_are_unique_except_for_stake_and_raid_on_the_same_cell(position: Position) -> None:
    game = game_of(position)
    view = game.view(position)
    squares = {(row, column) for row in range(len(view.rows)) for column in range(len(view.columns))}
    seen: dict[tuple[Square, ...], list[str]] = {}
    for option in options(position):
        assert set(option.click_path) <= squares
        # The clicked squares are among the changed ones.
        assert set(option.click_path) <= {cell.square for cell in option.changes}
        seen.setdefault(option.click_path, []).append(option.move_text)
    kinds = 2 if position.variant == "raid" else 1
    assert all(len(words) <= kinds for words in seen.values())


@given(positions)
def test_number_of_moves_left_counts_down_to_zero(position: Position) -> None:
    game = game_of(position)
    while (left := game.view(position).moves_left) is not None and not position.is_over:
        position = position.play(position.moves()[-1])
        assert game.view(position).moves_left == left - 1
    assert left in (None, 0)


def test_views_and_options_can_be_pickled_and_hashed() -> None:
    position = warfare.Position.of([[1, 2], [3, 4]], ["X.", ".O"])
    view = game_of(position).view(position)
    assert pickle.loads(pickle.dumps(view)) == view
    assert pickle.loads(pickle.dumps(options(position))) == options(position)
    assert len({view, game_of(position).view(position)}) == 1


def test_view_is_computed_without_playing_moves() -> None:
    class Still(warfare.Position):
        def play(self, move: warfare.Move | str) -> NoReturn:
            raise AssertionError("looking at a position must not play its moves")

    position = Still.of(random_board(26, 1))
    assert len(game_of(position).view(position).cells) == 676
    assert position._repr_svg_().startswith("<svg")
