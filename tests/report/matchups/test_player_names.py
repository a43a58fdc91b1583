import pytest

from outply.arena.matchups import run
from outply.games import all_games
from outply.players.protocol import MoveContext, PlayerError
from outply.players.registry import player
from outply.report.matchups.player_names import (
    ALGORITHMS,
    canonical,
    conduct,
    evaluation_of,
    prose,
    searcher,
    short,
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
def test_players_have_names_to_be_read(name, in_tables, in_prose):
    assert short(name) == in_tables
    assert prose(name) == in_prose


def test_only_searches_to_a_depth_say_how_deep():
    assert searcher("alphabeta:5").evaluation == "difference"
    assert searcher("alphabeta:5").depth == 5
    assert searcher("engine:5") is None
    assert searcher("minimax:x") is None


def test_a_player_has_one_name():
    assert canonical("minimax:2:difference") == canonical("minimax:2") == "minimax:2"
    assert canonical("minimax:2:own") == "minimax:2:own"
    assert canonical("engine:0.5s") == "engine:0.5s"
    assert canonical("make run") == "make run"


def test_players_that_are_bound_to_choose_alike_share_a_name():
    assert {conduct(name) for name in ("minimax:3", "alphabeta:3", "alphabeta:3:difference", "exact:3")} == {
        "minimax:3"
    }
    others = ["alphabeta:4", "alphabeta:3:safety", "exact:4:own", "engine:3", "random:3", "make run", "minimax"]
    assert "minimax:3" not in map(conduct, others)
    assert conduct("alphabeta:3:safety") == conduct("minimax:3:safety")
    assert conduct("make run") == "make run"


def test_players_that_are_said_to_be_alike_choose_alike():
    game = all_games()["warfare"]
    for seed in range(5):
        start = game.start("blitz", f"random:4:{seed}")
        alike = [
            player(name).choose(start, MoveContext()).move for name in ("minimax:3", "alphabeta:3", "exact:3")
        ]
        assert len(set(alike)) == 1


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
def test_the_evaluation_is_known_of_those_who_search_as_the_textbook_does(name, evaluation):
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
def test_a_name_that_the_registry_does_not_know_is_shown_as_it_is(name):
    with pytest.raises(PlayerError):
        player(name)
    assert searcher(name) is None
    assert short(name) == prose(name) == canonical(name) == name


def test_a_report_compares_what_the_arena_tries():
    assert tuple(ALGORITHMS) == run.ALGORITHMS
