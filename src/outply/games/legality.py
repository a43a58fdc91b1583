"""Explanations of why a move is illegal."""

from __future__ import annotations

from outply.games import game_of
from outply.games.protocol import ExplainsIllegalMoves, Move, Position


def explain_illegal_move(position: Position, move: Move) -> str:
    """Return a sentence that explains why the illegal move `move` is not allowed in `position`."""
    game = game_of(position)
    if isinstance(game, ExplainsIllegalMoves):
        return game.explain_illegal_move(position, move)
    return f"It is not one of the legal moves of {position.to_move}."
