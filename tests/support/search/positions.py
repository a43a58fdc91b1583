"""Random positions for property tests of the searches."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from outply.games import starcircle, warfare
from outply.games.protocol import Position

AnyPosition = warfare.Position | starcircle.Position
"""A position of one of the built-in games."""

WORD_SIZES = (8, 9, 11, 12, 16, 17, 26)
"""The smallest and the largest board for each number of 64-bit words in the native core."""

HIGHEST_VALUES = (1, 2, 3, 99, 1_000_000)
"""Small values make boards with many ties."""


@st.composite
def warfare_positions(
    draw: st.DrawFn, sizes: tuple[int, ...] = (1, 2, 3, 4, 5, 6), max_empty: int = 12
) -> warfare.Position:
    size = draw(st.sampled_from(sizes))
    cells = size * size
    empty = draw(st.integers(1, min(cells, max_empty)))
    highest = draw(st.sampled_from(HIGHEST_VALUES))
    to_move = draw(st.sampled_from(warfare.PLAYERS))
    rules = draw(st.sampled_from(warfare.RULES))
    rng = random.Random(draw(st.integers(0, 2**32)))
    owners = ["."] * empty + [rng.choice("XO") for _ in range(cells - empty)]
    if draw(st.booleans()) and cells > empty:
        # The empty cells are adjacent, so that moves affect each other.
        owners = owners[empty:] + owners[:empty]
        start = rng.randrange(cells)
        owners = owners[start:] + owners[:start]
    else:
        rng.shuffle(owners)
    values = [rng.randint(1, highest) for _ in range(cells)]
    return warfare.Position(size, values, "".join(owners), to_move, rules)


@st.composite
def starcircle_positions(draw: st.DrawFn) -> starcircle.Position:
    rng = random.Random(draw(st.integers(0, 2**32)))
    density = draw(st.sampled_from((0.0, 0.1, 0.2, 0.4, 0.7)))
    nearly_over = draw(st.booleans())  # most pieces are near their last row, so that passes are frequent
    squares = [0] * 64
    dark = [square for square in range(64) if starcircle.is_dark(square)]
    for square in dark:
        if rng.random() < density:
            squares[square] = rng.choice((1, -1)) if not nearly_over else 1 if square < 24 else -1
            if (square // 8 == 0 and squares[square] > 0) or (square // 8 == 7 and squares[square] < 0):
                squares[square] *= rng.choice((1, 2, 13))
    star, circle = rng.sample([*dark[:12], *dark[-12:]] if nearly_over else dark, 2)
    squares[star], squares[circle] = 1, -1
    weights = sorted(rng.sample(range(*draw(st.sampled_from(((1, 9), (-20, 20), (-1_000_000, 1_000_001))))), 8))
    to_move = draw(st.sampled_from(starcircle.PLAYERS))
    return starcircle.Position(squares, to_move, weights, passes=draw(st.sampled_from((0, 0, 0, 1))))


@st.composite
def starcircle_endgames(draw: st.DrawFn) -> starcircle.Position:
    """Few pieces, so that the game can be searched to its end."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    squares = [0] * 64
    dark = [square for square in range(64) if starcircle.is_dark(square)]
    for square, piece in zip(rng.sample(dark, draw(st.integers(2, 4))), (1, -1, 1, -1), strict=False):
        squares[square] = piece
    weights = sorted(rng.sample(range(*draw(st.sampled_from(((1, 9), (-20, 20), (-1_000_000, 1_000_001))))), 8))
    to_move = draw(st.sampled_from(starcircle.PLAYERS))
    return starcircle.Position(squares, to_move, weights, passes=draw(st.sampled_from((0, 0, 0, 1))))


def feasible_depth(position: Position, work: int) -> int:
    """Return the greatest depth at which minimax visits at most about `work` nodes, at least 1."""
    depth, nodes = 0, 1
    for most in most_moves(position):
        nodes *= most
        if nodes > work:
            break
        depth += 1
    return max(1, depth)


def longest_game(position: Position) -> int:
    """Return an upper bound of the remaining plies."""
    if isinstance(position, warfare.Position):
        return position.owners.count(".")
    assert isinstance(position, starcircle.Position)
    # Pieces only move forward, and at least one of two consecutive plies is not a pass.
    rows = sum(
        (square // 8) if pieces > 0 else 7 - square // 8
        for square, pieces in enumerate(position.squares)
        if pieces
    )
    return 2 * rows + 2


def most_moves(position: Position) -> Iterator[int]:
    """Yield an upper bound of the number of moves at each ply."""
    if isinstance(position, warfare.Position):
        for empty in range(position.owners.count("."), 0, -1):
            yield 2 * empty if position.rules == "raid" else empty
    else:
        assert isinstance(position, starcircle.Position)
        # A piece goes left or right, by a step or by a jump.
        pieces = {
            "Star": sum(pieces > 0 for pieces in position.squares[8:]),
            "Circle": sum(pieces < 0 for pieces in position.squares[:56]),
        }
        player = position.to_move
        for _ in range(20):
            yield max(1, 2 * pieces[player])
            player = starcircle.opponent(player)
