"""
AI homework - game playing.
Boards are strings of length N*N, so a child is simply a new string.
"""
import sys
from collections import namedtuple

Move = namedtuple('Move', 'index type board score')

BIG = 10 ** 9


class Warfare(object):

    def __init__(self, n, values, me):
        self.n = n
        self.values = values
        self.me = me
        self.opponent = 'OX'['XO'.index(me)]
        self.nb = []
        for i in range(n * n):
            row, col = i // n, i % n
            lst = []
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if r in range(n) and c in range(n):
                    lst.append(r * n + c)
            self.nb.append(lst)

    def score(self, board):
        return (sum(v for v, b in zip(self.values, board) if b == self.me) -
                sum(v for v, b in zip(self.values, board) if b == self.opponent))

    def rival(self, player):
        return self.opponent if player == self.me else self.me

    def put(self, board, index, player):
        return board[:index] + player + board[index + 1:]

    def moves(self, board, score, player):
        sign = 1 if player == self.me else -1
        enemy = self.rival(player)
        values = self.values
        # Stake
        i = board.find('.')
        while i >= 0:
            yield Move(i, 'Stake', self.put(board, i, player), score + sign * values[i])
            i = board.find('.', i + 1)
        # Raid
        i = board.find('.')
        while i >= 0:
            own = False
            enemies = []
            for j in self.nb[i]:
                if board[j] == player:
                    own = True
                elif board[j] == enemy:
                    enemies.append(j)
            if own:
                new = self.put(board, i, player)
                gain = values[i]
                for j in enemies:
                    new = self.put(new, j, player)
                    gain += 2 * values[j]
                yield Move(i, 'Raid', new, score + sign * gain)
            i = board.find('.', i + 1)

    def is_over(self, board):
        return '.' not in board


class Agent(object):

    def __init__(self, game, limit):
        self.game = game
        self.limit = limit
        self.nodes = 0

    def cutoff(self, board, depth):
        self.nodes += 1
        return depth >= self.limit or self.game.is_over(board)


class MinimaxAgent(Agent):

    def decide(self, board):
        best, answer = -BIG, None
        for m in self.game.moves(board, self.game.score(board), self.game.me):
            v = self.value(m.board, m.score, self.game.opponent, 1)
            if v >= best:
                best, answer = v, m
        return answer

    def value(self, board, score, player, depth):
        if self.cutoff(board, depth):
            return score
        results = [self.value(m.board, m.score, self.game.rival(player), depth + 1)
                   for m in self.game.moves(board, score, player)]
        if player == self.game.me:
            return max(results)
        return min(results)


class AlphaBetaAgent(Agent):

    def decide(self, board):
        best, answer = -BIG, None
        for m in self.game.moves(board, self.game.score(board), self.game.me):
            v = self.min_value(m.board, m.score, best, BIG, 1)
            if v >= best:
                best, answer = v, m
        return answer

    def max_value(self, board, score, alpha, beta, depth):
        if self.cutoff(board, depth):
            return score
        v = -BIG
        for m in self.game.moves(board, score, self.game.me):
            v = max(v, self.min_value(m.board, m.score, alpha, beta, depth + 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, board, score, alpha, beta, depth):
        if self.cutoff(board, depth):
            return score
        v = BIG
        for m in self.game.moves(board, score, self.game.opponent):
            v = min(v, self.max_value(m.board, m.score, alpha, beta, depth + 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v


def main():
    with open('input.txt') as f:
        lines = f.read().splitlines()
    n = int(lines[0])
    mode = lines[1].strip()
    me = lines[2].strip()
    values = []
    for line in lines[4:4 + n]:
        values.extend(int(x) for x in line.split())
    board = ''.join(line.strip() for line in lines[4 + n:4 + n + n])

    game = Warfare(n, values, me)
    if mode == 'MINIMAX':
        agent = MinimaxAgent(game, int(lines[3]))
    elif mode == 'ALPHABETA':
        agent = AlphaBetaAgent(game, int(lines[3]))
    else:
        # TODO competition: look at the clock
        agent = AlphaBetaAgent(game, 2 if n <= 9 else 1)

    move = agent.decide(board)
    # sys.stderr.write('%d nodes\n' % agent.nodes)
    with open('output.txt', 'w') as f:
        f.write('%s%d %s' % (chr(ord('A') + move.index % n), move.index // n + 1, move.type))
        for r in range(n):
            f.write('\n' + move.board[r * n:r * n + n])


if __name__ == '__main__':
    main()
