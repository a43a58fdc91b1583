"""A simple agent for an added game: reads input.txt, searches by alpha-beta, writes output.txt.

`moves`, `play` and `score` are the rules. As they are, a move places a piece on an empty square, as in
Tic-tac-toe: replace them by the rules of your game. The rows of the board are those of input.txt.
"""

from __future__ import annotations

import time

Rows = tuple[str, ...]

INFINITY = 10**9
RESERVE = 2.0  # seconds of CPU time kept in reserve
MAX_SECONDS_PER_MOVE = 1.0
MOVES_TO_PLAN_FOR = 20
MAX_DEPTH = 60


def moves(rows: Rows, player: str) -> list[str]:
    """Return the legal moves of the player, each as output.txt has it; none if the game is over."""
    squares = [(row, column) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell == "."]
    return [f"{chr(ord('A') + column)}{row + 1}" for row, column in squares]


def play(rows: Rows, player: str, move: str) -> Rows:
    """Return the rows after a move of the player."""
    row, column = int(move[1:]) - 1, ord(move[0]) - ord("A")
    changed = rows[row][:column] + player[0] + rows[row][column + 1 :]
    return (*rows[:row], changed, *rows[row + 1 :])


def score(rows: Rows, player: str, other: str) -> int:
    """Return the evaluation of the board for the player."""
    return sum(row.count(player[0]) - row.count(other[0]) for row in rows)


class OutOfTimeError(Exception):
    pass


def alphabeta(rows: Rows, player: str, other: str, depth: int, alpha: int, beta: int, deadline: float) -> int:
    if time.process_time() > deadline:
        raise OutOfTimeError
    legal = moves(rows, player) if depth else []
    if not legal:
        return score(rows, player, other)
    for move in legal:
        value = -alphabeta(play(rows, player, move), other, player, depth - 1, -beta, -alpha, deadline)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def choose(rows: Rows, player: str, other: str, deadline: float) -> str:
    legal = moves(rows, player)
    try:
        for depth in range(1, MAX_DEPTH):
            best = -INFINITY
            for move in list(legal):
                after = play(rows, player, move)
                value = -alphabeta(after, other, player, depth - 1, -INFINITY, -best, deadline)
                if value > best:
                    best = value
                    # The best move of this depth is searched first at the next one.
                    legal.remove(move)
                    legal.insert(0, move)
    except OutOfTimeError:
        pass
    return legal[0]


def main() -> None:
    with open("input.txt") as file:
        _game, player, _mode, seconds, *lines = file.read().split("\n")
    rows = tuple(line for line in lines if line)
    other = next(name for name in PLAYERS if name != player)
    share = max(0.0, float(seconds) - RESERVE) / MOVES_TO_PLAN_FOR
    move = choose(rows, player, other, min(share, MAX_SECONDS_PER_MOVE))
    with open("output.txt", "w") as file:
        file.write("\n".join([move, *play(rows, player, move)]))


PLAYERS = ("{first}", "{second}")

if __name__ == "__main__":
    main()
