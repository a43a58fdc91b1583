"""A simple Warfare engine: reads commands line by line, searches two plies deep, answers with `bestmove`.

Improve these first: `score`, the evaluation of a board, and `choose`, which searches only two plies. The process
lives for a whole game, so what you compute at one move is still there at the next.
"""

import math
import sys
import time
from typing import NamedTuple

Move = tuple[int, bool]  # the cell, and whether it is a Raid

RESERVE = 2.0  # seconds of CPU time kept in reserve


class Position(NamedTuple):
    size: int
    player: str
    values: list[int]
    owners: str  # X, O or ., row by row


def main() -> None:
    position = Position(1, "X", [1], ".")
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["isready"]:
            reply("readyok")
        elif words[:1] == ["position"]:
            position = read(words[1])
            for word in words[3:]:  # after "moves"
                position = after(position, parse(position.size, word))
        elif words[:1] == ["go"]:
            value, move = choose(position, time.process_time() + time_for_move(words[1:], position.owners))
            reply(f"info depth 2 value {value}")
            reply(f"bestmove {text(position.size, move)}")
        elif words[:1] == ["quit"]:
            break


def reply(line: str) -> None:
    print(line, flush=True)  # without flush, the line would wait in a buffer


def read(word: str) -> Position:
    """Return the position in a word such as `warfare/raid/X/66_76/28_66/X./..`."""
    _, _, player, *rows = word.split("/")
    size = len(rows) // 2
    values = [int(value) for row in rows[:size] for value in row.split("_")]
    return Position(size, player, values, "".join(rows[size:]))


def time_for_move(words: list[str], owners: str) -> float:
    """Return the CPU seconds for this move; of the time for a game, an equal share for each of our moves."""
    if words[:1] == ["gametime"]:
        own_moves = (owners.count(".") + 1) // 2
        return max(0.0, int(words[1]) / 1000 - RESERVE) / own_moves
    return int(words[1]) / 1000 if words[:1] == ["movetime"] else 1.0


def choose(position: Position, deadline: float) -> tuple[int, Move]:
    """Return the best score after the opponent's best reply, as far as time permits, and its move."""
    player = position.player
    # The best moves by the score after one ply come first, in case the time runs out.
    options = [(score(after(position, move), player), move) for move in moves(position)]
    options.sort(key=lambda option: -option[0])
    best: float = -math.inf
    best_move = options[0][1]
    for value, move in options:
        if best > -math.inf and time.process_time() > deadline:
            break
        following = after(position, move)
        worst = min((score(after(following, answer), player) for answer in moves(following)), default=value)
        if worst > best:
            best, best_move = worst, move
    return int(best), best_move


def moves(position: Position) -> list[Move]:
    """Return all legal moves of the player to move."""
    size, player, _, owners = position
    empty = [cell for cell, owner in enumerate(owners) if owner == "."]
    raids = [cell for cell in empty if any(owners[neighbour] == player for neighbour in neighbours(size, cell))]
    return [(cell, False) for cell in empty] + [(cell, True) for cell in raids]


def after(position: Position, move: Move) -> Position:
    """Return the position after a move, with the other player to move."""
    size, player, values, owners = position
    cell, raid = move
    board = list(owners)
    board[cell] = player
    if raid:
        for neighbour in neighbours(size, cell):
            if board[neighbour] != ".":
                board[neighbour] = player
    return Position(size, "O" if player == "X" else "X", values, "".join(board))


def neighbours(size: int, cell: int) -> list[int]:
    """Return the cells above, below, left of and right of `cell`."""
    row, column = divmod(cell, size)
    cells = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * size + c for r, c in cells if 0 <= r < size and 0 <= c < size]


def score(position: Position, player: str) -> int:
    """Return the values of the player's cells minus the values of the opponent's cells."""
    total = 0
    for cell, owner in enumerate(position.owners):
        if owner != ".":
            total += position.values[cell] if owner == player else -position.values[cell]
    return total


def text(size: int, move: Move) -> str:
    """Return a move as a word, such as `C3_Raid`."""
    row, column = divmod(move[0], size)
    return f"{chr(ord('A') + column)}{row + 1}_{'Raid' if move[1] else 'Stake'}"


def parse(size: int, word: str) -> Move:
    """Return the move of a word such as `C3_Raid`."""
    cell, _, kind = word.partition("_")
    return (int(cell[1:]) - 1) * size + ord(cell[0]) - ord("A"), kind == "Raid"


if __name__ == "__main__":
    main()
