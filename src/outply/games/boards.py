"""Boards to play Warfare on: the five named ones, and random ones that a seed brings back."""

from __future__ import annotations

from outply.games.warfare import MAX_SIZE, MAX_VALUE

Values = list[list[int]]

_NAMED: dict[str, Values] = {
    "Keren": [[1] * 6 for _ in range(6)],
    "Narvik": [[99 if (row + column) % 2 == 0 else 1 for column in range(6)] for row in range(6)],
    "Sevastopol": [[2**row] * 6 for row in range(6)],
    "Smolensk": [
        [66, 76, 28, 66, 11, 9],
        [31, 39, 50, 8, 33, 14],
        [80, 76, 39, 59, 2, 48],
        [50, 73, 43, 3, 13, 3],
        [99, 45, 72, 87, 49, 4],
        [80, 63, 92, 28, 61, 53],
    ],
    "Westerplatte": [
        [1, 1, 1, 1, 1, 1],
        [1, 3, 4, 4, 3, 1],
        [1, 4, 2, 2, 4, 1],
        [1, 4, 2, 2, 4, 1],
        [1, 3, 4, 4, 3, 1],
        [1, 1, 1, 1, 1, 1],
    ],
}

NAMES = tuple(_NAMED)


def named(name: str) -> Values:
    """Return the values of a named board, whatever the case of the name."""
    for known, values in _NAMED.items():
        if known.lower() == name.lower():
            return [list(row) for row in values]
    raise ValueError(f"there is no board {name!r}; there are {', '.join(NAMES)} and random:SIZE:SEED")


def board(name: str) -> Values:
    """Return a named board, or the one that `random:SIZE:SEED` stands for."""
    kind, *numbers = name.split(":")
    if kind != "random" or len(numbers) != 2:
        return named(name)
    if not all(number.isascii() and number.isdigit() and len(number) <= 9 for number in numbers):
        raise ValueError(f"{name!r} is not a random board; one looks like random:8:1, its size and a seed")
    return random_board(int(numbers[0]), int(numbers[1]))


def random_board(size: int, seed: int, highest: int = 99) -> Values:
    """Return a board with values from 1 to `highest`; the same for the same arguments, on every machine."""
    if not 1 <= size <= MAX_SIZE:
        raise ValueError(f"a board has 1 to {MAX_SIZE} rows, not {size}")
    if not 1 <= highest <= MAX_VALUE:
        raise ValueError(f"a cell's value is from 1 to {MAX_VALUE:,}, not {highest:,}")
    from random import Random

    # Of all of Random, Python promises only that random() gives the same numbers in every version.
    random = Random(f"outply board {size} {seed} {highest}").random
    return [[1 + int(random() * highest) for _ in range(size)] for _ in range(size)]
