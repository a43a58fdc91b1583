"""The rounds of a tournament, computed from the plan and the finished games.

The schedule stores nothing itself, so a tournament can be interrupted at any time and resumed.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, Plan, ScheduledGame, games_of_pairing
from outply.arena.tournament.standings import GameOutcome, WinDrawLoss, compute_pairings

MAX_PAIRING_STEPS = 200_000
"""Maximum number of steps of the search for a Swiss round without rematches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: its index from 0, the pairs of contestants and the contestants with a bye.

    The first contestant of a pair moves first in games 1, 3, 5 and so on.
    """

    index: int
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...] = ()


def rounds(plan: Plan, names: Sequence[str], outcomes: Sequence[GameOutcome]) -> list[Round]:
    """Return the rounds whose pairings are known so far. The games of the last round may be incomplete.

    `names` are the contestants that were not eliminated, in the order in which they entered.
    """
    if len(names) < 2:
        return []
    if plan.format == ROUND_ROBIN:
        return [Round(index=0, pairs=tuple(itertools.combinations(names, 2)))]
    if plan.format == GAUNTLET:
        return [Round(index=0, pairs=tuple((names[0], other) for other in names[1:]))]
    pair_next_round = _knock_out if plan.format == KNOCK_OUT else _swiss
    decided: list[Round] = []
    while not decided or _is_complete(plan, decided[-1], outcomes):
        next_round = pair_next_round(plan, names, decided, outcomes)
        if next_round is None:
            break
        decided.append(next_round)
    return decided


def games(plan: Plan, decided: Sequence[Round]) -> list[ScheduledGame]:
    """Return all games of the rounds `decided`, whether played or not."""
    return [
        game
        for round_ in decided
        for first, second in round_.pairs
        for game in games_of_pairing(plan, round_.index, first, second)
    ]


def byes(decided: Sequence[Round]) -> list[str]:
    """Return the names of the contestants with byes in the rounds `decided`. A name occurs once for each bye."""
    return [name for round_ in decided for name in round_.byes]


def _is_complete(plan: Plan, round_: Round, outcomes: Sequence[GameOutcome]) -> bool:
    played = Counter(
        frozenset((outcome.first, outcome.second)) for outcome in outcomes if outcome.round == round_.index
    )
    return all(played[frozenset(pair)] >= plan.games for pair in round_.pairs)


def _knock_out(
    plan: Plan, names: Sequence[str], previous: list[Round], outcomes: Sequence[GameOutcome]
) -> Round | None:
    """Return the next round of a knock-out tournament; None if only one contestant remains.

    The remaining contestants are paired by lot. If their number is odd, one of them, drawn by lot, gets a bye.
    """
    index = len(previous)
    remaining = list(names)
    if previous:
        winners = {
            pairing.winner
            for pairing in compute_pairings(outcomes, plan.games, plan.seed)
            if pairing.round == index - 1
        }
        remaining = [name for name in names if name in winners or name in previous[-1].byes]
    if len(remaining) < 2:
        return None
    random.Random(f"{plan.seed} draw {index}").shuffle(remaining)
    bye = (remaining.pop(),) if len(remaining) % 2 else ()
    return Round(index=index, pairs=tuple(zip(remaining[::2], remaining[1::2], strict=True)), byes=bye)


def _swiss(
    plan: Plan, names: Sequence[str], previous: list[Round], outcomes: Sequence[GameOutcome]
) -> Round | None:
    """Return the next round of a Swiss tournament; None after the last round.

    Contestants of similar rank are paired. Rematches are avoided where possible.
    """
    index = len(previous)
    if index >= (plan.rounds or math.ceil(math.log2(len(names)))):
        return None
    generator = random.Random(f"{plan.seed} swiss {index}")
    lots = {name: generator.random() for name in sorted(names)}
    bye_counts = Counter(byes(previous))
    points: Counter[str] = Counter(bye_counts)
    totals: defaultdict[str, WinDrawLoss] = defaultdict(WinDrawLoss)
    earlier = (outcome for outcome in outcomes if outcome.round < index)
    for pairing in compute_pairings(earlier, plan.games, plan.seed):
        totals[pairing.contestant] += pairing.wdl
        totals[pairing.opponent] += pairing.wdl.reversed()
        if pairing.winner is not None:
            points[pairing.winner] += 1

    def rank(name: str) -> tuple[float, float, float, float]:
        return -points[name], -totals[name].points, -totals[name].margin, lots[name]

    ranked = sorted(names, key=rank)
    bye: tuple[str, ...] = ()
    if len(ranked) % 2:
        fewest = min(bye_counts[name] for name in ranked)
        last = next(name for name in reversed(ranked) if bye_counts[name] == fewest)
        ranked.remove(last)
        bye = (last,)
    met = {frozenset(pair) for round_ in previous for pair in round_.pairs}
    starts = Counter(first for round_ in previous for first, _ in round_.pairs)
    pairs = _without_rematches(ranked, met) or list(zip(ranked[::2], ranked[1::2], strict=True))
    # Of a pair, the contestant that has moved first in fewer pairings moves first.
    return Round(
        index=index, pairs=tuple((a, b) if starts[a] <= starts[b] else (b, a) for a, b in pairs), byes=bye
    )


def _without_rematches(ranked: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """Return pairs of contestants that have not met, as close in the ranking as possible.

    The pairs are the first solution of a depth-first search. Returns None if the search finds no solution within
    `MAX_PAIRING_STEPS`.
    """
    steps = 0

    def pair(rest: tuple[str, ...]) -> list[tuple[str, str]] | None:
        nonlocal steps
        if not rest:
            return []
        first = rest[0]
        for other in rest[1:]:
            steps += 1
            if steps > MAX_PAIRING_STEPS:
                return None
            if frozenset((first, other)) not in met:
                pairs = pair(tuple(name for name in rest[1:] if name != other))
                if pairs is not None:
                    return [(first, other), *pairs]
        return None

    return pair(tuple(ranked))
