"""Who meets whom: a function of the plan and of what has been played, so that a tournament can stop anywhere."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter, defaultdict

from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN
from outply.arena.tournament.plan import pairing as games_of
from outply.arena.tournament.standings import Tally, pairings_of
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.arena.tournament.plan import Game, Plan
    from outply.arena.tournament.standings import Score

MAX_TRIES = 200_000  # steps of the search for a round without rematches


class Round(Struct):
    """A stage: its pairings, the first named of which begins, and who has no opponent in it."""

    __slots__ = ("stage", "pairs", "byes")

    stage: int
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]

    def __init__(self, stage: int, pairs: tuple[tuple[str, str], ...], byes: tuple[str, ...] = ()) -> None:
        self._set(stage, pairs, byes)


def rounds(plan: Plan, names: Sequence[str], scores: Sequence[Score]) -> list[Round]:
    """Return the stages that are known by now, the last of which may be incomplete.

    `names` are those who built, in the order in which they entered.
    """
    if len(names) < 2:
        return []
    if plan.kind == ROUND_ROBIN:
        return [Round(0, tuple(itertools.combinations(names, 2)))]
    if plan.kind == GAUNTLET:
        return [Round(0, tuple((names[0], other) for other in names[1:]))]
    found: list[Round] = []
    while True:
        if found and not _is_complete(plan, found[-1], scores):
            return found
        following = _knock_out if plan.kind == KNOCK_OUT else _swiss
        coming = following(plan, names, found, scores)
        if coming is None:
            return found
        found.append(coming)


def games(plan: Plan, stages: Sequence[Round]) -> list[Game]:
    """Return all games of these stages."""
    return [
        game for stage in stages for one, other in stage.pairs for game in games_of(plan, stage.stage, one, other)
    ]


def byes(stages: Sequence[Round]) -> list[str]:
    """Return who had no opponent, once for each stage."""
    return [name for stage in stages for name in stage.byes]


def _is_complete(plan: Plan, stage: Round, scores: Sequence[Score]) -> bool:
    played = Counter(frozenset((score.first, score.second)) for score in scores if score.stage == stage.stage)
    return all(played[frozenset(pair)] >= plan.games for pair in stage.pairs)


def _knock_out(plan: Plan, names: Sequence[str], before: list[Round], scores: Sequence[Score]) -> Round | None:
    """Draw those who are left; where they are an odd number, a lot gives one of them a bye."""
    stage = len(before)
    left = list(names)
    if before:
        won = {
            pairing.winner for pairing in pairings_of(scores, plan.games, plan.seed) if pairing.stage == stage - 1
        }
        left = [name for name in names if name in won or name in before[-1].byes]
    if len(left) < 2:
        return None
    random.Random(f"{plan.seed} draw {stage}").shuffle(left)
    bye = (left.pop(),) if len(left) % 2 else ()
    return Round(stage, tuple(zip(left[::2], left[1::2], strict=True)), bye)


def _swiss(plan: Plan, names: Sequence[str], before: list[Round], scores: Sequence[Score]) -> Round | None:
    """Pair those who stand alike, no two of them twice while that can be helped."""
    stage = len(before)
    if stage >= (plan.rounds or math.ceil(math.log2(len(names)))):
        return None
    lots = random.Random(f"{plan.seed} swiss {stage}")
    lot = {name: lots.random() for name in sorted(names)}
    had_byes = Counter(byes(before))
    points: Counter[str] = Counter(had_byes)
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for pairing in pairings_of((score for score in scores if score.stage < stage), plan.games, plan.seed):
        tallies[pairing.one] += pairing.tally
        tallies[pairing.other] += pairing.tally.turned()
        if pairing.winner is not None:
            points[pairing.winner] += 1

    def merit(name: str) -> tuple[float, float, float, float]:
        return -points[name], -tallies[name].points, -tallies[name].margin, lot[name]

    left = sorted(names, key=merit)
    bye: tuple[str, ...] = ()
    if len(left) % 2:
        least = min(had_byes[name] for name in left)
        last = next(name for name in reversed(left) if had_byes[name] == least)
        left.remove(last)
        bye = (last,)
    met = {frozenset(pair) for round_ in before for pair in round_.pairs}
    began = Counter(one for round_ in before for one, _ in round_.pairs)
    pairs = _without_rematches(left, met) or list(zip(left[::2], left[1::2], strict=True))
    # Who has begun less often begins.
    return Round(stage, tuple((a, b) if began[a] <= began[b] else (b, a) for a, b in pairs), bye)


def _without_rematches(left: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """Return the pairs of neighbours, as near as can be, of whom none have met; None if that is not found."""
    tries = 0

    def pair(rest: tuple[str, ...]) -> list[tuple[str, str]] | None:
        nonlocal tries
        if not rest:
            return []
        first = rest[0]
        for other in rest[1:]:
            tries += 1
            if tries > MAX_TRIES:
                return None
            if frozenset((first, other)) not in met:
                found = pair(tuple(name for name in rest[1:] if name != other))
                if found is not None:
                    return [(first, other), *found]
        return None

    return pair(tuple(left))
