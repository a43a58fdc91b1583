"""The core of games that the native one does not know: the same questions, answered by the textbook in Python.

Its codes of moves are the moves themselves.
"""

from __future__ import annotations

from outply.games import evaluations, game_of
from outply.games.evaluations import difference
from outply.search.native import Control, Stopped
from outply.search.part import WHOLE, Part
from outply.search.textbook import ALGORITHMS, alphabeta
from outply.search.trace import INFINITY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from outply.games.evaluations import Evaluate
    from outply.games.protocol import Player, Position
    from outply.search.result import Result, Visit

    Found = tuple[Any, int, Sequence[Any], int, int]
    MoveValues = list[tuple[Any, int]]

USUAL_LENGTH = 40
"""Plies that a game is thought to last still, where it does not say so itself."""


class Core:
    """A position, in the shape of the native core's."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def expected_plies(self) -> int:
        """Return how long the game will last, about."""
        left = game_of(self._position).view(self._position).moves_left
        return USUAL_LENGTH if left is None else left

    def literal(self, depth: int, prune: bool, evaluation: str, control: Control) -> Found:
        """Walk the textbook's tree."""
        return _found(self._walk(depth, prune, evaluation, control))

    def literal_trace(
        self,
        depth: int,
        prune: bool,
        evaluation: str,
        path: Sequence[Any],
        max_plies: int,
        max_visits: int,
        control: Control,
    ) -> tuple[Found, Sequence[Visit], Sequence[int]]:
        """Do the same and record a part of it."""
        found = self._walk(depth, prune, evaluation, control, Part(path, min(max_plies, depth), max_visits))
        return _found(found), found.trace or (), found.plies or ()

    def exact(self, depth: int, prune: bool, control: Control) -> Found:
        """Find the textbook's move and value, which alpha-beta finds sooner than minimax."""
        return self.literal(depth, prune=True, evaluation=evaluations.DEFAULT, control=control)

    def move_values(self, depth: int, control: Control) -> MoveValues:
        """Find the value of every legal move."""
        return Watched(control).values(self._position, depth)

    def iterative_deepening(self, memory: object, weights: object) -> IterativeDeepening:
        """Begin to think; there is nothing to remember, and nothing to weigh but the score."""
        return IterativeDeepening(self._position)

    def _walk(
        self, depth: int, prune: bool, evaluation: str, control: Control, part: Part | None = None
    ) -> Result:
        watched = Watched(control, evaluate=evaluations.evaluation(evaluation, self._position.game).evaluate)
        search = ALGORITHMS["ALPHABETA" if prune else "MINIMAX"]
        traced = part is not None
        return search(self._position, depth, evaluate=watched.evaluate, traced=traced, part=part or WHOLE)


class IterativeDeepening:
    """Thinks about one position by alpha-beta, one ply deeper each time."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._score = position.score(position.to_move)
        self._depth = 0
        self._nodes = 0
        self._proven = False
        # What it says if it does not come to the end of the first ply: the best score right after the move.
        values = Watched(Control()).values(position, 1)
        self._value = max(value for _, value in values)
        self._line = [next(move for move, value in values if value == self._value)]

    def would_solve(self, depth: int, nodes: int, solve_limit_s: float) -> bool:
        """Return False: how far the end of the game is, nobody knows before."""
        return False

    def deepen(
        self, control: Control, depth: int, nodes: int, solve_limit_s: float
    ) -> tuple[int, int, Sequence[Any], int, bool, bool]:
        """Search deeper. Out of time or nodes, it tells the best that it has."""
        out = False
        try:
            watched = Watched(control, nodes - self._nodes)
            found = alphabeta(self._position, self._depth + 1, evaluate=watched.evaluate)
            self._depth += 1
            self._value, self._line, self._proven = found.value, list(found.line), watched.saw_the_end
            self._nodes += found.visited
        except Stopped:
            out = True
        finished = out or self._proven or self._depth >= depth
        return self._depth, self._value - self._score, self._line, self._nodes, self._proven, finished

    def move_values(
        self, moves: Sequence[Any], control: Control, depth: int, nodes: int, solve_limit_s: float
    ) -> tuple[MoveValues, int, bool]:
        """Find what is still won by each of the moves, as deep as `deepen` would go next."""
        watched = Watched(control, nodes)
        values = watched.values(self._position, self._depth + 1)
        self._depth += 1
        return [(move, value - self._score) for move, value in values], self._depth, watched.saw_the_end


class Watched:
    """Evaluates the leaves of searches that are under a control, and ends them after a number of leaves.

    Every way down ends at a leaf soon, so that it is enough to look at the clock there. `saw_the_end` says whether
    the game was over at all leaves so far: their values are then those of the game.
    """

    def __init__(self, control: Control, nodes: float = INFINITY, evaluate: Evaluate = difference) -> None:
        self._control = control
        self._nodes = nodes
        self._evaluate = evaluate
        self._leaves = 0
        self.saw_the_end = True
        control.begin()

    def evaluate(self, position: Position, player: Player) -> int:
        """Return what the position is worth to the player; raises `Stopped` when the search has to end."""
        self._leaves += 1
        self._control.check(self._leaves)
        if self._leaves > self._nodes:
            raise Stopped("the search has looked at as many nodes as it may")
        self.saw_the_end = self.saw_the_end and position.is_over
        return self._evaluate(position, player)

    def values(self, position: Position, depth: int) -> MoveValues:
        """Return every legal move with its value, searched to that depth."""

        def value(after: Position) -> int:
            if depth == 1 or after.is_over:
                return self.evaluate(after, position.to_move)
            return -alphabeta(after, depth - 1, evaluate=self.evaluate).value

        return [(move, value(position.play(move))) for move in position.moves()]


def _found(result: Result) -> Found:
    assert result.expanded is not None
    return result.move, result.value, result.line, result.visited, result.expanded
