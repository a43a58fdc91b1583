"""Programs as students submit them, each with one mistake, written independently of outply.diagnosis.catalogue."""

from outply.games.starcircle import PASS


class Student:
    """A program without mistakes; each of the classes below changes one method."""

    def __init__(self, question):
        self.position = question.position
        self.player = question.position.to_move
        self.depth = question.depth
        self.prunes = question.mode == "ALPHABETA"
        self.visits = []

    def moves(self, position):
        return position.moves()

    def is_leaf(self, position, depth):
        return depth == 0 or position.is_over

    def evaluate(self, position):
        return position.score(self.player)

    def is_better(self, value, best):
        return value > best

    def is_cutoff(self, value, bound):
        return value >= bound

    def remaining_depth(self, depth, move):
        return depth - 1

    def search(self, position, depth, alpha, beta, sign):
        """Return the value for MAX and the best move; `sign` is 1 at MAX and -1 at MIN."""
        if self.is_leaf(position, depth):
            return self.evaluate(position), None
        best, best_move = None, None
        for move in self.moves(position):
            self.visits.append(str(move))
            value, _ = self.search(position.play(move), self.remaining_depth(depth, move), alpha, beta, -sign)
            if best is None or self.is_better(sign * value, sign * best):
                best, best_move = value, move
            if self.prunes:
                if self.is_cutoff(sign * best, sign * (beta if sign == 1 else alpha)):
                    break
                alpha, beta = (max(alpha, best), beta) if sign == 1 else (alpha, min(beta, best))
        return best, best_move

    def root_depth(self):
        return self.depth

    def output(self):
        value, move = self.search(self.position, self.root_depth(), float("-inf"), float("inf"), 1)
        if move is None:
            return None
        after = self.position.play(move)
        if self.position.game == "warfare":
            return "\n".join([str(move), *after.rows]).encode()
        return f"{move}\n{self.evaluate(after)}\n{value}\n{len(self.visits) + 1}".encode()

    def visited_moves(self):
        self.output()
        return "\n".join(self.visits).encode()


class PlaysLastTie(Student):
    def is_better(self, value, best):
        return value >= best


class PrunesStrictly(Student):
    def is_cutoff(self, value, bound):
        return value > bound


class OnePlyLess(Student):
    def root_depth(self):
        return self.depth - 1


class OnePlyMore(Student):
    def root_depth(self):
        return self.depth + 1


class ColumnByColumn(Student):
    def moves(self, position):
        return sorted(position.moves(), key=lambda move: (move.raid, move.column, move.row))


class RaidsFirst(Student):
    def moves(self, position):
        moves = position.moves()
        return [move for move in moves if move.raid] + [move for move in moves if not move.raid]


class FromRowA(Student):
    def moves(self, position):
        if position.moves() == [PASS]:
            return [PASS]
        return sorted(
            position.moves(), key=lambda move: (-(move.origin // 8), move.origin % 8, -(move.target // 8))
        )


class FreePass(Student):
    def remaining_depth(self, depth, move):
        return depth if move == PASS else depth - 1


class NoPass(Student):
    def is_leaf(self, position, depth):
        return super().is_leaf(position, depth) or position.moves() == [PASS]


class EndsAfterOnePass(Student):
    def is_leaf(self, position, depth):
        return super().is_leaf(position, depth) or position.passes == 1


class EvaluatesForMover(Student):
    def evaluate(self, position):
        return position.score(position.to_move)


class EvaluatesForOpponent(Student):
    def evaluate(self, position):
        return -position.score(self.player)


class EvaluatesForFirstPlayer(Student):
    def evaluate(self, position):
        return position.score("X" if position.game == "warfare" else "Star")


class NeverPrunes(Student):
    def is_cutoff(self, value, bound):
        return False
