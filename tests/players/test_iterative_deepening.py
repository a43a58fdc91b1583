import pytest
from hypothesis import given, settings
from support.positions import warfare_positions

from outply.games import all_games
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.iterative_deepening import Deepening, moves_to_plan_for
from outply.players.protocol import Situation
from outply.players.registry import player
from outply.players.spec import SECONDS, SECONDS_A_GAME, Argument
from outply.search import exact
from outply.search.native import Stopped

BOARD = Position.of(random_board(4, seed=1))


class Searches:
    """A search that runs out of time at a given depth, and keeps a record of the depths it was asked for."""

    def __init__(self, stops_at=10**9):
        self.depths = []
        self.stops_at = stops_at

    def __call__(self, position, limit, algorithm, *, control):
        self.depths.append(limit)
        if limit >= self.stops_at:
            raise Stopped
        return exact.search(position, limit, algorithm)


def test_the_move_is_that_of_the_last_finished_depth():
    searches = Searches(stops_at=4)
    choice = Deepening("slow", searches, Argument(SECONDS, 1e6)).choose(BOARD, Situation())
    assert searches.depths == [1, 2, 3, 4]
    found = [exact.search(BOARD, depth, "ALPHABETA") for depth in (1, 2, 3)]
    assert (choice.move, choice.value, choice.depth) == (found[-1].move, found[-1].value, 3)
    assert choice.visited == sum(one.visited for one in found)


def test_without_time_it_looks_one_ply_ahead():
    searches = Searches()
    spent = Deepening("late", searches, Argument(SECONDS_A_GAME, 10.0))
    assert spent.choose(BOARD, Situation(seconds_used=11.0)).depth == 1
    assert searches.depths == [1]


@pytest.mark.parametrize("kind", ["plain", "deepening"])
@settings(max_examples=50)
@given(position=warfare_positions(sizes=(1, 2, 3), max_empty=6))
def test_with_time_enough_it_plays_the_end_perfectly_and_then_stops(kind, position):
    solved = exact.search(position, 100, "ALPHABETA")
    choice = player(f"{kind}:1000000s").choose(position, Situation())
    assert (choice.move, choice.value) == (solved.move, solved.value)
    assert choice.depth == position.owners.count(".")


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_the_time_of_a_game_is_never_overdrawn(game):
    position, left = game.start(), 1.0
    while not position.is_over:
        share = left / moves_to_plan_for(position)
        assert 0 < share < left
        left -= share
        position = position.play(position.moves()[0])
