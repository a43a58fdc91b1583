"""Fit the weights of Warfare's evaluation to self-play games: `python3 run.py python benchmarks/fit.py --help`.

native/warfare/self_play.hpp plays the games. A weighted least-squares fit of the evaluation's terms to the targets
of the samples gives the weights of the next round. The samples enter the normal equations batch by batch, so that
the memory does not grow with the number of games. The same options give the same weights, up to rounding.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outply import _native

WEIGHTS = Path(__file__).resolve().parent.parent / "native" / "warfare" / "fitted_weights.hpp"
UNIT = 4096
"""Fixed-point representation of 1.0, as in native/warfare/evaluation.hpp."""
MAX_WEIGHT = 16383
RIDGE = 1.0
"""Strength of the L2 regularisation: patterns that hardly occur get small weights."""
BATCH = 2048
GAMES_PER_JOB = 200
TEST_SHARE = 20
"""One of this many games tests the fit instead of entering it."""

PHASES = ((1, 8), (9, 15), (16, 25), (26, 40), (41, 70))
"""Ranges of empty cells for which the explained share is printed."""

Floats = NDArray[np.float64]
Sample = tuple[int, int, float, bytes]


@dataclass(slots=True)
class Equations:
    """The normal equations of the least-squares fit, by parity of the number of empty cells, and test samples."""

    squares: Floats = field(default_factory=lambda: np.zeros((2, *[_native.warfare_weights()] * 2)))
    products: Floats = field(default_factory=lambda: np.zeros((2, _native.warfare_weights())))
    samples: int = 0
    test: list[Sample] = field(default_factory=list)

    def add(self, other: Equations) -> None:
        self.squares += other.squares
        self.products += other.products
        self.samples += other.samples
        self.test += other.test

    def add_batch(self, batch: list[Sample], parity: int) -> None:
        terms = terms_of(batch)
        targets = np.array([target / highest for _, highest, target, _ in batch])
        importance = importance_of(batch)
        self.squares[parity] += (terms.T * importance.astype(np.float32)) @ terms
        self.products[parity] += terms.T @ (targets * importance)
        self.samples += len(batch)

    def solve(self) -> list[int]:
        """Return the weights for even and odd numbers of empty cells, in units of 1 / UNIT."""
        weights: list[int] = []
        for squares, products in zip(self.squares, self.products, strict=True):
            solution = np.linalg.solve(squares + RIDGE * np.eye(len(products)), products)
            weights += [int(weight) for weight in np.clip(np.rint(solution * UNIT), -MAX_WEIGHT, MAX_WEIGHT)]
        return weights

    def explained(self, weights: list[int]) -> Iterator[tuple[str, float]]:
        """Yield the explained share of the squared targets of the test samples, in total and by phase."""
        numbers = np.array(weights).reshape(2, -1) / UNIT
        empty = np.array([sample[0] for sample in self.test])
        targets = np.array([target / highest for _, highest, target, _ in self.test])
        importance = importance_of(self.test)
        guesses = np.zeros(len(targets))
        for i, (empty_count, highest, _, data) in enumerate(self.test):
            pairs = np.frombuffer(data, dtype=np.int32).reshape(-1, 2)
            guesses[i] = numbers[empty_count % 2][pairs[:, 0]] @ pairs[:, 1] / highest
        for name, low, high in [("all", 0, 10**6), *((f"{low}-{high}", low, high) for low, high in PHASES)]:
            chosen = (empty >= low) & (empty <= high)
            errors = importance[chosen] @ (targets[chosen] - guesses[chosen]) ** 2
            yield name, 1 - float(errors / (importance[chosen] @ targets[chosen] ** 2))


def terms_of(batch: list[Sample]) -> NDArray[np.float32]:
    """Return the terms of the samples as a matrix, one row for each sample."""
    columns = _native.warfare_weights()
    indices, values = [], []
    for row, (_, highest, _, data) in enumerate(batch):
        pairs = np.frombuffer(data, dtype=np.int32).reshape(-1, 2)
        indices.append(pairs[:, 0] + row * columns)
        values.append(pairs[:, 1] / highest)
    sums = np.bincount(np.concatenate(indices), np.concatenate(values), minlength=len(batch) * columns)
    return sums.astype(np.float32).reshape(len(batch), columns)


def importance_of(samples: list[Sample]) -> Floats:
    """Return the weights of the samples in the fit: those far from the end are noisier and count less."""
    return np.array([1 / (4 + empty_count) for empty_count, *_ in samples])


def equations_of_games(seeds: range, weights: list[int], nodes: int) -> Equations:
    """Play games and return the normal equations of their samples."""
    equations = Equations()
    batches: tuple[list[Sample], list[Sample]] = ([], [])
    for seed in seeds:
        samples = _native.self_play(seed, nodes, weights)
        if seed % TEST_SHARE == 0:
            equations.test += samples
            continue
        for sample in samples:
            batch = batches[sample[0] % 2]
            batch.append(sample)
            if len(batch) == BATCH:
                equations.add_batch(batch, sample[0] % 2)
                batch.clear()
    for parity, batch in enumerate(batches):
        if batch:
            equations.add_batch(batch, parity)
    return equations


def write(weights: list[int], command: str) -> None:
    """Write the weights as a C++ header that says how they were made."""
    lines = [", ".join(map(str, weights[i : i + 16])) for i in range(0, len(weights), 16)]
    body = ",\n    ".join(lines)
    WEIGHTS.write_text(f"""// The weights of evaluation.hpp in units of 1/{UNIT}, generated by
// {command}
#pragma once

#include <cstdint>

namespace outply::warfare {{

// clang-format off
constexpr std::int16_t fitted_weights[] = {{
    {body},
}};
// clang-format on

}}  // namespace outply::warfare
""")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit Warfare's evaluation weights to self-play games.")
    parser.add_argument("--games", default="4000,10000,20000", help="games of each round (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=1500, help="nodes per move (default: 1500)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per core)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")
    options = parser.parse_args()
    # The first round plays with the tempo alone: the best gain of the player to move, less that of the opponent.
    weights = ([0] * (_native.warfare_weights() - 4) + [UNIT // 2, 0, -UNIT // 4, 0]) * 2
    first = options.seed * 1_000_000
    for turn, count in enumerate(map(int, options.games.split(",")), 1):
        started = time.perf_counter()
        equations = Equations()
        seeds = range(first, first + count)
        first += count
        jobs = [seeds[i : i + GAMES_PER_JOB] for i in range(0, count, GAMES_PER_JOB)]
        games = 0
        with ProcessPoolExecutor(options.jobs) as pool:
            for job, part in zip(
                jobs, pool.map(equations_of_games, jobs, repeat(weights), repeat(options.nodes)), strict=True
            ):
                equations.add(part)
                games += len(job)
                print(f"\rround {turn}: {games:,} of {count:,} games", end="", file=sys.stderr)
        weights = equations.solve()
        took = time.perf_counter() - started
        shares = ", ".join(f"{name} {share:.3f}" for name, share in equations.explained(weights))
        print(f"\rround {turn}: {equations.samples:,} positions in {took:.0f} s; explained: {shares}", flush=True)
        write(weights, f"benchmarks/fit.py --games {options.games} --nodes {options.nodes} --seed {options.seed}")
    print(f"written to {WEIGHTS.name}; reinstall to use them")


if __name__ == "__main__":
    main()
