"""Rate the levels and the textbook players on one scale, by games on random boards.

    python3 run.py python benchmarks/level_ratings.py [--games 100] [--size 6]

Every player first plays a few games against all others, which gives a rough order; then neighbours in that order
play `--games` games, both sides of each board. The ratings are fitted to all games; greedy has 1000. Level 8
thinks for 2 s per move; here it has 20 ms, so its rating is a lower bound.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys

from outply.arena import match
from outply.arena.ratings.bradley_terry import Game, fit
from outply.games import all_games
from outply.players.registry import player

PLAYERS = (
    *("random", "greedy"),
    *(f"level:{number}" for number in range(1, 8)),
    *(f"alphabeta:{depth}" for depth in range(2, 7)),
    "engine:0.02s",
)
ROUGH_GAMES = 4
ZERO, ZERO_ELO = "greedy", 1000


def play_games(first: str, second: str, games: int, size: int, boards: random.Random) -> list[Game]:
    """Return the results of `games` games; each board is played from both sides."""
    results: list[Game] = []
    for _ in range(games // 2):
        start = all_games()["warfare"].start("raid", f"random:{size}:{boards.randrange(10**6)}")
        for one, two in ((first, second), (second, first)):
            score = match.play(start, player(one), player(two)).final.score(start.to_move)
            results.append((one, two, 1.0 if score > 0 else 0.5 if score == 0 else 0.0))
    print(f"\r{first} and {second}: {games} games\033[K", end="", file=sys.stderr, flush=True)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games between neighbours (default: 100)")
    parser.add_argument("--size", type=int, default=6, help="size of the boards (default: 6)")
    parser.add_argument("--seed", type=int, default=0, help="seed of boards and random moves (default: 0)")
    options = parser.parse_args()
    random.seed(options.seed)  # the levels' random moves
    boards = random.Random(options.seed)
    results = [
        game
        for first, second in itertools.combinations(PLAYERS, 2)
        for game in play_games(first, second, ROUGH_GAMES, options.size, boards)
    ]
    order = fit(results).players
    for first, second in itertools.pairwise(order):
        results += play_games(first, second, options.games, options.size, boards)
    print("\r\033[K", end="", file=sys.stderr)
    ratings = fit(results).by_player()
    shift = ZERO_ELO - ratings[ZERO].elo
    print("| player | rating | 95 % |\n| --- | ---: | --- |")
    for name, rating in sorted(ratings.items(), key=lambda item: -item[1].elo):
        low, high = rating.low + shift, rating.high + shift
        print(f"| `{name}` | {rating.elo + shift:.0f} | {low:.0f} to {high:.0f} |")


if __name__ == "__main__":
    main()
