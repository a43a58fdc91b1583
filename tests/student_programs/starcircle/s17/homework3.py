# The board is a dictionary {(row, col): n}; row 1 = A ... 8 = H
# n > 0 : n stars, n < 0 : n circles. Empty squares are not in the dictionary.
import time

nodes = 0
W = {}
LIMIT = 0
ME = 1
USE_AB = False


def load(fname):
    with open(fname) as f:
        text = f.read().split()
    me = 1 if text[0].lower() == 'star' else -1
    algo = text[1]
    limit = int(text[2])
    bd = {}
    for k in range(8):
        for j, s in enumerate(text[3 + k].split(',')):
            if s.startswith('S'):
                bd[8 - k, j + 1] = int(s[1:])
            elif s.startswith('C'):
                bd[8 - k, j + 1] = -int(s[1:])
    vals = list(map(int, text[11].split(',')))
    return me, algo, limit, bd, vals


def make_weights(vals):
    for i in range(8):
        W[1, i + 1] = vals[i]
        W[-1, 8 - i] = vals[i]


def ev(bd):
    t = 0
    for (r, c), n in bd.items():
        if n > 0:
            t += n * W[1, r]
        else:
            t += n * W[-1, r]
    return t * ME


def alive(bd):
    s = c = False
    for n in bd.values():
        if n > 0:
            s = True
        else:
            c = True
    return s and c


def inside(r, c):
    return 1 <= r <= 8 and 1 <= c <= 8


def moves_of(bd, p):
    goal = 8 if p == 1 else 1

    def empty(r, c):
        if not inside(r, c):
            return False
        n = bd.get((r, c), 0)
        return n == 0 or (r == goal and n * p > 0)

    ms = []
    for (r, c), n in bd.items():
        if n * p <= 0:
            continue
        for d in (-1, 1):
            if empty(r + p, c + d):
                ms.append(((r, c), (r + p, c + d)))
            elif bd.get((r + p, c + d), 0) * p < 0 and empty(r + 2 * p, c + 2 * d):
                ms.append(((r, c), (r + 2 * p, c + 2 * d)))
    ms.sort(key=lambda m: (-m[0][0], m[0][1], -m[1][0], m[1][1]))
    return ms


def after(bd, m, p):
    (r, c), (r2, c2) = m
    new = dict(bd)
    del new[r, c]
    new[r2, c2] = new.get((r2, c2), 0) + p
    if abs(r2 - r) == 2:
        del new[(r + r2) // 2, (c + c2) // 2]
    return new


def search(bd, p, depth, passes, alpha, beta):
    '''returns value and move'''
    # TODO maybe sort moves only once
    global nodes
    if depth == LIMIT or passes == 2 or not alive(bd):
        return ev(bd), None

    nodes += 1
    ms = moves_of(bd, p)
    if not ms:
        return search(bd, -p, depth + 1, passes + 1, alpha, beta)[0], None

    best_m = None
    if p == ME:
        v = float('-inf')
        for m in ms:
            x = search(after(bd, m, p), -p, depth + 1, 0, alpha, beta)[0]
            if x > v:
                v, best_m = x, m
            if USE_AB and v >= beta:
                break
            if USE_AB and v > alpha:
                alpha = v
    else:
        v = float('inf')
        for m in ms:
            x = search(after(bd, m, p), -p, depth + 1, 0, alpha, beta)[0]
            if x < v:
                v, best_m = x, m
            if USE_AB and v <= alpha:
                break
            if USE_AB and v < beta:
                beta = v
    return v, best_m


def fmt(s):
    return '?ABCDEFGH'[s[0]] + str(s[1])


t0 = time.time()
ME, algorithm, LIMIT, board, values = load('input.txt')
make_weights(values)
USE_AB = (algorithm == 'ALPHABETA')
val, mv = search(board, ME, 0, 0, float('-inf'), float('inf'))
if mv:
    move_text = fmt(mv[0]) + '-' + fmt(mv[1])
    myopic = ev(after(board, mv, ME))
else:
    move_text = 'pass'
    myopic = ev(board)

with open('output.txt', 'w') as out:
    out.write(move_text + '\n')
    out.write(str(myopic) + '\n')
    out.write(str(val) + '\n')
    out.write(str(nodes))
# print('time', time.time() - t0)
