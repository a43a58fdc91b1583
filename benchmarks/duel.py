"""Let a player of two versions of Outply play each other: `python3 run.py python benchmarks/duel.py --help`.

    python3 run.py python benchmarks/duel.py ../old/.outply/bin/python --player engine:0.005s --sizes 6,8
    python3 run.py python benchmarks/duel.py ../old/.outply/bin/python --player level:3

Each version runs in processes of its own. Both versions play both sides of every board; such a pair is one sample
of the Elo difference. The other version needs the same interface of `outply.players` as this one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import Any

from outply.arena.ratings.elo import rate
from outply.games.boards import random_board
from outply.games.warfare import Position

PLAYER = """
import json, sys, time
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.protocol import MoveContext
from outply.players.registry import player
chooser = player(sys.argv[1])
for line in sys.stdin:
    game = json.loads(line)
    if "board" in game:
        position = Position.of(random_board(*game["board"]), rules=game["rules"])
        moves = position.moves()
    for number in game["moves"]:
        position = position.play(moves[number])
        moves = position.moves()
    started = time.process_time()
    choice = chooser.choose(position, MoveContext())
    seconds = time.process_time() - started
    number = moves.index(choice.move)
    position = position.play(choice.move)
    moves = position.moves()
    print(json.dumps([number, choice.visited or 0, choice.depth or 0, seconds]), flush=True)
"""


class PlayerProcess:
    """The player of one version, in a process of its own."""

    def __init__(self, python: str, path: str | None, name: str) -> None:
        environment = os.environ | ({"PYTHONPATH": path} if path is not None else {})
        self._process = subprocess.Popen(
            [python, "-c", PLAYER, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.nodes = self.seconds = self.depths = self.searches = 0.0

    def choose(self, game: dict[str, Any]) -> int:
        """Return the number of the player's move among the legal moves.

        `game` has the moves since the last one of this player, and the board and rules if a game begins.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(game) + "\n")
        self._process.stdin.flush()
        move, nodes, depth, seconds = json.loads(self._process.stdout.readline())
        self.nodes += nodes
        self.seconds += seconds
        self.depths += depth
        self.searches += 1
        return int(move)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def play_pair(board: tuple[int, int, int], options: argparse.Namespace) -> tuple[float, list[list[float]]]:
    """Play both games on a board. Return the points of this version, and the effort of both versions."""
    players = [
        PlayerProcess(sys.executable, None, options.player),
        PlayerProcess(options.other, options.path, options.against or options.player),
    ]
    points = 0.0
    try:
        for own_side in (0, 1):
            position = Position.of(random_board(*board), rules=options.rules)
            legal = position.moves()
            moves: list[int] = []
            while not position.is_over:
                mover = players[(len(moves) + own_side) % 2]
                start = {"board": board, "rules": options.rules} if len(moves) < 2 else {}
                moves.append(mover.choose({"moves": moves[-1:], **start}))
                position = position.play(legal[moves[-1]])
                legal = position.moves()
            margin = position.score("X" if own_side == 0 else "O")
            points += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    finally:
        for player in players:
            player.close()
    return points, [[p.nodes, p.seconds, p.depths, p.searches] for p in players]


def main() -> None:
    parser = argparse.ArgumentParser(description="Let a player of two versions of Outply play each other.")
    parser.add_argument("other", help="Python interpreter of the other version")
    parser.add_argument("--path", help="PYTHONPATH of the other version (default: that of this process)")
    parser.add_argument("--sizes", default="6,8,10,13", help="board sizes (default: 6,8,10,13)")
    parser.add_argument("--highest", type=int, default=99, help="highest value of a cell (default: 99)")
    parser.add_argument("--boards", type=int, default=100, help="boards per size, two games each (default: 100)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first board (default: 0)")
    parser.add_argument("--player", default="engine:0.005s", help="name of the player (default: engine:0.005s)")
    parser.add_argument("--against", help="name of the other version's player (default: the same)")
    parser.add_argument("--rules", default="raid", help="raid or blitz (default: raid)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at once (default: one per core)")
    options = parser.parse_args()
    print("| size | pairs | points | Elo (95 %) | nodes/s | depth |\n| ---: | ---: | ---: | ---: | ---: | ---: |")
    for size in options.sizes.split(","):
        boards = [(int(size), options.seed + i, options.highest) for i in range(options.boards)]
        points: list[float] = []
        effort = [[0.0] * 4, [0.0] * 4]
        with ThreadPoolExecutor(options.jobs) as pool:
            for one, spent in pool.map(play_pair, boards, repeat(options)):
                points.append(one)
                effort = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(effort, spent, strict=True)]
                print(f"\r{size}: {len(points)} of {len(boards)}", end="", file=sys.stderr)
        (nodes, seconds, depths, searches), (nodes2, seconds2, depths2, searches2) = effort
        speed = nodes / seconds / (nodes2 / seconds2) if nodes2 else 1.0
        share = sum(points) / 2 / len(points)
        depth = f"{depths / searches:.1f} v {depths2 / searches2:.1f}"
        print(f"\r| {size} | {len(points)} | {share:.1%} | {rate(points)} | {speed:.0%} | {depth} |", flush=True)


if __name__ == "__main__":
    main()
