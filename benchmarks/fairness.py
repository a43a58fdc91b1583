"""Test that copies of one program have equal chances: `python3 run.py python benchmarks/fairness.py`.

Plays tournaments of six and seven copies of a deterministic player in every format, with 20 seeds each. Friedman's
test on the places tells whether the expected place depends on the contestant's name or on the order of entry.
Prints its statistic Q and p-value, and the largest difference between the numbers of games moved first and second:
of a contestant over the whole tournament, and within a pairing.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from outply.arena.match import play
from outply.arena.tournament.boards import find_board
from outply.arena.tournament.plan import FORMATS, Plan, ScheduledGame
from outply.arena.tournament.schedule import byes, games, rounds
from outply.arena.tournament.standings import GameOutcome, compute_standings
from outply.formats import notation
from outply.players.registry import player

NAMES = ("anna", "bert", "carl", "dora", "emil", "fred", "gina")


@cache
def margin(name: str, start: str) -> int:
    """Return the first player's margin in the game of a deterministic player against its copy; play it once."""
    return play(notation.from_line(start), player(name), player(name)).margin


def play_tournament(plan: Plan, names: Sequence[str], name: str) -> tuple[list[str], list[GameOutcome]]:
    """Play a tournament of copies of the player `name`. Return the standings, best first, and the games."""
    outcomes: list[GameOutcome] = []
    played: set[ScheduledGame] = set()
    while missing := [game for game in games(plan, rounds(plan, names, outcomes)) if game not in played]:
        played.update(missing)
        outcomes += [
            GameOutcome(
                round=game.round,
                number=game.number,
                first=game.first,
                second=game.second,
                board=game.board.name,
                final_score=margin(name, game.board.start),
                board_total=0,
            )
            for game in missing
        ]
    standings = compute_standings(
        outcomes,
        plan.games,
        plan.seed,
        tournament_format=plan.format,
        names=names,
        byes=byes(rounds(plan, names, outcomes)),
    )
    return [row.name for row in standings.rows], outcomes


def largest_surplus(outcomes: Iterable[GameOutcome]) -> int:
    """Return the largest difference between a contestant's numbers of games moved first and second."""
    surplus: Counter[str] = Counter()
    for outcome in outcomes:
        surplus[outcome.first] += 1
        surplus[outcome.second] -= 1
    return max(map(abs, surplus.values()))


def friedman(blocks: Sequence[Sequence[int]]) -> tuple[float, float]:
    """Return Friedman's statistic and its p-value. Each block has the places of the same treatments."""
    size, count = len(blocks[0]), len(blocks)
    sums = [sum(column) for column in zip(*blocks, strict=True)]
    statistic = 12 * sum(total**2 for total in sums) / (count * size * (size + 1)) - 3 * count * (size + 1)
    return statistic, chi_squared_tail(statistic, size - 1)


def chi_squared_tail(value: float, degrees: int) -> float:
    """Return the probability that a chi-squared variable exceeds `value`."""
    half = value / 2
    shape = 1.0 if degrees % 2 == 0 else 0.5
    tail = math.exp(-half) if degrees % 2 == 0 else math.erfc(math.sqrt(half))
    while shape < degrees / 2:
        tail += half**shape * math.exp(-half) / math.gamma(shape + 1)
        shape += 1
    return tail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player", default="greedy", help="a deterministic built-in player")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--size", type=int, default=5, help="size of the random boards")
    options = parser.parse_args()
    print("format       copies games   name: Q, p        entry: Q, p       surplus: contestant, pairing")
    smallest = 1.0
    for tournament_format in FORMATS:
        for count in (6, 7):
            for games_per_pairing in (5, 6):
                places: dict[str, list[list[int]]] = {"name": [], "entry": []}
                in_tournament = in_pairing = 0
                for seed in range(options.seeds):
                    boards = tuple(find_board(f"random:{options.size}:{3 * seed + index}") for index in range(3))
                    plan = Plan(format=tournament_format, games=games_per_pairing, boards=boards, seed=seed)
                    names = list(NAMES[:count])
                    if seed % 2:  # half of the tournaments have the names in alphabetical order, as directories
                        random.Random(seed).shuffle(names)
                    ranking, outcomes = play_tournament(plan, names, options.player)
                    places["name"].append([ranking.index(name) + 1 for name in NAMES[:count]])
                    places["entry"].append([ranking.index(name) + 1 for name in names])
                    in_tournament = max(in_tournament, largest_surplus(outcomes))
                    pairings: dict[tuple[int, frozenset[str]], list[GameOutcome]] = {}
                    for outcome in outcomes:
                        key = outcome.round, frozenset((outcome.first, outcome.second))
                        pairings.setdefault(key, []).append(outcome)
                    in_pairing = max(in_pairing, *map(largest_surplus, pairings.values()))
                (name_q, name_p), (entry_q, entry_p) = friedman(places["name"]), friedman(places["entry"])
                smallest = min(smallest, name_p, entry_p)
                print(
                    f"{tournament_format:12} {count:6} {games_per_pairing:5}   {name_q:6.2f}, {name_p:5.3f}"
                    f"     {entry_q:6.2f}, {entry_p:5.3f}     {in_tournament:3}, {in_pairing}"
                )
    tests = 2 * 2 * 2 * len(FORMATS)
    print(
        f"smallest of {tests} p-values: {smallest:.3f}; times {tests} (Bonferroni): {min(smallest * tests, 1):.2f}"
    )
    first = [margin(options.player, find_board(f"random:{options.size}:{seed}").start) for seed in range(60)]
    print(f"first move: {sum(value > 0 for value in first)} of {len(first)} boards won by the first player")


if __name__ == "__main__":
    main()
