"""The rounds of a tournament, computed from the plan and the finished games.

The schedule stores nothing itself, so a tournament can be interrupted at any time and resumed. No decision depends
on a contestant's name or on the order of entry: where results do not decide, a lot drawn from the seed does.

The first move is an advantage. With an even number of games each contestant moves first in half the games of every
pairing. With an odd number one contestant of each pairing moves first once more than the other; the schedule
chooses it so that for each contestant these surpluses cancel out over the tournament.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, Plan, ScheduledGame, games_of_pairing
from outply.arena.tournament.standings import GameOutcome, WinDrawLoss, compute_pairings, draw_lot

MAX_PAIRING_STEPS = 200_000
"""Maximum number of steps of the search for a Swiss round without rematches."""

Pair = tuple[str, str]
"""Two contestants; the first moves first in games 1, 3, 5 and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: its index from 0, the pairs of contestants and the contestants with a bye."""

    index: int
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()


def rounds(plan: Plan, names: Sequence[str], outcomes: Sequence[GameOutcome]) -> list[Round]:
    """Return the rounds whose pairings are known so far. The games of the last round may be incomplete.

    `names` are the contestants that were not eliminated, in the order in which they entered.
    """
    if len(names) < 2:
        return []
    first_movers = _first_movers(outcomes)
    if plan.format in (ROUND_ROBIN, GAUNTLET):
        all_pairs = itertools.combinations(names, 2)
        pairs = list(all_pairs if plan.format == ROUND_ROBIN else itertools.islice(all_pairs, len(names) - 1))
        fixed = {pair: name for (_, pair), name in first_movers.items()}
        return [Round(index=0, pairs=tuple(balance_first_moves(pairs, fixed, plan.seed)))]
    draw_round = _knock_out if plan.format == KNOCK_OUT else _swiss
    decided: list[Round] = []
    while not decided or _is_complete(plan, decided[-1], outcomes):
        next_round = draw_round(plan, names, decided, outcomes)
        if next_round is None:
            break
        surplus = _first_move_surplus(plan, decided)
        pairs = [
            _ordered(pair, first_movers.get((next_round.index, frozenset(pair))), surplus, plan.seed)
            for pair in next_round.pairs
        ]
        decided.append(Round(index=next_round.index, pairs=tuple(pairs), byes=next_round.byes))
    return decided


def games(plan: Plan, decided: Sequence[Round]) -> list[ScheduledGame]:
    """Return all games of the rounds `decided`, whether played or not."""
    return [
        game
        for round_ in decided
        for first, second in round_.pairs
        for game in games_of_pairing(plan, round_.index, first, second)
    ]


def count_rounds(plan: Plan, contestants: int) -> int:
    """Return the number of rounds of the whole tournament."""
    if plan.format in (ROUND_ROBIN, GAUNTLET):
        return min(contestants - 1, 1)
    needed = math.ceil(math.log2(max(contestants, 1)))
    return needed if plan.format == KNOCK_OUT else (plan.rounds or needed)


def count_games(plan: Plan, contestants: int) -> int:
    """Return the number of games of the whole tournament, including rounds that are not paired yet."""
    if contestants < 2:
        return 0
    if plan.format == ROUND_ROBIN:
        return math.comb(contestants, 2) * plan.games
    if plan.format in (GAUNTLET, KNOCK_OUT):
        return (contestants - 1) * plan.games
    return count_rounds(plan, contestants) * (contestants // 2) * plan.games


def byes(decided: Sequence[Round]) -> list[str]:
    """Return the names of the contestants with byes in the rounds `decided`. A name occurs once for each bye."""
    return [name for round_ in decided for name in round_.byes]


def balance_first_moves(pairs: Iterable[Pair], fixed: Mapping[frozenset[str], str], seed: int) -> list[Pair]:
    """Order each pair so that every contestant comes first about as often as second.

    In a round robin, and for the first contestant of a gauntlet, the two numbers differ by at most one. `fixed`
    maps each pair whose games have begun to the contestant that comes first. Fixed pairs keep their order; the
    difference is then as small as the other pairs allow.
    """
    pairs = list(pairs)
    opponents: defaultdict[str, list[str]] = defaultdict(list)
    for name, opponent in pairs:
        opponents[name].append(opponent)
        opponents[opponent].append(name)
    lots = {name: draw_lot(seed, "first move", name) for name in opponents}
    order = _FirstMoves(opponents)
    placed: set[str] = set()
    # Each contestant added to a balanced schedule moves first against those with a surplus of first moves.
    for name in sorted(opponents, key=lots.__getitem__):
        earlier = [opponent for opponent in opponents[name] if opponent in placed]
        free = []
        for opponent in earlier:
            first = fixed.get(frozenset((name, opponent)))
            if first is None:
                free.append(opponent)
            else:
                order.set(first, opponent if first == name else name)
        free.sort(key=lambda opponent: (-order.surplus[opponent], lots[opponent]))
        half, odd = divmod(max(0, min(len(free) - order.surplus[name], 2 * len(free))), 2)
        if odd and half < len(free):
            middle = order.surplus[free[half]]
            half += middle > 0 or (middle == 0 and draw_lot(seed, "odd first move", name) < 0.5)
        for index, opponent in enumerate(free):
            order.set(*((name, opponent) if index < half else (opponent, name)))
        placed.add(name)
    order.repair(fixed)
    return [(a, b) if b in order.seconds[a] else (b, a) for a, b in pairs]


class _FirstMoves:
    """The order of each pair; `surplus` is how often a contestant comes first minus how often it comes second."""

    def __init__(self, names: Iterable[str]) -> None:
        self.surplus = dict.fromkeys(names, 0)
        self.seconds: dict[str, set[str]] = {name: set() for name in self.surplus}
        self.firsts: dict[str, set[str]] = {name: set() for name in self.surplus}

    def set(self, first: str, second: str) -> None:
        """Set the order of a pair for the first time."""
        self.seconds[first].add(second)
        self.firsts[second].add(first)
        self.surplus[first] += 1
        self.surplus[second] -= 1

    def swap(self, first: str, second: str) -> None:
        self.seconds[first].remove(second)
        self.firsts[second].remove(first)
        self.surplus[first] -= 1
        self.surplus[second] += 1
        self.set(second, first)

    def repair(self, fixed: Mapping[frozenset[str], str]) -> None:
        """Reverse pairs along paths from contestants with a surplus to contestants with a deficit."""
        for name in self.surplus:
            while abs(self.surplus[name]) > 1 and (path := self._path(name, fixed)):
                for first, second in itertools.pairwise(path):
                    self.swap(first, second)

    def _path(self, start: str, fixed: Mapping[frozenset[str], str]) -> list[str]:
        """Return a shortest path of pairs outside `fixed` whose reversal balances the contestants at its two ends.

        Each step leads from the first to the second contestant of a pair. The path begins at `start` if `start`
        has a surplus, and ends at `start` if it has a deficit. Returns an empty list if no path is found.
        """
        sign = 1 if self.surplus[start] > 0 else -1
        neighbours = self.seconds if sign > 0 else self.firsts
        reached: dict[str, str | None] = {start: None}
        queue = deque([start])
        while queue:
            name = queue.popleft()
            if sign * self.surplus[name] < sign * self.surplus[start] - 2:
                path = [name]
                while (before := reached[path[-1]]) is not None:
                    path.append(before)
                return path[::-1] if sign > 0 else path
            for opponent in sorted(neighbours[name]):
                if opponent not in reached and frozenset((name, opponent)) not in fixed:
                    reached[opponent] = name
                    queue.append(opponent)
        return []


def _first_movers(outcomes: Iterable[GameOutcome]) -> dict[tuple[int, frozenset[str]], str]:
    """Return the contestant that moves first in the odd games of each begun pairing, by round and pair."""
    return {
        (outcome.round, frozenset((outcome.first, outcome.second))): (outcome.second, outcome.first)[
            outcome.number % 2
        ]
        for outcome in outcomes
    }


def _first_move_surplus(plan: Plan, decided: Sequence[Round]) -> Counter[str]:
    """Return, per contestant, the number of games as first minus as second player, in the rounds `decided`."""
    surplus: Counter[str] = Counter()
    if plan.games % 2:
        for first, second in (pair for round_ in decided for pair in round_.pairs):
            surplus[first] += 1
            surplus[second] -= 1
    return surplus


def _ordered(pair: Pair, first: str | None, surplus: Mapping[str, int], seed: int) -> Pair:
    """Order a pair: `first` if given, else the contestant with the smaller surplus of first moves, else by lot."""
    name, opponent = pair
    if first is None and surplus[name] != surplus[opponent]:
        first = min(pair, key=lambda one: surplus[one])
    if first is None:
        first = min(pair, key=lambda one: draw_lot(seed, "first move", one, *sorted(pair)))
    return (name, opponent) if first == name else (opponent, name)


def _is_complete(plan: Plan, round_: Round, outcomes: Sequence[GameOutcome]) -> bool:
    played = Counter(
        frozenset((outcome.first, outcome.second)) for outcome in outcomes if outcome.round == round_.index
    )
    return all(played[frozenset(pair)] >= plan.games for pair in round_.pairs)


def _knock_out(
    plan: Plan, names: Sequence[str], previous: list[Round], outcomes: Sequence[GameOutcome]
) -> Round | None:
    """Return the next round of a knock-out tournament; None if only one contestant remains.

    The remaining contestants are paired by lot. If their number is odd, a contestant with the fewest byes gets
    another bye; the lot decides between several.
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
    bye: tuple[str, ...] = ()
    if len(remaining) % 2:
        counts = Counter(byes(previous)) if plan.schedule_version > 1 else Counter()
        fewest = min(counts[name] for name in remaining)
        bye = (next(name for name in reversed(remaining) if counts[name] == fewest),)
        remaining.remove(bye[0])
    return Round(index=index, pairs=tuple(zip(remaining[::2], remaining[1::2], strict=True)), byes=bye)


def _swiss(
    plan: Plan, names: Sequence[str], previous: list[Round], outcomes: Sequence[GameOutcome]
) -> Round | None:
    """Return the next round of a Swiss tournament; None after the last round.

    Contestants of similar rank are paired. Two contestants do not meet if both have moved first more often than
    second, or both less often. Rematches are avoided where possible.
    """
    index = len(previous)
    if index >= count_rounds(plan, len(names)):
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
    met = frozenset(frozenset(pair) for round_ in previous for pair in round_.pairs)
    surplus = _first_move_surplus(plan, previous) if plan.schedule_version > 1 else Counter()
    surpluses = tuple(surplus[name] for name in ranked)
    pairs = _pair_neighbours(tuple(ranked), surpluses, met) or _pair_neighbours(tuple(ranked), surpluses)
    return Round(index=index, pairs=pairs or tuple(zip(ranked[::2], ranked[1::2], strict=True)), byes=bye)


@lru_cache(maxsize=64)  # the rounds are computed again after each game
def _pair_neighbours(
    ranked: tuple[str, ...], surpluses: tuple[int, ...], met: frozenset[frozenset[str]] = frozenset()
) -> tuple[Pair, ...] | None:
    """Pair contestants that have not met and whose surpluses of first moves can cancel out.

    The depth-first search tries contestants of similar rank first. Returns None if it finds no solution within
    `MAX_PAIRING_STEPS`.
    """
    surplus = dict(zip(ranked, surpluses, strict=True))
    steps = 0

    def pair(rest: tuple[str, ...]) -> list[Pair] | None:
        nonlocal steps
        if not rest:
            return []
        name = rest[0]
        for opponent in rest[1:]:
            steps += 1
            if steps > MAX_PAIRING_STEPS:
                return None
            if surplus[name] * surplus[opponent] > 0 or frozenset((name, opponent)) in met:
                continue
            others = tuple(other for other in rest[1:] if other != opponent)
            signs = Counter(surplus[other] > 0 for other in others if surplus[other])
            if abs(signs[True] - signs[False]) > len(others) - signs.total():
                continue  # too many of the others would have to meet a contestant with the same surplus
            if (pairs := pair(others)) is not None:
                return [(name, opponent), *pairs]
        return None

    pairs = pair(ranked)
    return None if pairs is None else tuple(pairs)
