import sys

NEG = -sys.maxint
POS = sys.maxint


class Game:
    """ The warfare game. A state is a dictionary (row, col) -> 'X' or 'O',
        free cells are not in the dictionary at all. """

    def __init__(self, filename):
        f = open(filename, 'r')
        data = f.read().split()
        f.close()
        self.n = int(data[0])
        self.mode = data[1]
        self.player = data[2]
        self.other = {'X': 'O', 'O': 'X'}
        self.enemy = self.other[self.player]
        self.limit = data[3]
        self.value = {}
        self.cells = []
        k = 4
        for r in xrange(self.n):
            for c in xrange(self.n):
                self.value[(r, c)] = int(data[k])
                self.cells.append((r, c))
                k += 1
        self.start = {}
        for r in xrange(self.n):
            for c in xrange(self.n):
                if data[k][c] != '.':
                    self.start[(r, c)] = data[k][c]
            k += 1
        self.near = {}
        for (r, c) in self.cells:
            around = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
            self.near[(r, c)] = [p for p in around if p in self.value]
        self.expanded = 0

    def actions(self, state, who):
        free = [p for p in self.cells if p not in state]
        result = [(p, 'Stake') for p in free]
        for p in free:
            for q in self.near[p]:
                if state.get(q) == who:
                    result.append((p, 'Raid'))
                    break
        return result

    def result(self, state, action, who):
        p, kind = action
        new = state.copy()
        new[p] = who
        if kind == 'Raid':
            for q in self.near[p]:
                if q in new:
                    new[q] = who      # own ones stay own
        return new

    def evaluate(self, state):
        total = 0
        for p, who in state.iteritems():
            if who == self.player:
                total += self.value[p]
            else:
                total -= self.value[p]
        return total

    def cutoff(self, state, depth):
        return depth >= self.limit or len(state) == self.n * self.n

    # ---- minimax ----
    def minimax_value(self, state, depth, who):
        self.expanded += 1
        if self.cutoff(state, depth):
            return self.evaluate(state)
        values = [self.minimax_value(self.result(state, a, who), depth + 1, self.other[who])
                  for a in self.actions(state, who)]
        if who == self.player:
            return max(values)
        return min(values)

    def minimax(self):
        best, choice = NEG, None
        for a in self.actions(self.start, self.player):
            v = self.minimax_value(self.result(self.start, a, self.player), 1, self.enemy)
            if v > best:
                best, choice = v, a
        return choice

    # ---- alpha beta ----
    def max_value(self, state, alpha, beta, depth):
        if self.cutoff(state, depth):
            return self.evaluate(state)
        v = NEG
        for a in self.actions(state, self.player):
            v = max(v, self.min_value(self.result(state, a, self.player), alpha, beta, depth + 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, alpha, beta, depth):
        if self.cutoff(state, depth):
            return self.evaluate(state)
        v = POS
        for a in self.actions(state, self.enemy):
            v = min(v, self.max_value(self.result(state, a, self.enemy), alpha, beta, depth + 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def alphabeta(self):
        best, choice = NEG, None
        for a in self.actions(self.start, self.player):
            v = self.min_value(self.result(self.start, a, self.player), best, POS, 1)
            if v > best:
                best, choice = v, a
        return choice

    def play(self):
        if self.mode == 'COMPETITION':
            self.limit = max(1, min(3, 12 / self.n))
            return self.alphabeta()
        self.limit = int(self.limit)
        if self.mode == 'MINIMAX':
            return self.minimax()
        return self.alphabeta()

    def show(self, state):
        # only for debugging
        for r in xrange(self.n):
            print ''.join([state.get((r, c), '.') for c in xrange(self.n)])

    def write(self, action, filename):
        state = self.result(self.start, action, self.player)
        (r, c), kind = action
        lines = ['%s%d %s' % (chr(65 + c), r + 1, kind)]
        for i in xrange(self.n):
            lines.append(''.join([state.get((i, j), '.') for j in xrange(self.n)]))
        out = open(filename, 'w')
        out.write('\n'.join(lines))
        out.close()


game = Game('input.txt')
game.write(game.play(), 'output.txt')
#print game.expanded
