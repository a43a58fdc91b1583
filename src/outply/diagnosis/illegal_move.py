"""Why a move is not legal, in a sentence."""

from __future__ import annotations

from typing import Any

from outply.games import starcircle, warfare


def objection(position: Any, move: Any) -> str:
    """Return what is wrong with a move that the position does not allow."""
    return _warfare(position, move) if position.game == "warfare" else _starcircle(position, move)


def _warfare(position: warfare.Position, move: warfare.Move) -> str:
    size = position.size
    if move.row >= size or move.column >= size:
        return f"{move.cell} is not on the board, which has {size} rows and columns."
    owner = position.owners[move.row * size + move.column]
    if owner != warfare.EMPTY:
        return f"{move.cell} is not empty: it is {owner}'s."
    if move.raid:
        return f"{move.cell} has no cell of {position.to_move} above, below, left or right of it to raid from."
    return f"{move.cell} is next to a cell of {position.to_move}, and by blitz rules that makes it a blitz (Raid)."


def _starcircle(position: starcircle.Position, move: starcircle.Move) -> str:
    player = position.to_move
    if move == starcircle.PASS:
        return f"{player} can move ({position.moves()[0]}, for one), and may not pass."
    if position.moves() == [starcircle.PASS]:
        return f"{player} has no move, and passes."
    origin, target = starcircle.square_name(move.origin), starcircle.square_name(move.target)
    sign = 1 if player == "Star" else -1
    pieces, there = position.squares[move.origin] * sign, position.squares[move.target] * sign
    if pieces <= 0:
        return f"There is no {player} on {origin}."
    if move.origin // 8 == starcircle.LAST_ROW[player]:
        return f"{origin} is in the last row of {player}, where pieces do not move any more."
    up = (move.origin // 8 - move.target // 8) * sign
    sideways = abs(move.origin % 8 - move.target % 8)
    if up <= 0:
        return f"A {player} moves {'up' if sign > 0 else 'down'}, and {origin}-{target} does not."
    if sideways != up or up > 2:
        return f"{origin}-{target} is neither a step to the next diagonal square nor one jump."
    if there < 0 or (there > 0 and move.target // 8 != starcircle.LAST_ROW[player]):
        return f"{target} is not empty."
    middle = starcircle.square_name((move.origin + move.target) // 2)
    return f"There is no piece of the other player on {middle} to jump over."
