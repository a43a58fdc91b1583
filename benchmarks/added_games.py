"""Speed of the added games in examples/, in Python and in their native cores, in nodes per CPU second.

python3 run.py pip install --no-build-isolation examples/connectfour examples/reversi
python3 run.py python benchmarks/added_games.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

from outply.games import all_games
from outply.games.protocol import Position
from outply.search import exact, literal, textbook
from outply.search.engine import Engine
from outply.search.native import is_native
from outply.search.time_control import TimeControl

GAMES = {"connectfour": "empty", "reversi": "8x8"}
PYTHON_DEPTH, LITERAL_DEPTH, EXACT_DEPTH, ENGINE_DEPTH = 4, 9, 11, 17
REPETITIONS = 5


def main() -> None:
    for name, setup in GAMES.items():
        game = all_games().get(name)
        if game is None:
            print(f"{name} is not installed; install it with: pip install --no-build-isolation examples/{name}")
            continue
        position = game.start(game.variants[0], setup)
        if not is_native(position):
            print(f"{name} has no native core; build it with: pip install --no-build-isolation examples/{name}")
            continue
        print(f"{game.title}, {setup}")
        for label, (nodes, seconds) in measurements(position).items():
            print(f"  {label:32} {nodes:>12,} nodes  {seconds:8.3f} s  {nodes / seconds:>12,.0f} nodes/s")


def measurements(position: Position) -> dict[str, tuple[int, float]]:
    """Return nodes and CPU seconds of each search, from its fastest run: other programs only slow it down."""

    def engine(depth: int) -> int:
        return Engine().search(position, TimeControl.to_depth(depth)).nodes

    searches: dict[str, Callable[[], int]] = {
        f"textbook in Python, depth {PYTHON_DEPTH}": lambda: (
            textbook.minimax(position, PYTHON_DEPTH).reported_nodes
        ),
        f"native textbook, depth {LITERAL_DEPTH}": lambda: (
            literal.search(position, LITERAL_DEPTH, "MINIMAX").reported_nodes
        ),
        f"native alpha-beta, depth {EXACT_DEPTH}": lambda: (
            literal.search(position, EXACT_DEPTH, "ALPHABETA").reported_nodes
        ),
        f"exact, depth {EXACT_DEPTH}": lambda: exact.search(position, EXACT_DEPTH, "MINIMAX").reported_nodes,
        f"engine, depth {ENGINE_DEPTH}": lambda: engine(ENGINE_DEPTH),
    }
    found = {}
    for label, search in searches.items():
        runs = []
        for _ in range(REPETITIONS):
            started = time.thread_time()
            nodes = search()
            runs.append((time.thread_time() - started, nodes))
        seconds, nodes = min(runs)
        found[label] = nodes, seconds
    return found


if __name__ == "__main__":
    main()
