"""The ratings of the levels and of the textbook players."""

import re

from conftest import ROOT

from outply.players.engine import LEVELS
from outply.players.ratings import MEASURED, first_opponent, ratings

ROW = re.compile(r"^\| `(.+)` \| (-?\d+) \| (-?\d+) to (-?\d+) \|$", re.MULTILINE)
LEVEL_NAMES = [f"level:{number}" for number in range(1, len(LEVELS) + 1)]


def expected_score(one: str, other: str) -> float:
    """Return the share of points that `one` gets against `other` according to their ratings."""
    known = ratings()
    return float(1 / (1 + 10 ** ((known[other].elo - known[one].elo) / 400)))


def test_documentation_has_the_measured_ratings() -> None:
    rows = ROW.findall((ROOT / "docs" / "play.md").read_text(encoding="utf-8"))
    assert rows == [(name, str(one.elo), str(one.low), str(one.high)) for name, one in MEASURED.items()]


def test_ratings_rise_with_the_level() -> None:
    elos = [ratings()[name].elo for name in LEVEL_NAMES]
    assert elos == sorted(elos)
    assert [ratings()[name].is_lower_bound for name in LEVEL_NAMES] == [False] * 7 + [True]


def test_first_opponent_loses_to_the_greedy_player_about_half_of_the_time() -> None:
    assert first_opponent() == "level:2"
    assert 0.4 < expected_score("greedy", first_opponent()) < 0.6
    others = [name for name in LEVEL_NAMES if name != first_opponent()]
    assert all(not 0.3 < expected_score("greedy", name) < 0.7 for name in others)


def test_minimax_has_the_rating_of_alpha_beta() -> None:
    known = ratings()
    assert known["minimax:4"] == known["alphabeta:4"]
    assert known["minimax:1"] == known["alphabeta:1"] == known["greedy"]
