"""Check reviews of games of the engine against the levels: `python3 run.py python benchmarks/review.py [GAMES]`.

Every game must fulfil three statements, whose exceptions are counted. From the first solved position on, the value
there minus the final score equals the losses of the player to move minus those of the opponent. A move loses 0 if
and only if its quality is best. The last ten values are those of an independent search: exact search in Warfare,
an engine with an empty table in Star/Circle. Prints the exceptions, the CPU time of a review, the share of moves
in solved positions, and the accuracy of each level.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import cycle, islice

from outply.arena.match import play
from outply.games import game_named, game_of
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.players.engine import LEVELS
from outply.players.registry import player
from outply.review.game_review import GameReview, MoveReview, review_game
from outply.review.quality import Quality
from outply.search import exact
from outply.search.engine import Engine
from outply.search.native import MAX_PLIES
from outply.search.time_control import TimeControl

ENGINE = "engine:20000n"
STARTS = (
    ("warfare", "raid", "Smolensk"),
    ("warfare", "blitz", "random:6:{seed}"),
    ("warfare", "raid", "random:5:{seed}"),
    ("warfare", "blitz", "Keren"),
    ("starcircle", "standard", "initial"),
)
MAX_CHECKED_PLIES = 10
"""Plies at the end of a game that the independent search solves."""


def play_game(number: int) -> tuple[GameRecord, int]:
    """Play game `number` of the engine against a level; return it and the level."""
    level = 1 + number % (len(LEVELS) - 1)  # the last level searches for seconds
    game, variant, setup = next(islice(cycle(STARTS), number, None))
    start = game_named(game).start(variant, setup.format(seed=number))
    first, second = player(ENGINE), player(f"level:{level}")
    if number // len(STARTS) % 2:
        first, second = second, first
    return play(start, first, second), level


def independent_value(position: Position, for_player: str) -> int:
    """Return the value of a position for a player by a search that shares nothing with the review."""
    if position.is_over:
        return position.score(for_player)
    if game_of(position).view(position).moves_left is not None:
        value = exact.search(position, MAX_PLIES, "ALPHABETA").value
    else:
        value = Engine().search(position, TimeControl.until_solved()).value
    return value if for_player == position.to_move else -value


def losses_explain_result(review: GameReview) -> bool:
    """Return whether the losses from the first solved position on explain the final score."""
    solved = [each for each in review.moves if each.solved]
    if not solved:
        return False
    mover = solved[0].player
    own, opponents = (sum(each.loss for each in solved if (each.player == mover) == is_own) for is_own in (1, 0))
    return solved[0].value - review.final.score(mover) == own - opponents


def wrong_values(record: GameRecord, moves: Sequence[MoveReview]) -> int:
    """Return the number of values at the end of a game that differ from those of the independent search."""
    positions, wrong = record.positions(), 0
    for each in moves[-MAX_CHECKED_PLIES:]:
        if each.solved:
            before, after = positions[each.number - 1], positions[each.number]
            wrong += each.value != independent_value(before, each.player)
            wrong += each.played_value != independent_value(after, each.player)
    return wrong


def main() -> None:
    """Play and review the games, and print what was found."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("games", type=int, nargs="?", default=100)
    games = arguments.parse_args().games
    unexplained = wrong_quality = wrong = 0
    seconds: dict[str, list[float]] = defaultdict(list)
    solved_shares: dict[str, list[float]] = defaultdict(list)
    accuracy: dict[str, list[float]] = defaultdict(list)
    for number in range(games):
        record, level = play_game(number)
        started = time.process_time()
        review = review_game(record.start, [turn.move for turn in record.turns])
        rows = len(game_of(record.start).view(record.start).rows)
        kind = f"{record.start.game} {record.start.variant}, {rows} rows"
        seconds[kind].append(time.process_time() - started)
        solved_shares[kind].append(sum(each.solved for each in review.moves) / len(review.moves))
        unexplained += not losses_explain_result(review)
        wrong_quality += sum((each.loss == 0) != (each.quality == Quality.BEST) for each in review.moves)
        wrong += wrong_values(record, review.moves)
        for side in review.sides:
            name = record.players[record.side_of(side.player)]
            if side.accuracy is not None:
                accuracy[f"level {level}" if name != ENGINE else ENGINE].append(side.accuracy)
    print(f"{games} games: losses do not explain the result in {unexplained}")
    print(f"moves that are best and lose points, or the other way round: {wrong_quality}")
    print(f"values of solved positions that differ from an independent search: {wrong}")
    print(f"\n{'games':30}  CPU s of a review  greatest  solved moves")
    for kind, times in seconds.items():
        solved = statistics.fmean(solved_shares[kind])
        print(f"{kind:30}  {statistics.fmean(times):17.1f}  {max(times):8.1f}  {solved:11.0%}")
    print(f"\n{'player':14}  sides  accuracy")
    for name, values in sorted(accuracy.items()):
        print(f"{name:14}  {len(values):5}  {statistics.fmean(values):8.1f}")


if __name__ == "__main__":
    main()
