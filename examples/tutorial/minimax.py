"""Minimax for Warfare: reads input.txt and writes output.txt."""

from pathlib import Path

import outply


def value(position, player, depth):
    """Return the value of a position for the player, searched to a depth."""
    if depth == 0 or position.is_over:
        return position.score(player)
    values = [value(position.play(move), player, depth - 1) for move in position.moves()]
    return max(values) if position.to_move == player else min(values)


def choose(position, depth):
    """Return the move with the highest value; the first of several."""
    player = position.to_move

    def value_after(move):
        return value(position.play(move), player, depth - 1)

    return max(position.moves(), key=value_after)


if __name__ == "__main__":
    position = outply.load("input.txt")
    depth = int(Path("input.txt").read_text().split()[3])
    move = choose(position, depth)
    Path("output.txt").write_text("\n".join([str(move), *position.play(move).rows]))
