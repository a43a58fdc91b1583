"""Programs as students submit them, each with one mistake, written independently of outply.diagnosis.catalogue."""

from collections.abc import Sequence
from typing import Any

from outply.formats.question import Question
from outply.games import starcircle
from outply.games.protocol import Position
from outply.games.starcircle import PASS


class Student:
    """A program without mistakes; each of the classes below changes one method."""

    def __init__(self, question: Question) -> None:
        self.position: Any = question.position
        self.player: str = question.position.to_move
        assert question.depth is not None
        self.depth = question.depth
        self.prunes = question.mode == "ALPHABETA"
        self.visits: list[str] = []

    def moves(self, position: Position) -> Sequence[Any]:
        return position.moves()

    def is_leaf(self, position: Position, depth: int) -> bool:
        return depth == 0 or position.is_over

    def evaluate(self, position: Position) -> int:
        return position.score(self.player)

    def is_better(self, value: int, best: int) -> bool:
        return value > best

    def is_cutoff(self, value: float, bound: float) -> bool:
        return value >= bound

    def remaining_depth(self, depth: int, move: Any) -> int:
        return depth - 1

    def search(self, position: Position, depth: int, alpha: float, beta: float, sign: int) -> tuple[int, Any]:
        """Return the value for MAX and the best move; `sign` is 1 at MAX and -1 at MIN."""
        if self.is_leaf(position, depth):
            return self.evaluate(position), None
        best: int | None = None
        best_move: Any = None
        for move in self.moves(position):
            self.visits.append(str(move))
            value, _ = self.search(position.play(move), self.remaining_depth(depth, move), alpha, beta, -sign)
            if best is None or self.is_better(sign * value, sign * best):
                best, best_move = value, move
            if self.prunes:
                if self.is_cutoff(sign * best, sign * (beta if sign == 1 else alpha)):
                    break
                alpha, beta = (max(alpha, best), beta) if sign == 1 else (alpha, min(beta, best))
        assert best is not None
        return best, best_move

    def root_depth(self) -> int:
        return self.depth

    def output(self) -> bytes | None:
        value, move = self.search(self.position, self.root_depth(), float("-inf"), float("inf"), 1)
        if move is None:
            return None
        after = self.position.play(move)
        if self.position.game == "warfare":
            return "\n".join([str(move), *after.rows]).encode()
        return f"{move}\n{self.evaluate(after)}\n{value}\n{len(self.visits) + 1}".encode()

    def visited_moves(self) -> bytes:
        self.output()
        return "\n".join(self.visits).encode()


class PlaysLastTie(Student):
    def is_better(self, value: int, best: int) -> bool:
        return value >= best


class PrunesStrictly(Student):
    def is_cutoff(self, value: float, bound: float) -> bool:
        return value > bound


class OnePlyLess(Student):
    def root_depth(self) -> int:
        return self.depth - 1


class OnePlyMore(Student):
    def root_depth(self) -> int:
        return self.depth + 1


class ColumnByColumn(Student):
    def moves(self, position: Position) -> Sequence[Any]:
        return sorted(position.moves(), key=lambda move: (move.raid, move.column, move.row))


class RaidsFirst(Student):
    def moves(self, position: Position) -> Sequence[Any]:
        moves = position.moves()
        return [move for move in moves if move.raid] + [move for move in moves if not move.raid]


class FromRowA(Student):
    def moves(self, position: Position) -> Sequence[Any]:
        if position.moves() == [PASS]:
            return [PASS]
        return sorted(
            position.moves(), key=lambda move: (-(move.origin // 8), move.origin % 8, -(move.target // 8))
        )


class FreePass(Student):
    def remaining_depth(self, depth: int, move: Any) -> int:
        return depth if move == PASS else depth - 1


class NoPass(Student):
    def is_leaf(self, position: Position, depth: int) -> bool:
        return super().is_leaf(position, depth) or position.moves() == [PASS]


class EndsAfterOnePass(Student):
    def is_leaf(self, position: Position, depth: int) -> bool:
        assert isinstance(position, starcircle.Position)
        return super().is_leaf(position, depth) or position.passes == 1


class EvaluatesForMover(Student):
    def evaluate(self, position: Position) -> int:
        return position.score(position.to_move)


class EvaluatesForOpponent(Student):
    def evaluate(self, position: Position) -> int:
        return -position.score(self.player)


class EvaluatesForFirstPlayer(Student):
    def evaluate(self, position: Position) -> int:
        return position.score("X" if position.game == "warfare" else "Star")


class NeverPrunes(Student):
    def is_cutoff(self, value: float, bound: float) -> bool:
        return False
