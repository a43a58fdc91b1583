"""Equal contestants have equal chances in every format, whatever their names and their order of entry."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import samples, up_to

from outply.arena.ratings import bradley_terry
from outply.arena.tournament import standings as standings_module
from outply.arena.tournament.plan import (
    FORMATS,
    GAUNTLET,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    Board,
    Plan,
    ScheduledGame,
)
from outply.arena.tournament.schedule import Round, balance_first_moves, byes, games, rounds
from outply.arena.tournament.standings import GameOutcome, Standings, compute_standings

BOARDS = tuple(Board(f"board {number}", f"warfare/raid/random:4:{number}") for number in (1, 2, 3))
SEEDS = range(samples(120))
CRITICAL_Z = 4.0
"""Bound on the standardized mean place; the probability that a fair lot exceeds it is 0.00006."""

Play = Callable[[ScheduledGame], int]


def first_mover_wins(game: ScheduledGame) -> int:
    return 10 + BOARDS.index(game.board)


def second_mover_wins(game: ScheduledGame) -> int:
    return -first_mover_wins(game)


def simulate(plan: Plan, names: Sequence[str], play: Play) -> tuple[list[Round], list[GameOutcome]]:
    """Play all games of a tournament; `play` returns the first player's margin."""
    outcomes: list[GameOutcome] = []
    played: set[ScheduledGame] = set()
    while True:
        decided = rounds(plan, names, outcomes)
        missing = [game for game in games(plan, decided) if game not in played]
        if not missing:
            return decided, outcomes
        played.update(missing)
        outcomes += [
            GameOutcome(
                round=game.round,
                number=game.number,
                first=game.first,
                second=game.second,
                board=game.board.name,
                final_score=play(game),
                board_total=100,
            )
            for game in missing
        ]


def rank(plan: Plan, names: Sequence[str], play: Play) -> Standings:
    decided, outcomes = simulate(plan, names, play)
    return compute_standings(
        outcomes, plan.games, plan.seed, tournament_format=plan.format, names=names, byes=byes(decided)
    )


def surplus(outcomes: Sequence[GameOutcome]) -> Counter[str]:
    """Return, per contestant, the number of games as first player minus the number as second player."""
    result: Counter[str] = Counter()
    for outcome in outcomes:
        result[outcome.first] += 1
        result[outcome.second] -= 1
    return result


@pytest.mark.parametrize("count", [6, 7])
@pytest.mark.parametrize("tournament_format", FORMATS)
@pytest.mark.parametrize(
    ("number", "play"), [(5, first_mover_wins), (5, second_mover_wins), (6, first_mover_wins)]
)
def test_expected_place_of_equal_programs_is_independent_of_name_and_order_of_entry(
    tournament_format: str, count: int, number: int, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings = bradley_terry.fit([], ["a"])
    monkeypatch.setattr(standings_module, "fit", lambda *_: ratings)  # fitting takes most of the time
    totals: defaultdict[tuple[str, object], float] = defaultdict(float)
    squares: defaultdict[tuple[str, object], float] = defaultdict(float)
    for seed in SEEDS:
        names = list("abcdefg"[:count])
        if seed % 2:  # half of the tournaments are entered in alphabetical order, as directories are
            random.Random(seed).shuffle(names)
        plan = Plan(format=tournament_format, games=number, boards=BOARDS, seed=seed)
        for row in rank(plan, names, play).rows:
            deviation = row.place - (count + 1) / 2
            for key in (("name", row.name), ("entry", names.index(row.name))):
                totals[key] += deviation
                squares[key] += deviation**2
    unfair = {key: total for key, total in totals.items() if abs(total) > CRITICAL_Z * squares[key] ** 0.5}
    assert unfair == {}


@up_to(60)
@given(st.sampled_from(FORMATS), st.integers(2, 16), st.sampled_from([1, 2, 3]), st.integers(0, 99), st.randoms())
def test_every_contestant_moves_first_about_as_often_as_second(
    tournament_format: str, count: int, number: int, seed: int, rng: random.Random
) -> None:
    names = [f"p{index}" for index in range(count)]
    swiss_rounds = rng.choice([None, 1, 2, 5]) if tournament_format == SWISS else None
    plan = Plan(format=tournament_format, games=number, boards=BOARDS, seed=seed, rounds=swiss_rounds)
    _, outcomes = simulate(plan, names, lambda _: rng.randint(-3, 3))
    by_pairing: dict[tuple[int, frozenset[str]], list[GameOutcome]] = {}
    for outcome in outcomes:
        by_pairing.setdefault((outcome.round, frozenset((outcome.first, outcome.second))), []).append(outcome)
    assert all(max(surplus(pairing).values()) == number % 2 for pairing in by_pairing.values())
    total = surplus(outcomes)
    if tournament_format in (ROUND_ROBIN, SWISS):
        assert max(map(abs, total.values())) <= 1
    if tournament_format == GAUNTLET:
        assert abs(total[names[0]]) <= 1


@up_to(40)
@given(st.integers(3, 14), st.integers(1, 4), st.randoms())
def test_round_robin_stays_balanced_when_contestants_leave_and_join(
    count: int, changes: int, rng: random.Random
) -> None:
    names = [f"p{index}" for index in range(count)]
    pairs = [(a, b) for index, a in enumerate(names) for b in names[index + 1 :]]
    before = balance_first_moves(pairs, {}, seed=3)
    fixed = {frozenset(pair): pair[0] for pair in rng.sample(before, len(before) // 3)}
    remaining = [name for name in names if name not in names[: changes // 2]] + [f"q{i}" for i in range(changes)]
    pairs = [(a, b) for index, a in enumerate(remaining) for b in remaining[index + 1 :]]
    after = balance_first_moves(pairs, fixed, seed=3)
    assert list(map(frozenset, after)) == list(map(frozenset, pairs))
    assert all(fixed.get(frozenset(pair), pair[0]) == pair[0] for pair in after)
    firsts = Counter(first for first, _ in after)
    seconds = Counter(second for _, second in after)
    fixed_surplus: Counter[str] = Counter()
    for pair in pairs:
        if first := fixed.get(frozenset(pair)):
            fixed_surplus.update({name: 1 if name == first else -1 for name in pair})
    for name in remaining:
        free = len(remaining) - 1 - sum(name in pair and frozenset(pair) in fixed for pair in pairs)
        assert abs(firsts[name] - seconds[name]) <= max(1, abs(fixed_surplus[name]) - free)


def test_resumed_round_robin_keeps_the_first_mover_of_pairings_that_have_begun() -> None:
    plan = Plan(format=ROUND_ROBIN, games=3, boards=BOARDS)
    old = [
        GameOutcome(number=2, first=second, second=first, board="board 1", final_score=1, board_total=9)
        for first, second in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    (round_,) = rounds(plan, ["a", "b", "c", "d"], old)
    assert {("a", "b"), ("a", "c"), ("b", "c")} <= set(round_.pairs)


def test_bye_of_a_knock_out_goes_to_a_contestant_with_the_fewest_byes() -> None:
    for seed in range(50):
        plan = Plan(format=KNOCK_OUT, games=1, boards=BOARDS, seed=seed)
        decided, _ = simulate(plan, [f"p{index}" for index in range(5)], first_mover_wins)
        assert max(Counter(byes(decided)).values()) == 1


def test_swiss_tournament_of_an_odd_number_has_balanced_first_moves_and_no_rematches() -> None:
    rng = random.Random(2)
    plan = Plan(format=SWISS, games=1, boards=BOARDS)
    decided, outcomes = simulate(plan, [f"p{index}" for index in range(61)], lambda _: rng.randint(-5, 5))
    assert max(map(abs, surplus(outcomes).values())) == 1
    assert max(Counter(frozenset(pair) for round_ in decided for pair in round_.pairs).values()) == 1


def test_tournament_started_with_version_0_1_draws_byes_as_version_0_1_did() -> None:
    names = [f"p{index}" for index in range(5)]
    repeated = 0
    for seed in range(50):
        plan = Plan(format=KNOCK_OUT, games=1, boards=BOARDS, seed=seed, schedule_version=1)
        decided, _ = simulate(plan, names, first_mover_wins)
        repeated += max(Counter(byes(decided)).values()) > 1
    assert repeated > 0
