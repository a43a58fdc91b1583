"""Minimax and alpha-beta with a depth limit, as the textbooks have them. This is the definition.

Both look at the game from the side of the player who moves at the root: MAX. The other player is MIN. A node at
the depth limit, or where the game is over, is a leaf: `evaluate` says what it is worth to MAX. That is the
difference of the totals unless another evaluation of games/evaluations.py is asked for. A later move replaces the
best one only when it is strictly better, so the first of several best moves is the one that is played.
"""

from __future__ import annotations

from outply.games.evaluations import difference
from outply.search.part import WHOLE, Part
from outply.search.trace import INFINITY, Log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.games.evaluations import Evaluate
    from outply.games.protocol import Position
    from outply.search.result import Result
    from outply.search.trace import Found


def minimax(
    position: Position, limit: int, *, evaluate: Evaluate = difference, traced: bool = False, part: Part = WHOLE
) -> Result:
    """Search every line of play to the depth limit; a trace is of that part of the tree."""
    player = position.to_move
    log = Log(limit, traced, part)

    def max_value(position: Position, depth: int, move: Any = None) -> Found:
        node = log.enter(depth, move)
        if depth == limit or position.is_over:
            return node.evaluate(evaluate(position, player))
        best, line = -INFINITY, []
        for move in position.moves():
            value, rest = min_value(position.play(move), depth + 1, move)
            if value > best:
                best, line = value, [move, *rest]
        return node.leave(best, line)

    def min_value(position: Position, depth: int, move: Any) -> Found:
        node = log.enter(depth, move)
        if depth == limit or position.is_over:
            return node.evaluate(evaluate(position, player))
        best, line = INFINITY, []
        for move in position.moves():
            value, rest = max_value(position.play(move), depth + 1, move)
            if value < best:
                best, line = value, [move, *rest]
        return node.leave(best, line)

    return log.result(*max_value(position, depth=0))


def alphabeta(
    position: Position, limit: int, *, evaluate: Evaluate = difference, traced: bool = False, part: Part = WHOLE
) -> Result:
    """Find what minimax finds, and leave out what cannot change it.

    alpha is what MAX is already sure of on the way to a node, beta what MIN is. As soon as a node is worth beta
    or more to MAX, MIN will not let the game come to it, and its other moves need not be looked at: they are
    cut. Likewise where a node is worth alpha or less.
    """
    player = position.to_move
    log = Log(limit, traced, part)

    def max_value(position: Position, depth: int, alpha: float, beta: float, move: Any = None) -> Found:
        node = log.enter(depth, move, alpha, beta)
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

    def min_value(position: Position, depth: int, alpha: float, beta: float, move: Any) -> Found:
        node = log.enter(depth, move, alpha, beta)
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

    return log.result(*max_value(position, depth=0, alpha=-INFINITY, beta=INFINITY))


ALGORITHMS = {"MINIMAX": minimax, "ALPHABETA": alphabeta}
"""The two searches by the names that an input.txt gives them."""
