from collections import namedtuple
import string

Move = namedtuple("Move", "index kind")
Problem = namedtuple("Problem", "n mode player depth values board")

STAKE = "Stake"
RAID = "Raid"


def other(p):
    return "X" if p == "O" else "O"


def parse(path):
    with open(path) as fh:
        tokens = fh.read().split()
    n = int(tokens[0])
    mode, player, depth = tokens[1:4]
    if mode == "COMPETITION":
        depth = 2 if n < 8 else 1
    values = [int(t) for t in tokens[4:4 + n * n]]
    board = "".join(tokens[4 + n * n:4 + n * n + n])
    return Problem(n, mode, player, int(depth), values, board)


class Agent:
    def __init__(self, problem):
        self.p = problem
        n = problem.n
        self.adjacent = []
        for i in range(n * n):
            here = []
            if i - n >= 0:
                here.append(i - n)
            if i % n > 0:
                here.append(i - 1)
            if i % n < n - 1:
                here.append(i + 1)
            if i + n < n * n:
                here.append(i + n)
            self.adjacent.append(here)

    def moves(self, board, turn):
        free = [i for i, ch in enumerate(board) if ch == "."]
        for i in free:
            yield Move(i, STAKE)
        for i in free:
            if any(board[j] == turn for j in self.adjacent[i]):
                yield Move(i, RAID)

    def apply(self, board, move, turn):
        if move.kind == STAKE:
            return board[:move.index] + turn + board[move.index + 1:]
        b = list(board)
        b[move.index] = turn
        foe = other(turn)
        for j in self.adjacent[move.index]:
            if b[j] == foe:
                b[j] = turn
        return "".join(b)

    def game_score(self, board, turn):
        # (a) own squares minus (b) squares of the other player
        score = 0
        for ch, v in zip(board, self.p.values):
            if ch == turn:
                score += v
            elif ch != ".":
                score -= v
        return score

    def minimax(self, board, turn, depth):
        if depth == 0 or "." not in board:
            return self.game_score(board, turn)
        results = (self.minimax(self.apply(board, m, turn), other(turn), depth - 1)
                   for m in self.moves(board, turn))
        if turn == self.p.player:
            return max(results)
        else:
            return min(results)

    def alphabeta(self, board, turn, depth, alpha, beta):
        if depth == 0 or "." not in board:
            return self.game_score(board, turn)
        maximizing = turn == self.p.player
        value = float("-inf") if maximizing else float("inf")
        for m in self.moves(board, turn):
            child = self.alphabeta(self.apply(board, m, turn), other(turn), depth - 1, alpha, beta)
            if maximizing:
                value = max(value, child)
                if value >= beta:
                    break
                alpha = max(alpha, value)
            else:
                value = min(value, child)
                if value <= alpha:
                    break
                beta = min(beta, value)
        return value

    def best_move(self):
        p = self.p
        best, best_value = None, float("-inf")
        for m in self.moves(p.board, p.player):
            nxt = self.apply(p.board, m, p.player)
            if p.mode == "MINIMAX":
                v = self.minimax(nxt, other(p.player), p.depth - 1)
            else:
                v = self.alphabeta(nxt, other(p.player), p.depth - 1, best_value, float("inf"))
            if v > best_value:
                best, best_value = m, v
        return best


def save(problem, move, board, path):
    n = problem.n
    name = string.ascii_uppercase[move.index % n] + str(move.index // n + 1)
    rows = [board[i:i + n] for i in range(0, n * n, n)]
    with open(path, "w") as fh:
        print(name, move.kind, file=fh)
        print(*rows, sep="\n", end="", file=fh)


problem = parse("input.txt")
agent = Agent(problem)
move = agent.best_move()
save(problem, move, agent.apply(problem.board, move, problem.player), "output.txt")
