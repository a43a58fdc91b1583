"""Names of players in a report."""

import pytest
from support.assertions import not_none

from outply.arena import matchup
from outply.games import all_games
from outply.players.protocol import MoveContext, PlayerError
from outply.players.registry import player
from outply.report.matchups.player_names import (
    ALGORITHMS,
    behaviour_name,
    canonical_name,
    evaluation_of,
    fixed_depth_search,
    prose_name,
    short_name,
)


@pytest.mark.parametrize(
    ("name", "in_tables", "in_prose"),
    [
        ("minimax:3", "minimax 3", "minimax to depth 3"),
        ("alphabeta:5", "alpha-beta 5", "alpha-beta to depth 5"),
        ("alphabeta:5:difference", "alpha-beta 5", "alpha-beta to depth 5"),
        ("alphabeta:5:safety", "alpha-beta 5 safety", "alpha-beta to depth 5 (safety)"),
        ("engine:0.5s", "engine:0.5s", "engine:0.5s"),
    ],
)
def test_players_have_a_short_name_and_a_name_for_prose(name: str, in_tables: str, in_prose: str) -> None:
    assert short_name(name) == in_tables
    assert prose_name(name) == in_prose


def test_only_fixed_depth_players_have_a_fixed_depth_search() -> None:
    assert not_none(fixed_depth_search("alphabeta:5")).evaluation == "difference"
    assert not_none(fixed_depth_search("alphabeta:5")).depth == 5
    assert fixed_depth_search("engine:5") is None
    assert fixed_depth_search("minimax:x") is None


def test_player_has_one_canonical_name() -> None:
    assert canonical_name("minimax:2:difference") == canonical_name("minimax:2") == "minimax:2"
    assert canonical_name("minimax:2:own") == "minimax:2:own"
    assert canonical_name("engine:0.5s") == "engine:0.5s"
    assert canonical_name("make run") == "make run"


def test_players_with_the_same_behaviour_share_a_name() -> None:
    assert {
        behaviour_name(name) for name in ("minimax:3", "alphabeta:3", "alphabeta:3:difference", "exact:3")
    } == {"minimax:3"}
    others = ["alphabeta:4", "alphabeta:3:safety", "exact:4:own", "engine:3", "random:3", "make run", "minimax"]
    assert "minimax:3" not in map(behaviour_name, others)
    assert behaviour_name("alphabeta:3:safety") == behaviour_name("minimax:3:safety")
    assert behaviour_name("make run") == "make run"


def test_players_that_share_a_behaviour_name_choose_the_same_move() -> None:
    game = all_games()["warfare"]
    for seed in range(5):
        start = game.start("blitz", f"random:4:{seed}")
        moves = [
            player(name).choose(start, MoveContext()).move for name in ("minimax:3", "alphabeta:3", "exact:3")
        ]
        assert len(set(moves)) == 1


@pytest.mark.parametrize(
    ("name", "evaluation"),
    [
        ("minimax:3", "difference"),
        ("alphabeta:3:own", "own"),
        ("exact:3", "difference"),
        ("plain:1s", "difference"),
        ("engine:3", None),
        ("person", None),
    ],
)
def test_evaluation_of_a_player_follows_from_its_name(name: str, evaluation: str | None) -> None:
    assert evaluation_of(name) == evaluation


@pytest.mark.parametrize(
    "name",
    [
        "minimax:" + "9" * 5000,
        "minimax:0",
        "minimax:03",
        "minimax:2:luck",
        "minimax",
        "greedy:",
        "engine:soon",
        "",
        "person",
    ],
)
def test_unknown_name_is_shown_unchanged(name: str) -> None:
    with pytest.raises(PlayerError):
        player(name)
    assert fixed_depth_search(name) is None
    assert short_name(name) == prose_name(name) == canonical_name(name) == name


def test_algorithms_of_the_report_are_the_algorithms_of_the_depth_trials() -> None:
    assert tuple(ALGORITHMS) == matchup.ALGORITHMS
