"""Alpha-beta for Warfare: the same answers as minimax.py with fewer visits."""

import math
from pathlib import Path

import outply

visits = 0


def value(position, player, depth, alpha, beta):
    """Return the value of a position for the player; only a bound if it is not between alpha and beta."""
    global visits
    visits += 1
    if depth == 0 or position.is_over:
        return position.score(player)
    is_max = position.to_move == player
    best = -math.inf if is_max else math.inf
    for move in position.moves():
        found = value(position.play(move), player, depth - 1, alpha, beta)
        best = max(best, found) if is_max else min(best, found)
        if best >= beta if is_max else best <= alpha:
            break  # the opponent will not let this position happen
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return best


def choose(position, depth):
    """Return the move with the highest value; the first of several."""
    best, alpha = None, -math.inf
    for move in position.moves():
        found = value(position.play(move), position.to_move, depth - 1, alpha, math.inf)
        if found > alpha:
            best, alpha = move, found
    return best


if __name__ == "__main__":
    position = outply.load("input.txt")
    depth = int(Path("input.txt").read_text().split()[3])
    move = choose(position, depth)
    print(f"{visits + 1} visits")
    Path("output.txt").write_text("\n".join([str(move), *position.play(move).rows]))
