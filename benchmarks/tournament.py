"""Measure the overhead of a tournament: `python3 run.py python benchmarks/tournament.py`.

Prints the games per hour and core with contestants that answer at once, and the time to compute the standings of
a large database.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from outply.arena.tournament.entry import enter
from outply.arena.tournament.jobs import GameResult
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Contestant, Plan, ScheduledGame
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.cores import cores
from outply.jobs.executor import LocalExecutor
from outply.players.contestant import fingerprint
from outply.players.spec import PROGRAM

BOARD = Board("random:8:1", "warfare/raid/random:8:1")

# Takes the first empty cell; awk starts within a few milliseconds.
MAKEFILE = """agent:
run:
\t@awk -f agent.awk input.txt > output.txt
"""
AGENT = """NR == 1 { size = $1 }
NR == 3 { me = $1 }
NR > 4 + size && NR <= 4 + 2 * size {
    row = $0
    if (!found && (column = index(row, "."))) {
        found = 1
        row = substr(row, 1, column - 1) me substr(row, column + 1)
        move = sprintf("%c%d Stake", 64 + column, NR - 4 - size)
    }
    rows = rows "\\n" row
}
END { printf "%s%s", move, rows }
"""


def contestants(folder: Path, count: int) -> list[Contestant]:
    result = []
    for number in range(count):
        directory = folder / f"agent{number}"
        directory.mkdir()
        (directory / "Makefile").write_text(MAKEFILE)
        (directory / "agent.awk").write_text(AGENT)
        result.append(Contestant(directory.name, f"{PROGRAM}{directory}", fingerprint(directory)))
    return result


def games_per_hour(folder: Path) -> None:
    with TournamentState(folder / "games.db", write=True) as state:
        enter(state, Plan(format=ROUND_ROBIN, games=3, boards=(BOARD,)), contestants(folder, 4))
        tournament = Tournament(state)
        started = time.perf_counter()
        with LocalExecutor() as executor:
            tournament.run(executor)
        seconds = time.perf_counter() - started
        games = state.games()
        assert all(stored.result.failed is None for stored in games), games[0].result.explanation
        moves = sum(len(stored.result.turns) for stored in games)
        wall = sum(wall for stored in games for _, _, wall in stored.result.turns)
    rate = len(games) / seconds * 3600 / cores()
    print(f"{len(games)} games of {moves // len(games)} moves on {cores()} cores: {seconds:.1f} s")
    print(f"  {rate:,.0f} games per hour and core, {wall / moves * 1000:.1f} ms per move")


def standings(folder: Path, count: int, players: int) -> None:
    rng = random.Random(1)
    names = [f"player{number}" for number in range(players)]
    with TournamentState(folder / "many.db", write=True) as state:
        contestants = [Contestant(name, "greedy") for name in names]
        enter(state, Plan(format=ROUND_ROBIN, games=3, boards=(BOARD,)), contestants)
        pairs = [(first, second) for first in range(players) for second in range(first)]
        turns = tuple(("A1 Stake", 0.01, 0.01) for _ in range(64))
        state._database.execute("BEGIN")
        for number in range(count):
            first, second = pairs[number // 3 % len(pairs)]
            margin = (first - second) + rng.randrange(-2 * players, 2 * players)
            game = ScheduledGame(number=number % 3 + 1, first=names[first], second=names[second], board=BOARD)
            state.add_game(game, GameResult(turns=turns, final_score=margin, board_total=999))
        state._database.execute("COMMIT")
    with TournamentState(folder / "many.db") as state:
        Tournament(state).standings()  # warm-up: imports
        started = time.perf_counter()
        result = Tournament(state).standings()
        seconds = time.perf_counter() - started
        played = sum(row.wdl.games for row in result.rows) // 2
    print(f"{played:,} games of {players} players: standings in {seconds:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        standings(Path(folder), options.games, options.players)
        games_per_hour(Path(folder))


if __name__ == "__main__":
    main()
