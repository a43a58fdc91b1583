"""Ratings from all games at once: that they are the likeliest ones, and that their intervals keep their word."""

import math
import random
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply.arena.ratings.bradley_terry import ELO, PRIOR, RESULTS, Share, fit
from outply.arena.ratings.elo import DEVIATIONS, Rating

NAMES = "abcdefgh"
GAMES = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), st.sampled_from(RESULTS)), max_size=40
)


def chances(difference, v):
    """How likely a win, a draw and a loss are for one who is so many Elo stronger."""
    win, loss = math.exp(difference / ELO / 2), math.exp(-difference / ELO / 2)
    return [win / (win + v + loss), v / (win + v + loss), loss / (win + v + loss)]


def tournament(rng, truth, games, first_move, v):
    """Everybody against everybody, so many games, each moving first in half of them."""
    played = []
    for pair in combinations(truth, 2):
        for first, second in (pair, pair[::-1]):
            odds = chances(truth[first] - truth[second] + first_move, v)
            played += [(first, second, points) for points in rng.choices(RESULTS, odds, k=games // 2)]
    return played


@pytest.mark.parametrize(
    ("games", "spread", "first_move", "v"),
    [(20, 50, 0, 0), (20, 100, 60, 0.5), (60, 100, 60, 0.5), (20, 250, 0, 0.05), (40, 50, -100, 2)],
)
def test_intervals_hold_the_truth_in_95_of_100_cases(games, spread, first_move, v):
    rng = random.Random(f"{games} {spread} {first_move} {v}")
    truth = {name: spread * (index - 3.5) for index, name in enumerate(NAMES)}
    strengths = firsts = drawn = 0
    repeated = 300
    for _ in range(repeated):
        found = fit(tournament(rng, truth, games, first_move, v))
        strengths += sum(one.low <= truth[name] <= one.high for name, one in found.by_player().items())
        firsts += found.first_move.low <= first_move <= found.first_move.high
        drawn += found.draws.low <= v / (2 + v) <= found.draws.high
    assert 0.93 < strengths / (repeated * len(truth)) < 0.97
    assert firsts / repeated > 0.91
    assert drawn / repeated > 0.91


def test_whoever_is_called_stronger_with_some_probability_is_so_that_often():
    rng = random.Random(12)
    sure = right = 0.0
    for _ in range(300):
        truth = {name: rng.gauss(0, 250) for name in "abcd"}
        found = fit(tournament(rng, truth, 20, 0, 0.2))
        for (i, one), (j, other) in combinations(enumerate(found.players), 2):
            sure += found.superiority[i][j]
            right += truth[one] > truth[other]
    assert right / 1800 == pytest.approx(sure / 1800, abs=0.02)


def likelihood(games, strengths, first_move, v):
    """The logarithm of how likely the games and the parameters are, by the letter of the model."""
    total = 0.0
    for first, second, points in games:
        odds = chances(strengths[first] - strengths[second] + first_move, v)
        total += math.log(odds[RESULTS.index(points)])
    parameters = [*(strength / ELO for strength in strengths.values()), first_move / ELO, math.log(v)]
    return total - sum(parameter**2 for parameter in parameters) / (2 * PRIOR**2)


def climb(height, at):
    """The top of a hill, by steps along the axes that are halved when none leads up."""
    size = 64.0
    top = height(at)
    while size > 1e-4:
        steps = [
            [x + way * size * (k == axis) for k, x in enumerate(at)] for axis in range(len(at)) for way in (1, -1)
        ]
        best = max(steps, key=height)
        if height(best) > top:
            at, top = best, height(best)
        else:
            size /= 2
    return at


def test_ratings_are_where_a_plain_search_finds_the_likelihood_highest():
    rng = random.Random(5)
    games = [*tournament(rng, {"a": 150, "b": 0, "c": -100}, 6, 80, 0.6), ("d", "a", 0.0), ("d", "d", 1.0)]

    def height(at):
        return likelihood(games, dict(zip("abcd", at, strict=False)), at[4], math.exp(at[5] / ELO))

    *strengths, first_move, v = climb(height, [0.0] * 6)
    found = fit(games)
    mean = sum(strengths) / 4
    assert [found.by_player()[name].elo for name in "abcd"] == pytest.approx(
        [strength - mean for strength in strengths], abs=0.05
    )
    assert found.first_move.elo == pytest.approx(first_move, abs=0.05)
    assert found.draws.share == pytest.approx(1 / (1 + 2 * math.exp(-v / ELO)), abs=1e-3)


def test_two_players_have_what_can_be_worked_out_by_hand():
    won, drawn, lost = 2400, 1000, 1600
    half = [1.0] * (won // 2) + [0.5] * (drawn // 2) + [0.0] * (lost // 2)
    games = [("a", "b", points) for points in half] + [("b", "a", 1 - points) for points in half]
    found = fit(games)
    difference, error = math.log(won / lost), math.sqrt(1 / won + 1 / lost)
    one, other = found.ratings
    assert found.players == ("a", "b")
    assert one.elo - other.elo == pytest.approx(ELO * difference, abs=0.1)
    assert one.high - one.low == pytest.approx(ELO * DEVIATIONS * error, abs=0.1)
    assert found.superiority[0][1] > 0.999999
    assert found.first_move.elo == pytest.approx(0, abs=1e-6)
    # Of two equals who draw as readily: the draws against the geometric mean of wins and losses.
    assert found.draws.share == pytest.approx(drawn / (drawn + 2 * math.sqrt(won * lost)), abs=1e-3)


def test_the_first_move_is_told_apart_from_strength():
    games = [("a", "b", 1.0)] * 300 + [("a", "b", 0.0)] * 100 + [("b", "a", 1.0)] * 300 + [("b", "a", 0.0)] * 100
    found = fit(games)
    assert [rating.elo for rating in found.ratings] == pytest.approx([0, 0], abs=1e-6)
    assert found.first_move.elo == pytest.approx(400 * math.log10(3), abs=1)
    assert found.first_move.low > 0


@settings(max_examples=50, deadline=None)
@given(GAMES, st.randoms(use_true_random=False))
def test_the_order_of_the_games_changes_nothing_at_all(games, rng):
    shuffled = games[:]
    rng.shuffle(shuffled)
    assert fit(shuffled, "edcba") == fit(games, "abcde")


@settings(max_examples=50, deadline=None)
@given(GAMES)
def test_any_games_have_finite_ratings_around_zero(games):
    found = fit(games, "abcde")
    numbers = [end for one in (*found.ratings, found.first_move) for end in (one.low, one.elo, one.high)]
    assert all(map(math.isfinite, numbers))
    assert all(one.low < one.elo < one.high for one in (*found.ratings, found.first_move))
    assert 0 <= found.draws.low <= found.draws.share <= found.draws.high <= 1
    assert sum(one.elo for one in found.ratings) == pytest.approx(0, abs=1e-6)
    assert [one.elo for one in found.ratings] == sorted((one.elo for one in found.ratings), reverse=True)
    for i, j in permutations(range(5), 2):
        assert found.superiority[i][j] + found.superiority[j][i] == pytest.approx(1)
        assert i > j or found.superiority[i][j] >= 0.5
    assert all(found.superiority[i][i] == 0.5 for i in range(5))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(GAMES, st.sampled_from((1, 30, 3000))), max_size=3))
def test_games_that_contradict_each_other_thousands_of_times_are_borne(parts):
    games = [game for part, times in parts for game in part[:6] * times]
    for name, rating in fit(games, "abcde").by_player().items():
        assert -20_000 < rating.low < rating.elo < rating.high < 20_000, name


@settings(max_examples=50, deadline=None)
@given(GAMES)
def test_turning_every_result_around_turns_the_ratings_around(games):
    one = fit(games, "abcde")
    turned = fit([(first, second, 1 - points) for first, second, points in games], "abcde")
    for name, rating in one.by_player().items():
        assert turned.by_player()[name].elo == pytest.approx(-rating.elo, abs=1e-4)
    assert turned.first_move.elo == pytest.approx(-one.first_move.elo, abs=1e-4)


def test_who_loses_everything_is_last_and_finite_and_further_behind_with_each_loss():
    behind = []
    others = [("good", "bad", 1.0), ("good", "fair", 1.0), ("fair", "good", 1.0)]
    for count in (1, 10, 100, 1000, 10_000):
        found = fit(others + [("fair", "bad", 1.0)] * count)
        assert found.players[-1] == "bad"
        behind.append(found.ratings[-1])
    assert all(math.isfinite(one.low) for one in behind)
    assert [one.elo for one in behind] == sorted((one.elo for one in behind), reverse=True)


def even(one, other):
    """400 games in which nothing speaks for either, nor for moving first."""
    return [(*roles, points) for roles in ((one, other), (other, one)) for points in (1.0, 0.0) * 100]


def test_groups_that_never_met_are_compared_with_great_doubt():
    apart, met = fit(even("a", "b") + even("c", "d")), fit(even("a", "b") + even("c", "d") + even("a", "c"))
    for found in (apart, met):
        assert [one.elo for one in found.ratings] == pytest.approx([0] * 4, abs=1e-6)
    assert all(one.high > 200 for one in apart.ratings)
    assert all(one.high < 50 for one in met.ratings)


def test_who_has_not_played_yet_is_average_and_unknown():
    found = fit([("a", "b", 1.0)] * 30 + [("b", "a", 1.0)] * 10, ["new"])
    new = found.by_player()["new"]
    assert found.players == ("a", "new", "b")
    assert abs(new.elo) < 20
    assert new.low < -300 < 300 < new.high


def test_draws_are_unbounded_below_if_none_was_seen_and_above_if_all_were():
    none, every = fit(even("a", "b")).draws, fit([("a", "b", 0.5)] * 400).draws
    assert none.low == 0
    assert none.share < 0.01 < none.high < 0.03
    assert every.high == 1
    assert every.share > 0.99 > every.low > 0.97
    assert fit([], ["a"]).draws.low == 0
    assert fit([], ["a"]).draws.high == 1


def test_one_player_alone_is_the_mean_itself():
    assert fit([], ["a"]).ratings == (Rating(0.0, 0.0, 0.0),)


def test_300_players_are_rated_as_the_same_games_in_groups_of_three():
    rng = random.Random(3)
    few = tournament(rng, {"a": 100, "b": 0, "c": -100}, 20, 50, 0.3)
    many = [
        (f"{first}{group}", f"{second}{group}", points) for group in range(100) for first, second, points in few
    ]
    found = fit(many)
    groups = [[found.by_player()[f"{name}{group}"].elo for name in "abc"] for group in range(100)]
    assert all(group == pytest.approx(groups[0], abs=1e-3) for group in groups)
    alone = [fit(few).by_player()[name].elo for name in "abc"]
    assert groups[0] == pytest.approx(alone, abs=2)


def test_shares_read_well():
    assert str(Share(0.123, 0.05, 0.2)) == "12.3% (5.0% to 20.0%)"


def test_a_wrong_request_is_explained():
    with pytest.raises(ValueError, match=r"1, 0\.5 or 0 points, not 2"):
        fit([("a", "b", 2)])
    with pytest.raises(ValueError, match="at least one player"):
        fit([])
