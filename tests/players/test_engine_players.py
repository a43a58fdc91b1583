"""Players that use the engine: time controls, decisions and levels."""

import pytest

from outply.games.protocol import Game
from outply.games.registry import built_in_games
from outply.players.engine import LEVELS, Level, time_control_for
from outply.players.protocol import MoveContext
from outply.players.registry import player
from outply.players.spec import (
    DEPTH,
    NODES,
    OPPONENT_TIME,
    SECONDS,
    SECONDS_PER_GAME,
    SOLVE,
    Argument,
    ArgumentSpec,
)
from outply.search.time_control import PLAYER_MOVE_S, TimeControl


def context(opponent_seconds: float | None = None, seconds_used: float = 0.0) -> MoveContext:
    return MoveContext(opponent_seconds=opponent_seconds, seconds_used=seconds_used)


def limit(spec: ArgumentSpec, amount: float = 0) -> Argument:
    return Argument(spec=spec, amount=amount)


@pytest.mark.parametrize(
    ("limit", "context", "time_control"),
    [
        (limit(DEPTH, 12), context(), TimeControl.to_depth(12)),
        (limit(NODES, 50_000), context(), TimeControl.to_nodes(50_000)),
        (limit(SECONDS, 0.5), context(3.0, 4.0), TimeControl.per_move(0.5)),
        (
            limit(SECONDS_PER_GAME, 200.0),
            context(3.0, 4.5),
            TimeControl.per_game(195.5, startup_seconds=PLAYER_MOVE_S),
        ),
        (
            limit(SECONDS_PER_GAME, 200.0),
            context(3.0, 201.0),
            TimeControl.per_game(0.0, startup_seconds=PLAYER_MOVE_S),
        ),
        (limit(SOLVE), context(), TimeControl.until_solved()),
        (limit(OPPONENT_TIME), context(0.25, 9.0), TimeControl.per_move(0.25)),
        (limit(OPPONENT_TIME), context(0.0001), TimeControl.per_move(0.001)),
        (limit(OPPONENT_TIME), context(None), TimeControl.per_move(0.001)),
    ],
)
def test_time_control_follows_from_limit_and_context(
    limit: Argument, context: MoveContext, time_control: TimeControl
) -> None:
    assert time_control_for(limit, context) == time_control


@pytest.mark.parametrize("game", built_in_games().values(), ids=lambda game: game.name)
def test_decision_of_the_engine_reports_its_search(game: Game) -> None:
    decision = player("engine:2").choose(game.start(), MoveContext())
    info = decision.search_info
    assert info is not None
    assert (decision.move, decision.value, decision.visited) == (info.move, info.value, info.nodes)
    assert (decision.depth, decision.proven) == (info.depth, info.proven)


@pytest.mark.parametrize(
    ("blunder_rate", "description"),
    [
        (0.0, "Looks 2 moves ahead"),
        (0.3, "Looks 2 moves ahead, plays 3 moves in 10 at random"),
        (1 / 15, "Looks 2 moves ahead, plays 1 move in 15 at random"),
    ],
)
def test_level_description_states_the_share_of_random_moves(blunder_rate: float, description: str) -> None:
    level = Level(title="Any", blunder_rate=blunder_rate, time_control=TimeControl.to_depth(2))
    assert level.description == description


def test_higher_levels_play_fewer_moves_at_random() -> None:
    rates = [level.blunder_rate for level in LEVELS]
    assert rates == sorted(rates, reverse=True)
    assert all(0 <= rate < 1 for rate in rates)
