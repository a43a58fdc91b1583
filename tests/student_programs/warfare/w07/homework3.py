inf = float('inf')

# ---------- reading ----------
fin = open("input.txt", "r")
N = int(fin.readline())
MODE = fin.readline().strip()
ME = fin.readline().strip()
DEPTH = float(fin.readline())
val = []
for i in range(N):
    val.append(list(map(int, fin.readline().split())))
grid = []
for i in range(N):
    grid.append(list(fin.readline().strip()))
fin.close()

OPP = {"X": "O", "O": "X"}
DIRS = [(-1, 0), (0, -1), (0, 1), (1, 0)]

if MODE == "COMPETITION":
    DEPTH = 2 if N < 10 else 1
else:
    DEPTH = int(DEPTH)

# neighbour table, computing this every time was too slow
near = {}
for r in range(N):
    for c in range(N):
        near[r, c] = [(r + dr, c + dc) for dr, dc in DIRS
                      if 0 <= r + dr < N and 0 <= c + dc < N]


def calc_score(player):
    s = 0
    for r in range(N):
        for c in range(N):
            if grid[r][c] == player:
                s += val[r][c]
            elif grid[r][c] == OPP[player]:
                s -= val[r][c]
    return s


def get_moves(player):
    empties = []
    for r in range(N):
        row = grid[r]
        for c in range(N):
            if row[c] == ".":
                empties.append((r, c))
    moves = [(r, c, "Stake") for r, c in empties]
    for r, c in empties:
        for a, b in near[r, c]:
            if grid[a][b] == player:
                moves.append((r, c, "Raid"))
                break
    return moves


def play(move, player):
    """Changes grid. Returns the conquered squares and the change of the score."""
    r, c, kind = move
    grid[r][c] = player
    diff = val[r][c]
    conquered = []
    if kind == "Raid":
        enemy = OPP[player]
        for a, b in near[r, c]:
            if grid[a][b] == enemy:
                grid[a][b] = player
                conquered.append((a, b))
                diff += 2 * val[a][b]
    return conquered, diff


def take_back(move, player, conquered):
    grid[move[0]][move[1]] = "."
    for a, b in conquered:
        grid[a][b] = OPP[player]


# negamax: score is the score seen by player, who is to move
def minimax(player, score, depth):
    if depth == DEPTH:
        return score
    moves = get_moves(player)
    if not moves:
        return 0
    best = -inf
    for m in moves:
        conquered, diff = play(m, player)
        v = -minimax(OPP[player], -(score + diff), depth + 1)
        take_back(m, player, conquered)
        if v > best:
            best = v
    return best


def alphabeta(player, score, depth, alpha, beta):
    if depth == DEPTH:
        return score
    moves = get_moves(player)
    if not moves:
        return 0
    best = -inf
    for m in moves:
        conquered, diff = play(m, player)
        v = -alphabeta(OPP[player], -(score + diff), depth + 1, -beta, -alpha)
        take_back(m, player, conquered)
        if v > best:
            best = v
        if best >= beta:
            break
        if best > alpha:
            alpha = best
    return best


def find_best_move():
    score = calc_score(ME)
    best_value = -inf
    best_move = None
    for m in get_moves(ME):
        conquered, diff = play(m, ME)
        if MODE == "MINIMAX":
            v = -minimax(OPP[ME], -(score + diff), 1)
        else:
            v = -alphabeta(OPP[ME], -(score + diff), 1, -inf, -best_value)
        take_back(m, ME, conquered)
        if v > best_value:
            best_value = v
            best_move = m
    return best_move


best = find_best_move()
play(best, ME)

fout = open("output.txt", "w")
fout.write("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[best[1]] + str(best[0] + 1) + " " + best[2] + "\n")
fout.write("\n".join("".join(row) for row in grid))
fout.close()
