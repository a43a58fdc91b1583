'''
Homework: minimax and alpha-beta for the star/circle game
'''

BOARD = []      # 8 rows, BOARD[0] = H.   each square is [owner, number]
VALUES = []
PLAYER = ''
DEPTH = 0
nodes_visited = 0


def enemy_of(p):
    return {'Star': 'Circle', 'Circle': 'Star'}[p]


def parse_square(text):
    if text == '0':
        return ['', 0]
    if text[0] == 'S':
        return ['Star', int(text[1:])]
    return ['Circle', int(text[1:])]


def utility():
    u = 0
    for i in range(8):
        for owner, number in BOARD[i]:
            if owner == '':
                continue
            if owner == 'Star':
                points = VALUES[7 - i] * number
            else:
                points = VALUES[i] * number
            if owner == PLAYER:
                u += points
            else:
                u -= points
    return u


def available(p, i, j):
    if i < 0 or i > 7 or j < 0 or j > 7:
        return False
    owner = BOARD[i][j][0]
    if owner == '':
        return True
    if owner == p:
        if p == 'Star' and i == 0:
            return True
        if p == 'Circle' and i == 7:
            return True
    return False


def get_jumps(p):
    d = -1 if p == 'Star' else 1
    result = []
    for i in range(8):
        for j in range(8):
            if BOARD[i][j][0] == p:
                for k in (-1, 1):
                    if available(p, i + 2 * d, j + 2 * k) and BOARD[i + d][j + k][0] == enemy_of(p):
                        result.append((i, j, i + 2 * d, j + 2 * k))
    return result


def get_steps(p):
    d = -1 if p == 'Star' else 1
    result = []
    for i in range(8):
        for j in range(8):
            if BOARD[i][j][0] == p:
                for k in (-1, 1):
                    if available(p, i + d, j + k):
                        result.append((i, j, i + d, j + k))
    return result


def get_moves(p):
    jumps = get_jumps(p)
    if jumps:
        return jumps
    return get_steps(p)


def do_move(m):
    i, j, x, y = m
    p = BOARD[i][j][0]
    BOARD[i][j] = ['', 0]
    old = BOARD[x][y]
    BOARD[x][y] = [p, old[1] + 1]
    taken = None
    if abs(i - x) == 2:
        taken = BOARD[(i + x) // 2][(j + y) // 2]
        BOARD[(i + x) // 2][(j + y) // 2] = ['', 0]
    return (p, old, taken)


def undo_move(m, info):
    i, j, x, y = m
    p, old, taken = info
    BOARD[i][j] = [p, 1]
    BOARD[x][y] = old
    if taken is not None:
        BOARD[(i + x) // 2][(j + y) // 2] = taken


def is_over():
    stars, circles = 0, 0
    for row in BOARD:
        for owner, number in row:
            if owner == 'Star':
                stars += number
            elif owner == 'Circle':
                circles += number
    return stars == 0 or circles == 0


def minimax(p, depth, passes):
    global nodes_visited
    nodes_visited += 1
    if depth == DEPTH or passes == 2 or is_over():
        return utility()
    moves = get_moves(p)
    if len(moves) == 0:
        return minimax(enemy_of(p), depth + 1, passes + 1)
    scores = []
    for m in moves:
        info = do_move(m)
        scores.append(minimax(enemy_of(p), depth + 1, 0))
        undo_move(m, info)
    return max(scores) if p == PLAYER else min(scores)


def alphabeta(p, depth, passes, alpha, beta):
    global nodes_visited
    nodes_visited += 1
    if depth == DEPTH or passes == 2 or is_over():
        return utility()
    moves = get_moves(p)
    if len(moves) == 0:
        return alphabeta(enemy_of(p), depth + 1, passes + 1, alpha, beta)
    if p == PLAYER:
        v = -float('inf')
        for m in moves:
            info = do_move(m)
            v = max(v, alphabeta(enemy_of(p), depth + 1, 0, alpha, beta))
            undo_move(m, info)
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    v = float('inf')
    for m in moves:
        info = do_move(m)
        v = min(v, alphabeta(enemy_of(p), depth + 1, 0, alpha, beta))
        undo_move(m, info)
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def move_to_string(m):
    i, j, x, y = m
    return chr(ord('H') - i) + str(j + 1) + '-' + chr(ord('H') - x) + str(y + 1)


def main():
    global PLAYER, DEPTH, VALUES, nodes_visited
    f = open('input.txt')
    lines = f.read().split()
    f.close()
    PLAYER = lines[0]
    algorithm = lines[1]
    DEPTH = int(lines[2])
    for k in range(3, 11):
        BOARD.append([parse_square(t) for t in lines[k].split(',')])
    VALUES = [int(t) for t in lines[11].split(',')]

    nodes_visited = 1
    inf = float('inf')
    best_value = -inf
    best_move = None
    moves = get_moves(PLAYER)
    other = enemy_of(PLAYER)
    if not moves:
        if algorithm == 'ALPHABETA':
            best_value = alphabeta(other, 1, 1, -inf, inf)
        else:
            best_value = minimax(other, 1, 1)
    for m in moves:
        info = do_move(m)
        if algorithm == 'ALPHABETA':
            v = alphabeta(other, 1, 0, best_value, inf)
        else:
            v = minimax(other, 1, 0)
        undo_move(m, info)
        if v > best_value:
            best_value = v
            best_move = m

    out = open('output.txt', 'w')
    if best_move is None:
        out.write('pass\n')
    else:
        out.write(move_to_string(best_move) + '\n')
        do_move(best_move)
    # TODO nicer output?
    out.write(str(utility()) + '\n')
    out.write(str(best_value) + '\n')
    out.write(str(nodes_visited))
    out.close()


if __name__ == '__main__':
    main()
