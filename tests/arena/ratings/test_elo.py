"""The Elo estimate from pairs of games, and its interval."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.arena.ratings.elo import (
    Rating,
    advise_games,
    describe_first_move,
    elo,
    expected_score,
    pairing_score,
    rate,
)

PAIRS = st.lists(st.sampled_from((0.0, 0.5, 1.0, 1.5, 2.0)), min_size=1, max_size=200)


@pytest.mark.parametrize(
    ("points", "difference"),
    [(0.5, 0), (0.64, 99.95), (0.75, 190.85), (0.25, -190.85), (10 / 11, 400), (1, math.inf), (0, -math.inf)],
)
def test_elo_difference_follows_from_the_score(points: float, difference: float) -> None:
    assert elo(points) == pytest.approx(difference, abs=0.01)


def test_interval_follows_from_the_deviation_of_the_pairs() -> None:
    # The standard deviation of the pairs' points per game is 0.25.
    rating = rate([1.0, 2.0] * 5000)
    error = 1.96 * 0.25 / math.sqrt(10_000)
    assert rating.elo == pytest.approx(elo(0.75))
    assert rating.low == pytest.approx(elo(0.75 - error), abs=0.05)
    assert rating.high == pytest.approx(elo(0.75 + error), abs=0.05)


def test_drawn_pairs_give_a_narrower_interval_than_pairs_won_and_lost() -> None:
    even, wild = rate([1.0] * 100), rate([0.0, 2.0] * 50)
    assert even.elo == wild.elo == 0
    assert wild.high > 5 * even.high


def test_interval_shrinks_with_the_square_root_of_the_number_of_pairs() -> None:
    sample = [0.0, 0.5, 1.0, 1.0, 1.5, 2.0, 2.0, 2.0]
    few, many = rate(sample * 50), rate(sample * 5000)
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(10, rel=0.02)


@given(PAIRS)
def test_opponent_has_the_negated_rating(pairs: list[float]) -> None:
    rating, other = rate(pairs), rate([2 - points for points in pairs])
    assert (other.elo, other.low, other.high) == pytest.approx((-rating.elo, -rating.high, -rating.low), abs=1e-6)


@given(PAIRS)
def test_interval_contains_the_estimate(pairs: list[float]) -> None:
    rating = rate(pairs)
    assert rating.low <= rating.elo <= rating.high
    assert rating.low < rating.high


def test_undefeated_player_has_an_infinite_upper_and_a_rising_lower_bound() -> None:
    bounds = [rate([2.0] * pairs).low for pairs in (1, 10, 100, 1000)]
    assert bounds == sorted(set(bounds))
    assert all(math.isfinite(bound) for bound in bounds)
    assert rate([2.0] * 10).elo == rate([2.0] * 10).high == math.inf


def test_one_draw_among_wins_lowers_the_lower_bound_of_the_interval() -> None:
    assert rate([2.0] * 99 + [1.5]).low < rate([2.0] * 100).low


def test_elo_rating_is_written_as_text() -> None:
    assert str(Rating(12.4, -3.0, 28.0)) == "+12 (-3 to +28)"
    assert str(Rating(math.inf, 412.0, math.inf)) == "over +412"
    assert str(Rating(-math.inf, -math.inf, -412.0)) == "under -412"
    assert str(Rating(190.0, -50.0, math.inf)) == "+190 (-50 to +inf)"


def test_invalid_points_of_a_pair_raise_an_error() -> None:
    with pytest.raises(ValueError, match="at least one pair"):
        rate([])
    with pytest.raises(ValueError, match="0 to 2 points"):
        rate([3.0])


def test_pairing_score_of_equal_players_depends_only_on_the_extra_first_move() -> None:
    assert pairing_score(0.0, 300.0, 6) == pytest.approx(0.5)
    assert pairing_score(0.0, 300.0, 5) > 0.7
    assert pairing_score(0.0, 300.0, 5) + pairing_score(0.0, -300.0, 5) == pytest.approx(1.0)
    assert pairing_score(100.0, 0.0, 1) == pytest.approx(expected_score(100.0))


def test_advised_number_of_games_grows_with_the_advantage_of_the_first_move() -> None:
    advised = [advise_games(first_move) for first_move in (0.0, 200.0, 344.0, -344.0)]
    assert advised == [10, 14, 22, 22]
    assert advise_games(1500.0) is None


def test_advantage_of_the_first_move_is_described_once_it_is_determined() -> None:
    assert describe_first_move(Rating(10.0, -500.0, 520.0), 6) == ""
    text = describe_first_move(Rating(344.0, 171.0, 517.0), 5)
    assert text.startswith("Moving first is worth +344 Elo (+171 to +517). With 5 games per pairing, one ")
    assert "80 % with 22 games" in text
    assert "use an even number" not in describe_first_move(Rating(344.0, 171.0, 517.0), 6)
    assert "more than 100 games" in describe_first_move(Rating(1500.0, 900.0, 2000.0), 6)
