"""Rounds and pairings of each tournament format."""

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.arena.tournament.plan import (
    FORMATS,
    GAUNTLET,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    Board,
    Plan,
    PlanError,
    games_of_pairing,
)
from outply.arena.tournament.schedule import Round, byes, count_games, count_rounds, games, rounds
from outply.arena.tournament.standings import GameOutcome, compute_standings

BOARDS = tuple(Board(name, f"warfare/raid/{name}") for name in ("Keren", "Narvik"))


def plan(tournament_format: str, games: int, **settings: Any) -> Plan:
    return Plan(format=tournament_format, games=games, boards=BOARDS, **settings)


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def outcome(game_round: int, first: str, second: str, margin: int) -> GameOutcome:
    return GameOutcome(
        round=game_round, first=first, second=second, board="Keren", final_score=margin, board_total=100
    )


def play(plan: Plan, contestants: list[str], strength: dict[str, int]) -> tuple[list[Round], list[GameOutcome]]:
    """Play all games, each won by the stronger contestant; return the rounds and the outcomes."""
    outcomes: list[GameOutcome] = []
    while True:
        decided = rounds(plan, contestants, outcomes)
        played = {(played.round, frozenset((played.first, played.second))) for played in outcomes}
        missing = [game for game in games(plan, decided) if (game.round, frozenset(game.pair)) not in played]
        if not missing:
            return decided, outcomes
        for game in missing:
            margin = strength[game.first] - strength[game.second]
            outcomes.append(outcome(game.round, game.first, game.second, margin))


def test_roles_swap_after_each_game_and_the_board_changes_after_two_games() -> None:
    pairing = games_of_pairing(plan(ROUND_ROBIN, 5), 0, "a", "b")
    assert [(game.first, game.second, game.board.name) for game in pairing] == [
        ("a", "b", "Keren"),
        ("b", "a", "Keren"),
        ("a", "b", "Narvik"),
        ("b", "a", "Narvik"),
        ("a", "b", "Keren"),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 0}, "must be 1 or more, got 0"),
        ({"title": "cup\n"}, "the title must not contain control characters"),
        ({"format": "duel"}, "unknown tournament format 'duel'"),
        ({"boards": ()}, "at least one board"),
    ],
)
def test_invalid_tournament_plan_raises_an_error(change: dict[str, Any], message: str) -> None:
    settings: dict[str, Any] = {"format": ROUND_ROBIN, "games": 3, "boards": BOARDS}
    with pytest.raises(PlanError, match=message):
        Plan(**settings | change)


def test_round_robin_pairs_all_contestants_once() -> None:
    (round_,) = rounds(plan(ROUND_ROBIN, 3), names(7), [])
    assert Counter(map(frozenset, round_.pairs)) == Counter(map(frozenset, itertools.combinations(names(7), 2)))


def test_gauntlet_pairs_the_first_contestant_with_all_others() -> None:
    (round_,) = rounds(plan(GAUNTLET, 3), names(4), [])
    assert list(map(frozenset, round_.pairs)) == [frozenset(("p00", other)) for other in names(4)[1:]]


@pytest.mark.parametrize("tournament_format", FORMATS)
def test_single_contestant_has_no_rounds(tournament_format: str) -> None:
    assert rounds(plan(tournament_format, 3), ["a"], []) == []


@given(count=st.integers(2, 24), seed=st.integers(0, 99), data=st.data())
def test_strongest_contestant_wins_a_knock_out(count: int, seed: int, data: st.DataObject) -> None:
    strength = dict(zip(names(count), data.draw(st.permutations(range(count))), strict=True))
    decided, outcomes = play(plan(KNOCK_OUT, 3, seed=seed), names(count), strength)
    remaining = set(names(count))
    for round_ in decided:
        in_round = [name for pair in round_.pairs for name in pair] + list(round_.byes)
        assert sorted(in_round) == sorted(remaining)  # each remaining contestant once
        assert len(round_.byes) == len(remaining) % 2
        remaining -= {min(pair, key=strength.__getitem__) for pair in round_.pairs}
    assert remaining == {max(strength, key=strength.__getitem__)}
    standings = compute_standings(outcomes, 3, seed, names=names(count), byes=byes(decided))
    assert standings.rows[0].pairings_won <= len(decided)


def test_knock_out_draw_depends_on_the_seed_only() -> None:
    drawn = [rounds(plan(KNOCK_OUT, 3, seed=seed), names(16), [])[0].pairs for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_next_round_is_drawn_only_after_the_previous_round_is_complete() -> None:
    knock_out = plan(KNOCK_OUT, 3)
    (first,) = rounds(knock_out, names(4), [])
    assert rounds(knock_out, names(4), [outcome(0, *first.pairs[0], 5)] * 3) == [first]


@given(count=st.integers(2, 20), seed=st.integers(0, 99), data=st.data())
def test_swiss_pairs_all_contestants_in_each_round_without_rematches(
    count: int, seed: int, data: st.DataObject
) -> None:
    strength = dict(zip(names(count), data.draw(st.permutations(range(count))), strict=True))
    decided, _ = play(plan(SWISS, 1, seed=seed), names(count), strength)
    assert len(decided) == (count - 1).bit_length()
    for round_ in decided:
        assert sorted([*itertools.chain(*round_.pairs), *round_.byes]) == names(count)
    met = Counter(frozenset(pair) for round_ in decided for pair in round_.pairs)
    if count > 2 * len(decided):  # enough opponents
        assert max(met.values()) == 1
        assert max(Counter(byes(decided)).values(), default=1) == 1


def test_swiss_round_does_not_change_while_it_is_played() -> None:
    swiss = plan(SWISS, 1)
    decided, outcomes = play(swiss, names(7), {name: number for number, name in enumerate(names(7))})
    for played in range(len(outcomes) + 1):
        decided_then = rounds(swiss, names(7), outcomes[:played])
        assert decided_then == decided[: len(decided_then)]


def test_strongest_contestant_wins_a_swiss_tournament() -> None:
    strength = {name: number for number, name in enumerate(names(16))}
    decided, outcomes = play(plan(SWISS, 1), names(16), strength)
    standings = compute_standings(outcomes, 1, 0, names=names(16), byes=byes(decided))
    assert standings.rows[0].name == "p15"


def test_swiss_tournament_has_the_planned_number_of_rounds() -> None:
    strength = {name: number for number, name in enumerate(names(6))}
    decided, _ = play(plan(SWISS, 1, rounds=4), names(6), strength)
    assert len(decided) == 4


@pytest.mark.parametrize("count", [2, 3, 6, 7, 16])
@pytest.mark.parametrize("tournament_format", FORMATS)
def test_number_of_games_of_the_whole_tournament_is_known_before_it_starts(
    tournament_format: str, count: int
) -> None:
    tournament = plan(tournament_format, 1)
    decided, outcomes = play(tournament, names(count), {name: number for number, name in enumerate(names(count))})
    assert count_games(tournament, count) == len(outcomes)
    assert count_rounds(tournament, count) == len(decided)


def test_single_contestant_plays_no_games() -> None:
    assert [count_games(plan(tournament_format, 3), 1) for tournament_format in FORMATS] == [0, 0, 0, 0]
