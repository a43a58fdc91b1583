"""Fit the weights of the engine's evaluation to self-play games: `python3 run.py python benchmarks/fit.py --help`.

`self_play.hpp` of the game plays the games. A weighted least-squares fit of the evaluation's terms to the targets
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
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outply import _native

NATIVE = Path(__file__).resolve().parent.parent / "native"
UNIT = 4096
"""Fixed-point representation of 1.0, as in native/warfare/evaluation.hpp."""
RIDGE = 1.0
"""Strength of the L2 regularisation: patterns that hardly occur get small weights."""
BATCH = 2048
GAMES_PER_JOB = 200
TEST_SHARE = 20
"""One of this many games tests the fit instead of entering it."""

PHASES = ((1, 8), (9, 15), (16, 25), (26, 40), (41, 70))
"""Ranges of plies left for which the explained share is printed."""

Floats = NDArray[np.float64]
Sample = tuple[int, int, float, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedGame:
    """A game whose evaluation is fitted. With two sets of weights, the parity of the plies left chooses one."""

    position: type[_native.WarfarePosition | _native.StarCirclePosition]
    sets: int
    max_weight: int

    @property
    def weight_count(self) -> int:
        """The number of weights of each set."""
        return self.position.weight_count()

    def first_weights(self) -> list[int]:
        """Return the weights for the first round: simple, but better than none."""
        count = self.weight_count
        if self.position is _native.WarfarePosition:  # the best gain of the player to move, less the opponent's
            return ([0] * (count - 4) + [UNIT // 2, 0, -UNIT // 4, 0]) * self.sets
        return [UNIT // 2] * (count - 1) + [0]  # every piece gets half of the way to the last row


GAMES = {
    "warfare": FittedGame(position=_native.WarfarePosition, sets=2, max_weight=16383),
    "starcircle": FittedGame(position=_native.StarCirclePosition, sets=1, max_weight=32767),
}


class Equations:
    """The normal equations of the least-squares fit for each set of weights, and test samples."""

    def __init__(self, name: str) -> None:
        self.game = GAMES[name]
        count = self.game.weight_count
        self.squares: Floats = np.zeros((self.game.sets, count, count))
        self.products: Floats = np.zeros((self.game.sets, count))
        self.samples = 0
        self.test: list[Sample] = []

    def add(self, other: Equations) -> None:
        self.squares += other.squares
        self.products += other.products
        self.samples += other.samples
        self.test += other.test

    def add_batch(self, batch: list[Sample], number: int) -> None:
        """Add samples to the equations of a set of weights."""
        terms = terms_of(batch, self.game.weight_count)
        targets = np.array([target / unit for _, unit, target, _ in batch])
        importance = importance_of(batch)
        self.squares[number] += (terms.T * importance.astype(np.float32)) @ terms
        self.products[number] += terms.T @ (targets * importance)
        self.samples += len(batch)

    def solve(self) -> list[int]:
        """Return the weights of all sets, in units of 1 / UNIT."""
        weights: list[int] = []
        limit = self.game.max_weight
        for squares, products in zip(self.squares, self.products, strict=True):
            solution = np.linalg.solve(squares + RIDGE * np.eye(len(products)), products)
            weights += [int(weight) for weight in np.clip(np.rint(solution * UNIT), -limit, limit)]
        return weights

    def explained(self, weights: list[int]) -> Iterator[tuple[str, float]]:
        """Yield the explained share of the squared targets of the test samples, in total and by phase."""
        sets = np.array(weights).reshape(self.game.sets, -1) / UNIT
        plies = np.array([sample[0] for sample in self.test])
        targets = np.array([target / unit for _, unit, target, _ in self.test])
        importance = importance_of(self.test)
        guesses = np.zeros(len(targets))
        for i, (plies_left, unit, _, data) in enumerate(self.test):
            pairs = np.frombuffer(data, dtype=np.int32).reshape(-1, 2)
            guesses[i] = sets[plies_left % self.game.sets][pairs[:, 0]] @ pairs[:, 1] / unit
        for name, low, high in [("all", 0, 10**6), *((f"{low}-{high}", low, high) for low, high in PHASES)]:
            chosen = (plies >= low) & (plies <= high)
            errors = importance[chosen] @ (targets[chosen] - guesses[chosen]) ** 2
            yield name, 1 - float(errors / (importance[chosen] @ targets[chosen] ** 2))


def terms_of(batch: list[Sample], columns: int) -> NDArray[np.float32]:
    """Return the terms of the samples as a matrix, one row for each sample and one column for each weight."""
    indices, values = [], []
    for row, (_, unit, _, data) in enumerate(batch):
        pairs = np.frombuffer(data, dtype=np.int32).reshape(-1, 2)
        indices.append(pairs[:, 0] + row * columns)
        values.append(pairs[:, 1] / unit)
    sums = np.bincount(np.concatenate(indices), np.concatenate(values), minlength=len(batch) * columns)
    return sums.astype(np.float32).reshape(len(batch), columns)


def importance_of(samples: list[Sample]) -> Floats:
    """Return the weights of the samples in the fit: those far from the end are noisier and count less."""
    return np.array([1 / (4 + plies_left) for plies_left, *_ in samples])


def equations_of_games(seeds: range, name: str, weights: list[int], nodes: int) -> Equations:
    """Play games and return the normal equations of their samples."""
    equations = Equations(name)
    sets = equations.game.sets
    batches: list[list[Sample]] = [[] for _ in range(sets)]
    for seed in seeds:
        samples = equations.game.position.self_play(seed, nodes, weights)
        if seed % TEST_SHARE == 0:
            equations.test += samples
            continue
        for sample in samples:
            batch = batches[sample[0] % sets]
            batch.append(sample)
            if len(batch) == BATCH:
                equations.add_batch(batch, sample[0] % sets)
                batch.clear()
    for number, batch in enumerate(batches):
        if batch:
            equations.add_batch(batch, number)
    return equations


def write(name: str, weights: list[int], command: str) -> None:
    """Write the weights as a C++ header that says how they were made."""
    lines = [", ".join(map(str, weights[i : i + 16])) for i in range(0, len(weights), 16)]
    body = ",\n    ".join(lines)
    path = NATIVE / name / "fitted_weights.hpp"
    path.write_text(f"""// The weights of evaluation.hpp in units of 1/{UNIT}, generated by
// {command}
#pragma once

#include <cstdint>

namespace outply::{name} {{

// clang-format off
constexpr std::int16_t fitted_weights[] = {{
    {body},
}};
// clang-format on

}}  // namespace outply::{name}
""")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of the engine's evaluation to self-play games.")
    parser.add_argument("--game", choices=GAMES, default="warfare", help="game (default: %(default)s)")
    parser.add_argument("--games", default="4000,10000,20000", help="games of each round (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=1500, help="nodes per move (default: 1500)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per core)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")
    options = parser.parse_args()
    weights = GAMES[options.game].first_weights()
    first = options.seed * 1_000_000
    command = f"--game {options.game} --games {options.games} --nodes {options.nodes} --seed {options.seed}"
    for turn, count in enumerate(map(int, options.games.split(",")), 1):
        started = time.perf_counter()
        equations = Equations(options.game)
        seeds = range(first, first + count)
        first += count
        jobs = [seeds[i : i + GAMES_PER_JOB] for i in range(0, count, GAMES_PER_JOB)]
        games = 0
        with ProcessPoolExecutor(options.jobs) as pool:
            settings = (repeat(options.game), repeat(weights), repeat(options.nodes))
            for job, part in zip(jobs, pool.map(equations_of_games, jobs, *settings), strict=True):
                equations.add(part)
                games += len(job)
                print(f"\rround {turn}: {games:,} of {count:,} games", end="", file=sys.stderr)
        weights = equations.solve()
        took = time.perf_counter() - started
        shares = ", ".join(f"{name} {share:.3f}" for name, share in equations.explained(weights))
        print(f"\rround {turn}: {equations.samples:,} positions in {took:.0f} s; explained: {shares}", flush=True)
        write(options.game, weights, f"benchmarks/fit.py {command}")
    print("written to fitted_weights.hpp; reinstall to use them")


if __name__ == "__main__":
    main()
