import copy
import math

ROW_NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']


class Player(object):
    def __init__(self, letter):
        self.letter = letter
        self.direction = 1 if letter == 'S' else -1
        self.opponent = None

    def __repr__(self):
        return 'Star' if self.letter == 'S' else 'Circle'


STAR = Player('S')
CIRCLE = Player('C')
STAR.opponent = CIRCLE
CIRCLE.opponent = STAR


class State(object):
    """pieces[player] is a dictionary: (row, col) -> how many"""

    def __init__(self):
        self.pieces = {STAR: {}, CIRCLE: {}}

    def child(self, player, move):
        s = State()
        s.pieces[STAR] = dict(self.pieces[STAR])
        s.pieces[CIRCLE] = dict(self.pieces[CIRCLE])
        if move is None:
            return s
        src, dst = move
        mine = s.pieces[player]
        mine[src] -= 1
        if mine[src] == 0:
            del mine[src]
        mine[dst] = mine.get(dst, 0) + 1
        if abs(src[0] - dst[0]) == 2:
            del s.pieces[player.opponent][((src[0] + dst[0]) // 2, (src[1] + dst[1]) // 2)]
        return s

    def is_vacant(self, r, c):
        if r < 0 or c < 0 or r > 7 or c > 7:
            return False
        return (r, c) not in self.pieces[STAR] and (r, c) not in self.pieces[CIRCLE]

    def moves(self, player):
        ms = []
        theirs = self.pieces[player.opponent]
        f = player.direction
        for (r, c) in self.pieces[player]:
            for d in [-1, 1]:
                if self.is_vacant(r + f, c + d):
                    ms.append(((r, c), (r + f, c + d)))
                elif (r + f, c + d) in theirs and self.is_vacant(r + 2 * f, c + 2 * d):
                    ms.append(((r, c), (r + 2 * f, c + 2 * d)))
        # top row first, then from the left
        ms.sort(key=lambda m: (-m[0][0], m[0][1], -m[1][0], m[1][1]))
        if len(ms) == 0:
            return [None]
        return ms

    def value_for(self, player, values):
        total = 0
        for (r, c), n in self.pieces[STAR].items():
            total += n * values[r]
        for (r, c), n in self.pieces[CIRCLE].items():
            total -= n * values[7 - r]
        return total if player is STAR else -total


class Agent(object):
    def __init__(self, player, algorithm, depth, values):
        self.player = player
        self.use_pruning = (algorithm == 'ALPHABETA')
        self.max_depth = depth
        self.values = values
        self.visited = 0

    def leaf(self, state, depth, passes):
        if depth == self.max_depth:
            return True
        if passes == 2:
            return True
        if not state.pieces[STAR] or not state.pieces[CIRCLE]:
            return True
        return False

    def decide(self, state):
        self.visited = 1
        best = -math.inf
        best_move = None
        for m in state.moves(self.player):
            v = self.visit(state.child(self.player, m), self.player.opponent, 1,
                           1 if m is None else 0, best, math.inf)
            if v > best:
                best = v
                best_move = m
        return best_move, best

    def visit(self, state, turn, depth, passes, alpha, beta):
        self.visited += 1
        if self.leaf(state, depth, passes):
            return state.value_for(self.player, self.values)
        maximizing = turn is self.player
        v = -math.inf if maximizing else math.inf
        for m in state.moves(turn):
            x = self.visit(state.child(turn, m), turn.opponent, depth + 1,
                           passes + 1 if m is None else 0, alpha, beta)
            if maximizing:
                v = max(v, x)
                if self.use_pruning:
                    if v >= beta:
                        break
                    alpha = max(alpha, v)
            else:
                v = min(v, x)
                if self.use_pruning:
                    if v <= alpha:
                        break
                    beta = min(beta, v)
        return v


def main():
    with open('input.txt', 'r') as infile:
        player = STAR if infile.readline().strip() == 'Star' else CIRCLE
        algorithm = infile.readline().strip()
        depth = int(infile.readline().strip())
        state = State()
        for r in range(7, -1, -1):
            line = infile.readline().strip().split(',')
            for c, token in enumerate(line):
                token = token.strip()
                if token.startswith('S'):
                    state.pieces[STAR][(r, c)] = int(token[1:])
                elif token.startswith('C'):
                    state.pieces[CIRCLE][(r, c)] = int(token[1:])
        values = [int(v) for v in infile.readline().strip().split(',')]

    agent = Agent(player, algorithm, depth, values)
    move, far = agent.decide(state)
    near = state.child(player, move).value_for(player, values)

    if move is None:
        name = 'pass'
    else:
        (r, c), (r2, c2) = move
        name = ROW_NAMES[r] + str(c + 1) + '-' + ROW_NAMES[r2] + str(c2 + 1)
    with open('output.txt', 'w') as outfile:
        outfile.write(name + '\n' + str(near) + '\n' + str(far) + '\n' + str(agent.visited))


if __name__ == "__main__":
    main()
