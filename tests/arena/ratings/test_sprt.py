"""The error rates of the SPRT, and its log-likelihood ratio."""

import math
import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.examples import samples

from outply.arena.ratings.elo import expected_score
from outply.arena.ratings.sprt import (
    ACCEPT_H0,
    ACCEPT_H1,
    CONTINUE,
    PAIR_SCORES,
    Sprt,
    SprtVerdict,
    count_pairs,
)
from outply.arena.ratings.sprt_run import SprtMatch
from outply.arena.tournament.plan import Contestant

COUNTS = st.lists(st.integers(0, 300), min_size=5, max_size=5)
EARLY = [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 7, 0, 0], [3, 0, 0, 0, 3], [0, 0, 0, 0, 0]]
TESTS = st.tuples(st.integers(-200, 199), st.integers(1, 100), st.floats(0.01, 0.2), st.floats(0.01, 0.2)).map(
    lambda drawn: Sprt(drawn[0], drawn[0] + drawn[1], *drawn[2:])
)


def pair_probabilities(elo: float, bias: float) -> list[float]:
    """Return the probability of each result of a pair if one game in ten is drawn.

    The expected score follows from the Elo difference; `bias` is added to it if the player moves first.
    """
    games = [max(0.05, min(0.95, expected_score(elo) + side * bias)) for side in (1, -1)]
    odds = [(0.95 - points, 0.1, points - 0.05) for points in games]
    probabilities = [0.0] * 5
    for (first, p), (second, q) in product(enumerate(odds[0]), enumerate(odds[1])):
        probabilities[first + second] += p * q
    return probabilities


def run(test: Sprt, rng: random.Random, odds: list[float], at_once: int) -> SprtVerdict:
    """Simulate pairs until the test ends."""
    counts = [0] * 5
    verdict = test.judge(counts)
    while verdict.status == CONTINUE:
        for result in rng.choices(range(5), odds, k=at_once):
            counts[result] += 1
        verdict = test.judge(counts)
    return verdict


@pytest.mark.parametrize(("elo0", "elo1", "bias"), [(0, 60, 0), (0, 60, 0.25), (-50, 30, 0.1)])
def test_error_rates_and_length_of_an_sprt_match_its_parameters(elo0: int, elo1: int, bias: float) -> None:
    rng = random.Random(f"{elo0} {elo1} {bias}")
    test = Sprt(elo0, elo1, alpha=0.05, beta=0.1)
    repeated = samples(300)
    for elo, right, error in ((elo0, ACCEPT_H0, 0.05), (elo1, ACCEPT_H1, 0.1)):
        odds = pair_probabilities(elo, bias)
        verdicts = [run(test, rng, odds, at_once=2) for _ in range(repeated)]
        wrong = sum(verdict.status != right for verdict in verdicts) / repeated
        assert wrong < error + 2.5 * math.sqrt(error / repeated)
        deviation = math.sqrt(
            sum(p * (result - expected_score(elo)) ** 2 for p, result in zip(odds, PAIR_SCORES, strict=True))
        )
        length = sum(verdict.pairs for verdict in verdicts) / repeated
        assert length == pytest.approx(test.expected_pairs(elo, deviation), rel=0.25)


def test_sprt_errs_less_and_ends_earlier_if_the_true_elo_is_outside_the_hypotheses() -> None:
    rng = random.Random(8)
    test = Sprt(0, 60)
    at, beyond = ([run(test, rng, pair_probabilities(elo, 0.1), 2) for _ in range(100)] for elo in (0, -60))
    assert sum(verdict.status == ACCEPT_H1 for verdict in beyond) <= 1
    assert sum(verdict.pairs for verdict in beyond) < sum(verdict.pairs for verdict in at)


def test_likelihood_ratio_has_a_closed_form_if_all_pairs_are_won_or_lost() -> None:
    # With two results, the mean determines their probabilities.
    won, lost = 640, 360
    score0, score1 = expected_score(0), expected_score(50)
    expected = won * math.log(score1 / score0) + lost * math.log((1 - score1) / (1 - score0))
    assert Sprt(0, 50).judge([lost, 0, 0, 0, won]).ratio == pytest.approx(expected, abs=0.02)


def test_likelihood_ratio_of_many_pairs_approaches_the_normal_approximation() -> None:
    counts = [900, 2000, 4000, 2100, 1000]
    mean = sum(count * result for count, result in zip(counts, PAIR_SCORES, strict=True)) / 10_000
    variance = (
        sum(count * (result - mean) ** 2 for count, result in zip(counts, PAIR_SCORES, strict=True)) / 10_000
    )
    score0, score1 = expected_score(0), expected_score(5)
    expected = 10_000 * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)
    assert Sprt(0, 5).judge(counts).ratio == pytest.approx(expected, rel=0.02)


@given(TESTS, COUNTS)
@example(Sprt(0, 5), EARLY[0])
@example(Sprt(0, 5), EARLY[2])
@example(Sprt(0, 5), EARLY[3])
def test_log_likelihood_ratio_is_negated_when_the_players_are_swapped(test: Sprt, counts: list[int]) -> None:
    verdict = test.judge(counts)
    swapped = Sprt(-test.elo1, -test.elo0, test.beta, test.alpha).judge(counts[::-1])
    assert swapped.ratio == pytest.approx(-verdict.ratio, abs=1e-6)
    assert (swapped.low, swapped.high) == pytest.approx((-verdict.high, -verdict.low))


@given(TESTS, COUNTS, st.integers(0, 4), st.integers(0, 4))
def test_better_result_raises_the_likelihood_ratio(test: Sprt, counts: list[int], worse: int, better: int) -> None:
    counts[worse] += 1
    before = test.judge(counts).ratio
    counts[worse] -= 1
    counts[better] += 1
    after = test.judge(counts).ratio
    assert (after > before) == (better > worse)


@given(COUNTS, st.integers(-200, 200), st.integers(1, 50), st.integers(1, 50))
def test_log_likelihood_ratios_of_adjacent_hypotheses_add_up(
    counts: list[int], elo: int, step: int, next_step: int
) -> None:
    middle, end = elo + step, elo + step + next_step
    parts = Sprt(elo, middle).judge(counts).ratio + Sprt(middle, end).judge(counts).ratio
    assert Sprt(elo, end).judge(counts).ratio == pytest.approx(parts, abs=1e-6)


@pytest.mark.parametrize("counts", EARLY)
def test_sprt_is_undecided_after_few_pairs(counts: list[int]) -> None:
    verdict = Sprt(0, 20).judge(counts)
    assert verdict.status == CONTINUE
    assert abs(verdict.ratio) < 0.5
    assert verdict.pairs == sum(counts)


def test_sprt_is_decided_after_many_equal_pairs() -> None:
    test = Sprt(0, 20)
    assert test.judge([0, 0, 0, 0, 500]).status == ACCEPT_H1
    assert test.judge([500, 0, 0, 0, 0]).status == ACCEPT_H0
    assert test.judge([0, 0, 500, 0, 0]).status == ACCEPT_H0


def test_bounds_follow_from_the_error_rates() -> None:
    assert Sprt(0, 5, 0.05, 0.05).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    low, high = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
    assert (low, high) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


def test_expected_number_of_pairs_is_continuous_and_peaks_between_the_hypotheses() -> None:
    test = Sprt(0, 20)
    lengths = [test.expected_pairs(elo, 0.3) for elo in (-40, -20, 0, 10, 20, 40, 60)]
    assert lengths.index(max(lengths)) == 3
    middle = test.expected_pairs(10, 0.3)
    assert test.expected_pairs(10.01, 0.3) == pytest.approx(middle, rel=0.001)
    assert test.expected_pairs(10, 0.15) == pytest.approx(middle / 4)
    assert 0 < Sprt(0, 0.1).expected_pairs(-900, 0.3) < Sprt(0, 0.1).expected_pairs(800, 0.3) < 1e6


def test_pairs_of_games_are_counted_by_their_points() -> None:
    assert count_pairs([2.0, 0, 0.5, 1, 1.0, 2]) == (1, 1, 2, 0, 2)
    assert count_pairs([]) == (0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match=r"1\.5 or 2 points per pair of games, got 0\.3"):
        count_pairs([1.0, 0.3])


def test_sprt_verdict_is_written_as_text() -> None:
    verdict = SprtVerdict(status=ACCEPT_H1, ratio=2.98, low=-2.944, high=2.944, pairs=180)
    assert str(verdict) == "accept H1 (2.98 of -2.94 to 2.94, 180 pairs)"
    verdict = SprtVerdict(status=CONTINUE, ratio=0.01, low=-2.944, high=2.944, pairs=1)
    assert str(verdict) == "continue (0.01 of -2.94 to 2.94, 1 pair)"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Sprt(5, 5), "expected elo0 < elo1, got 5 and 5"),
        (lambda: Sprt(0, 5, alpha=0), "alpha and beta between 0 and 0.5"),
        (lambda: Sprt(0, 5, beta=0.7), "alpha and beta between 0 and 0.5"),
        (lambda: Sprt(0, 5).judge([1, 2, 3]), "expected five counts of 0 or more"),
        (lambda: Sprt(0, 5).judge([1, 2, 3, 4, -1]), "expected five counts of 0 or more"),
    ],
)
def test_invalid_argument_of_an_sprt_raises_an_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_programs_are_sandboxed_by_default() -> None:
    assert SprtMatch(contestants=(Contestant("a", "level:1"), Contestant("b", "level:2"))).sandboxed
