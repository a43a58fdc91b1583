"""Fit the evaluation weights to self-play games: `python3 run.py python benchmarks/fit.py --help`.

The engine plays itself on random boards after an opening of random length with many random moves, which widens
the range of positions. The end of each game is solved. Every position after the opening is a sample: the inputs
are the sums of the cell values by class (native/warfare/evaluation.hpp); the target is the margin still to come
for the player to move, the mean of the search values 3, 6 and 12 plies later and of the result. Earlier values
contain less noise from the rest of the game. A weighted least-squares fit gives the weights of the next round.
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
from outply.search.time_control import TimeControl

WEIGHTS = Path(__file__).resolve().parent.parent / "native" / "warfare" / "fitted_weights.hpp"
UNIT = 256  # fixed-point representation of 1.0
SIZES = (4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 10, 10, 13, 13, 16)
HIGHEST = (99, 99, 99, 99, 20, 3)
LATER = (3, 6, 12)
UNTOUCHED = 5  # the first classes are empty cells without neighbours; they favour neither side
RIDGE = 0.3  # strength of the L2 regularisation

Sample = tuple[int, list[float], float]  # empty cells, terms, margin still to come


def samples_of_game(seed: int, weights: list[int], nodes: int) -> list[Sample]:
    """Play one game and return its samples."""
    rng = random.Random(f"fit {seed}")
    size, highest = rng.choice(SIZES), rng.choice(HIGHEST)
    position = Position.of(random_board(size, rng.randrange(1 << 30), highest))
    engine = Engine(weights=weights, memory_mib=4)
    random_share = rng.uniform(0.2, 0.8)
    for _ in range(rng.randrange(size * size - 6)):
        is_random = rng.random() < random_share
        move = (
            rng.choice(position.moves())
            if is_random
            else engine.search(position, TimeControl.to_nodes(nodes // 8)).move
        )
        position = position.play(move)
    solvable = 14 if size <= 8 else 10
    path: list[Position] = []
    values: list[int] = []
    while position.owners.count(".") > solvable:
        info = engine.search(position, TimeControl.to_nodes(nodes))
        path.append(position)
        values.append(info.value)
        position = position.play(info.move)
    path.append(position)
    values.append(engine.search(position, TimeControl.until_solved()).value)
    last = len(path) - 1
    samples = []
    for ply, visited in enumerate(path):
        views = [min(ply + later, last) for later in LATER] + [last]
        margin = sum(values[view] if (view - ply) % 2 == 0 else -values[view] for view in views) / len(views)
        samples.append(sample(visited, margin, highest))
    # Solved endgames that the game did not reach.
    while position.owners.count(".") > 5:
        position = position.play(rng.choice(position.moves()))
        samples.append(sample(position, engine.search(position, TimeControl.until_solved()).value, highest))
    return samples


def sample(position: Position, margin: float, highest: int) -> Sample:
    """Return a sample with values relative to the highest value of the board."""
    terms = [term / highest for term in core_of(position)[0].evaluation_terms()]
    return position.owners.count("."), terms, (margin - position.score(position.to_move)) / highest


def fit(samples: list[Sample], parities: tuple[int, ...] = (0, 1)) -> tuple[list[int], float]:
    """Return the weights for even and odd numbers of empty cells, and the explained variance."""
    weights: list[int] = []
    unexplained = total = 0.0
    for parity in parities:
        chosen = [one for one in samples if one[0] % 2 == parity]
        terms = np.array([one[1] for one in chosen])
        terms[:, :UNTOUCHED] = 0
        target = np.array([one[2] for one in chosen])
        # Samples far from the end are noisier and weigh less.
        importance = 1 / (4 + np.array([one[0] for one in chosen]))
        squares = terms.T @ (terms * importance[:, None]) + RIDGE * np.eye(terms.shape[1])
        solution = np.linalg.solve(squares, terms.T @ (target * importance))
        weights += [round(weight * UNIT) for weight in solution]
        unexplained += float(importance @ (target - terms @ solution) ** 2)
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
    parser = argparse.ArgumentParser(description="Fit Warfare's evaluation weights to self-play games.")
    parser.add_argument("--games", type=int, default=4000, help="games per round (default: 4000)")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of self-play (default: 2)")
    parser.add_argument("--nodes", type=int, default=1500, help="nodes per move (default: 1500)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per core)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")
    options = parser.parse_args()
    weights: list[int] = []
    for turn in range(options.rounds):
        started = time.perf_counter()
        samples: list[Sample] = []
        first = (options.seed + turn) * options.games
        games = range(first, first + options.games)
        with ProcessPoolExecutor(options.jobs) as pool:
            same = ([weights] * len(games), [options.nodes] * len(games))
            for number, game_samples in enumerate(pool.map(samples_of_game, games, *same, chunksize=8), 1):
                samples += game_samples
                if number % 100 == 0:
                    print(f"\rround {turn + 1}: {number:,} of {len(games):,} games", end="", file=sys.stderr)
        weights, explained = fit(samples)
        took = time.perf_counter() - started
        print(f"\rround {turn + 1}: {len(samples):,} positions in {took:.0f} s, {explained:.1%} explained")
        write(weights)
    print(f"written to {WEIGHTS.name}; reinstall to use them")


if __name__ == "__main__":
    main()
