"""Solvers as people hand them in, each with one mistake, written without a look at outply.diagnosis.catalogue."""

from outply.games.starcircle import PASS


class Student:
    """A solver without a mistake: the classes below each change one thing."""

    def __init__(self, question):
        self.position = question.position
        self.me = question.position.to_move
        self.depth = question.depth
        self.pruning = question.mode == "ALPHABETA"
        self.visits = []

    def moves(self, position):
        return position.moves()

    def at_end(self, position, depth):
        return depth == 0 or position.is_over

    def evaluate(self, position):
        return position.score(self.me)

    def better(self, value, best):
        return value > best

    def enough(self, value, bound):
        return value >= bound

    def deeper(self, depth, move):
        return depth - 1

    def search(self, position, depth, alpha, beta, sign):
        """Return the value for MAX and the best move; sign is 1 at MAX and -1 at MIN."""
        if self.at_end(position, depth):
            return self.evaluate(position), None
        best, chosen = None, None
        for move in self.moves(position):
            self.visits.append(str(move))
            value, _ = self.search(position.play(move), self.deeper(depth, move), alpha, beta, -sign)
            if best is None or self.better(sign * value, sign * best):
                best, chosen = value, move
            if self.pruning:
                if self.enough(sign * best, sign * (beta if sign == 1 else alpha)):
                    break
                alpha, beta = (max(alpha, best), beta) if sign == 1 else (alpha, min(beta, best))
        return best, chosen

    def first_depth(self):
        return self.depth

    def output(self):
        value, move = self.search(self.position, self.first_depth(), float("-inf"), float("inf"), 1)
        if move is None:
            return None
        after = self.position.play(move)
        if self.position.game == "warfare":
            return "\n".join([str(move), *after.rows]).encode()
        return f"{move}\n{self.evaluate(after)}\n{value}\n{len(self.visits) + 1}".encode()

    def moves_visited(self):
        self.output()
        return "\n".join(self.visits).encode()


class LastOfEquals(Student):
    def better(self, value, best):
        return value >= best


class StrictCut(Student):
    def enough(self, value, bound):
        return value > bound


class OneLess(Student):
    def first_depth(self):
        return self.depth - 1


class OneMore(Student):
    def first_depth(self):
        return self.depth + 1


class ColumnByColumn(Student):
    def moves(self, position):
        return sorted(position.moves(), key=lambda move: (move.raid, move.column, move.row))


class RaidsFirst(Student):
    def moves(self, position):
        moves = position.moves()
        return [move for move in moves if move.raid] + [move for move in moves if not move.raid]


class FromTheBottom(Student):
    def moves(self, position):
        if position.moves() == [PASS]:
            return [PASS]
        return sorted(
            position.moves(), key=lambda move: (-(move.origin // 8), move.origin % 8, -(move.target // 8))
        )


class PassIsNoPly(Student):
    def deeper(self, depth, move):
        return depth if move == PASS else depth - 1


class StuckIsALeaf(Student):
    def at_end(self, position, depth):
        return super().at_end(position, depth) or position.moves() == [PASS]


class OnePassEnds(Student):
    def at_end(self, position, depth):
        return super().at_end(position, depth) or position.passes == 1


class EvaluatesForTheMover(Student):
    def evaluate(self, position):
        return position.score(position.to_move)


class EvaluatesForTheOther(Student):
    def evaluate(self, position):
        return -position.score(self.me)


class EvaluatesForTheFirst(Student):
    def evaluate(self, position):
        return position.score("X" if position.game == "warfare" else "Star")


class NeverCuts(Student):
    def enough(self, value, bound):
        return False
