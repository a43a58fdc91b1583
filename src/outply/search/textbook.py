"""Minimax and alpha-beta with a depth limit, as in the textbooks: the reference for the faster searches.

Both search from the perspective of the player to move at the root, MAX; the opponent is MIN. A node at the depth
limit, or where the game is over, is a leaf: `evaluate` returns its value for MAX, by default the difference of the
totals (see games/evaluations.py). A later move replaces the best one only if it is strictly better, so the first
of several best moves is played.
"""

from __future__ import annotations

from outply.games.evaluations import difference
from outply.search.trace import INFINITY, Tracer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.games.evaluations import Evaluate
    from outply.games.protocol import Position
    from outply.search.result import SearchResult
    from outply.search.trace import TraceScope, ValueAndLine


def minimax(
    position: Position, limit: int, *, evaluate: Evaluate = difference, trace: TraceScope | None = None
) -> SearchResult:
    """Search every line of play to the depth `limit`, and record the visits within the scope `trace`."""
    player = position.to_move
    tracer = Tracer(limit, trace)

    def max_value(position: Position, depth: int, move: Any = None) -> ValueAndLine:
        node = tracer.enter(depth, move)
        if depth == limit or position.is_over:
            return node.evaluate(evaluate(position, player))
        best, line = -INFINITY, []
        for move in position.moves():
            value, rest = min_value(position.play(move), depth + 1, move)
            if value > best:
                best, line = value, [move, *rest]
        return node.leave(best, line)

    def min_value(position: Position, depth: int, move: Any) -> ValueAndLine:
        node = tracer.enter(depth, move)
        if depth == limit or position.is_over:
            return node.evaluate(evaluate(position, player))
        best, line = INFINITY, []
        for move in position.moves():
            value, rest = max_value(position.play(move), depth + 1, move)
            if value < best:
                best, line = value, [move, *rest]
        return node.leave(best, line)

    return tracer.result(*max_value(position, depth=0))


def alphabeta(
    position: Position, limit: int, *, evaluate: Evaluate = difference, trace: TraceScope | None = None
) -> SearchResult:
    """Find the same move and value as minimax, but skip moves that cannot change them.

    alpha is the value that MAX can already enforce on the path to a node, beta the value that MIN can enforce.
    Once a MAX node reaches beta, MIN will avoid it, and its remaining moves are cut off. The same holds for a MIN
    node that reaches alpha.
    """
    player = position.to_move
    tracer = Tracer(limit, trace)

    def max_value(position: Position, depth: int, alpha: float, beta: float, move: Any = None) -> ValueAndLine:
        node = tracer.enter(depth, move, alpha, beta)
        if depth == limit or position.is_over:
            return node.evaluate(evaluate(position, player))
        best, line = -INFINITY, []
        moves = position.moves()
        for count, move in enumerate(moves, start=1):
            value, rest = min_value(position.play(move), depth + 1, alpha, beta, move)
            if value > best:
                best, line = value, [move, *rest]
            if best >= beta:
                return node.leave(best, line, alpha, beta, cut=len(moves) - count)
            alpha = max(alpha, best)
        return node.leave(best, line, alpha, beta)

    def min_value(position: Position, depth: int, alpha: float, beta: float, move: Any) -> ValueAndLine:
        node = tracer.enter(depth, move, alpha, beta)
        if depth == limit or position.is_over:
            return node.evaluate(evaluate(position, player))
        best, line = INFINITY, []
        moves = position.moves()
        for count, move in enumerate(moves, start=1):
            value, rest = max_value(position.play(move), depth + 1, alpha, beta, move)
            if value < best:
                best, line = value, [move, *rest]
            if best <= alpha:
                return node.leave(best, line, alpha, beta, cut=len(moves) - count)
            beta = min(beta, best)
        return node.leave(best, line, alpha, beta)

    return tracer.result(*max_value(position, depth=0, alpha=-INFINITY, beta=INFINITY))


ALGORITHMS = {"MINIMAX": minimax, "ALPHABETA": alphabeta}
"""The two searches by their names in an input.txt."""
