"""Properties of all players, and of single player types."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import feasible_depth, starcircle_positions, warfare_positions

from outply.arena.match import play
from outply.games import all_games, starcircle, warfare
from outply.games.boards import random_board
from outply.games.evaluations import Evaluation, difference, evaluations
from outply.games.protocol import Position
from outply.games.registry import built_in_games
from outply.players.protocol import MoveContext, MoveDecision, PlayerError
from outply.players.registry import player
from outply.search import textbook
from outply.search.result import SearchResult

STARTS = [game.start(variant) for game in built_in_games().values() for variant in game.variants]
CONTEXTS = st.builds(
    MoveContext,
    opponent_seconds=st.none() | st.sampled_from((0.0, 0.002)),
    seconds_used=st.sampled_from((0.0, 0.05, 100.0)),
)

NAMES = (
    "minimax:1",
    "alphabeta:2",
    "alphabeta:2:difference",
    "exact:2",
    "plain:0.002s",
    "plain:0.05s/game",
    "deepening:0.002s",
    "deepening:0.05s/game",
    "engine:0.002s",
    "engine:0.05s/game",
    "engine:2",
    "engine:100n",
    "engine:theirs",
    "greedy",
    "random",
)

positions = warfare_positions(sizes=(1, 2, 3, 4, 6), max_empty=36) | starcircle_positions()


def is_not_over(position: Position) -> bool:
    return not position.is_over


def decision_of(result: SearchResult, depth: int) -> MoveDecision:
    return MoveDecision(
        move=result.move, value=result.value, visited=result.reported_nodes, expanded=result.expanded, depth=depth
    )


@pytest.mark.parametrize("name", NAMES)
@up_to(20)
@given(position=positions.filter(is_not_over), context=CONTEXTS)
def test_players_choose_legal_moves_in_every_context(name: str, position: Position, context: MoveContext) -> None:
    assert player(name).choose(position, context).move in position.moves()


@pytest.mark.parametrize("position", STARTS, ids=lambda start: type(start).__module__)
@pytest.mark.parametrize("name", ["random:3", "greedy", "alphabeta:2"])
def test_two_players_with_the_same_name_choose_the_same_moves(name: str, position: Position) -> None:
    one, other = player(name), player(name)
    for _ in range(20):
        decision = one.choose(position, MoveContext())
        assert decision == other.choose(position, MoveContext())
        position = position.play(decision.move)


def test_random_player_has_seed_0_by_default_and_other_seeds_choose_other_moves() -> None:
    def first_moves(name: str) -> list[Any]:
        return [player(name).choose(start, MoveContext()).move for start in STARTS] + [
            one.choose(STARTS[0], MoveContext()).move for one in [player(name)] for _ in range(20)
        ]

    assert first_moves("random") == first_moves("random:0")
    assert first_moves("random:1") != first_moves("random:0")


@up_to(50)
@given(position=positions.filter(is_not_over), data=st.data())
def test_fixed_depth_players_agree_with_the_textbook(
    position: warfare.Position | starcircle.Position, data: st.DataObject
) -> None:
    depth = data.draw(st.integers(1, feasible_depth(position, 3000)))
    for name, algorithm in (("minimax", "MINIMAX"), ("alphabeta", "ALPHABETA")):
        for evaluation in evaluations(position.game).values():
            reference = textbook.ALGORITHMS[algorithm](position, depth, evaluate=evaluation.evaluate)
            decision = player(f"{name}:{depth}:{evaluation.name}").choose(position, MoveContext())
            assert decision == decision_of(reference, depth)
        reference = textbook.ALGORITHMS[algorithm](position, depth)
        decision = player(f"{name}:{depth}").choose(position, MoveContext())
        assert decision == decision_of(reference, depth)
    exact = player(f"exact:{depth}").choose(position, MoveContext())
    assert (exact.move, exact.value) == (decision.move, decision.value)


@pytest.mark.parametrize("rules", warfare.RULES)
@pytest.mark.parametrize("evaluation", evaluations("warfare").values(), ids=evaluations("warfare"))
def test_textbook_player_with_an_evaluation_agrees_with_the_textbook(rules: str, evaluation: Evaluation) -> None:
    start = warfare.Position.of(random_board(4, seed=2), rules=rules)
    record = play(start, player(f"alphabeta:2:{evaluation.name}"), player("alphabeta:2"))
    position = start
    for number, turn in enumerate(record.turns):
        evaluate = evaluation.evaluate if number % 2 == 0 else difference
        reference = textbook.alphabeta(position, 2, evaluate=evaluate)
        assert (turn.move, turn.value, turn.visited) == (reference.move, reference.value, reference.reported_nodes)
        position = position.play(turn.move)
    assert position.is_over


def test_evaluation_that_the_game_does_not_have_is_reported() -> None:
    start = all_games()["starcircle"].start()
    with pytest.raises(PlayerError, match="Star/Circle has no evaluation 'safety'; expected difference"):
        player("alphabeta:2:safety").choose(start, MoveContext())


@given(position=positions.filter(is_not_over))
def test_greedy_player_agrees_with_the_textbook_at_depth_1(position: Position) -> None:
    reference = textbook.minimax(position, 1)
    assert player("greedy").choose(position, MoveContext()) == decision_of(reference, 1)
