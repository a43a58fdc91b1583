"""Mistakes in implementing the rules of Star/Circle, except for passes and the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from outply.diagnosis.mistake import STARCIRCLE, Mistake, family
from outply.diagnosis.variant import RuleVariant, SearchVariant
from outply.games.starcircle import LAST_ROW, PASS, Move, Position, opponent

SquareTest = Callable[[Position, int], bool]
"""Returns whether the player to move may enter (or jump over) a square."""


def mover_sign(position: Position) -> int:
    """Return the sign that `position.squares` uses for pieces of the player to move: 1 for Star, -1 for Circle."""
    return 1 if position.to_move == "Star" else -1


def can_enter(position: Position, square: int) -> bool:
    pieces = position.squares[square] * mover_sign(position)
    return pieces == 0 or (pieces > 0 and _is_last_row(position, square))


def can_jump_over(position: Position, square: int) -> bool:
    return position.squares[square] * mover_sign(position) < 0


def piece_moves(
    position: Position,
    *,
    enter: SquareTest = can_enter,
    jump: SquareTest = can_jump_over,
    backward: bool = False,
) -> list[Move]:
    """Return all steps and jumps in the move order, or only a pass if there are none.

    `enter` and `jump` decide which squares a piece may enter and jump over; `backward` allows moves backward. The
    end of the game is not checked.
    """
    forward = -mover_sign(position)
    moves = []
    for square, pieces in enumerate(position.squares):
        if pieces * forward >= 0 or _is_last_row(position, square):
            continue
        for rows in (forward, -forward) if backward else (forward,):
            for columns in (-1, 1):
                for length in (1, 2):
                    target = _offset(square, rows * length, columns * length)
                    if target is None or not enter(position, target):
                        continue
                    if length == 1 or jump(position, (square + target) // 2):
                        moves.append(Move(square, target))
    return sorted(moves, key=lambda move: (move.origin, move.target)) or [PASS]


def _offset(square: int, rows: int, columns: int) -> int | None:
    row, column = square // 8 + rows, square % 8 + columns
    return row * 8 + column if 0 <= row < 8 and 0 <= column < 8 else None


def _is_last_row(position: Position, square: int) -> bool:
    return square // 8 == LAST_ROW[position.to_move]


def _rows_moved(move: Move) -> int:
    return abs(move.origin // 8 - move.target // 8)


def _is_jump(move: Move) -> bool:
    return move != PASS and _rows_moved(move) >= 2


def _middle(move: Move) -> int:
    return (move.origin + move.target) // 2


def _jumps_if_any(position: Position) -> list[Move]:
    moves = position.moves()
    return [move for move in moves if _is_jump(move)] or moves


def _jump_series(position: Position, square: int) -> dict[int, tuple[int, ...]]:
    """Return the targets that the piece on `square` reaches by one or more jumps, with the captured squares."""
    captures: dict[int, tuple[int, ...]] = {}
    forward = -mover_sign(position)
    for columns in (-1, 1):
        over, target = _offset(square, forward, columns), _offset(square, 2 * forward, 2 * columns)
        if over is None or target is None:
            continue
        if not can_jump_over(position, over) or not can_enter(position, target):
            continue
        captures.setdefault(target, (over,))
        for end, captured in _jump_series(position, target).items():
            captures.setdefault(end, (over, *captured))
    return captures


def _moves_with_jump_series(position: Position) -> list[Move]:
    moves = {move for move in position.moves() if move != PASS}
    for origin in {move.origin for move in moves}:
        moves |= {Move(origin, target) for target in _jump_series(position, origin)}
    return sorted(moves, key=lambda move: (move.origin, move.target)) or [PASS]


def _play_jump_series(position: Position, move: Move) -> Position:
    captured = _jump_series(position, move.origin).get(move.target, ()) if _is_jump(move) else ()
    squares = list(position.play(move).squares)
    if _rows_moved(move) > 2:
        for square in captured:
            squares[square] = 0
    passes = position.passes + 1 if move == PASS else 0
    return Position(squares, opponent(position.to_move), position.weights, passes)


def _play_keeping_own_pieces(position: Position, move: Move) -> Position:
    """Return the position after `move`, where a jump over an own piece does not capture that piece."""
    if _is_jump(move) and not can_jump_over(position, _middle(move)):
        return _play_without_capture(position, move)
    return position.play(move)


def _play_without_capture(position: Position, move: Move) -> Position:
    after = position.play(move)
    if not _is_jump(move):
        return after
    middle = _middle(move)
    return _with_pieces(after, middle, position.squares[middle])


def _play_over_enemies_in_last_row(position: Position, move: Move) -> Position:
    if move != PASS and position.squares[move.target] * mover_sign(position) < 0:
        position = _with_pieces(position, move.target, 0)
    return position.play(move)


def _with_pieces(position: Position, square: int, pieces: int) -> Position:
    squares = list(position.squares)
    squares[square] = pieces
    return Position(squares, position.to_move, position.weights, position.passes)


def _moves_without_stacking(*, steps: bool = True, jumps: bool = True) -> Callable[[Position], list[Move]]:
    """Return a function that lists the moves without steps, or without jumps, onto own pieces."""

    def moves(position: Position) -> list[Move]:
        return [
            move
            for move in position.moves()
            if move != PASS and not (position.squares[move.target] and (jumps if _is_jump(move) else steps))
        ] or [PASS]

    return moves


def _moves_into_occupied_last_row(position: Position) -> list[Move]:
    return piece_moves(
        position,
        enter=lambda position, square: can_enter(position, square) or _is_last_row(position, square),
    )


def _moves_with_jumps_over_own_pieces(position: Position) -> list[Move]:
    return piece_moves(position, jump=lambda position, square: position.squares[square] != 0)


RULES = (
    Mistake(
        name="forced-jump",
        title="makes jumps mandatory",
        advice="Jumps are optional: steps are legal even if there is a jump.",
        variant=SearchVariant(rules=RuleVariant(moves=_jumps_if_any)),
        games=STARCIRCLE,
    ),
    Mistake(
        name="multi-jump",
        title="makes several jumps in one move",
        advice="A move is one step or one jump; a piece does not continue to jump.",
        variant=SearchVariant(rules=RuleVariant(moves=_moves_with_jump_series, play=_play_jump_series)),
        games=STARCIRCLE,
    ),
    *family(
        "no-stacks",
        {
            "": SearchVariant(rules=RuleVariant(moves=_moves_without_stacking())),
            "by-step": SearchVariant(rules=RuleVariant(moves=_moves_without_stacking(jumps=False))),
            "by-jump": SearchVariant(rules=RuleVariant(moves=_moves_without_stacking(steps=False))),
        },
        title="does not stack pieces in the last row",
        advice="In the last row (H for Star, A for Circle) a piece may move to a square with own pieces, by a "
        "step and by a jump.",
        games=STARCIRCLE,
    ),
    Mistake(
        name="last-row-open",
        title="ignores enemy pieces in the last row",
        advice="In the last row a piece may move to an empty square or to one with own pieces, but not to one "
        "with enemy pieces.",
        variant=SearchVariant(
            rules=RuleVariant(moves=_moves_into_occupied_last_row, play=_play_over_enemies_in_last_row)
        ),
        games=STARCIRCLE,
    ),
    Mistake(
        name="backward",
        title="moves pieces backward as well",
        advice="A Star moves only up, a Circle only down.",
        variant=SearchVariant(rules=RuleVariant(moves=lambda position: piece_moves(position, backward=True))),
        games=STARCIRCLE,
    ),
    Mistake(
        name="own-jump",
        title="jumps over own pieces",
        advice="A piece can jump only over an enemy piece.",
        variant=SearchVariant(
            rules=RuleVariant(moves=_moves_with_jumps_over_own_pieces, play=_play_keeping_own_pieces)
        ),
        games=STARCIRCLE,
    ),
    Mistake(
        name="no-capture",
        title="does not remove the piece that is jumped over",
        advice="A jump captures the enemy piece: remove that piece from the board.",
        variant=SearchVariant(rules=RuleVariant(play=_play_without_capture)),
        games=STARCIRCLE,
    ),
)
