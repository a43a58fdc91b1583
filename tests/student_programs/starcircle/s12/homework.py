import copy

# Board : list of 8 lists, each with 8 strings exactly as in input.txt
# board[0] is row H , board[7] is row A

nodes = 0
depth_limit = 0
values = []
me = 'S'


def read_input():
    f = open('input.txt', 'r')
    lines = [l.strip() for l in f.readlines()]
    f.close()
    lines = [l for l in lines if l != '']
    player = lines[0][0]
    algorithm = lines[1]
    depth = int(lines[2])
    board = []
    for i in xrange(3, 11):
        board.append([x.strip() for x in lines[i].split(',')])
    vals = [int(x) for x in lines[11].split(',')]
    return player, algorithm, depth, board, vals


def other(p):
    if p == 'S':
        return 'C'
    return 'S'


def how_many(cell):
    if cell == '0':
        return 0
    return int(cell[1:])


def print_board(board):
    for row in board:
        print ','.join(row)
    print ''


def evaluate(board):
    # always for the player in the input file
    total = 0
    for r in xrange(8):
        for c in xrange(8):
            cell = board[r][c]
            if cell == '0':
                continue
            if cell[0] == 'S':
                w = values[7 - r]
            else:
                w = values[r]
            if cell[0] == me:
                total = total + w * how_many(cell)
            else:
                total = total - w * how_many(cell)
    return total


def get_moves(board, p):
    if p == 'S':
        step, last = -1, 0
    else:
        step, last = 1, 7
    enemy = other(p)
    moves = []
    for r in xrange(8):
        for c in xrange(8):
            if board[r][c][0] != p:
                continue
            mine = []
            for side in (-1, 1):
                r1 = r + step
                c1 = c + side
                if r1 < 0 or r1 > 7 or c1 < 0 or c1 > 7:
                    continue
                t = board[r1][c1]
                if t == '0' or (r1 == last and t[0] == p):
                    mine.append((r, c, r1, c1))
                elif t[0] == enemy:
                    r2 = r1 + step
                    c2 = c1 + side
                    if r2 < 0 or r2 > 7 or c2 < 0 or c2 > 7:
                        continue
                    t2 = board[r2][c2]
                    if t2 == '0' or (r2 == last and t2[0] == p):
                        mine.append((r, c, r2, c2))
            mine.sort()
            moves.extend(mine)
    return moves


def make_move(board, move):
    r, c, r2, c2 = move
    # new = copy.deepcopy(board)   way too slow
    new = [row[:] for row in board]
    p = new[r][c][0]
    new[r][c] = '0'
    new[r2][c2] = p + str(how_many(new[r2][c2]) + 1)
    if abs(r2 - r) == 2:
        new[(r + r2) / 2][(c + c2) / 2] = '0'
    return new


def somebody_dead(board):
    stars = False
    circles = False
    for row in board:
        for x in row:
            if x[0] == 'S':
                stars = True
            elif x[0] == 'C':
                circles = True
        if stars and circles:
            return False
    return True


def max_value(board, depth, passes):
    global nodes
    nodes += 1
    if depth == depth_limit or passes == 2 or somebody_dead(board):
        return evaluate(board)
    moves = get_moves(board, me)
    if len(moves) == 0:
        return min_value(board, depth + 1, passes + 1)
    v = -float('inf')
    for m in moves:
        v = max(v, min_value(make_move(board, m), depth + 1, 0))
    return v


def min_value(board, depth, passes):
    global nodes
    nodes += 1
    if depth == depth_limit or passes == 2 or somebody_dead(board):
        return evaluate(board)
    moves = get_moves(board, other(me))
    if len(moves) == 0:
        return max_value(board, depth + 1, passes + 1)
    v = float('inf')
    for m in moves:
        v = min(v, max_value(make_move(board, m), depth + 1, 0))
    return v


# ---- alpha beta, same as above with a and b

def ab_max(board, depth, passes, a, b):
    global nodes
    nodes += 1
    if depth == depth_limit or passes == 2 or somebody_dead(board):
        return evaluate(board)
    moves = get_moves(board, me)
    if len(moves) == 0:
        return ab_min(board, depth + 1, passes + 1, a, b)
    v = -float('inf')
    for m in moves:
        v = max(v, ab_min(make_move(board, m), depth + 1, 0, a, b))
        if v >= b:
            return v
        a = max(a, v)
    return v


def ab_min(board, depth, passes, a, b):
    global nodes
    nodes += 1
    if depth == depth_limit or passes == 2 or somebody_dead(board):
        return evaluate(board)
    moves = get_moves(board, other(me))
    if len(moves) == 0:
        return ab_max(board, depth + 1, passes + 1, a, b)
    v = float('inf')
    for m in moves:
        v = min(v, ab_max(make_move(board, m), depth + 1, 0, a, b))
        if v <= a:
            return v
        b = min(b, v)
    return v


def name(m):
    return 'HGFEDCBA'[m[0]] + str(m[1] + 1) + '-' + 'HGFEDCBA'[m[2]] + str(m[3] + 1)


def main():
    global nodes, depth_limit, values, me
    me, algorithm, depth_limit, board, values = read_input()
    inf = float('inf')
    nodes = 1
    moves = get_moves(board, me)
    best = -inf
    best_name = 'pass'
    myopic = evaluate(board)
    if moves == []:
        if algorithm == 'MINIMAX':
            best = min_value(board, 1, 1)
        else:
            best = ab_min(board, 1, 1, -inf, inf)
    for m in moves:
        child = make_move(board, m)
        if algorithm == 'MINIMAX':
            v = min_value(child, 1, 0)
        else:
            v = ab_min(child, 1, 0, best, inf)
        if v > best:
            best = v
            best_name = name(m)
            myopic = evaluate(child)
    out = open('output.txt', 'w')
    out.write('%s\n%d\n%d\n%d' % (best_name, myopic, best, nodes))
    out.close()


if __name__ == '__main__':
    main()
