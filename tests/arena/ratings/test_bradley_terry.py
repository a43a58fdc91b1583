"""Bradley-Terry ratings: the maximum of the posterior, and the coverage of the intervals."""

import math
import random
from collections.abc import Callable
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import samples, up_to

from outply.arena.ratings.bradley_terry import ELO, PRIOR_DEVIATION, RESULTS, Game, Probability, fit, fit_elo
from outply.arena.ratings.elo import Z_95, Rating

NAMES = "abcdefgh"
GAMES = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), st.sampled_from(RESULTS)), max_size=40
)


def probabilities(difference: float, v: float) -> list[float]:
    """Return the probabilities of win, draw and loss for a player who is stronger by this Elo difference."""
    win, loss = math.exp(difference / ELO / 2), math.exp(-difference / ELO / 2)
    return [win / (win + v + loss), v / (win + v + loss), loss / (win + v + loss)]


def tournament(rng: random.Random, truth: dict[str, float], games: int, first_move: float, v: float) -> list[Game]:
    """Return the games of a round-robin. In each pairing, each player moves first in half of the games."""
    played = []
    for pair in combinations(truth, 2):
        for first, second in (pair, pair[::-1]):
            odds = probabilities(truth[first] - truth[second] + first_move, v)
            played += [(first, second, points) for points in rng.choices(RESULTS, odds, k=games // 2)]
    return played


@pytest.mark.parametrize(
    ("games", "spread", "first_move", "v"),
    [(20, 50, 0, 0), (20, 100, 60, 0.5), (60, 100, 60, 0.5), (20, 250, 0, 0.05), (40, 50, -100, 2)],
)
def test_intervals_contain_the_true_values_in_95_percent_of_cases(
    games: int, spread: int, first_move: float, v: float
) -> None:
    rng = random.Random(f"{games} {spread} {first_move} {v}")
    truth = {name: spread * (index - 3.5) for index, name in enumerate(NAMES)}
    strengths = firsts = drawn = 0
    repeated = samples(300)
    for _ in range(repeated):
        fitted = fit(tournament(rng, truth, games, first_move, v))
        strengths += sum(rating.low <= truth[name] <= rating.high for name, rating in fitted.by_player().items())
        firsts += fitted.first_move.low <= first_move <= fitted.first_move.high
        drawn += fitted.draws.low <= v / (2 + v) <= fitted.draws.high
    assert 0.93 < strengths / (repeated * len(truth)) < 0.97
    least = 0.95 - 3 * math.sqrt(0.95 * 0.05 / repeated)
    assert firsts / repeated > least
    assert drawn / repeated > least


def test_superiority_probabilities_are_calibrated() -> None:
    rng = random.Random(12)
    predicted = correct = 0.0
    for _ in range(samples(300)):
        truth = {name: rng.gauss(0, 250) for name in "abcd"}
        fitted = fit(tournament(rng, truth, 20, 0, 0.2))
        for (i, player), (j, opponent) in combinations(enumerate(fitted.players), 2):
            predicted += fitted.superiority[i][j]
            correct += truth[player] > truth[opponent]
    pairs = 6 * samples(300)
    assert correct / pairs == pytest.approx(predicted / pairs, abs=0.02)


def log_posterior(games: list[Game], strengths: dict[str, float], first_move: float, v: float) -> float:
    """Return the log-posterior by the definition of the model."""
    total = 0.0
    for first, second, points in games:
        odds = probabilities(strengths[first] - strengths[second] + first_move, v)
        total += math.log(odds[RESULTS.index(points)])
    parameters = [*(strength / ELO for strength in strengths.values()), first_move / ELO, math.log(v)]
    return total - sum(parameter**2 for parameter in parameters) / (2 * PRIOR_DEVIATION**2)


def climb(height: Callable[[list[float]], float], at: list[float]) -> list[float]:
    """Find the maximum of a function by hill climbing along the axes with decreasing steps."""
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


def test_ratings_maximize_the_log_posterior() -> None:
    rng = random.Random(5)
    games = [*tournament(rng, {"a": 150, "b": 0, "c": -100}, 6, 80, 0.6), ("d", "a", 0.0), ("d", "d", 1.0)]

    def height(at: list[float]) -> float:
        return log_posterior(games, dict(zip("abcd", at, strict=False)), at[4], math.exp(at[5] / ELO))

    *strengths, first_move, v = climb(height, [0.0] * 6)
    fitted = fit(games)
    mean = sum(strengths) / 4
    assert [fitted.by_player()[name].elo for name in "abcd"] == pytest.approx(
        [strength - mean for strength in strengths], abs=0.05
    )
    assert fitted.first_move.elo == pytest.approx(first_move, abs=0.05)
    assert fitted.draws.value == pytest.approx(1 / (1 + 2 * math.exp(-v / ELO)), abs=1e-3)


def test_ratings_of_two_players_have_a_closed_form() -> None:
    won, drawn, lost = 2400, 1000, 1600
    half = [1.0] * (won // 2) + [0.5] * (drawn // 2) + [0.0] * (lost // 2)
    games = [("a", "b", points) for points in half] + [("b", "a", 1 - points) for points in half]
    fitted = fit(games)
    difference, error = math.log(won / lost), math.sqrt(1 / won + 1 / lost)
    one, other = fitted.ratings
    assert fitted.players == ("a", "b")
    assert one.elo - other.elo == pytest.approx(ELO * difference, abs=0.1)
    assert one.high - one.low == pytest.approx(ELO * Z_95 * error, abs=0.1)
    assert fitted.superiority[0][1] > 0.999999
    assert fitted.first_move.elo == pytest.approx(0, abs=1e-6)
    # Between equals, draws are compared with the geometric mean of wins and losses.
    assert fitted.draws.value == pytest.approx(drawn / (drawn + 2 * math.sqrt(won * lost)), abs=1e-3)


def test_first_move_advantage_is_separated_from_strength() -> None:
    games = [("a", "b", 1.0)] * 300 + [("a", "b", 0.0)] * 100 + [("b", "a", 1.0)] * 300 + [("b", "a", 0.0)] * 100
    fitted = fit(games)
    assert [rating.elo for rating in fitted.ratings] == pytest.approx([0, 0], abs=1e-6)
    assert fitted.first_move.elo == pytest.approx(400 * math.log10(3), abs=1)
    assert fitted.first_move.low > 0


@up_to(50)
@given(GAMES, st.randoms(use_true_random=False))
def test_ratings_do_not_depend_on_the_order_of_the_games(games: list[Game], rng: random.Random) -> None:
    shuffled = games[:]
    rng.shuffle(shuffled)
    assert fit(shuffled, "edcba") == fit(games, "abcde")


@up_to(50)
@given(GAMES)
def test_ratings_are_finite_sorted_and_centred(games: list[Game]) -> None:
    fitted = fit(games, "abcde")
    numbers = [end for one in (*fitted.ratings, fitted.first_move) for end in (one.low, one.elo, one.high)]
    assert all(map(math.isfinite, numbers))
    assert all(one.low < one.elo < one.high for one in (*fitted.ratings, fitted.first_move))
    assert 0 <= fitted.draws.low <= fitted.draws.value <= fitted.draws.high <= 1
    assert sum(one.elo for one in fitted.ratings) == pytest.approx(0, abs=1e-6)
    assert [one.elo for one in fitted.ratings] == sorted((one.elo for one in fitted.ratings), reverse=True)
    for i, j in permutations(range(5), 2):
        assert fitted.superiority[i][j] + fitted.superiority[j][i] == pytest.approx(1)
        assert i > j or fitted.superiority[i][j] >= 0.5
    assert all(fitted.superiority[i][i] == 0.5 for i in range(5))


@up_to(30)
@given(st.lists(st.tuples(GAMES, st.sampled_from((1, 30, 3000))), max_size=3))
def test_thousands_of_contradictory_games_have_finite_ratings(parts: list[tuple[list[Game], int]]) -> None:
    games = [game for part, times in parts for game in part[:6] * times]
    for name, rating in fit(games, "abcde").by_player().items():
        assert -20_000 < rating.low < rating.elo < rating.high < 20_000, name


@up_to(50)
@given(GAMES)
def test_reversed_results_negate_the_ratings(games: list[Game]) -> None:
    ratings = fit(games, "abcde")
    reversed_ratings = fit([(first, second, 1 - points) for first, second, points in games], "abcde")
    for name, rating in ratings.by_player().items():
        assert reversed_ratings.by_player()[name].elo == pytest.approx(-rating.elo, abs=1e-4)
    assert reversed_ratings.first_move.elo == pytest.approx(-ratings.first_move.elo, abs=1e-4)


def test_rating_of_a_player_without_points_falls_with_each_loss_and_stays_finite() -> None:
    behind = []
    others = [("good", "bad", 1.0), ("good", "fair", 1.0), ("fair", "good", 1.0)]
    for count in (1, 10, 100, 1000, 10_000):
        fitted = fit(others + [("fair", "bad", 1.0)] * count)
        assert fitted.players[-1] == "bad"
        behind.append(fitted.ratings[-1])
    assert all(math.isfinite(one.low) for one in behind)
    assert [one.elo for one in behind] == sorted((one.elo for one in behind), reverse=True)


def even(player: str, opponent: str) -> list[Game]:
    """Return 400 games without an advantage for a player or for the first move."""
    return [(*roles, points) for roles in ((player, opponent), (opponent, player)) for points in (1.0, 0.0) * 100]


def test_unconnected_groups_have_wide_intervals() -> None:
    apart, met = fit(even("a", "b") + even("c", "d")), fit(even("a", "b") + even("c", "d") + even("a", "c"))
    for fitted in (apart, met):
        assert [one.elo for one in fitted.ratings] == pytest.approx([0] * 4, abs=1e-6)
    assert all(one.high > 200 for one in apart.ratings)
    assert all(one.high < 50 for one in met.ratings)


def test_player_without_games_is_average_with_a_wide_interval() -> None:
    fitted = fit([("a", "b", 1.0)] * 30 + [("b", "a", 1.0)] * 10, ["new"])
    new = fitted.by_player()["new"]
    assert fitted.players == ("a", "new", "b")
    assert abs(new.elo) < 20
    assert new.low < -300 < 300 < new.high


def test_draw_interval_reaches_0_without_draws_and_1_with_only_draws() -> None:
    no_draws, only_draws = fit(even("a", "b")).draws, fit([("a", "b", 0.5)] * 400).draws
    assert no_draws.low == 0
    assert no_draws.value < 0.01 < no_draws.high < 0.03
    assert only_draws.high == 1
    assert only_draws.value > 0.99 > only_draws.low > 0.97
    assert fit([], ["a"]).draws.low == 0
    assert fit([], ["a"]).draws.high == 1


def test_single_player_has_rating_zero() -> None:
    assert fit([], ["a"]).ratings == (Rating(0.0, 0.0, 0.0),)


def test_100_unconnected_groups_of_players_are_each_rated_like_a_single_group() -> None:
    rng = random.Random(3)
    few = tournament(rng, {"a": 100, "b": 0, "c": -100}, 20, 50, 0.3)
    many = [
        (f"{first}{group}", f"{second}{group}", points) for group in range(100) for first, second, points in few
    ]
    fitted = fit(many)
    groups = [[fitted.by_player()[f"{name}{group}"].elo for name in "abc"] for group in range(100)]
    assert all(group == pytest.approx(groups[0], abs=1e-3) for group in groups)
    assert fit_elo(many) == {name: rating.elo for name, rating in fitted.by_player().items()}
    assert fit(many, has_superiority=False).ratings == fitted.ratings
    alone = [fit(few).by_player()[name].elo for name in "abc"]
    assert groups[0] == pytest.approx(alone, abs=2)


def test_probability_is_written_as_text() -> None:
    assert str(Probability(0.123, 0.05, 0.2)) == "12.3% (5.0% to 20.0%)"


def test_invalid_games_raise_an_error() -> None:
    with pytest.raises(ValueError, match=r"1, 0\.5 or 0 points for the first player, got 2"):
        fit([("a", "b", 2)])
    with pytest.raises(ValueError, match="at least one player"):
        fit([])
