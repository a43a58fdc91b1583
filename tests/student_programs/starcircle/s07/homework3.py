# Star/Circle, hw1
# state = list of 8 rows (H first), each square is a tuple (owner, number)

E = (' ', 0)
nodes = 0


def parse(path):
    data = open(path).read().split('\n')
    who = data[0].strip()
    alg = data[1].strip()
    d = int(data[2].strip())
    b = []
    for i in range(3, 11):
        b.append([E if x.strip() == '0' else (x.strip()[0], int(x.strip()[1:])) for x in data[i].split(',')])
    vals = list(map(int, data[11].split(',')))
    return who, alg, d, b, vals


def opp(p):
    return 'C' if p == 'S' else 'S'


def ok(b, p, r, c):
    if r < 0 or r > 7 or c < 0 or c > 7:
        return False
    o = b[r][c][0]
    if o == ' ':
        return True
    if o != p:
        return False
    if p == 'S':
        return r == 0
    return r == 7


def legal_moves(b, p):
    moves = []
    if p == 'S':
        dr = -1
    else:
        dr = 1
    for r in range(8):
        r1 = r + dr
        if r1 < 0 or r1 > 7:
            continue
        for c in range(8):
            if b[r][c][0] != p:
                continue
            for dc in (-1, 1):
                c1 = c + dc
                if c1 < 0 or c1 > 7:
                    continue
                if ok(b, p, r1, c1):
                    moves.append((r, c, r1, c1))
                elif b[r1][c1][0] == opp(p) and ok(b, p, r1 + dr, c1 + dc):
                    moves.append((r, c, r1 + dr, c1 + dc))
    moves.sort()     # tuples: from row, from col, to row, to col
    return moves


def apply_move(b, m):
    n = [row[:] for row in b]
    r, c, r2, c2 = m
    p = b[r][c][0]
    n[r][c] = E
    n[r2][c2] = (p, b[r2][c2][1] + 1)
    if abs(r - r2) == 2:
        n[(r + r2) // 2][(c + c2) // 2] = E
    return n


def score(b, me, vals):
    t = {'S': 0, 'C': 0, ' ': 0}
    for r in range(8):
        for o, k in b[r]:
            if o == 'S':
                t['S'] += k * vals[7 - r]
            elif o == 'C':
                t['C'] += k * vals[r]
    return t[me] - t[opp(me)]


def one_side_only(b):
    owners = set()
    for row in b:
        for sq in row:
            owners.add(sq[0])
    return not ('S' in owners and 'C' in owners)


def minimax(b, turn, me, depth, passes, vals):
    # returns (value, move)
    global nodes
    nodes += 1
    if depth == 0 or passes == 2 or one_side_only(b):
        return score(b, me, vals), None
    moves = legal_moves(b, turn)
    if not moves:
        # nothing can be moved, the other one plays from here
        return minimax(b, opp(turn), me, depth, passes + 1, vals)[0], None
    best = None
    best_move = None
    for m in moves:
        v = minimax(apply_move(b, m), opp(turn), me, depth - 1, 0, vals)[0]
        if best is None or (turn == me and v > best) or (turn != me and v < best):
            best = v
            best_move = m
    return best, best_move


def alphabeta(b, turn, me, depth, passes, vals, alpha, beta):
    global nodes
    nodes += 1
    if depth == 0 or passes == 2 or one_side_only(b):
        return score(b, me, vals), None
    moves = legal_moves(b, turn)
    if not moves:
        return alphabeta(b, opp(turn), me, depth, passes + 1, vals, alpha, beta)[0], None
    best_move = None
    if turn == me:
        best = float("-inf")
        for m in moves:
            v = alphabeta(apply_move(b, m), opp(turn), me, depth - 1, 0, vals, alpha, beta)[0]
            if v > best:
                best = v
                best_move = m
            if best >= beta:
                return best, best_move
            alpha = max(alpha, best)
    else:
        best = float("inf")
        for m in moves:
            v = alphabeta(apply_move(b, m), opp(turn), me, depth - 1, 0, vals, alpha, beta)[0]
            if v < best:
                best = v
                best_move = m
            if best <= alpha:
                return best, best_move
            beta = min(beta, best)
    return best, best_move


def fmt(m):
    if m is None:
        return "pass"
    return "HGFEDCBA"[m[0]] + str(m[1] + 1) + "-" + "HGFEDCBA"[m[2]] + str(m[3] + 1)


who, alg, d, board, vals = parse("input.txt")
me = who[0]
if alg == "MINIMAX":
    far, mv = minimax(board, me, me, d, 0, vals)
else:
    far, mv = alphabeta(board, me, me, d, 0, vals, float("-inf"), float("inf"))

after = board
if mv is not None:
    after = apply_move(board, mv)

with open("output.txt", "w") as f:
    f.write(fmt(mv) + "\n")
    f.write("{}\n".format(score(after, me, vals)))
    f.write("{}\n".format(far))
    f.write("{}".format(nodes))
