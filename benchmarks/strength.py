"""How strong a player is: `python3 run.py python benchmarks/strength.py --help`.

Every board is played twice, each side moving first once, and such a pair is one sample of the Elo difference.
Times are CPU seconds. Ctrl-C ends it early, with the tables of what was played until then.
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
from outply.players.protocol import PlayerError, Situation
from outply.players.registry import kinds, player
from outply.search.engine import Engine
from outply.search.time_control import Clock

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
    """Return a random or named board, empty; or the start of the game of that name after so many random moves."""
    if size.isdigit():
        return Warfare.of(random_board(int(size), seed), rules=rules)
    if size == "named":
        return Warfare.of(named(NAMES[seed]), rules=rules)
    position = all_games()[size].start()
    anyhow = player(f"random:{seed}")
    for _ in range(opening):
        position = position.play(anyhow.choose(position, Situation()).move)
    return position


def seeds(size: str, wanted: argparse.Namespace) -> range:
    """Return what tells the boards of a size apart."""
    return range(len(NAMES)) if size == "named" else range(wanted.seed, wanted.seed + wanted.boards)


def pair(size: str, seed: int, rules: str, opening: int, names: tuple[str, str]) -> tuple[GameRecord, GameRecord]:
    """Play both games of a board."""
    return play_pair(start(size, seed, rules, opening), *names)


class Tally:
    """What one player did against another, from pairs of games of which it begins the first."""

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


HEAD = ["board", "games", "won", "drawn", "lost", "points", "margin", "Elo (95 %)", "its longest", "their longest"]


def strength(wanted: argparse.Namespace, match: tuple[str, str]) -> None:
    """Print the table of one match: a row for each size as soon as it is complete, and one for all."""
    print(f"\n{' v '.join(match)} (longest: CPU seconds of a game / of a move)\n")
    show_head(HEAD)
    tasks = {
        (size, seed): (size, seed, wanted.rules, wanted.opening, match)
        for size in wanted.sizes
        for seed in seeds(size, wanted)
    }
    done: dict[str, list[tuple[GameRecord, GameRecord]]] = {size: [] for size in wanted.sizes}
    shown: set[str] = set()

    def show_size(size: str) -> None:
        shown.add(size)
        show([f"{size} x {size}" if size.isdigit() else size, *Tally(done[size]).row()])

    try:
        with closing(results(pair, tasks, wanted.jobs)) as played:
            for (size, seed), both in played:
                done[size].append(both)
                margins = f"{both[0].margin:+,} as the first, {-both[1].margin:+,} as the second to move"
                progress(f"{sum(map(len, done.values()))} of {len(tasks)} pairs: {size}, seed {seed}: {margins}")
                if len(done[size]) == len(seeds(size, wanted)):
                    show_size(size)
    finally:
        for size in wanted.sizes:
            if done[size] and size not in shown:
                show_size(size)
        if everything := [both for pairs in done.values() for both in pairs]:
            show(["all", *Tally(everything).row()])


def middle_game(size: str, seed: int, rules: str, empty: int) -> Position:
    """Return a position of a game that is half random and half greedy, with so many empty cells left."""
    position = start(size, seed, rules, 0)
    players = player("greedy"), player(f"random:{seed}")
    coin = random.Random(seed).random
    for _ in range(int(size) ** 2 - empty):
        position = position.play(players[coin() < 0.5].choose(position, Situation()).move)
    return position


def regrets(size: str, seed: int, rules: str, empty: int) -> list[int]:
    """Return how many points the engine's move gives away in a solved position, for each of its times."""
    position = middle_game(size, seed, rules, empty)
    solved = Engine().move_values(position, Clock.to_the_end())
    if not all(proven for _, _, proven in solved):
        raise AssertionError(f"the position of seed {seed} is not solved")
    values = {move: value for move, value, _ in solved}
    chosen = [player(f"engine:{seconds}s").choose(position, Situation()).move for seconds in REGRET_SECONDS]
    return [max(values.values()) - values[move] for move in chosen]


def regret(wanted: argparse.Namespace, size: str) -> None:
    """Print how far the engine's moves are from the best ones."""
    print(f"\nengine on random {size} x {size} positions with {wanted.empty} empty cells, points given away\n")
    tasks = {seed: (size, seed, wanted.rules, wanted.empty) for seed in seeds(size, wanted)}
    done: list[list[int]] = []
    try:
        with closing(results(regrets, tasks, wanted.jobs)) as solved:
            for seed, lost in solved:
                done.append(lost)
                given = ", ".join(map(str, lost))
                progress(f"{len(done)} of {len(tasks)} positions: seed {seed} gives away {given} points")
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
    """Yield each task's key and result as it is done, `jobs` at a time; closed early, it drops the rest."""
    pool = ProcessPoolExecutor(jobs, initializer=leave_interrupts_to_the_parent)
    try:
        keys = {pool.submit(work, *task): key for key, task in tasks.items()}
        for future in as_completed(keys):
            yield keys[future], future.result()
    except BaseException:
        # Nobody waits for what is still being played.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    pool.shutdown()


def leave_interrupts_to_the_parent() -> None:
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
    """Say how far it is: on a terminal in one line, elsewhere in a line each time."""
    clear()
    print(text, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def epilog() -> str:
    """Return the part of the help that names the players and the tables."""
    lines = ["players:"]
    for kind in kinds():
        lines += [f"  {'  '.join(kind.examples)}", f"        {kind.description}"]
    lines += ["", "tables:"]
    for name, table in TABLES.items():
        boards = f"--sizes {table['sizes']} --boards {table.get('boards', DEFAULTS['boards'])}"
        whats = ["--regret"] if "regret" in table else [" ".join(match) for match in table["matches"]]
        lines += [f"  {name:12}{what} {boards}" for what in whats]
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Play a player against others on paired random boards, and rate it.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=epilog(),
    )
    parser.add_argument("player", nargs="?", help=f"whose strength it is [{DEFAULTS['matches'][0][0]}]")
    parser.add_argument("opponents", nargs="*", help=f"whom it plays [{DEFAULTS['matches'][0][1]}]")
    parser.add_argument("--table", choices=TABLES, help="play what one of the tables below is made of")
    parser.add_argument("--sizes", help=f"sizes of boards, `named`, `starcircle` [{DEFAULTS['sizes']}]")
    parser.add_argument(
        "--boards", type=int, help=f"boards of each size, two games on each [{DEFAULTS['boards']}]"
    )
    parser.add_argument("--seed", type=int, default=1, help="the first board's seed; the others follow [1]")
    parser.add_argument("--opening", type=int, default=6, help="random moves that begin a game of Star/Circle [6]")
    parser.add_argument("--rules", choices=RULES, default=RULES[0], help=f"Warfare's rules [{RULES[0]}]")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time [1]")
    parser.add_argument(
        "--regret",
        action="store_true",
        default=None,
        help=f"instead of games: the points that the engine gives away in {', '.join(REGRET_SECONDS)} s a move",
    )
    parser.add_argument("--empty", type=int, default=18, help="empty cells of the positions of --regret [18]")
    wanted = parser.parse_args()
    table = "regret" if wanted.regret else wanted.table
    settings = DEFAULTS | TABLES.get(table, {})
    for name in ("sizes", "boards", "regret"):
        if getattr(wanted, name) is None:
            setattr(wanted, name, settings[name])
    wanted.matches = settings["matches"]
    if wanted.player is not None:
        opponents = wanted.opponents or dict.fromkeys(opponent for _, opponent in wanted.matches)
        wanted.matches = [(wanted.player, opponent) for opponent in opponents]

    wanted.sizes = wanted.sizes.split(",")
    words = ["named", *(name for name in all_games() if name != "warfare")]
    for size in wanted.sizes:
        if size not in words and not (size.isdecimal() and 1 <= int(size) <= 26):
            parser.error(f"--sizes has 1 to 26 and {', '.join(words)}, separated by commas, not {size!r}")
    if min(wanted.boards, wanted.jobs) < 1 or min(wanted.opening, wanted.seed) < 0:
        parser.error("--boards and --jobs are 1 or more, --opening and --seed are 0 or more")
    if wanted.regret and not all(
        size.isdecimal() and 1 <= wanted.empty <= int(size) ** 2 for size in wanted.sizes
    ):
        parser.error("--regret is for boards of Warfare with --empty cells or more")
    try:
        for name in (name for match in wanted.matches for name in match):
            player(name)
    except PlayerError as error:
        parser.error(str(error))
    return wanted


def main() -> None:
    wanted = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if wanted.regret:
            for size in wanted.sizes:
                regret(wanted, size)
        else:
            for match in wanted.matches:
                strength(wanted, match)
    except KeyboardInterrupt:
        clear()
        sys.exit("interrupted: the tables are of what was played until then")


if __name__ == "__main__":
    main()
