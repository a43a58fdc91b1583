# homework 2, warfare
# the board is one flat list, every child gets its own copy

INFINITY = 2 * 26 * 26 * 99   # no score can be that large

size = 0
values = []
adjacent = []     # adjacent[i] = indices next to cell i


def read_input():
    with open('input.txt') as f:
        tokens = f.read().split()
    n = int(tokens[0])
    mode, player, depth = tokens[1], tokens[2], tokens[3]
    vals = [int(t) for t in tokens[4:4 + n * n]]
    rows = tokens[4 + n * n:4 + n * n + n]
    return n, mode, player, depth, vals, list(''.join(rows))


def find_adjacent(n):
    result = []
    for i in range(n * n):
        r, c = divmod(i, n)
        cells = []
        if r > 0:
            cells.append(i - n)
        if c > 0:
            cells.append(i - 1)
        if c < n - 1:
            cells.append(i + 1)
        if r < n - 1:
            cells.append(i + n)
        result.append(cells)
    return result


def other(player):
    if player == 'X':
        return 'O'
    return 'X'


def game_score(board, player):
    total = 0
    for i, cell in enumerate(board):
        if cell == player:
            total += values[i]
        elif cell != '.':
            total -= values[i]
    return total


def can_raid(board, i, player):
    for j in adjacent[i]:
        if board[j] == player:
            return True
    return False


def stake(board, i, player):
    """returns (new board, points that player wins against the other)"""
    child = board[:]
    child[i] = player
    return child, values[i]


def raid(board, i, player):
    child = board[:]
    child[i] = player
    gain = values[i]
    for j in adjacent[i]:
        if child[j] != '.' and child[j] != player:
            child[j] = player
            gain += 2 * values[j]
    return child, gain


def successors(board, player):
    empty = [i for i in range(len(board)) if board[i] == '.']
    for i in empty:
        child, gain = stake(board, i, player)
        yield i, 'Stake', child, gain
    for i in empty:
        if can_raid(board, i, player):
            child, gain = raid(board, i, player)
            yield i, 'Raid', child, gain


# ---- minimax ----

def minimax(board, score, me, turn, depth):
    if depth == 0 or '.' not in board:
        return score
    if turn == me:
        best = -INFINITY
        for _, _, child, gain in successors(board, turn):
            best = max(best, minimax(child, score + gain, me, other(turn), depth - 1))
    else:
        best = INFINITY
        for _, _, child, gain in successors(board, turn):
            best = min(best, minimax(child, score - gain, me, other(turn), depth - 1))
    return best


# ---- alpha beta ----

def alphabeta(board, score, me, turn, depth, alpha, beta):
    if depth == 0 or '.' not in board:
        return score
    if turn == me:
        best = -INFINITY
        for _, _, child, gain in successors(board, turn):
            best = max(best, alphabeta(child, score + gain, me, other(turn), depth - 1, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
    else:
        best = INFINITY
        for _, _, child, gain in successors(board, turn):
            best = min(best, alphabeta(child, score - gain, me, other(turn), depth - 1, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
    return best


def choose(board, mode, me, depth):
    score = game_score(board, me)
    best = -INFINITY
    answer = None
    for i, kind, child, gain in successors(board, me):
        if mode == 'MINIMAX':
            v = minimax(child, score + gain, me, other(me), depth - 1)
        else:
            v = alphabeta(child, score + gain, me, other(me), depth - 1, best, INFINITY)
        # print(i, kind, v)
        if v > best:
            best = v
            answer = (i, kind, child)
    return answer


def main():
    global size, values, adjacent
    size, mode, me, depth, values, board = read_input()
    adjacent = find_adjacent(size)
    if mode == 'COMPETITION':
        # depth = float(depth)  seconds left, not used yet
        depth = 2 if size < 12 else 1
    else:
        depth = int(depth)
    i, kind, child = choose(board, mode, me, depth)
    r, c = divmod(i, size)
    lines = [chr(ord('A') + c) + str(r + 1) + ' ' + kind]
    for k in range(size):
        lines.append(''.join(child[k * size:(k + 1) * size]))
    with open('output.txt', 'w') as f:
        f.write('\n'.join(lines))


main()
