from math import inf

ROWS = "HGFEDCBA"


class State:
    def __init__(self, grid, turn, passes=0, last_move=None):
        self.grid = grid          # 8x8 list of (letter, count) or None
        self.turn = turn
        self.passes = passes
        self.last_move = last_move

    def opponent(self):
        return "C" if self.turn == "S" else "S"

    def is_end(self):
        if self.passes >= 2:
            return True
        seen = set()
        for row in self.grid:
            for cell in row:
                if cell:
                    seen.add(cell[0])
        return len(seen) < 2

    def can_land(self, r, c):
        if r < 0 or c < 0 or r > 7 or c > 7:
            return False
        cell = self.grid[r][c]
        if cell is None:
            return True
        home = 0 if self.turn == "S" else 7
        return r == home and cell[0] == self.turn

    def actions(self):
        fwd = -1 if self.turn == "S" else 1
        found = []
        for r in range(8):
            for c in range(8):
                cell = self.grid[r][c]
                if cell is None or cell[0] != self.turn:
                    continue
                for dc in (-1, 1):
                    if self.can_land(r + fwd, c + dc):
                        found.append((r, c, r + fwd, c + dc))
                    if self.can_land(r + 2 * fwd, c + 2 * dc):
                        over = self.grid[r + fwd][c + dc]
                        if over is not None and over[0] != self.turn:
                            found.append((r, c, r + 2 * fwd, c + 2 * dc))
        found.sort()    # top rows first then left, tuples sort nicely
        return found

    def result(self, action):
        if action is None:
            return State(self.grid, self.opponent(), self.passes + 1, None)
        r, c, r2, c2 = action
        g = [list(row) for row in self.grid]
        g[r][c] = None
        if g[r2][c2] is None:
            g[r2][c2] = (self.turn, 1)
        else:
            g[r2][c2] = (self.turn, g[r2][c2][1] + 1)
        if abs(r - r2) > 1:
            g[(r + r2) // 2][(c + c2) // 2] = None
        return State(g, self.opponent(), 0, action)

    def __str__(self):
        return "\n".join(" ".join(x[0] if x else "." for x in row) for row in self.grid)


class Agent:
    def __init__(self, player, depth, weights):
        self.player = player
        self.depth = depth
        self.weights = weights
        self.nodes = 0

    def utility(self, state):
        s = c = 0
        for r, row in enumerate(state.grid):
            for cell in row:
                if cell:
                    if cell[0] == "S":
                        s += cell[1] * self.weights[7 - r]
                    else:
                        c += cell[1] * self.weights[r]
        return s - c if self.player == "S" else c - s

    def successors(self, state):
        # generator, so that alpha beta does not build what it does not look at
        acts = state.actions() or [None]
        for a in acts:
            self.nodes += 1
            yield state.result(a)

    def leaf(self, state, d):
        return d == 0 or state.is_end()

    def minimax(self, state, d):
        if self.leaf(state, d):
            return self.utility(state), None
        best, best_child = None, None
        for child in self.successors(state):
            v, _ = self.minimax(child, d - 1)
            if best is None:
                best, best_child = v, child
            elif state.turn == self.player and v > best:
                best, best_child = v, child
            elif state.turn != self.player and v < best:
                best, best_child = v, child
        return best, best_child

    def alphabeta(self, state, d, alpha, beta):
        if self.leaf(state, d):
            return self.utility(state), None
        best_child = None
        if state.turn == self.player:
            v = -inf
            for child in self.successors(state):
                x, _ = self.alphabeta(child, d - 1, alpha, beta)
                if x > v:
                    v, best_child = x, child
                if v >= beta:
                    return v, best_child
                alpha = max(alpha, v)
        else:
            v = inf
            for child in self.successors(state):
                x, _ = self.alphabeta(child, d - 1, alpha, beta)
                if x < v:
                    v, best_child = x, child
                if v <= alpha:
                    return v, best_child
                beta = min(beta, v)
        return v, best_child


def parse(item):
    item = item.strip()
    if item == "0":
        return None
    return (item[0], int(item[1:]))


def main():
    with open("input.txt") as f:
        data = [x.strip() for x in f if x.strip()]
    grid = [[parse(x) for x in line.split(",")] for line in data[3:11]]
    player = data[0][0]
    weights = [int(x) for x in data[11].split(",")]
    agent = Agent(player, int(data[2]), weights)
    root = State(grid, player)
    # print(root)
    if data[1] == "MINIMAX":
        value, child = agent.minimax(root, agent.depth)
    else:
        value, child = agent.alphabeta(root, agent.depth, -inf, inf)

    if child.last_move is None:
        move = "pass"
    else:
        r, c, r2, c2 = child.last_move
        move = f"{ROWS[r]}{c + 1}-{ROWS[r2]}{c2 + 1}"
    with open("output.txt", "w") as f:
        f.write(f"{move}\n{agent.utility(child)}\n{value}\n{agent.nodes}")


if __name__ == "__main__":
    main()
