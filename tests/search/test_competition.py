"""Answers to COMPETITION questions, which have a time limit instead of a depth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import WORD_SIZES, warfare_positions
from support.search.search_results import own_nodes_of

from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search import competition, exact
from outply.search.native import Control, Stopped


@up_to(100)
@given(
    position=warfare_positions(sizes=(1, 2, 3, 5, *WORD_SIZES), max_empty=676),
    seconds=st.sampled_from((0.0, 0.001, 0.05)),
)
def test_move_is_legal_however_little_time_is_left(position: Position, seconds: float) -> None:
    assert competition.search(position, seconds).move in position.moves()


def test_stopped_competition_search_raises_an_error() -> None:
    control = Control()
    control.progress = lambda *_: control.stop()
    with pytest.raises(Stopped):
        competition.search(Position.of(random_board(8, seed=1)), 1e6, control=control)


def test_startup_of_later_moves_is_reserved() -> None:
    position = Position.of(random_board(4, seed=1))

    def nodes(seconds: float) -> int:
        return own_nodes_of(competition.search(position, seconds, startup_seconds=1.0))

    kept = 8 * competition.SHUTDOWN_FACTOR
    assert nodes(kept) == nodes(0.0)
    assert nodes(kept + 0.1) > nodes(0.0)


@given(position=warfare_positions(sizes=(2, 3), max_empty=7))
def test_competition_search_with_enough_time_solves_the_game(position: Position) -> None:
    values = dict(exact.move_values(position, 7))
    found = competition.search(position, 1e6)
    assert found.value == values[found.move] == max(values.values())
