"""Measure the strength of players: `python3 run.py python benchmarks/strength.py --help`.

Every board is played twice with swapped sides; such a pair is one sample of the Elo difference. Times are CPU
seconds. Ctrl-C prints the tables of the games played so far.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import signal
import statistics
import sys
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from typing import Any

from outply.arena.match import play_pair
from outply.arena.ratings.elo import rate
from outply.games import all_games
from outply.games.boards import NAMES, named, random_board
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.games.warfare import RULES
from outply.games.warfare import Position as Warfare
from outply.players.protocol import MoveContext, PlayerError
from outply.players.registry import player, player_types
from outply.search.engine import Engine
from outply.search.time_control import TimeControl

DEFAULTS: dict[str, Any] = {
    "matches": [("engine:0.1s", "deepening:0.1s")],
    "sizes": "5,6,8,10,13,26",
    "boards": 20,
    "regret": False,
}
TABLES: dict[str, dict[str, Any]] = {
    "depth4": {"matches": [("engine:theirs", "exact:4")], "sizes": "5,6,8,10,13"},
    "plain": {"matches": [("engine:10s/game", "plain:10s/game")], "sizes": "5,6,8,10,13"},
    "deepening": {"matches": [("engine:10s/game", "deepening:10s/game")], "sizes": "5,6,8,10,13"},
    "starcircle": {"matches": [("engine:theirs", "alphabeta:6")], "sizes": "starcircle", "boards": 100},
    "evaluations": {
        "matches": [
            (f"alphabeta:{depth}:{name}", f"alphabeta:{depth}")
            for name in ("own", "safety")
            for depth in (2, 3, 4)
        ],
        "sizes": "6,named",
        "boards": 100,
    },
    "regret": {"regret": True, "sizes": "6", "boards": 100},
}

REGRET_SECONDS = ("0.01", "0.1", "1")


def start(size: str, seed: int, rules: str, opening: int) -> Position:
    """Return an empty random or named board, or the start of another game after `opening` random moves."""
    if size.isdigit():
        return Warfare.of(random_board(int(size), seed), rules=rules)
    if size == "named":
        return Warfare.of(named(NAMES[seed]), rules=rules)
    position = all_games()[size].start()
    opener = player(f"random:{seed}")
    for _ in range(opening):
        position = position.play(opener.choose(position, MoveContext()).move)
    return position


def seeds(size: str, options: argparse.Namespace) -> range:
    """Return the seeds of the boards of a size."""
    return range(len(NAMES)) if size == "named" else range(options.seed, options.seed + options.boards)


def pair(size: str, seed: int, rules: str, opening: int, names: tuple[str, str]) -> tuple[GameRecord, GameRecord]:
    """Play both games on a board."""
    return play_pair(start(size, seed, rules, opening), *names)


class MatchStats:
    """Results of a match for its first player, who moves first in the first game of each pair."""

    def __init__(self, pairs: list[tuple[GameRecord, GameRecord]]) -> None:
        self.points = [one.points(0) + other.points(1) for one, other in pairs]
        self.games = [(record, side) for both in pairs for side, record in enumerate(both)]

    def row(self) -> list[str]:
        results = [record.points(side) for record, side in self.games]
        margins = [record.margin * (1 - 2 * side) for record, side in self.games]
        return [
            f"{len(results):,}",
            *(f"{results.count(points):,}" for points in (1.0, 0.5, 0.0)),
            f"{statistics.mean(results):.1%}",
            f"{statistics.mean(margins):+,.1f}",
            str(rate(self.points)),
            *(f"{self._longest_game(whose):,.2f} / {self._longest_move(whose):,.3f}" for whose in (0, 1)),
        ]

    def _longest_game(self, whose: int) -> float:
        return max(record.cpu_seconds(side ^ whose) for record, side in self.games)

    def _longest_move(self, whose: int) -> float:
        return max(
            (turn.cpu_seconds for record, side in self.games for turn in record.turns_of(side ^ whose)),
            default=0.0,
        )


HEAD = [
    "board",
    "games",
    "won",
    "drawn",
    "lost",
    "points",
    "margin",
    "Elo (95 %)",
    "player longest",
    "opponent longest",
]


def strength(options: argparse.Namespace, match: tuple[str, str]) -> None:
    """Print the table of one match: a row per board size when it is complete, then a total."""
    print(f"\n{' v '.join(match)} (longest: CPU seconds of a game / of a move)\n")
    show_head(HEAD)
    tasks = {
        (size, seed): (size, seed, options.rules, options.opening, match)
        for size in options.sizes
        for seed in seeds(size, options)
    }
    done: dict[str, list[tuple[GameRecord, GameRecord]]] = {size: [] for size in options.sizes}
    shown: set[str] = set()

    def show_size(size: str) -> None:
        shown.add(size)
        show([f"{size} x {size}" if size.isdigit() else size, *MatchStats(done[size]).row()])

    try:
        with closing(results(pair, tasks, options.jobs)) as played:
            for (size, seed), both in played:
                done[size].append(both)
                margins = f"{both[0].margin:+,} moving first, {-both[1].margin:+,} moving second"
                progress(f"{sum(map(len, done.values()))} of {len(tasks)} pairs: {size}, seed {seed}: {margins}")
                if len(done[size]) == len(seeds(size, options)):
                    show_size(size)
    finally:
        for size in options.sizes:
            if done[size] and size not in shown:
                show_size(size)
        if everything := [both for pairs in done.values() for both in pairs]:
            show(["all", *MatchStats(everything).row()])


def middle_game(size: str, seed: int, rules: str, empty: int) -> Position:
    """Return a position with `empty` empty cells from a half random, half greedy game."""
    position = start(size, seed, rules, 0)
    players = player("greedy"), player(f"random:{seed}")
    coin = random.Random(seed).random
    for _ in range(int(size) ** 2 - empty):
        position = position.play(players[coin() < 0.5].choose(position, MoveContext()).move)
    return position


def regrets(size: str, seed: int, rules: str, empty: int) -> list[int]:
    """Return the points the engine's move loses in a solved position, for each time per move."""
    position = middle_game(size, seed, rules, empty)
    solved = Engine().move_values(position, TimeControl.until_solved())
    if not all(proven for _, _, proven in solved):
        raise AssertionError(f"the position of seed {seed} is not solved")
    values = {move: value for move, value, _ in solved}
    chosen = [player(f"engine:{seconds}s").choose(position, MoveContext()).move for seconds in REGRET_SECONDS]
    return [max(values.values()) - values[move] for move in chosen]


def regret(options: argparse.Namespace, size: str) -> None:
    """Print the regret of the engine: the points its moves lose against the best ones."""
    print(f"\nengine on random {size} x {size} positions with {options.empty} empty cells, points lost\n")
    tasks = {seed: (size, seed, options.rules, options.empty) for seed in seeds(size, options)}
    done: list[list[int]] = []
    try:
        with closing(results(regrets, tasks, options.jobs)) as solved:
            for seed, lost in solved:
                done.append(lost)
                points = ", ".join(map(str, lost))
                progress(f"{len(done)} of {len(tasks)} positions: seed {seed} loses {points} points")
    finally:
        if done:
            show_head(["CPU time", "positions", "average", "most", "best move played"])
            for seconds, lost_in_time in zip(REGRET_SECONDS, zip(*done, strict=True), strict=True):
                average = f"{statistics.mean(lost_in_time):.2f}"
                most, none = max(lost_in_time), lost_in_time.count(0)
                show([f"{seconds} s", str(len(done)), average, str(most), str(none)])


def results(
    work: Callable[..., Any], tasks: dict[Any, tuple[Any, ...]], jobs: int
) -> Generator[tuple[Any, Any], None, None]:
    """Run `jobs` tasks at a time and yield key and result of each; closing cancels the unfinished tasks."""
    pool = ProcessPoolExecutor(jobs, initializer=ignore_interrupts)
    try:
        keys = {pool.submit(work, *task): key for key, task in tasks.items()}
        for future in as_completed(keys):
            yield keys[future], future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    pool.shutdown()


def ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def show(cells: list[str]) -> None:
    clear()
    widths = [11, *[5] * 4, 6, 8, 22, 17, 17] if len(cells) == len(HEAD) else [12] * 4 + [16]
    print("|", " | ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)), "|", flush=True)


def show_head(cells: list[str]) -> None:
    show(cells)
    show(["---:"] * len(cells))


def progress(text: str) -> None:
    """Show progress: on a terminal in one line that is overwritten, otherwise in a new line each time."""
    clear()
    print(text, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def epilog() -> str:
    """Return the help on players and tables."""
    lines = ["players:"]
    for kind in player_types():
        lines += [f"  {'  '.join(kind.examples)}", f"        {kind.description}"]
    lines += ["", "tables:"]
    for name, table in TABLES.items():
        boards = f"--sizes {table['sizes']} --boards {table.get('boards', DEFAULTS['boards'])}"
        rows = ["--regret"] if "regret" in table else [" ".join(match) for match in table["matches"]]
        lines += [f"  {name:12}{row} {boards}" for row in rows]
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Rate a player by games against others on paired random boards.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=epilog(),
    )
    parser.add_argument("player", nargs="?", help=f"player to rate [{DEFAULTS['matches'][0][0]}]")
    parser.add_argument("opponents", nargs="*", help=f"opponents [{DEFAULTS['matches'][0][1]}]")
    parser.add_argument("--table", choices=TABLES, help="play the matches of one of the tables below")
    parser.add_argument("--sizes", help=f"board sizes, `named`, `starcircle` [{DEFAULTS['sizes']}]")
    parser.add_argument("--boards", type=int, help=f"boards per size, two games each [{DEFAULTS['boards']}]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first board [1]")
    parser.add_argument(
        "--opening", type=int, default=6, help="random moves at the start of a Star/Circle game [6]"
    )
    parser.add_argument("--rules", choices=RULES, default=RULES[0], help=f"rule variant of Warfare [{RULES[0]}]")
    parser.add_argument("--jobs", type=int, default=1, help="parallel games [1]")
    parser.add_argument(
        "--regret",
        action="store_true",
        default=None,
        help=f"measure the points the engine loses at {', '.join(REGRET_SECONDS)} s per move, instead of games",
    )
    parser.add_argument("--empty", type=int, default=18, help="empty cells of the positions for --regret [18]")
    options = parser.parse_args()
    table = "regret" if options.regret else options.table
    settings = DEFAULTS | TABLES.get(table, {})
    for name in ("sizes", "boards", "regret"):
        if getattr(options, name) is None:
            setattr(options, name, settings[name])
    options.matches = settings["matches"]
    if options.player is not None:
        opponents = options.opponents or dict.fromkeys(opponent for _, opponent in options.matches)
        options.matches = [(options.player, opponent) for opponent in opponents]

    options.sizes = options.sizes.split(",")
    words = ["named", *(name for name in all_games() if name != "warfare")]
    for size in options.sizes:
        if size not in words and not (size.isdecimal() and 1 <= int(size) <= 26):
            parser.error(f"--sizes: expected 1 to 26 or {', '.join(words)}, separated by commas; got {size!r}")
    if min(options.boards, options.jobs) < 1 or min(options.opening, options.seed) < 0:
        parser.error("--boards and --jobs must be at least 1, --opening and --seed at least 0")
    if options.regret and not all(
        size.isdecimal() and 1 <= options.empty <= int(size) ** 2 for size in options.sizes
    ):
        parser.error("--regret needs Warfare boards with at least --empty cells")
    try:
        for name in (name for match in options.matches for name in match):
            player(name)
    except PlayerError as error:
        parser.error(str(error))
    return options


def main() -> None:
    options = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.regret:
            for size in options.sizes:
                regret(options, size)
        else:
            for match in options.matches:
                strength(options, match)
    except KeyboardInterrupt:
        clear()
        sys.exit("interrupted; the tables show the games played so far")


if __name__ == "__main__":
    main()
