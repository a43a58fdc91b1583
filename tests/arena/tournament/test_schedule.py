"""Who meets whom, by the plan and by what was played."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.arena.tournament.plan import (
    GAUNTLET,
    KINDS,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    Board,
    Plan,
    PlanError,
    pairing,
)
from outply.arena.tournament.schedule import byes, games, rounds
from outply.arena.tournament.standings import Score, table

BOARDS = [Board(name, f"warfare/raid/{name}") for name in ("Keren", "Narvik")]


def names(count):
    return [f"p{number:02}" for number in range(count)]


def play(plan, entrants, strength):
    """Play everything: the stronger one wins each game. Return the stages and the scores."""
    scores = []
    while True:
        stages = rounds(plan, entrants, scores)
        done = {(score.stage, frozenset((score.first, score.second))) for score in scores}
        fresh = [game for game in games(plan, stages) if (game.stage, frozenset(game.pair)) not in done]
        if not fresh:
            return stages, scores
        for game in fresh:
            margin = strength[game.first] - strength[game.second]
            scores.append(Score(game.stage, game.first, game.second, game.board.name, margin, 100))


def test_a_pairing_swaps_roles_with_each_game_and_boards_with_every_second():
    found = pairing(Plan(ROUND_ROBIN, 5, BOARDS), 0, "a", "b")
    assert [(game.first, game.second, game.board.name) for game in found] == [
        ("a", "b", "Keren"),
        ("b", "a", "Keren"),
        ("a", "b", "Narvik"),
        ("b", "a", "Narvik"),
        ("a", "b", "Keren"),
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 4}, "an odd number of games, not 4"),
        ({"games": -1}, "an odd number of games"),
        ({"kind": "duel"}, "there is no kind of tournament called 'duel'"),
        ({"boards": []}, "at least one board"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(change, sentence):
    with pytest.raises(PlanError, match=sentence):
        Plan(**{"kind": ROUND_ROBIN, "games": 3, "boards": BOARDS} | change)


def test_in_a_round_robin_everybody_meets_everybody_once():
    (stage,) = rounds(Plan(ROUND_ROBIN, 3, BOARDS), names(7), [])
    assert Counter(map(frozenset, stage.pairs)) == Counter(map(frozenset, itertools.combinations(names(7), 2)))


def test_in_a_gauntlet_the_first_meets_all_others():
    (stage,) = rounds(Plan(GAUNTLET, 3, BOARDS), names(4), [])
    assert stage.pairs == (("p00", "p01"), ("p00", "p02"), ("p00", "p03"))


@pytest.mark.parametrize("kind", KINDS)
def test_one_alone_plays_nobody(kind):
    assert rounds(Plan(kind, 3, BOARDS), ["a"], []) == []


@given(count=st.integers(2, 24), seed=st.integers(0, 99), data=st.data())
def test_a_knock_out_leaves_the_strongest(count, seed, data):
    strength = dict(zip(names(count), data.draw(st.permutations(range(count))), strict=True))
    stages, scores = play(Plan(KNOCK_OUT, 3, BOARDS, seed=seed), names(count), strength)
    left = set(names(count))
    for stage in stages:
        here = [name for pair in stage.pairs for name in pair] + list(stage.byes)
        assert sorted(here) == sorted(left)  # everybody who is left, once
        assert len(stage.byes) == len(left) % 2
        left -= {min(pair, key=strength.get) for pair in stage.pairs}
    assert left == {max(strength, key=strength.get)}
    assert table(scores, 3, seed, names(count), byes(stages)).standings[0].pairings <= len(stages)


def test_a_seed_draws_the_same_knock_out_and_another_one_another():
    drawn = [rounds(Plan(KNOCK_OUT, 3, BOARDS, seed=seed), names(16), [])[0].pairs for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_round_that_is_not_over_brings_no_next_one():
    plan = Plan(KNOCK_OUT, 3, BOARDS)
    (first,) = rounds(plan, names(4), [])
    one, other = first.pairs[0]
    assert rounds(plan, names(4), [Score(0, one, other, "Keren", 5, 100)] * 3) == [first]


@given(count=st.integers(2, 20), seed=st.integers(0, 99), data=st.data())
def test_a_swiss_tournament_pairs_everybody_in_each_round_and_nobody_twice(count, seed, data):
    strength = dict(zip(names(count), data.draw(st.permutations(range(count))), strict=True))
    stages, _ = play(Plan(SWISS, 1, BOARDS, seed=seed), names(count), strength)
    assert len(stages) == (count - 1).bit_length()
    for stage in stages:
        assert sorted([*itertools.chain(*stage.pairs), *stage.byes]) == names(count)
    met = Counter(frozenset(pair) for stage in stages for pair in stage.pairs)
    if count > 2 * len(stages):  # enough others
        assert max(met.values()) == 1
        assert max(Counter(byes(stages)).values(), default=1) == 1


def test_a_round_of_a_swiss_tournament_stays_as_it_was_drawn_when_it_is_played():
    plan = Plan(SWISS, 1, BOARDS)
    stages, scores = play(plan, names(7), {name: number for number, name in enumerate(names(7))})
    for played in range(len(scores) + 1):
        known = rounds(plan, names(7), scores[:played])
        assert known == stages[: len(known)]


def test_a_swiss_tournament_finds_the_strongest():
    strength = {name: number for number, name in enumerate(names(16))}
    stages, scores = play(Plan(SWISS, 1, BOARDS), names(16), strength)
    assert table(scores, 1, 0, names(16), byes(stages)).standings[0].player == "p15"


def test_a_swiss_tournament_has_as_many_rounds_as_it_is_told():
    strength = {name: number for number, name in enumerate(names(6))}
    stages, _ = play(Plan(SWISS, 1, BOARDS, rounds=4), names(6), strength)
    assert len(stages) == 4
