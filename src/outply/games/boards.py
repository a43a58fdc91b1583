"""Warfare boards: five named boards, and random boards that are reproducible from a seed."""

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
    """Return the rows of cell values of the board `name`; upper and lower case are the same.

    Raises ValueError if no board has that name.
    """
    for board_name, values in _NAMED.items():
        if board_name.lower() == name.lower():
            return [list(row) for row in values]
    raise ValueError(f"unknown board {name!r}; expected {', '.join(NAMES)} or random:SIZE:SEED")


def board(name: str) -> Values:
    """Return the rows of cell values of a named board, or of the random board `random:SIZE:SEED`.

    Raises ValueError if no board has that name, or if SIZE or SEED is invalid.
    """
    prefix, *numbers = name.split(":")
    if prefix != "random" or len(numbers) != 2:
        return named(name)
    if not all(number.isascii() and number.isdigit() and len(number) <= 9 for number in numbers):
        raise ValueError(f"malformed random board {name!r}; expected random:SIZE:SEED, such as random:8:1")
    return random_board(int(numbers[0]), int(numbers[1]))


def random_board(size: int, seed: int, highest: int = 99) -> Values:
    """Return rows of random cell values from 1 to `highest`; equal arguments give equal boards on every machine.

    Raises ValueError if `size` or `highest` is out of range.
    """
    if not 1 <= size <= MAX_SIZE:
        raise ValueError(f"expected a board of 1 to {MAX_SIZE} rows, got {size}")
    if not 1 <= highest <= MAX_VALUE:
        raise ValueError(f"expected a highest value from 1 to {MAX_VALUE:,}, got {highest:,}")
    from random import Random

    # Of the methods of Random, only random() is guaranteed to be reproducible across Python versions.
    random = Random(f"outply board {size} {seed} {highest}").random
    return [[1 + int(random() * highest) for _ in range(size)] for _ in range(size)]
