import copy


class Board:
    def __init__(self, n, values, cells):
        self.n = n
        self.values = values
        self.cells = cells

    def empty(self):
        return [(r, c) for r in range(self.n) for c in range(self.n) if self.cells[r][c] == "."]

    def around(self, r, c):
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= r + dr < self.n and 0 <= c + dc < self.n:
                yield r + dr, c + dc

    def can_raid(self, r, c, player):
        return any(self.cells[y][x] == player for y, x in self.around(r, c))

    def apply(self, r, c, player, raid):
        result = Board(self.n, self.values, copy.deepcopy(self.cells))
        result.cells[r][c] = player
        if raid:
            for y, x in result.around(r, c):
                if result.cells[y][x] not in (".", player):
                    result.cells[y][x] = player
        return result

    def score(self, player):
        total = 0
        for r in range(self.n):
            for c in range(self.n):
                if self.cells[r][c] == player:
                    total += self.values[r][c]
                elif self.cells[r][c] != ".":
                    total -= self.values[r][c]
        return total


class Agent:
    def __init__(self, player, limit, prune):
        self.player = player
        self.opponent = "O" if player == "X" else "X"
        self.limit = limit
        self.prune = prune

    def moves(self, board, player):
        cells = board.empty()
        result = [(r, c, False) for r, c in cells]
        result += [(r, c, True) for r, c in cells if board.can_raid(r, c, player)]
        return result

    def max_value(self, board, depth, alpha, beta):
        moves = self.moves(board, self.player)
        if depth == self.limit or not moves:
            return board.score(self.player), None
        best, choice = float("-inf"), None
        for move in moves:
            child = board.apply(move[0], move[1], self.player, move[2])
            value, _ = self.min_value(child, depth + 1, alpha, beta)
            if value > best:
                best, choice = value, move
            if self.prune and best >= beta:
                return best, choice
            alpha = max(alpha, best)
        return best, choice

    def min_value(self, board, depth, alpha, beta):
        moves = self.moves(board, self.opponent)
        if depth == self.limit or not moves:
            return board.score(self.player), None
        best = float("inf")
        for move in moves:
            child = board.apply(move[0], move[1], self.opponent, move[2])
            value, _ = self.max_value(child, depth + 1, alpha, beta)
            best = min(best, value)
            if self.prune and best <= alpha:
                return best, None
            beta = min(beta, best)
        return best, None


def main():
    with open("input.txt") as f:
        lines = f.read().split("\n")
    n = int(lines[0])
    values = [[int(v) for v in line.split()] for line in lines[4 : 4 + n]]
    cells = [list(line.strip()) for line in lines[4 + n : 4 + 2 * n]]
    board = Board(n, values, cells)
    agent = Agent(lines[2].strip(), int(lines[3]), lines[1].strip() == "ALPHABETA")
    _, (row, column, raid) = agent.max_value(board, 0, float("-inf"), float("inf"))
    after = board.apply(row, column, agent.player, raid)
    with open("output.txt", "w") as f:
        kind = "Raid" if raid else "Stake"
        f.write(chr(65 + column) + str(row + 1) + " " + kind + "\n")
        f.write("\n".join("".join(line) for line in after.cells))


main()
