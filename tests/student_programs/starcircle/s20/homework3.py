from collections import namedtuple
import sys

Move = namedtuple('Move', 'src dst victim')
Problem = namedtuple('Problem', 'player algorithm depth board weights')

LETTERS = 'HGFEDCBA'
EMPTY = 0
INFINITY = 10 ** 12


def read_problem(path='input.txt'):
    with open(path) as handle:
        rows = [r for r in handle.read().split('\n')]
    rows = [r.strip() for r in rows if r.strip()]
    board = []
    for row in rows[3:11]:
        for tok in row.split(','):
            tok = tok.strip()
            if tok[0] == 'S':
                board.append(int(tok[1:]))
            elif tok[0] == 'C':
                board.append(-int(tok[1:]))
            else:
                board.append(EMPTY)
    player = 1 if rows[0] == 'Star' else -1
    weights = [int(x) for x in rows[11].split(',')]
    return Problem(player, rows[1], int(rows[2]), tuple(board), weights)


def build_table():
    """for every player and square the (step, jump) targets, done only once"""
    table = {}
    for p in (1, -1):
        for sq in range(64):
            r, c = divmod(sq, 8)
            rays = []
            for dc in (-1, 1):
                r1, c1, r2, c2 = r - p, c + dc, r - 2 * p, c + 2 * dc
                if not (0 <= r1 < 8 and 0 <= c1 < 8):
                    continue
                far = r2 * 8 + c2 if 0 <= r2 < 8 and 0 <= c2 < 8 else None
                rays.append((r1 * 8 + c1, far))
            table[p, sq] = rays
    return table


TABLE = build_table()


def lands(board, p, sq):
    x = board[sq]
    if x == EMPTY:
        return True
    return x * p > 0 and sq // 8 == (0 if p == 1 else 7)


def legal_moves(board, p):
    for sq in range(64):
        if board[sq] * p <= 0:
            continue
        options = []
        for near, far in TABLE[p, sq]:
            if lands(board, p, near):
                options.append(Move(sq, near, None))
            elif board[near] * p < 0 and far is not None and lands(board, p, far):
                options.append(Move(sq, far, near))
        options.sort(key=lambda m: m.dst)
        for m in options:
            yield m


def apply_move(board, p, m):
    b = list(board)
    b[m.src] = EMPTY
    b[m.dst] += p
    if m.victim is not None:
        b[m.victim] = EMPTY
    return tuple(b)


class Search:

    def __init__(self, problem):
        self.problem = problem
        self.count = 0
        self.best_move = None
        self.cutting = problem.algorithm == 'ALPHABETA'
        w = problem.weights
        self.star_w = [w[7 - i // 8] for i in range(64)]
        self.circle_w = [w[i // 8] for i in range(64)]

    def utility(self, board):
        total = 0
        for i, x in enumerate(board):
            if x > 0:
                total += x * self.star_w[i]
            elif x < 0:
                total += x * self.circle_w[i]
        return total * self.problem.player

    def finished(self, board, passes):
        return passes == 2 or max(board) <= 0 or min(board) >= 0

    def run(self):
        return self.visit(self.problem.board, self.problem.player, 0, 0, -INFINITY, INFINITY)

    def visit(self, board, p, ply, passes, alpha, beta):
        self.count += 1
        if ply == self.problem.depth or self.finished(board, passes):
            return self.utility(board)
        maximizing = p == self.problem.player
        best = -INFINITY if maximizing else INFINITY
        moved = False
        for m in legal_moves(board, p):
            moved = True
            v = self.visit(apply_move(board, p, m), -p, ply + 1, 0, alpha, beta)
            if maximizing:
                if v > best:
                    best = v
                    if ply == 0:
                        self.best_move = m
                if self.cutting:
                    if best >= beta:
                        return best
                    alpha = max(alpha, best)
            else:
                best = min(best, v)
                if self.cutting:
                    if best <= alpha:
                        return best
                    beta = min(beta, best)
        if not moved:
            return self.visit(board, -p, ply + 1, passes + 1, alpha, beta)
        return best


def label(sq):
    return '{}{}'.format(LETTERS[sq // 8], sq % 8 + 1)


def main():
    problem = read_problem()
    search = Search(problem)
    farsighted = search.run()
    myopic = search.utility(problem.board)
    m = search.best_move
    if m is None:
        answer = 'pass'
    else:
        answer = label(m.src) + '-' + label(m.dst)
    lines = [answer, myopic, farsighted, search.count]
    with open('output.txt', 'w') as handle:
        handle.write('\n'.join(str(x) for x in lines))
    return 0


if __name__ == '__main__':
    sys.exit(main())
