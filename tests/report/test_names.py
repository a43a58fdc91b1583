import pytest

from outply.report.names import prose, searcher, short


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
