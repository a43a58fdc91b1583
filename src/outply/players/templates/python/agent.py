"""A simple Warfare agent: reads input.txt, searches two plies deep, writes output.txt.

Improve these first: `score`, the evaluation of a board, and `choose`, which searches only two plies.
"""

import math
import time

Move = tuple[int, bool]  # the cell, and whether it is a Raid

RESERVE = 2.0  # seconds of CPU time kept in reserve


def main() -> None:
    with open("input.txt") as file:
        size, player, seconds, values, owners = read(file.read())
    move = choose(size, values, owners, player, time_for_move(seconds, owners))
    with open("output.txt", "w") as file:
        file.write(output(size, owners, player, move))


def read(text: str) -> tuple[int, str, float, list[int], str]:
    """Return the size, the player, the CPU seconds left, and the values and owners of the cells row by row."""
    lines = text.split("\n")
    size = int(lines[0])
    values = [int(word) for line in lines[4 : 4 + size] for word in line.split()]
    owners = "".join(lines[4 + size : 4 + 2 * size])
    return size, lines[2], float(lines[3]), values, owners


def time_for_move(seconds: float, owners: str) -> float:
    """Return the CPU seconds for this move: an equal share of the time left for our moves."""
    own_moves = (owners.count(".") + 1) // 2
    return max(0.0, seconds - RESERVE) / own_moves


def choose(size: int, values: list[int], owners: str, player: str, seconds: float) -> Move:
    """Return the move with the best score after the opponent's best reply, as far as time permits."""
    enemy = "O" if player == "X" else "X"
    # The best moves by the score after one ply come first, in case the time runs out.
    options = [
        (score(values, play(size, owners, player, move), player), move) for move in moves(size, owners, player)
    ]
    options.sort(key=lambda option: -option[0])
    best: float = -math.inf
    best_move = options[0][1]
    for _, move in options:
        if best > -math.inf and time.process_time() > seconds:
            break
        after = play(size, owners, player, move)
        replies = [score(values, play(size, after, enemy, reply), player) for reply in moves(size, after, enemy)]
        worst = min(replies, default=score(values, after, player))
        if worst > best:
            best, best_move = worst, move
    return best_move


def moves(size: int, owners: str, player: str) -> list[Move]:
    """Return all legal moves of the player."""
    empty = [cell for cell, owner in enumerate(owners) if owner == "."]
    raids = [cell for cell in empty if any(owners[neighbour] == player for neighbour in neighbours(size, cell))]
    return [(cell, False) for cell in empty] + [(cell, True) for cell in raids]


def play(size: int, owners: str, player: str, move: Move) -> str:
    """Return the owners of the cells after the player's move."""
    cell, raid = move
    after = list(owners)
    after[cell] = player
    if raid:
        for neighbour in neighbours(size, cell):
            if after[neighbour] != ".":
                after[neighbour] = player
    return "".join(after)


def neighbours(size: int, cell: int) -> list[int]:
    """Return the cells above, below, left of and right of `cell`."""
    row, column = divmod(cell, size)
    cells = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * size + c for r, c in cells if 0 <= r < size and 0 <= c < size]


def score(values: list[int], owners: str, player: str) -> int:
    """Return the values of the player's cells minus the values of the opponent's cells."""
    total = 0
    for cell, owner in enumerate(owners):
        if owner != ".":
            total += values[cell] if owner == player else -values[cell]
    return total


def output(size: int, owners: str, player: str, move: Move) -> str:
    """Return the text of output.txt: the move and the board after it."""
    cell, raid = move
    row, column = divmod(cell, size)
    after = play(size, owners, player, move)
    rows = [after[start : start + size] for start in range(0, size * size, size)]
    return "\n".join([f"{chr(ord('A') + column)}{row + 1} {'Raid' if raid else 'Stake'}", *rows])


if __name__ == "__main__":
    main()
