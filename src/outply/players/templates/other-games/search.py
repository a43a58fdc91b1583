"""Alpha-beta to growing depths, as far as the time allows. Improve the evaluation first: `score` in rules.py."""

import time

from rules import PLAYERS, Rows, moves, play, score

INFINITY = 10**9
RESERVE = 2.0  # seconds of CPU time kept in reserve
MAX_SECONDS_PER_MOVE = 1.0
MOVES_TO_PLAN_FOR = 20
MAX_DEPTH = 60


class OutOfTimeError(Exception):
    pass


def choose(rows: Rows, player: str, seconds: float) -> str:
    """Return the best move found in a part of `seconds`, the CPU time for the rest of the game."""
    share = max(0.0, seconds - RESERVE) / MOVES_TO_PLAN_FOR
    deadline = time.process_time() + min(share, MAX_SECONDS_PER_MOVE)
    legal = moves(rows, player)
    if len(legal) == 1:
        return legal[0]
    try:
        for depth in range(1, MAX_DEPTH):
            best = -INFINITY
            for move in list(legal):
                following = play(rows, player, move)
                value = -alphabeta(following, opponent(player), depth - 1, -INFINITY, -best, deadline)
                if value > best:
                    best = value
                    # The best move of this depth is searched first at the next one.
                    legal.remove(move)
                    legal.insert(0, move)
    except OutOfTimeError:
        pass
    return legal[0]


def alphabeta(rows: Rows, player: str, depth: int, alpha: int, beta: int, deadline: float) -> int:
    """Return the value of a position for the player to move, within the window."""
    if time.process_time() > deadline:
        raise OutOfTimeError
    legal = moves(rows, player) if depth else []
    if not legal:
        return score(rows, player)
    for move in legal:
        value = -alphabeta(play(rows, player, move), opponent(player), depth - 1, -beta, -alpha, deadline)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def opponent(player: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player)]
