"""Explanations of illegal moves."""

from __future__ import annotations

from outply.games import game_of
from outply.games.protocol import ExplainsIllegalMoves, Move, Position


def explain_illegal_move(position: Position, move: Move) -> str:
    """Return a sentence that explains why a move is illegal in the position."""
    game = game_of(position)
    if isinstance(game, ExplainsIllegalMoves):
        return game.explain_illegal_move(position, move)
    return f"It is not one of the legal moves of {position.to_move}."
