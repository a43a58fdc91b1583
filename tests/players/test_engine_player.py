import pytest

from outply.games import all_games
from outply.players.engine import clock_for
from outply.players.protocol import Situation
from outply.players.registry import player
from outply.players.spec import DEPTH, NODES, SECONDS, SECONDS_A_GAME, SOLVE, THEIRS, Argument
from outply.search.time_control import TimeControl


@pytest.mark.parametrize(
    ("limit", "situation", "clock"),
    [
        (Argument(DEPTH, 12), Situation(), TimeControl.to_depth(12)),
        (Argument(NODES, 50_000), Situation(), TimeControl.to_nodes(50_000)),
        (Argument(SECONDS, 0.5), Situation(3.0, 4.0), TimeControl.per_move(0.5)),
        (Argument(SECONDS_A_GAME, 200.0), Situation(3.0, 4.5), TimeControl.per_game(195.5)),
        (Argument(SECONDS_A_GAME, 200.0), Situation(3.0, 201.0), TimeControl.per_game(0.0)),
        (Argument(SOLVE), Situation(), TimeControl.until_solved()),
        (Argument(THEIRS), Situation(0.25, 9.0), TimeControl.per_move(0.25)),
        (Argument(THEIRS), Situation(0.0001), TimeControl.per_move(0.001)),
        (Argument(THEIRS), Situation(None), TimeControl.per_move(0.001)),
    ],
)
def test_the_clock_follows_from_the_limit_and_the_situation(limit, situation, clock):
    assert clock_for(limit, situation) == clock


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_the_engine_tells_what_it_thought(game):
    choice = player("engine:2").choose(game.start(), Situation())
    thought = choice.thought
    assert (choice.move, choice.value, choice.visited) == (thought.move, thought.value, thought.nodes)
    assert (choice.depth, choice.proven) == (thought.depth, thought.proven)
