import sys
import time

EMPTY, MINE, HIS = 0, 1, -1


class Game:
    def __init__(self, filename):
        lines = [l.strip() for l in open(filename).readlines()]
        self.n = int(lines[0])
        self.mode = lines[1]
        self.player = lines[2]
        self.enemy = 'O' if self.player == 'X' else 'X'
        if self.mode == 'COMPETITION':
            self.time_left = float(lines[3])
            self.limit = 2 if self.n <= 10 else 1
        else:
            self.limit = int(lines[3])
        n = self.n
        self.value = []
        for l in lines[4:4 + n]:
            self.value += [int(x) for x in l.split()]
        self.cell = []
        for l in lines[4 + n:4 + 2 * n]:
            for ch in l:
                if ch == '.':
                    self.cell.append(EMPTY)
                elif ch == self.player:
                    self.cell.append(MINE)
                else:
                    self.cell.append(HIS)
        self.neighbours = [self.get_neighbours(p) for p in range(n * n)]
        self.score = sum(self.value[p] * self.cell[p] for p in range(n * n))
        self.free = self.cell.count(EMPTY)
        self.started = time.time()

    def get_neighbours(self, p):
        n = self.n
        res = []
        if p % n != 0:
            res.append(p - 1)
        if p >= n:
            res.append(p - n)
        if p % n != n - 1:
            res.append(p + 1)
        if p + n < n * n:
            res.append(p + n)
        return res

    # all moves of who (MINE or HIS) as pairs (position, is it a raid)
    def moves(self, who):
        cell = self.cell
        stakes = []
        raids = []
        for p in range(len(cell)):
            if cell[p] == EMPTY:
                stakes.append((p, False))
            elif cell[p] == who:
                for q in self.neighbours[p]:
                    if cell[q] == EMPTY:
                        raids.append((q, True))
        return stakes + raids

    def make(self, move, who):
        p, is_raid = move
        cell = self.cell
        cell[p] = who
        self.free -= 1
        gained = self.value[p]
        taken = []
        if is_raid:
            for q in self.neighbours[p]:
                if cell[q] == -who:
                    cell[q] = who
                    taken.append(q)
                    gained += 2 * self.value[q]
        self.score += who * gained
        return taken

    def unmake(self, move, who, taken, old_score):
        self.cell[move[0]] = EMPTY
        self.free += 1
        for q in taken:
            self.cell[q] = -who
        self.score = old_score

    def cutoff(self, depth):
        return depth >= self.limit or self.free == 0

    def minimax(self, depth, who):
        if self.cutoff(depth):
            return self.score, None
        best, best_move = None, None
        old = self.score
        for m in self.moves(who):
            taken = self.make(m, who)
            v, _ = self.minimax(depth + 1, -who)
            self.unmake(m, who, taken, old)
            if best is None or (who == MINE and v > best) or (who == HIS and v < best):
                best, best_move = v, m
        return best, best_move

    def max_value(self, depth, alpha, beta):
        if self.cutoff(depth):
            return self.score, None
        v, choice = float('-inf'), None
        old = self.score
        for m in self.moves(MINE):
            taken = self.make(m, MINE)
            w, _ = self.min_value(depth + 1, alpha, beta)
            self.unmake(m, MINE, taken, old)
            if w > v:
                v, choice = w, m
            if v >= beta:
                break
            if v > alpha:
                alpha = v
        return v, choice

    def min_value(self, depth, alpha, beta):
        if self.cutoff(depth):
            return self.score, None
        v, choice = float('inf'), None
        old = self.score
        for m in self.moves(HIS):
            taken = self.make(m, HIS)
            w, _ = self.max_value(depth + 1, alpha, beta)
            self.unmake(m, HIS, taken, old)
            if w < v:
                v, choice = w, m
            if v <= alpha:
                break
            if v < beta:
                beta = v
        return v, choice

    def solve(self):
        if self.mode == 'MINIMAX':
            _, move = self.minimax(0, MINE)
        else:
            _, move = self.max_value(0, float('-inf'), float('inf'))
        return move

    def write(self, move, filename):
        self.make(move, MINE)
        p, is_raid = move
        out = open(filename, 'w')
        out.write('%s%d %s' % (chr(65 + p % self.n), p // self.n + 1, 'Raid' if is_raid else 'Stake'))
        names = {EMPTY: '.', MINE: self.player, HIS: self.enemy}
        for r in range(self.n):
            out.write('\n')
            for c in range(self.n):
                out.write(names[self.cell[r * self.n + c]])
        out.close()


if __name__ == '__main__':
    sys.setrecursionlimit(5000)
    game = Game('input.txt')
    move = game.solve()
    # print(time.time() - game.started)
    game.write(move, 'output.txt')
