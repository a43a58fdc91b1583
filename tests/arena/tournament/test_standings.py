"""Standings by the rules of the competition."""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to

from outply.arena.ratings.bradley_terry import fit
from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, SWISS
from outply.arena.tournament.standings import GameOutcome, Standings, WinDrawLoss, compute_standings, pair_points

TOTAL = 500
"""Sum of all cells of a board."""


def outcome(
    first: str, second: str, margin: int, game_round: int = 1, board: str = "board", **failure: Any
) -> GameOutcome:
    return GameOutcome(
        round=game_round,
        first=first,
        second=second,
        board=board,
        final_score=margin,
        board_total=TOTAL,
        **failure,
    )


def pairing(player: str, opponent: str, *margins: int, game_round: int = 1) -> list[GameOutcome]:
    """Return the games of a pairing. `player`, to whom the `margins` refer, moves first in games 1, 3, 5 …"""
    return [
        outcome(player, opponent, margin, game_round)
        if number % 2 == 0
        else outcome(opponent, player, -margin, game_round)
        for number, margin in enumerate(margins)
    ]


def places(standings: Standings) -> list[tuple[int, str]]:
    return [(row.place, row.name) for row in standings.rows]


@st.composite
def tournaments(draw: st.DrawFn) -> list[GameOutcome]:
    games = draw(st.lists(st.tuples(st.permutations("abcd"), st.integers(-9, 9), st.integers(1, 3)), max_size=30))
    return [outcome(first, second, margin, game_round) for (first, second, *_), margin, game_round in games]


def test_pairing_is_decided_by_games_won_before_margin() -> None:
    (decided,) = compute_standings(pairing("a", "b", 1, 1, 1, -90, -90), games=5).pairings
    assert (decided.winner, decided.decided_by) == ("a", "games")
    assert decided.wdl == WinDrawLoss(3, 0, 2, -177)


def test_pairing_with_equal_games_is_decided_by_total_margin() -> None:
    (decided,) = compute_standings(pairing("a", "b", 1, -3, 0), games=3).pairings
    assert (decided.winner, decided.decided_by) == ("b", "margin")


def test_pairing_with_equal_margin_is_decided_by_lot_from_the_seed() -> None:
    games = pairing("a", "b", 2, -2, 0)
    winners = {seed: compute_standings(games, 3, seed).pairings[0].winner for seed in range(40)}
    assert set(winners.values()) == {"a", "b"}
    assert compute_standings(games, 3, 0).pairings[0].decided_by == "lot"
    others = pairing("c", "d", 1, 1, 1) + pairing("a", "c", 0, 0, 0)
    for seed, winner in winners.items():
        assert compute_standings([*others, *reversed(games)], 3, seed).pairings[0].winner == winner


def test_pairings_are_decided_by_independent_lots() -> None:
    games = [game for number in range(60) for game in pairing("a", f"b{number}", 0)]
    won = sum(pairing.winner == "a" for pairing in compute_standings(games, 1, seed=4).pairings)
    assert 15 < won < 45


def test_forfeited_game_is_lost_by_the_total_value_of_the_board() -> None:
    ahead = outcome("a", "b", 300, failed="a", failure="crash")
    behind = outcome("a", "b", -300, failed="b", failure="time")
    assert (ahead.margin, ahead.points) == (-TOTAL, 0.0)
    assert (behind.margin, behind.points) == (TOTAL, 1.0)
    illegal = outcome("a", "b", 0, 2, failed="a", failure="illegal")
    standings = compute_standings([ahead, ahead, behind, illegal], games=5)
    failures = {row.name: row.failures for row in standings.rows}
    assert failures == {"a": (("crash", 2), ("illegal", 1)), "b": (("time", 1),)}


def test_standings_are_sorted_by_pairings_then_games_then_margin() -> None:
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
    rows = {row.name: row for row in compute_standings(games, games=5).rows}
    names = [name for name in rows if len(name) > 1]
    assert names == ["pairings", "games", "margin", "last"]
    assert [rows[name].pairings_won for name in names] == [2, 1, 1, 1]
    assert [rows[name].wdl.won for name in names] == [6, 7, 6, 6]
    assert [rows[name].wdl.margin for name in names] == [-390, -20, 50, 49]


def test_lot_decides_the_order_of_contestants_that_are_equal_by_all_criteria() -> None:
    games = pairing("a", "b", 5) + pairing("b", "c", 5) + pairing("c", "a", 5)
    orders: Counter[str] = Counter()
    for seed in range(300):
        standings = compute_standings(games, games=1, seed=seed)
        assert [row.place for row in standings.rows] == [1, 2, 3]
        assert standings.ties == (tuple(row.name for row in standings.rows),)
        orders["".join(row.name for row in standings.rows)] += 1
    assert set(orders) == {"".join(order) for order in permutations("abc")}
    assert max(orders.values()) < 80


def test_sonneborn_berger_score_decides_between_equal_margins_in_a_round_robin() -> None:
    games = pairing("a", "b", 5) + pairing("b", "c", 5) + pairing("c", "a", 5) + pairing("d", "a", -1)
    rows = compute_standings(games, games=1).rows
    assert [(row.name, row.pairings_won, row.tie_break) for row in rows] == [
        ("a", 2, 1),
        ("c", 1, 2),  # beat a
        ("b", 1, 1),
        ("d", 0, 0),
    ]


def test_buchholz_score_comes_before_games_in_a_swiss_tournament() -> None:
    games = [
        *pairing("strong", "weak", 1, 1, 1, game_round=0),
        *pairing("third", "last", 99, 99, 99, game_round=0),
        *pairing("strong", "fourth", 1, 1, -1, game_round=1),
    ]
    standings = compute_standings(games, games=3, tournament_format=SWISS, byes=["fourth"])
    scores = {row.name: (row.place, row.pairings_won, row.tie_break) for row in standings.rows}
    assert scores["strong"] == (1, 2, 1)
    assert scores["fourth"] == (2, 1, 3)  # one for its bye, two for the opponent
    assert scores["third"] == (3, 1, 0)
    assert scores["weak"] == (4, 0, 2)


def test_knock_out_bye_does_not_improve_the_place_of_a_contestant_without_a_win() -> None:
    games = [
        *pairing("a", "b", 1, -1, 1, game_round=0),
        *pairing("c", "d", 1, 1, 1, game_round=0),
        *pairing("a", "lucky", 1, 1, 1, game_round=1),
        *pairing("a", "c", 1, 1, 1, game_round=2),
    ]
    standings = compute_standings(games, games=3, tournament_format=KNOCK_OUT, byes=["lucky", "c"])
    assert [row.name for row in standings.rows][:3] == ["a", "c", "b"]
    assert {row.name: row.pairings_won for row in standings.rows}["lucky"] == 0


def test_gauntlet_is_ranked_by_the_share_of_pairings_won() -> None:
    games = pairing("a", "b", 1) + pairing("a", "c", 1) + pairing("a", "d", -1)
    standings = compute_standings(games, games=1, tournament_format=GAUNTLET)
    assert [row.name for row in standings.rows][:2] == ["d", "a"]


def test_pairing_counts_only_after_all_its_games_are_played() -> None:
    incomplete = compute_standings(pairing("a", "b", 1, 1), games=3)
    complete = compute_standings(pairing("a", "b", 1, 1, 1), games=3)
    assert incomplete.pairings[0].winner is None
    assert [row.pairings_won for row in incomplete.rows] == [0, 0]
    assert [row.wdl.won for row in incomplete.rows] == [2, 0]
    assert [row.pairings_won for row in complete.rows] == [1, 0]


def test_contestants_who_meet_in_two_rounds_have_two_pairings() -> None:
    games = pairing("a", "b", 5, game_round=1) + pairing("b", "a", 7, game_round=2)
    standings = compute_standings(games, games=1)
    assert [(pairing.round, pairing.winner) for pairing in standings.pairings] == [(1, "a"), (2, "b")]
    assert places(standings) == [(1, "b"), (2, "a")]
    assert standings.cross_table()["a", "b"] == WinDrawLoss(1, 0, 1, -2)


def test_bye_counts_as_a_pairing_won() -> None:
    games = pairing("b", "c", 50, 50, 50, game_round=1) + pairing("a", "b", 1, -90, 1, game_round=2)
    assert places(compute_standings(games, games=3, byes=["a"])) == [(1, "a"), (2, "b"), (3, "c")]


def test_contestants_without_games_are_listed_and_eliminated_ones_come_last() -> None:
    names = ["a", "b", "late", "broken"]
    standings = compute_standings(pairing("a", "b", 5), games=1, names=names, eliminated=["broken"])
    assert places(standings) == [(1, "a"), (2, "late"), (3, "b"), (4, "broken")]
    assert standings.rows[1].rating is not None
    assert standings.rows[-1].rating is None
    all_eliminated = compute_standings([], games=5, eliminated=["broken"])
    assert (places(all_eliminated), all_eliminated.ratings) == ([(1, "broken")], None)


@up_to(50)
@given(tournaments(), st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_the_games(games: list[GameOutcome], rng: random.Random) -> None:
    shuffled = games[:]
    rng.shuffle(shuffled)
    assert compute_standings(shuffled, 1, names="dcba") == compute_standings(games, 1, names="abcd")


@up_to(50)
@given(tournaments())
def test_standings_and_pairings_and_cross_table_have_equal_totals(games: list[GameOutcome]) -> None:
    standings = compute_standings(games, games=2, names="abcd")
    rows, pairings = standings.rows, standings.pairings
    assert sum(row.wdl.games for row in rows) == 2 * len(games)
    assert sum(row.wdl.points for row in rows) == len(games)
    assert sum(row.wdl.margin for row in rows) == 0
    assert sum(row.pairings_won for row in rows) == sum(pairing.winner is not None for pairing in pairings)
    cross_table = standings.cross_table()
    for row in rows:
        cells = [wdl for (name, _), wdl in cross_table.items() if name == row.name]
        assert sum(cells, WinDrawLoss()) == row.wdl
    for (name, opponent), wdl in cross_table.items():
        assert cross_table[opponent, name] == WinDrawLoss(wdl.lost, wdl.drawn, wdl.won, -wdl.margin)
    numbers = [row.place for row in rows]
    assert numbers == sorted(numbers)
    assert numbers[0] == 1


def test_ratings_are_fitted_to_all_games() -> None:
    rng = random.Random(6)
    games = [game for other in "bcd" for game in pairing("a", other, *(rng.randint(-40, 60) for _ in range(5)))]
    standings = compute_standings(games, games=5)
    assert standings.ratings == fit((game.first, game.second, game.points) for game in games)
    assert {row.name: row.rating for row in standings.rows} == standings.ratings.by_player()


def test_pair_points_sum_the_games_of_both_roles_on_a_board() -> None:
    games = [
        outcome("a", "b", 5, board="one"),
        outcome("b", "a", 5, board="one"),
        outcome("b", "a", -5, board="two"),
        outcome("a", "b", 0, board="two"),
        outcome("a", "b", 5, board="alone"),
        outcome("b", "a", 5, 2, board="alone"),
        outcome("a", "c", 5, board="one"),
        outcome("c", "a", 5, board="one"),
    ]
    assert pair_points(games, "a", "b") == [1.0, 1.5]
    assert pair_points(games, "b", "a") == [1.0, 0.5]


def test_invalid_game_outcome_raises_an_error() -> None:
    with pytest.raises(ValueError, match="expected a or b as the failed contestant, got c"):
        outcome("a", "b", 0, failed="c")
    with pytest.raises(ValueError, match="a cannot play itself"):
        outcome("a", "a", 0)
