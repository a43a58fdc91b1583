"""Measure the Elo of each group of evaluation terms: `python3 run.py python benchmarks/terms.py --help`.

Weights fitted without a group of terms play against the full weights: same training games, same time per move,
both sides on every board.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat

from fit import Sample, fit, samples_of_game

from outply.arena.match import play
from outply.arena.ratings.elo import rate
from outply.games import warfare
from outply.games.boards import random_board
from outply.games.protocol import Position
from outply.players.engine import to_decision
from outply.players.protocol import MoveContext, MoveDecision
from outply.search.engine import Engine
from outply.search.time_control import TimeControl

EMPTY, OWNED, TEMPO = range(20), range(20, 70), range(70, 74)
CLASSES = 74
NOTHING = [0] * (2 * CLASSES)


class Weighted:
    """The engine with given evaluation weights."""

    def __init__(self, name: str, weights: list[int], seconds: float) -> None:
        self.name = name
        self._engine = Engine(weights=weights)
        self._clock = TimeControl.per_move(seconds)

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        return to_decision(self._engine.search(position, self._clock))


def without(samples: list[Sample], group: range) -> list[int]:
    """Return weights fitted without a group of terms."""
    reduced = [(empty, [0.0 if i in group else x for i, x in enumerate(terms)], y) for empty, terms, y in samples]
    return fit(reduced)[0]


def without_parity(samples: list[Sample]) -> list[int]:
    """Return weights that ignore the parity of the number of empty cells."""
    weights = fit([(empty // 2 * 2, terms, y) for empty, terms, y in samples], parities=(0,))[0]
    return weights * 2


def pair(board: tuple[int, int], all_terms: list[int], fewer: list[int], seconds: float) -> float:
    """Return the points of the full weights in two games on one board."""
    start = warfare.Position.of(random_board(*board))
    points = 0.0
    for side in (0, 1):
        players = [Weighted("all", all_terms, seconds), Weighted("fewer", fewer, seconds)]
        record = play(start, players[side], players[1 - side])
        points += record.points(side)
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the Elo of each group of evaluation terms.")
    parser.add_argument("--games", type=int, default=3000, help="training games (default: 3000)")
    parser.add_argument("--boards", type=int, default=40, help="boards per size, two games each (default: 40)")
    parser.add_argument("--sizes", default="6,8,10,13", help="board sizes (default: 6,8,10,13)")
    parser.add_argument("--seconds", type=float, default=0.003, help="CPU seconds per move (default: 0.003)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per core)")
    options = parser.parse_args()
    boards = [(int(size), seed) for size in options.sizes.split(",") for seed in range(options.boards)]
    with ProcessPoolExecutor(options.jobs) as pool:
        print(f"playing {options.games:,} training games", file=sys.stderr)
        played = pool.map(samples_of_game, range(options.games), repeat([]), repeat(1500), chunksize=8)
        samples = [sample for game in played for sample in game]
        all_terms, _ = fit(samples)
        fewer = {
            "empty cells": without(samples, EMPTY),
            "owned cells": without(samples, OWNED),
            "tempo": without(samples, TEMPO),
            "parity": without_parity(samples),
            "all terms": NOTHING,
        }
        print("| without | points of the full weights | Elo (95 %) |\n| --- | ---: | ---: |", flush=True)
        for name, weights in fewer.items():
            match = partial(pair, all_terms=all_terms, fewer=weights, seconds=options.seconds)
            points = list(pool.map(match, boards))
            print(f"| {name} | {sum(points) / 2 / len(points):.1%} | {rate(points)} |", flush=True)


if __name__ == "__main__":
    main()
