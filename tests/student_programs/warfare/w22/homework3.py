from collections import namedtuple
from math import inf

Move = namedtuple('Move', 'kind cell')
Undo = namedtuple('Undo', 'cell flipped delta')
Problem = namedtuple('Problem', 'n mode player depth values board')


def read_problem(path='input.txt'):
    with open(path) as f:
        tok = f.read().split()
    n = int(tok[0])
    mode, player, depth = tok[1], tok[2], tok[3]
    values = [int(t) for t in tok[4:4 + n * n]]
    board = list(''.join(tok[4 + n * n:4 + n * n + n]))
    if mode == 'COMPETITION':
        # time budget is ignored, just play something reasonable
        depth = 3 if board.count('.') <= 12 else 1
    else:
        depth = int(depth)
    return Problem(n, mode, player, depth, values, board)


def neighbour_table(n):
    table = []
    for i in range(n * n):
        r, c = divmod(i, n)
        around = []
        if r > 0:
            around.append(i - n)
        if r < n - 1:
            around.append(i + n)
        if c > 0:
            around.append(i - 1)
        if c < n - 1:
            around.append(i + 1)
        table.append(tuple(around))
    return table


class Game:
    """ mutable game; apply() / revert() instead of copying the board """

    def __init__(self, problem):
        self.n = problem.n
        self.me = problem.player
        self.you = 'O' if self.me == 'X' else 'X'
        self.val = problem.values
        self.board = problem.board
        self.near = neighbour_table(self.n)
        self.empty = self.board.count('.')
        self.limit = problem.depth
        self.score = 0
        for piece, v in zip(self.board, self.val):
            if piece == self.me:
                self.score += v
            elif piece == self.you:
                self.score -= v

    def moves(self, who):
        board = self.board
        for i in range(len(board)):
            if board[i] == '.':
                yield Move('Stake', i)
        for i in range(len(board)):
            if board[i] == '.':
                for j in self.near[i]:
                    if board[j] == who:
                        yield Move('Raid', i)
                        break

    def apply(self, move, who):
        board, val = self.board, self.val
        gain = val[move.cell]
        flipped = []
        if move.kind == 'Raid':
            for j in self.near[move.cell]:
                if board[j] != '.' and board[j] != who:
                    flipped.append(j)
                    board[j] = who
                    gain += 2 * val[j]     # lost by one, won by the other
        board[move.cell] = who
        delta = gain if who == self.me else -gain
        self.score += delta
        self.empty -= 1
        return Undo(move.cell, flipped, delta)

    def revert(self, u, who):
        other = self.you if who == self.me else self.me
        self.board[u.cell] = '.'
        for j in u.flipped:
            self.board[j] = other
        self.score -= u.delta
        self.empty += 1

    def cutoff(self, depth):
        return depth >= self.limit or self.empty == 0

    # --- minimax ---
    def minimax(self, depth, who):
        if self.cutoff(depth):
            return self.score
        other = self.you if who == self.me else self.me
        results = self._children(depth, who, other)
        return max(results) if who == self.me else min(results)

    def _children(self, depth, who, other):
        for m in self.moves(who):
            u = self.apply(m, who)
            yield_value = self.minimax(depth + 1, other)
            self.revert(u, who)
            yield yield_value

    # --- alpha beta ---
    def max_value(self, depth, alpha, beta):
        if self.cutoff(depth):
            return self.score
        v = -inf
        for m in self.moves(self.me):
            u = self.apply(m, self.me)
            v = max(v, self.min_value(depth + 1, alpha, beta))
            self.revert(u, self.me)
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, depth, alpha, beta):
        if self.cutoff(depth):
            return self.score
        v = inf
        for m in self.moves(self.you):
            u = self.apply(m, self.you)
            v = min(v, self.max_value(depth + 1, alpha, beta))
            self.revert(u, self.you)
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def best(self, pruning):
        top, choice = -inf, None
        for m in self.moves(self.me):
            u = self.apply(m, self.me)
            if pruning:
                v = self.min_value(1, top, inf)
            else:
                v = self.minimax(1, self.you)
            self.revert(u, self.me)
            if v > top:
                top, choice = v, m
        return choice


def main():
    p = read_problem()
    game = Game(p)
    move = game.best(p.mode != 'MINIMAX')
    game.apply(move, game.me)
    r, c = divmod(move.cell, p.n)
    lines = ['%s%d %s' % (chr(ord('A') + c), r + 1, move.kind)]
    lines += [''.join(game.board[k * p.n:(k + 1) * p.n]) for k in range(p.n)]
    with open('output.txt', 'w') as f:
        f.write('\n'.join(lines))


if __name__ == '__main__':
    main()
