"""The sequential test: that it errs as rarely as it promises, and what its ratio does as pairs come in."""

import math
import random
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outply.arena.ratings.sprt import ACCEPT_H0, ACCEPT_H1, GO_ON, SHARES, Sprt, Verdict, share, tally

COUNTS = st.lists(st.integers(0, 300), min_size=5, max_size=5)
EARLY = [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 7, 0, 0], [3, 0, 0, 0, 3], [0, 0, 0, 0, 0]]
TESTS = st.tuples(st.integers(-200, 199), st.integers(1, 100), st.floats(0.01, 0.2), st.floats(0.01, 0.2)).map(
    lambda drawn: Sprt(drawn[0], drawn[0] + drawn[1], *drawn[2:])
)


def results(elo, bias):
    """How likely each result of a pair is, where one game in ten is drawn.

    The share of the points is what the difference promises, and in each game `bias` more for who moves first.
    """
    games = [max(0.05, min(0.95, share(elo) + side * bias)) for side in (1, -1)]
    odds = [(0.95 - points, 0.1, points - 0.05) for points in games]
    found = [0.0] * 5
    for (one, p), (other, q) in product(enumerate(odds[0]), enumerate(odds[1])):
        found[one + other] += p * q
    return found


def run(test, rng, odds, at_once):
    """Play pairs until the test ends."""
    counts = [0] * 5
    verdict = test.judge(counts)
    while verdict.status == GO_ON:
        for result in rng.choices(range(5), odds, k=at_once):
            counts[result] += 1
        verdict = test.judge(counts)
    return verdict


@pytest.mark.parametrize(("elo0", "elo1", "bias"), [(0, 60, 0), (0, 60, 0.25), (-50, 30, 0.1)])
def test_errors_are_as_rare_as_promised_and_the_length_is_as_expected(elo0, elo1, bias):
    rng = random.Random(f"{elo0} {elo1} {bias}")
    test = Sprt(elo0, elo1, alpha=0.05, beta=0.1)
    repeated = 300
    for elo, right, error in ((elo0, ACCEPT_H0, 0.05), (elo1, ACCEPT_H1, 0.1)):
        odds = results(elo, bias)
        verdicts = [run(test, rng, odds, at_once=2) for _ in range(repeated)]
        wrong = sum(verdict.status != right for verdict in verdicts) / repeated
        assert wrong < error + 2.5 * math.sqrt(error / repeated)
        deviation = math.sqrt(sum(p * (result - share(elo)) ** 2 for p, result in zip(odds, SHARES, strict=True)))
        length = sum(verdict.pairs for verdict in verdicts) / repeated
        assert length == pytest.approx(test.expected_pairs(elo, deviation), rel=0.25)


def test_beyond_the_hypotheses_errors_are_rarer_and_the_test_is_shorter():
    rng = random.Random(8)
    test = Sprt(0, 60)
    at, beyond = ([run(test, rng, results(elo, 0.1), 2) for _ in range(100)] for elo in (0, -60))
    assert sum(verdict.status == ACCEPT_H1 for verdict in beyond) <= 1
    assert sum(verdict.pairs for verdict in beyond) < sum(verdict.pairs for verdict in at)


def test_the_ratio_is_that_of_the_likeliest_probabilities_with_the_two_means():
    # With two results alone, the mean leaves nothing to choose.
    won, lost = 640, 360
    zero, one = share(0), share(50)
    expected = won * math.log(one / zero) + lost * math.log((1 - one) / (1 - zero))
    assert Sprt(0, 50).judge([lost, 0, 0, 0, won]).ratio == pytest.approx(expected, abs=0.02)


def test_with_many_pairs_the_ratio_is_that_of_a_normal_distribution():
    counts = [900, 2000, 4000, 2100, 1000]
    mean = sum(count * result for count, result in zip(counts, SHARES, strict=True)) / 10_000
    variance = sum(count * (result - mean) ** 2 for count, result in zip(counts, SHARES, strict=True)) / 10_000
    zero, one = share(0), share(5)
    expected = 10_000 * (one - zero) * (2 * mean - zero - one) / (2 * variance)
    assert Sprt(0, 5).judge(counts).ratio == pytest.approx(expected, rel=0.02)


@given(TESTS, COUNTS)
@example(Sprt(0, 5), EARLY[0])
@example(Sprt(0, 5), EARLY[2])
@example(Sprt(0, 5), EARLY[3])
def test_the_other_player_sees_the_same_test_from_the_other_side(test, counts):
    mine = test.judge(counts)
    theirs = Sprt(-test.elo1, -test.elo0, test.beta, test.alpha).judge(counts[::-1])
    assert theirs.ratio == pytest.approx(-mine.ratio, abs=1e-6)
    assert (theirs.low, theirs.high) == pytest.approx((-mine.high, -mine.low))


@given(TESTS, COUNTS, st.integers(0, 4), st.integers(0, 4))
def test_a_better_result_in_place_of_a_worse_one_raises_the_ratio(test, counts, worse, better):
    counts[worse] += 1
    before = test.judge(counts).ratio
    counts[worse] -= 1
    counts[better] += 1
    after = test.judge(counts).ratio
    assert (after > before) == (better > worse)


@given(COUNTS, st.integers(-200, 200), st.integers(1, 50), st.integers(1, 50))
def test_ratios_of_neighbouring_hypotheses_add_up(counts, elo, one, other):
    parts = Sprt(elo, elo + one).judge(counts).ratio + Sprt(elo + one, elo + one + other).judge(counts).ratio
    assert Sprt(elo, elo + one + other).judge(counts).ratio == pytest.approx(parts, abs=1e-6)


@pytest.mark.parametrize("counts", EARLY)
def test_a_few_pairs_decide_nothing(counts):
    verdict = Sprt(0, 20).judge(counts)
    assert verdict.status == GO_ON
    assert abs(verdict.ratio) < 0.5
    assert verdict.pairs == sum(counts)


def test_pairs_that_are_all_alike_decide_in_the_end():
    test = Sprt(0, 20)
    assert test.judge([0, 0, 0, 0, 500]).status == ACCEPT_H1
    assert test.judge([500, 0, 0, 0, 0]).status == ACCEPT_H0
    assert test.judge([0, 0, 500, 0, 0]).status == ACCEPT_H0


def test_bounds_are_those_of_the_errors():
    assert Sprt(0, 5, 0.05, 0.05).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    low, high = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
    assert (low, high) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


def test_most_pairs_are_expected_between_the_hypotheses_and_it_is_no_jump():
    test = Sprt(0, 20)
    lengths = [test.expected_pairs(elo, 0.3) for elo in (-40, -20, 0, 10, 20, 40, 60)]
    assert lengths.index(max(lengths)) == 3
    middle = test.expected_pairs(10, 0.3)
    assert test.expected_pairs(10.01, 0.3) == pytest.approx(middle, rel=0.001)
    assert test.expected_pairs(10, 0.15) == pytest.approx(middle / 4)
    assert 0 < Sprt(0, 0.1).expected_pairs(-900, 0.3) < Sprt(0, 0.1).expected_pairs(800, 0.3) < 1e6


def test_pairs_are_counted_by_their_points():
    assert tally([2.0, 0, 0.5, 1, 1.0, 2]) == (1, 1, 2, 0, 2)
    assert tally([]) == (0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match=r"1\.5 or 2 points, not 0\.3"):
        tally([1.0, 0.3])


def test_verdicts_read_well():
    verdict = Verdict(ACCEPT_H1, 2.98, -2.944, 2.944, 180)
    assert str(verdict) == "accept H1 (2.98 of -2.94 to 2.94, 180 pairs)"


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        (lambda: Sprt(5, 5), "the lower one first"),
        (lambda: Sprt(0, 5, alpha=0), "between 0 and a half"),
        (lambda: Sprt(0, 5, beta=0.7), "between 0 and a half"),
        (lambda: Sprt(0, 5).judge([1, 2, 3]), "each of five results"),
        (lambda: Sprt(0, 5).judge([1, 2, 3, 4, -1]), "each of five results"),
    ],
)
def test_a_wrong_request_is_explained(request_, complaint):
    with pytest.raises(ValueError, match=complaint):
        request_()
