"""Star/Circle by rules that are almost its own."""

from __future__ import annotations

from collections.abc import Callable

from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import Habits, Rules
from outply.games.starcircle import LAST_ROW, PASS, Move, Position

STARCIRCLE = ("starcircle",)

May = Callable[[Position, int], bool]
"""Whether the player to move may do something with a square."""


def own_sign(position: Position) -> int:
    """Return what the pieces of the player to move count as."""
    return 1 if position.to_move == "Star" else -1


def may_enter(position: Position, square: int) -> bool:
    pieces = position.squares[square] * own_sign(position)
    return pieces == 0 or (pieces > 0 and _is_last(position, square))


def may_jump(position: Position, square: int) -> bool:
    return position.squares[square] * own_sign(position) < 0


def piece_moves(
    position: Position, *, enter: May = may_enter, jump: May = may_jump, backward: bool = False
) -> list[Move]:
    """Return steps and jumps in the game's order, or the pass if there are none; also of a game that is over."""
    forward = -own_sign(position)
    found = []
    for square, pieces in enumerate(position.squares):
        if pieces * forward >= 0 or _is_last(position, square):
            continue
        for rows in (forward, -forward) if backward else (forward,):
            for columns in (-1, 1):
                for length in (1, 2):
                    target = _beside(square, rows * length, columns * length)
                    if target is None or not enter(position, target):
                        continue
                    if length == 1 or jump(position, (square + target) // 2):
                        found.append(Move(square, target))
    return sorted(found, key=lambda move: (move.origin, move.target)) or [PASS]


def _beside(square: int, rows: int, columns: int) -> int | None:
    row, column = square // 8 + rows, square % 8 + columns
    return row * 8 + column if 0 <= row < 8 and 0 <= column < 8 else None


def _is_last(position: Position, square: int) -> bool:
    return square // 8 == LAST_ROW[position.to_move]


def is_jump(move: Move) -> bool:
    return move != PASS and abs(move.origin // 8 - move.target // 8) >= 2


def _jumps_if_any(position: Position) -> list[Move]:
    moves = position.moves()
    return [move for move in moves if is_jump(move)] or moves


def _series(position: Position, square: int) -> dict[int, tuple[int, ...]]:
    """Return where one or more jumps of the piece can end, and what each of these captures."""
    ends: dict[int, tuple[int, ...]] = {}
    forward = -own_sign(position)
    for columns in (-1, 1):
        over, target = _beside(square, forward, columns), _beside(square, 2 * forward, 2 * columns)
        if over is None or target is None or not may_jump(position, over) or not may_enter(position, target):
            continue
        ends.setdefault(target, (over,))
        for end, captured in _series(position, target).items():
            ends.setdefault(end, (over, *captured))
    return ends


def _moves_in_series(position: Position) -> list[Move]:
    moves = {move for move in position.moves() if move != PASS}
    for origin in {move.origin for move in moves}:
        moves |= {Move(origin, target) for target in _series(position, origin)}
    return sorted(moves, key=lambda move: (move.origin, move.target)) or [PASS]


def _play_series(position: Position, move: Move) -> Position:
    captured = _series(position, move.origin).get(move.target, ()) if is_jump(move) else ()
    squares = list(position.play(move).squares)
    if abs(move.origin // 8 - move.target // 8) > 2:
        for square in captured:
            squares[square] = 0
    return Position(squares, _other(position), position.weights, position.passes + 1 if move == PASS else 0)


def _play_over_own(position: Position, move: Move) -> Position:
    after = position.play(move)
    middle = (move.origin + move.target) // 2
    if is_jump(move) and not may_jump(position, middle):
        return _with(after, middle, position.squares[middle])
    return after


def _play_without_capture(position: Position, move: Move) -> Position:
    after = position.play(move)
    if not is_jump(move):
        return after
    middle = (move.origin + move.target) // 2
    return _with(after, middle, position.squares[middle])


def _play_into_the_last_row(position: Position, move: Move) -> Position:
    if move != PASS and position.squares[move.target] * own_sign(position) < 0:
        position = _with(position, move.target, 0)
    return position.play(move)


def _with(position: Position, square: int, pieces: int) -> Position:
    squares = list(position.squares)
    squares[square] = pieces
    return Position(squares, position.to_move, position.weights, position.passes)


def _other(position: Position) -> str:
    return "Circle" if position.to_move == "Star" else "Star"


RULES = (
    Mistake(
        "forced-jump",
        "a player who can jump must",
        "Jumps are never forced: steps are legal beside them.",
        Habits(rules=Rules(moves=_jumps_if_any)),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "multi-jump",
        "several jumps are made in one move",
        "A move is one step or one jump; a piece does not go on jumping.",
        Habits(rules=Rules(moves=_moves_in_series, play=_play_series)),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "no-stacks",
        "pieces do not stack in the last row",
        "In the last row (H for Star, A for Circle) a piece may end on a square that holds own pieces.",
        Habits(
            rules=Rules(
                moves=lambda position: piece_moves(position, enter=lambda at, square: at.squares[square] == 0)
            )
        ),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "last-row-open",
        "enemy pieces do not block the last row",
        "A piece may end on a square of the last row that is empty or holds own pieces; enemy pieces block it.",
        Habits(
            rules=Rules(
                moves=lambda position: piece_moves(
                    position, enter=lambda at, square: may_enter(at, square) or _is_last(at, square)
                ),
                play=_play_into_the_last_row,
            )
        ),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "backward",
        "pieces move backward as well",
        "A Star moves up only, a Circle down only.",
        Habits(rules=Rules(moves=lambda position: piece_moves(position, backward=True))),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "own-jump",
        "pieces jump over own pieces",
        "A jump goes over an enemy piece, and over nothing else.",
        Habits(
            rules=Rules(
                moves=lambda position: piece_moves(position, jump=lambda at, square: at.squares[square] != 0),
                play=_play_over_own,
            )
        ),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "no-capture",
        "the piece that was jumped over stays",
        "A jump removes the piece that it goes over.",
        Habits(rules=Rules(play=_play_without_capture)),
        Reach.VALUE,
        STARCIRCLE,
    ),
)
