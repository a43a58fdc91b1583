"""Players with textbook search: iterative deepening under a time limit."""

import pytest
from hypothesis import given
from support.examples import up_to
from support.search.positions import warfare_positions

from outply.games.boards import random_board
from outply.games.protocol import Game
from outply.games.protocol import Position as AnyPosition
from outply.games.registry import built_in_games
from outply.games.warfare import Position
from outply.players.protocol import MoveContext
from outply.players.registry import player
from outply.players.spec import SECONDS, SECONDS_PER_GAME, Argument
from outply.players.textbook import IterativeDeepeningPlayer, moves_to_plan_for
from outply.search import exact
from outply.search.native import Control, Stopped
from outply.search.result import SearchResult

BOARD = Position.of(random_board(4, seed=1))


class RecordingSearch:
    """Exact search that records the requested depths and runs out of time at a given depth."""

    def __init__(self, stops_at: int = 10**9) -> None:
        self.depths: list[int] = []
        self.stops_at = stops_at

    def __call__(
        self, position: AnyPosition, limit: int, algorithm: str, *, control: Control | None
    ) -> SearchResult:
        self.depths.append(limit)
        if limit >= self.stops_at:
            raise Stopped
        return exact.search(position, limit, algorithm)


def test_iterative_deepening_player_plays_the_move_of_the_last_completed_depth() -> None:
    search = RecordingSearch(stops_at=4)
    slow = IterativeDeepeningPlayer("slow", search, Argument(spec=SECONDS, amount=1e6))
    decision = slow.choose(BOARD, MoveContext())
    assert search.depths == [1, 2, 3, 4]
    results = [exact.search(BOARD, depth, "ALPHABETA") for depth in (1, 2, 3)]
    assert (decision.move, decision.value, decision.depth) == (results[-1].move, results[-1].value, 3)
    assert decision.visited == sum(result.reported_nodes for result in results)


def test_next_depth_is_searched_while_a_quarter_of_the_time_is_left() -> None:
    search = RecordingSearch()
    steady = IterativeDeepeningPlayer(
        "steady", search, Argument(spec=SECONDS, amount=4.0), clock=lambda: len(search.depths)
    )
    assert steady.choose(BOARD, MoveContext()).depth == 3
    assert search.depths == [1, 2, 3]


def test_depth_1_is_searched_even_without_time() -> None:
    search = RecordingSearch()
    late = IterativeDeepeningPlayer("late", search, Argument(spec=SECONDS_PER_GAME, amount=10.0))
    assert late.choose(BOARD, MoveContext(seconds_used=11.0)).depth == 1
    assert search.depths == [1]


@pytest.mark.parametrize("kind", ["plain", "deepening"])
@up_to(50)
@given(position=warfare_positions(sizes=(1, 2, 3), max_empty=6))
def test_search_stops_once_the_game_is_solved(kind: str, position: Position) -> None:
    solved = exact.search(position, 100, "ALPHABETA")
    decision = player(f"{kind}:1000000s").choose(position, MoveContext())
    assert (decision.move, decision.value) == (solved.move, solved.value)
    assert decision.depth == position.owners.count(".")


@pytest.mark.parametrize("game", built_in_games().values(), ids=lambda game: game.name)
def test_iterative_deepening_player_never_exceeds_the_time_of_a_game(game: Game) -> None:
    position, left = game.start(), 1.0
    while not position.is_over:
        share = left / moves_to_plan_for(position)
        assert 0 < share < left
        left -= share
        position = position.play(position.moves()[0])
