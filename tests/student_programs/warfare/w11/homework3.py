# HW: Warfare game, minimax / alpha-beta
# python 3

INF = 10 ** 9


def read_input(name):
    with open(name) as f:
        lines = [x.strip() for x in f.read().split("\n") if x.strip() != ""]
    n = int(lines[0])
    mode = lines[1]
    me = lines[2]
    depth = float(lines[3])
    vals = []
    for i in range(n):
        vals += [int(t) for t in lines[4 + i].split()]
    cells = []
    for i in range(n):
        for ch in lines[4 + n + i]:
            # +1 is always me, -1 the other one
            if ch == ".":
                cells.append(0)
            elif ch == me:
                cells.append(1)
            else:
                cells.append(-1)
    return n, mode, me, depth, vals, cells


def build_neighbours(n):
    nb = []
    for p in range(n * n):
        r, c = divmod(p, n)
        l = []
        if r > 0:
            l.append(p - n)
        if r < n - 1:
            l.append(p + n)
        if c > 0:
            l.append(p - 1)
        if c < n - 1:
            l.append(p + 1)
        nb.append(l)
    return nb


def all_moves(cells, nb, color):
    """list of (position, is_raid)"""
    stakes = []
    raids = []
    for p in range(len(cells)):
        if cells[p] != 0:
            continue
        stakes.append((p, False))
        for q in nb[p]:
            if cells[q] == color:
                raids.append((p, True))
                break
    return stakes + raids


def do_move(cells, nb, move, color):
    p, raid = move
    cells[p] = color
    flipped = []
    if raid:
        for q in nb[p]:
            if cells[q] == -color:
                cells[q] = color
                flipped.append(q)
    return flipped


def undo_move(cells, move, flipped, color):
    cells[move[0]] = 0
    for q in flipped:
        cells[q] = -color


def score(cells, vals):
    s = 0
    for a, b in zip(cells, vals):
        s += a * b
    return s


def negamax(cells, vals, nb, depth, color):
    if depth == 0 or 0 not in cells:
        return color * score(cells, vals)
    best = -INF
    for m in all_moves(cells, nb, color):
        fl = do_move(cells, nb, m, color)
        v = -negamax(cells, vals, nb, depth - 1, -color)
        undo_move(cells, m, fl, color)
        if v > best:
            best = v
    return best


def negamax_ab(cells, vals, nb, depth, alpha, beta, color):
    if depth == 0 or 0 not in cells:
        return color * score(cells, vals)
    best = -INF
    for m in all_moves(cells, nb, color):
        fl = do_move(cells, nb, m, color)
        v = -negamax_ab(cells, vals, nb, depth - 1, -beta, -alpha, -color)
        undo_move(cells, m, fl, color)
        if v > best:
            best = v
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
    return best


def main():
    n, mode, me, depth, vals, cells = read_input("input.txt")
    nb = build_neighbours(n)
    if mode == "COMPETITION":
        # TODO use the time on line 4, for now a fixed depth
        depth = 2 if n <= 8 else 1
    depth = int(depth)

    best_val = -INF
    best_move = None
    for m in all_moves(cells, nb, 1):
        fl = do_move(cells, nb, m, 1)
        if mode == "MINIMAX":
            v = -negamax(cells, vals, nb, depth - 1, -1)
        else:
            v = -negamax_ab(cells, vals, nb, depth - 1, -INF, -best_val, -1)
        undo_move(cells, m, fl, 1)
        # print(m, v)
        if v > best_val:
            best_val = v
            best_move = m

    do_move(cells, nb, best_move, 1)
    other = "O" if me == "X" else "X"
    sym = {0: ".", 1: me, -1: other}
    p, raid = best_move
    out = [chr(ord("A") + p % n) + str(p // n + 1) + " " + ("Raid" if raid else "Stake")]
    for r in range(n):
        out.append("".join(sym[x] for x in cells[r * n:(r + 1) * n]))
    with open("output.txt", "w") as f:
        f.write("\n".join(out))


if __name__ == "__main__":
    main()
