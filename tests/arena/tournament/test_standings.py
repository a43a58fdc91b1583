"""The official standing of a tournament, by the rules of the competition."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply.arena.ratings.bradley_terry import fit
from outply.arena.tournament.standings import Score, Tally, pairs, table

TOTAL = 500
"""What all cells of a board are worth here."""


def pairing(one, other, *margins, stage=1):
    """The games of a pairing by their margins for `one`, who moves first in game 1; roles swap with each game."""
    return [
        Score(stage, one, other, "board", margin, TOTAL)
        if number % 2 == 0
        else Score(stage, other, one, "board", -margin, TOTAL)
        for number, margin in enumerate(margins)
    ]


def order(found):
    return [(one.place, one.player) for one in found.standings]


@st.composite
def tournaments(draw):
    games = draw(st.lists(st.tuples(st.permutations("abcd"), st.integers(-9, 9), st.integers(1, 3)), max_size=30))
    return [Score(stage, first, second, "board", margin, TOTAL) for (first, second, *_), margin, stage in games]


def test_most_games_won_wins_a_pairing_whatever_the_margin():
    (decided,) = table(pairing("a", "b", 1, 1, 1, -90, -90), games=5).pairings
    assert (decided.winner, decided.decided) == ("a", "games")
    assert decided.tally == Tally(3, 0, 2, -177)


def test_with_as_many_games_won_the_summed_margin_decides():
    (decided,) = table(pairing("a", "b", 1, -3, 0), games=3).pairings
    assert (decided.winner, decided.decided) == ("b", "margin")


def test_with_the_same_margin_a_lot_decides_that_is_the_same_for_the_same_seed():
    games = pairing("a", "b", 2, -2, 0)
    winners = {seed: table(games, 3, seed).pairings[0].winner for seed in range(40)}
    assert set(winners.values()) == {"a", "b"}
    assert table(games, 3, 0).pairings[0].decided == "lot"
    others = pairing("c", "d", 1, 1, 1) + pairing("a", "c", 0, 0, 0)
    for seed, winner in winners.items():
        assert table([*others, *reversed(games)], 3, seed).pairings[0].winner == winner


def test_lots_of_different_pairings_are_independent():
    games = [game for number in range(60) for game in pairing("a", f"b{number}", 0)]
    won = sum(one.winner == "a" for one in table(games, 1, seed=4).pairings)
    assert 15 < won < 45


def test_a_game_lost_by_failure_is_lost_by_the_whole_board():
    ahead = Score(1, "a", "b", "board", 300, TOTAL, failed="a", failure="crash")
    behind = Score(1, "a", "b", "board", -300, TOTAL, failed="b", failure="time")
    assert (ahead.margin, ahead.points) == (-TOTAL, 0.0)
    assert (behind.margin, behind.points) == (TOTAL, 1.0)
    found = table([ahead, ahead, behind, Score(2, "a", "b", "board", 0, TOTAL, "a", "illegal")], games=5)
    failures = {one.player: one.failures for one in found.standings}
    assert failures == {"a": (("crash", 2), ("illegal", 1)), "b": (("time", 1),)}


def test_the_standing_goes_by_pairings_then_games_then_margin():
    games = [
        *pairing("pairings", "s", 1, 1, 1, -99, -99),
        *pairing("pairings", "t", 1, 1, 1, -99, -99),
        *pairing("games", "u", 1, 1, 1, 1, 1),
        *pairing("games", "v", 1, 1, -9, -9, -9),
        *pairing("margin", "w", 9, 9, 9, 9, 9),
        *pairing("margin", "x", 9, -1, -1, -1, -1),
        *pairing("last", "y", 9, 9, 9, 9, 9),
        *pairing("last", "z", 8, -1, -1, -1, -1),
    ]
    found = {one.player: one for one in table(games, games=5).standings}
    names = [name for name in found if len(name) > 1]
    assert names == ["pairings", "games", "margin", "last"]
    assert [found[name].pairings for name in names] == [2, 1, 1, 1]
    assert [found[name].tally.won for name in names] == [6, 7, 6, 6]
    assert [found[name].tally.margin for name in names] == [-390, -20, 50, 49]


def test_who_is_equal_in_everything_shares_a_place():
    games = pairing("a", "b", 5) + pairing("b", "c", 5) + pairing("c", "a", 5) + pairing("d", "a", -1)
    found = table(games, games=1)
    assert order(found) == [(1, "a"), (2, "b"), (2, "c"), (4, "d")]


def test_a_pairing_counts_when_all_its_games_are_played():
    open_, done = table(pairing("a", "b", 1, 1), games=3), table(pairing("a", "b", 1, 1, 1), games=3)
    assert open_.pairings[0].winner is None
    assert [one.pairings for one in open_.standings] == [0, 0]
    assert [one.tally.won for one in open_.standings] == [2, 0]
    assert [one.pairings for one in done.standings] == [1, 0]


def test_the_same_two_meet_anew_in_another_stage():
    found = table(pairing("a", "b", 5, stage=1) + pairing("b", "a", 7, stage=2), games=1)
    assert [(one.stage, one.winner) for one in found.pairings] == [(1, "a"), (2, "b")]
    assert order(found) == [(1, "b"), (2, "a")]
    assert found.cross_table()["a", "b"] == Tally(1, 0, 1, -2)


def test_a_bye_counts_as_a_pairing_won_so_that_the_winner_of_a_knock_out_comes_first():
    games = pairing("b", "c", 50, 50, 50, stage=1) + pairing("a", "b", 1, -90, 1, stage=2)
    assert order(table(games, games=3, byes=["a"])) == [(1, "a"), (2, "b"), (3, "c")]


def test_who_has_not_played_is_listed_and_who_is_eliminated_comes_last():
    found = table(pairing("a", "b", 5), games=1, players=["a", "b", "late", "broken"], eliminated=["broken"])
    assert order(found) == [(1, "a"), (2, "late"), (3, "b"), (4, "broken")]
    assert found.standings[1].rating is not None
    assert found.standings[-1].rating is None
    nobody = table([], games=5, eliminated=["broken"])
    assert (order(nobody), nobody.ratings) == ([(1, "broken")], None)


@settings(max_examples=50, deadline=None)
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_the_games_changes_nothing(games, rng):
    shuffled = games[:]
    rng.shuffle(shuffled)
    assert table(shuffled, 1, players="dcba") == table(games, 1, players="abcd")


@settings(max_examples=50, deadline=None)
@given(tournaments())
def test_all_tables_add_up(games):
    found = table(games, games=2, players="abcd")
    assert sum(one.tally.games for one in found.standings) == 2 * len(games)
    assert sum(one.tally.points for one in found.standings) == len(games)
    assert sum(one.tally.margin for one in found.standings) == 0
    assert sum(one.pairings for one in found.standings) == sum(one.winner is not None for one in found.pairings)
    cross = found.cross_table()
    for one in found.standings:
        row = [tally for (name, _), tally in cross.items() if name == one.player]
        assert sum(row, Tally()) == one.tally
    for (name, other), tally in cross.items():
        assert cross[other, name] == Tally(tally.lost, tally.drawn, tally.won, -tally.margin)
    places = [one.place for one in found.standings]
    assert places == sorted(places)
    assert places[0] == 1


def test_the_rating_beside_is_that_of_all_games():
    rng = random.Random(6)
    games = [game for other in "bcd" for game in pairing("a", other, *(rng.randint(-40, 60) for _ in range(5)))]
    found = table(games, games=5)
    assert found.ratings == fit((game.first, game.second, game.points) for game in games)
    assert {one.player: one.rating for one in found.standings} == found.ratings.by_player()


def test_pairs_are_the_games_of_both_roles_on_a_board():
    games = [
        Score(1, "a", "b", "one", 5, TOTAL),
        Score(1, "b", "a", "one", 5, TOTAL),
        Score(1, "b", "a", "two", -5, TOTAL),
        Score(1, "a", "b", "two", 0, TOTAL),
        Score(1, "a", "b", "alone", 5, TOTAL),
        Score(2, "b", "a", "alone", 5, TOTAL),
        Score(1, "a", "c", "one", 5, TOTAL),
        Score(1, "c", "a", "one", 5, TOTAL),
    ]
    assert pairs(games, "a", "b") == [1.0, 1.5]
    assert pairs(games, "b", "a") == [1.0, 0.5]


def test_a_score_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="c cannot fail in a game of a and b"):
        Score(1, "a", "b", "board", 0, TOTAL, failed="c")
    with pytest.raises(ValueError, match="a cannot play itself"):
        Score(1, "a", "a", "board", 0, TOTAL)
