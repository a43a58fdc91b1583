"""What every player owes, and what each kind promises."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.positions import feasible_depth, starcircle_positions, warfare_positions

from outply.arena.match import play
from outply.games import all_games, warfare
from outply.games.boards import random_board
from outply.games.evaluations import difference, evaluations
from outply.players.protocol import Choice, PlayerError, Situation
from outply.players.registry import player
from outply.search import textbook

STARTS = [game.start(variant) for game in all_games().values() for variant in game.variants]
SITUATIONS = st.builds(Situation, st.none() | st.sampled_from((0.0, 0.002)), st.sampled_from((0.0, 0.05, 100.0)))

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


def living(position):
    return not position.is_over


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(position=positions.filter(living), situation=SITUATIONS)
def test_the_move_is_legal_whatever_the_game_and_the_situation(name, position, situation):
    assert player(name).choose(position, situation).move in position.moves()


@pytest.mark.parametrize("position", STARTS, ids=lambda start: type(start).__module__)
@pytest.mark.parametrize("name", ["random:3", "greedy", "alphabeta:2"])
def test_two_players_of_one_name_play_alike(name, position):
    one, other = player(name), player(name)
    for _ in range(20):
        choice = one.choose(position, Situation())
        assert choice == other.choose(position, Situation())
        position = position.play(choice.move)


def test_random_alone_has_the_seed_0_and_other_seeds_play_otherwise():
    def first_moves(name):
        return [player(name).choose(start, Situation()).move for start in STARTS] + [
            one.choose(STARTS[0], Situation()).move for one in [player(name)] for _ in range(20)
        ]

    assert first_moves("random") == first_moves("random:0")
    assert first_moves("random:1") != first_moves("random:0")


@settings(max_examples=50)
@given(position=positions.filter(living), data=st.data())
def test_the_fixed_depths_play_the_textbook(position, data):
    depth = data.draw(st.integers(1, feasible_depth(position, 3000)))
    for name, algorithm in (("minimax", "MINIMAX"), ("alphabeta", "ALPHABETA")):
        for evaluation in evaluations(position.game).values():
            taught = textbook.ALGORITHMS[algorithm](position, depth, evaluate=evaluation.evaluate)
            choice = player(f"{name}:{depth}:{evaluation.name}").choose(position, Situation())
            assert choice == Choice(taught.move, taught.value, taught.visited, taught.expanded, depth)
        taught = textbook.ALGORITHMS[algorithm](position, depth)
        choice = player(f"{name}:{depth}").choose(position, Situation())
        assert choice == Choice(taught.move, taught.value, taught.visited, taught.expanded, depth)
    found = player(f"exact:{depth}").choose(position, Situation())
    assert (found.move, found.value) == (choice.move, choice.value)


@pytest.mark.parametrize("rules", warfare.RULES)
@pytest.mark.parametrize("evaluation", evaluations("warfare").values(), ids=evaluations("warfare"))
def test_a_game_by_an_evaluation_is_the_textbooks_game(rules, evaluation):
    start = warfare.Position.of(random_board(4, seed=2), rules=rules)
    record = play(start, player(f"alphabeta:2:{evaluation.name}"), player("alphabeta:2"))
    position = start
    for number, turn in enumerate(record.turns):
        evaluate = evaluation.evaluate if number % 2 == 0 else difference
        taught = textbook.alphabeta(position, 2, evaluate=evaluate)
        assert (turn.move, turn.value, turn.visited) == (taught.move, taught.value, taught.visited)
        position = position.play(turn.move)
    assert position.is_over


def test_a_player_by_an_evaluation_that_the_game_does_not_have_says_so():
    start = all_games()["starcircle"].start()
    with pytest.raises(PlayerError, match="Star/Circle has no evaluation 'safety'; it has difference"):
        player("alphabeta:2:safety").choose(start, Situation())


@given(position=positions.filter(living))
def test_greedy_is_the_textbook_at_depth_1(position):
    taught = textbook.minimax(position, 1)
    assert player("greedy").choose(position, Situation()) == Choice(
        taught.move, taught.value, taught.visited, taught.expanded, 1
    )
