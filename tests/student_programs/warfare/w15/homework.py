#!/usr/bin/env python
import time

BIG = 1000000
FREE, X, O = 0, 1, 2
NAMES = ['.', 'X', 'O']


class Node(object):
    def __init__(self, grid, score):
        self.grid = grid      # flat list, index y * size + x
        self.score = score    # from my point of view


class Searcher(object):

    def __init__(self):
        self.size = 0
        self.worth = []
        self.me = X
        self.depth = 1
        self.count = 0

    def load(self):
        fh = open('input.txt')
        rows = [l.rstrip() for l in fh.readlines()]
        fh.close()
        self.size = int(rows[0])
        self.mode = rows[1].strip()
        self.me = NAMES.index(rows[2].strip())
        if self.mode == 'COMPETITION':
            self.budget = float(rows[3])
            self.depth = 2
            if self.size > 9:
                self.depth = 1
        else:
            self.depth = int(rows[3])
        for y in xrange(self.size):
            for w in rows[4 + y].split():
                self.worth.append(int(w))
        grid = []
        for y in xrange(self.size):
            for ch in rows[4 + self.size + y].strip():
                grid.append(NAMES.index(ch))
        score = 0
        for k in xrange(len(grid)):
            if grid[k] == self.me:
                score += self.worth[k]
            elif grid[k] != FREE:
                score -= self.worth[k]
        return Node(grid, score)

    def around(self, x, y):
        n = self.size
        if x > 0:
            yield y * n + x - 1
        if x < n - 1:
            yield y * n + x + 1
        if y > 0:
            yield y * n + x - n
        if y < n - 1:
            yield y * n + x + n

    def moves(self, node, who):
        n = self.size
        # stakes
        for x in xrange(n):
            for y in xrange(n):
                if node.grid[y * n + x] == FREE:
                    yield x, y, False
        # raids
        for x in xrange(n):
            for y in xrange(n):
                if node.grid[y * n + x] == FREE:
                    for k in self.around(x, y):
                        if node.grid[k] == who:
                            yield x, y, True
                            break

    def apply(self, node, move, who):
        x, y, raid = move
        k = y * self.size + x
        g = list(node.grid)
        g[k] = who
        gain = self.worth[k]
        if raid:
            for q in self.around(x, y):
                if g[q] == 3 - who:
                    g[q] = who
                    gain += 2 * self.worth[q]
        if who == self.me:
            return Node(g, node.score + gain)
        return Node(g, node.score - gain)

    def search(self, node, level, alpha, beta, prune):
        """value of the node, level = depth in the tree"""
        self.count += 1
        if level >= self.depth or FREE not in node.grid:
            return node.score
        if level % 2 == 0:
            v = -BIG
            for m in self.moves(node, self.me):
                v = max(v, self.search(self.apply(node, m, self.me), level + 1, alpha, beta, prune))
                if prune:
                    if v >= beta:
                        return v
                    alpha = max(alpha, v)
            return v
        else:
            v = BIG
            foe = 3 - self.me
            for m in self.moves(node, foe):
                v = min(v, self.search(self.apply(node, m, foe), level + 1, alpha, beta, prune))
                if prune:
                    if v <= alpha:
                        return v
                    beta = min(beta, v)
            return v

    def decide(self, node):
        prune = self.mode != 'MINIMAX'
        alpha = -BIG
        best = None
        for m in self.moves(node, self.me):
            v = self.search(self.apply(node, m, self.me), 1, alpha, BIG, prune)
            if best is None or v > alpha:
                best = m
                alpha = v
        return best


def main():
    t0 = time.time()
    s = Searcher()
    root = s.load()
    m = s.decide(root)
    after = s.apply(root, m, s.me)
    out = open('output.txt', 'w')
    out.write('%s%d %s' % (chr(ord('A') + m[0]), m[1] + 1, ['Stake', 'Raid'][m[2]]))
    for y in xrange(s.size):
        out.write('\n')
        for x in xrange(s.size):
            out.write(NAMES[after.grid[y * s.size + x]])
    out.close()
    # print 'nodes', s.count, 'time', time.time() - t0

if __name__ == '__main__':
    main()
