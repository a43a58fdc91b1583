import sys

NEG = -sys.maxsize
POS = sys.maxsize


def parse():
    rows = []
    with open("input.txt") as fh:
        for line in fh:
            line = line.strip()
            if line:
                rows.append(line)
    n = int(rows[0])
    grid_values = {}
    grid = {}
    for r in range(n):
        nums = rows[4 + r].split()
        chars = rows[4 + n + r]
        for c in range(n):
            grid_values[(r, c)] = int(nums[c])
            grid[(r, c)] = chars[c]
    return n, rows[1], rows[2], rows[3], grid_values, grid


n, task, me, limit, VALUES, grid = parse()
foe = "O" if me == "X" else "X"
CELLS = [(r, c) for r in range(n) for c in range(n)]
NEXT = {}
for (r, c) in CELLS:
    NEXT[(r, c)] = [p for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if p in VALUES]


def move_type(cell, who):
    for p in NEXT[cell]:
        if grid[p] == who:
            return "Raid"
    return "Stake"


def get_moves(who):
    moves = []
    for cell in CELLS:
        if grid[cell] == ".":
            moves.append((cell, move_type(cell, who)))
    return moves


def place(move, who):
    """changes grid, returns what has to be put back"""
    cell, kind = move
    old = [(cell, ".")]
    grid[cell] = who
    if kind == "Raid":
        for p in NEXT[cell]:
            if grid[p] != "." and grid[p] != who:
                old.append((p, grid[p]))
                grid[p] = who
    return old


def restore(old):
    for cell, piece in old:
        grid[cell] = piece


def game_score():
    total = 0
    for cell in CELLS:
        piece = grid[cell]
        if piece == me:
            total += VALUES[cell]
        elif piece == foe:
            total -= VALUES[cell]
    return total


def max_node(depth, max_depth, alpha, beta, cut):
    """returns (value, move)"""
    moves = get_moves(me)
    if depth >= max_depth or not moves:
        return game_score(), None
    best, best_move = NEG, None
    for move in moves:
        old = place(move, me)
        v = min_node(depth + 1, max_depth, alpha, beta, cut)[0]
        restore(old)
        if v > best:
            best, best_move = v, move
        if cut:
            if best >= beta:
                break
            alpha = max(alpha, best)
    return best, best_move


def min_node(depth, max_depth, alpha, beta, cut):
    if depth >= max_depth:
        return game_score(), None
    moves = get_moves(foe)
    if not moves:
        return game_score(), None
    best, best_move = POS, None
    for move in moves:
        old = place(move, foe)
        v = max_node(depth + 1, max_depth, alpha, beta, cut)[0]
        restore(old)
        if v < best:
            best, best_move = v, move
        if cut:
            if best <= alpha:
                break
            beta = min(beta, best)
    return best, best_move


if task == "MINIMAX":
    value, answer = max_node(0, int(limit), NEG, POS, False)
elif task == "ALPHABETA":
    value, answer = max_node(0, int(limit), NEG, POS, True)
else:
    # TODO better depth for the tournament
    value, answer = max_node(0, 2 if n < 9 else 1, NEG, POS, True)

place(answer, me)
cell, kind = answer
with open("output.txt", "w") as fh:
    fh.write(chr(ord("A") + cell[1]) + str(cell[0] + 1) + " " + kind)
    for r in range(n):
        fh.write("\n" + "".join(grid[(r, c)] for c in range(n)))
