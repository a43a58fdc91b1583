"""Explain why a move is illegal."""

from __future__ import annotations

from outply.games import starcircle, warfare
from outply.games.protocol import Position


def explain_illegal_move(position: Position, move: warfare.Move | starcircle.Move) -> str:
    """Return why the position does not allow a move of its game, as a sentence."""
    if isinstance(position, warfare.Position) and isinstance(move, warfare.Move):
        return _explain_warfare(position, move)
    assert isinstance(position, starcircle.Position)
    assert isinstance(move, starcircle.Move)
    return _explain_starcircle(position, move)


def _explain_warfare(position: warfare.Position, move: warfare.Move) -> str:
    size = position.size
    if move.row >= size or move.column >= size:
        return f"{move.cell} is not on the board, which has {size} rows and columns."
    owner = position.owners[move.row * size + move.column]
    if owner != warfare.EMPTY:
        return f"{move.cell} is not empty: it belongs to {owner}."
    if move.raid:
        return f"{move.cell} has no cell of {position.to_move} above, below, left or right of it to raid from."
    return (
        f"{move.cell} is next to a cell of {position.to_move}: under blitz rules the move there is a blitz (Raid)."
    )


def _explain_starcircle(position: starcircle.Position, move: starcircle.Move) -> str:
    player = position.to_move
    if move == starcircle.PASS:
        return f"{player} has a move, such as {position.moves()[0]}, and may not pass."
    if position.moves() == [starcircle.PASS]:
        return f"{player} has no move and must pass."
    origin, target = starcircle.square_name(move.origin), starcircle.square_name(move.target)
    sign = 1 if player == "Star" else -1
    pieces, target_pieces = position.squares[move.origin] * sign, position.squares[move.target] * sign
    last_row = starcircle.LAST_ROW[player]
    if pieces <= 0:
        return f"There is no {player} on {origin}."
    if move.origin // 8 == last_row:
        return f"{origin} is in the last row of {player}, where pieces no longer move."
    rows_forward = (move.origin // 8 - move.target // 8) * sign
    columns = abs(move.origin % 8 - move.target % 8)
    if rows_forward <= 0:
        return f"A {player} moves {'up' if sign > 0 else 'down'}, and {origin}-{target} does not."
    if columns != rows_forward or rows_forward > 2:
        return f"{origin}-{target} is neither a step to the next diagonal square nor a single jump."
    if target_pieces < 0 or (target_pieces > 0 and move.target // 8 != last_row):
        return f"{target} is not empty."
    middle = starcircle.square_name((move.origin + move.target) // 2)
    return f"There is no enemy piece on {middle} to jump over."
