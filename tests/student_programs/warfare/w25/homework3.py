#!/usr/bin/env python3
# Warfare agent
import sys

INFINITY = 10 ** 9


class Board:
    def __init__(self, size, values, rows):
        self.size = size
        self.values = values
        self.rows = rows

    def copy(self):
        return Board(self.size, self.values, [row[:] for row in self.rows])

    def is_full(self):
        for row in self.rows:
            if '.' in row:
                return False
        return True

    def adjacent(self, i, j):
        cells = []
        if i > 0:
            cells.append((i - 1, j))
        if i + 1 < self.size:
            cells.append((i + 1, j))
        if j > 0:
            cells.append((i, j - 1))
        if j + 1 < self.size:
            cells.append((i, j + 1))
        return cells

    def score(self, player):
        total = 0
        for i in range(self.size):
            row = self.rows[i]
            vals = self.values[i]
            for j in range(self.size):
                if row[j] == '.':
                    continue
                if row[j] == player:
                    total += vals[j]
                else:
                    total -= vals[j]
        return total

    def stake(self, i, j, player):
        b = self.copy()
        b.rows[i][j] = player
        return b

    def raid(self, i, j, player):
        b = self.stake(i, j, player)
        for (a, c) in self.adjacent(i, j):
            if b.rows[a][c] != '.':
                b.rows[a][c] = player
        return b

    def can_raid(self, i, j, player):
        for (a, c) in self.adjacent(i, j):
            if self.rows[a][c] == player:
                return True
        return False

    def successors(self, player):
        """ yields (i, j, type, board) """
        for i in range(self.size):
            for j in range(self.size):
                if self.rows[i][j] == '.':
                    yield i, j, 'Stake', self.stake(i, j, player)
        for i in range(self.size):
            for j in range(self.size):
                if self.rows[i][j] == '.' and self.can_raid(i, j, player):
                    yield i, j, 'Raid', self.raid(i, j, player)


class Agent:
    def __init__(self, player, depth):
        self.player = player
        self.enemy = 'X' if player == 'O' else 'O'
        self.depth = depth

    def choose(self, board):
        best = None
        best_value = -INFINITY
        for i, j, kind, child in board.successors(self.player):
            value = self.value_of(child, best_value)
            if value > best_value:
                best_value = value
                best = (i, j, kind, child)
        return best

    def done(self, board, depth):
        return depth >= self.depth or board.is_full()


class MinimaxAgent(Agent):
    def value_of(self, board, best_value):
        return self.min_value(board, 1)

    def max_value(self, board, depth):
        if self.done(board, depth):
            return board.score(self.player)
        return max(self.min_value(s[3], depth + 1) for s in board.successors(self.player))

    def min_value(self, board, depth):
        if self.done(board, depth):
            return board.score(self.player)
        return min(self.max_value(s[3], depth + 1) for s in board.successors(self.enemy))


class AlphaBetaAgent(Agent):
    def value_of(self, board, best_value):
        return self.min_value(board, 1, best_value, INFINITY)

    def max_value(self, board, depth, alpha, beta):
        if self.done(board, depth):
            return board.score(self.player)
        v = -INFINITY
        for i, j, kind, child in board.successors(self.player):
            v = max(v, self.min_value(child, depth + 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, board, depth, alpha, beta):
        if self.done(board, depth):
            return board.score(self.player)
        v = INFINITY
        for i, j, kind, child in board.successors(self.enemy):
            v = min(v, self.max_value(child, depth + 1, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v


def cell_name(x, y):
    # e.g. F22
    return chr(ord('A') + x) + str(y + 1)


def main():
    with open('input.txt', 'r') as f:
        lines = [l.strip() for l in f.readlines()]
    size = int(lines[0])
    mode = lines[1]
    player = lines[2]
    values = [[int(v) for v in lines[4 + k].split()] for k in range(size)]
    rows = [list(lines[4 + size + k]) for k in range(size)]
    board = Board(size, values, rows)

    if mode == 'MINIMAX':
        agent = MinimaxAgent(player, int(lines[3]))
    elif mode == 'ALPHABETA':
        agent = AlphaBetaAgent(player, int(lines[3]))
    else:
        # competition, lines[3] = seconds left
        agent = AlphaBetaAgent(player, 1 if float(lines[3]) < 10 or size > 6 else 2)

    x, y, kind, result = agent.choose(board)
    with open('output.txt', 'w') as f:
        f.write(cell_name(x, y) + ' ' + kind)
        for row in result.rows:
            f.write('\n' + ''.join(row))


if __name__ == '__main__':
    main()
    sys.exit(0)
