"""Fits the weights of the evaluation to games: `python3 run.py python benchmarks/fit.py --help`.

The engine plays itself on random boards, after a beginning of random length in which many moves are random, to
see more than its own taste. The end of each game is solved. Every position after the beginning is a sample: the
sums of the cells' values by class (native/warfare/evaluation.hpp) on one side; on the other what the player to
move still won, as the search saw it 3, 6 and 12 plies later and as the game ended, in equal parts. The earlier
views share less of the luck of the rest of the game. A weighted least-squares fit gives the weights; the next
round plays with them.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search.engine import Engine
from outply.search.native import core_of
from outply.search.time_control import Clock

WEIGHTS = Path(__file__).resolve().parent.parent / "native" / "warfare" / "fitted_weights.hpp"
UNIT = 256  # a weight of one
SIZES = (4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 10, 10, 13, 13, 16)
HIGHEST = (99, 99, 99, 99, 20, 3)
LATER = (3, 6, 12)
UNTOUCHED = 5  # the first classes are empty cells with nobody beside them; they promise nothing to either side
RIDGE = 0.3  # how much a weight is drawn to zero

Sample = tuple[int, list[float], float]  # empty cells, terms, what was still won


def samples_of_game(seed: int, weights: list[int], nodes: int) -> list[Sample]:
    """Play one game, and return what there is to learn from it."""
    rng = random.Random(f"fit {seed}")
    size, highest = rng.choice(SIZES), rng.choice(HIGHEST)
    position = Position.of(random_board(size, rng.randrange(1 << 30), highest))
    engine = Engine(weights=weights, memory_mib=4)
    wildness = rng.uniform(0.2, 0.8)
    for _ in range(rng.randrange(size * size - 6)):
        wild = rng.random() < wildness
        move = rng.choice(position.moves()) if wild else engine.choose(position, Clock.to_nodes(nodes // 8)).move
        position = position.play(move)
    solvable = 14 if size <= 8 else 10
    path: list[Position] = []
    seen: list[int] = []
    while position.owners.count(".") > solvable:
        thought = engine.choose(position, Clock.to_nodes(nodes))
        path.append(position)
        seen.append(thought.value)
        position = position.play(thought.move)
    path.append(position)
    seen.append(engine.choose(position, Clock.to_the_end()).value)
    last = len(path) - 1
    samples = []
    for ply, one in enumerate(path):
        views = [min(ply + later, last) for later in LATER] + [last]
        margin = sum(seen[view] if (view - ply) % 2 == 0 else -seen[view] for view in views) / len(views)
        samples.append(sample(one, margin, highest))
    # Endgames off the path, solved.
    while position.owners.count(".") > 5:
        position = position.play(rng.choice(position.moves()))
        samples.append(sample(position, engine.choose(position, Clock.to_the_end()).value, highest))
    return samples


def sample(position: Position, margin: float, highest: int) -> Sample:
    """Return what one position teaches, with values in parts of the board's highest."""
    terms = [term / highest for term in core_of(position)[0].evaluation_terms()]
    return position.owners.count("."), terms, (margin - position.score(position.to_move)) / highest


def fit(samples: list[Sample], parities: tuple[int, ...] = (0, 1)) -> tuple[list[int], float]:
    """Return the weights for an even and an odd number of empty cells, and the part of the squares explained."""
    weights: list[int] = []
    unexplained = total = 0.0
    for parity in parities:
        chosen = [one for one in samples if one[0] % 2 == parity]
        terms = np.array([one[1] for one in chosen])
        terms[:, :UNTOUCHED] = 0
        target = np.array([one[2] for one in chosen])
        # The further the end, the more happens that the position cannot tell.
        importance = 1 / (4 + np.array([one[0] for one in chosen]))
        squares = terms.T @ (terms * importance[:, None]) + RIDGE * np.eye(terms.shape[1])
        found = np.linalg.solve(squares, terms.T @ (target * importance))
        weights += [round(weight * UNIT) for weight in found]
        unexplained += float(importance @ (target - terms @ found) ** 2)
        total += float(importance @ target**2)
    return weights, 1 - unexplained / total


def write(weights: list[int]) -> None:
    lines = [", ".join(map(str, weights[i : i + 16])) for i in range(0, len(weights), 16)]
    body = ",\n    ".join(lines)
    WEIGHTS.write_text(f"""// Written by benchmarks/fit.py: the weights of evaluation.hpp in 1/256.
#pragma once

#include <cstdint>

namespace outply::warfare {{

// clang-format off
constexpr std::int32_t fitted_weights[] = {{
    {body},
}};
// clang-format on

}}  // namespace outply::warfare
""")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of Warfare's evaluation to games.")
    parser.add_argument("--games", type=int, default=4000, help="games in each round (default: 4000)")
    parser.add_argument("--rounds", type=int, default=2, help="how often to play anew (default: 2)")
    parser.add_argument("--nodes", type=int, default=1500, help="nodes for each move (default: 1500)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one for each core)")
    parser.add_argument("--seed", type=int, default=0, help="other games (default: 0)")
    options = parser.parse_args()
    weights: list[int] = []
    for turn in range(options.rounds):
        started = time.perf_counter()
        samples: list[Sample] = []
        first = (options.seed + turn) * options.games
        games = range(first, first + options.games)
        with ProcessPoolExecutor(options.jobs) as pool:
            same = ([weights] * len(games), [options.nodes] * len(games))
            for number, found in enumerate(pool.map(samples_of_game, games, *same, chunksize=8), 1):
                samples += found
                if number % 100 == 0:
                    print(f"\rround {turn + 1}: {number:,} of {len(games):,} games", end="", file=sys.stderr)
        weights, explained = fit(samples)
        took = time.perf_counter() - started
        print(f"\rround {turn + 1}: {len(samples):,} positions in {took:.0f} s, {explained:.1%} explained")
        write(weights)
    print(f"written to {WEIGHTS.name}; install again to play with them")


if __name__ == "__main__":
    main()
