# Star Circle game
# positive numbers = stars, negative numbers = circles
import time


class StarCircle:

    INF = float('inf')

    def __init__(self, filename):
        with open(filename) as f:
            lines = [l.strip() for l in f.read().splitlines() if l.strip() != '']
        self.side = 1 if lines[0] == 'Star' else -1
        self.algorithm = lines[1]
        self.depth_limit = int(lines[2])
        # grid[0] is row A, so reverse the lines
        self.grid = []
        for line in reversed(lines[3:11]):
            row = []
            for cell in line.split(','):
                cell = cell.strip()
                if cell[0] == 'S':
                    row.append(int(cell[1:]))
                elif cell[0] == 'C':
                    row.append(-int(cell[1:]))
                else:
                    row.append(0)
            self.grid.append(row)
        self.values = [int(x) for x in lines[11].split(',')]
        self.nodes = 0
        self.best_action = None

    # ---------- rules ----------

    def free(self, side, r, c):
        """can a piece of `side` be put down on (r, c)?"""
        if not (0 <= r < 8 and 0 <= c < 8):
            return False
        x = self.grid[r][c]
        if x == 0:
            return True
        last = 7 if side == 1 else 0
        return r == last and x * side > 0

    def actions(self, side):
        result = []
        g = self.grid
        for r in range(7, -1, -1):
            if not 0 <= r + side < 8:
                continue
            row = g[r]
            ahead = g[r + side]
            for c in range(8):
                if row[c] * side <= 0:
                    continue
                steps = []
                jumps = []
                for d in (-1, 1):
                    if not 0 <= c + d < 8:
                        continue
                    if ahead[c + d] * side < 0:
                        if self.free(side, r + 2 * side, c + 2 * d):
                            jumps.append((r, c, r + 2 * side, c + 2 * d))
                    elif self.free(side, r + side, c + d):
                        steps.append((r, c, r + side, c + d))
                # upper rows first: for star that is the jump, for circle the step
                if side == 1:
                    result += jumps + steps
                else:
                    result += steps + jumps
        if not result:
            result.append(None)     # None = pass
        return result

    def do(self, side, action):
        """returns what was captured (for undo)"""
        if action is None:
            return 0
        r, c, r2, c2 = action
        g = self.grid
        g[r][c] -= side
        g[r2][c2] += side
        if r2 - r == 2 * side:
            captured = g[r + side][(c + c2) // 2]
            g[r + side][(c + c2) // 2] = 0
            return captured
        return 0

    def undo(self, side, action, captured):
        if action is None:
            return
        r, c, r2, c2 = action
        g = self.grid
        g[r2][c2] -= side
        g[r][c] += side
        if captured != 0:
            g[r + side][(c + c2) // 2] = captured

    def utility(self):
        total = 0
        for r in range(8):
            for x in self.grid[r]:
                if x > 0:
                    total += x * self.values[r]
                elif x < 0:
                    total += x * self.values[7 - r]
        return total * self.side

    def wiped_out(self):
        star = circle = False
        for row in self.grid:
            for x in row:
                if x > 0:
                    star = True
                elif x < 0:
                    circle = True
            if star and circle:
                return False
        return True

    def is_leaf(self, depth, passes):
        if depth >= self.depth_limit or passes == 2:
            return True
        return self.wiped_out()

    # ---------- search ----------

    def max_value(self, depth, passes, alpha, beta):
        self.nodes += 1
        if self.is_leaf(depth, passes):
            return self.utility()
        v = -self.INF
        for a in self.actions(self.side):
            cap = self.do(self.side, a)
            child = self.min_value(depth + 1, passes + 1 if a is None else 0, alpha, beta)
            self.undo(self.side, a, cap)
            if child > v:
                v = child
                if depth == 0:
                    self.best_action = a
            if self.algorithm == 'ALPHABETA':
                if v >= beta:
                    return v
                alpha = max(alpha, v)
        return v

    def min_value(self, depth, passes, alpha, beta):
        self.nodes += 1
        if self.is_leaf(depth, passes):
            return self.utility()
        v = self.INF
        for a in self.actions(-self.side):
            cap = self.do(-self.side, a)
            child = self.max_value(depth + 1, passes + 1 if a is None else 0, alpha, beta)
            self.undo(-self.side, a, cap)
            v = min(v, child)
            if self.algorithm == 'ALPHABETA':
                if v <= alpha:
                    return v
                beta = min(beta, v)
        return v

    def name(self, action):
        if action is None:
            return 'pass'
        r, c, r2, c2 = action
        letters = 'ABCDEFGH'
        return '%s%d-%s%d' % (letters[r], c + 1, letters[r2], c2 + 1)

    def solve(self):
        far = self.max_value(0, 0, -self.INF, self.INF)
        self.do(self.side, self.best_action)
        myopic = self.utility()
        with open('output.txt', 'w') as f:
            f.write('\n'.join([self.name(self.best_action), str(myopic), str(far), str(self.nodes)]))


if __name__ == '__main__':
    start = time.time()
    StarCircle('input.txt').solve()
    # print(time.time() - start)
