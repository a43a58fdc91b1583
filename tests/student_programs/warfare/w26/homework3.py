# hw - warfare (minimax + alpha beta)
# board is one flat list, 1 = me, -1 = the other one, 0 = empty

def readInput():
    global N, MODE, ME, DEPTH, W
    fin = open("input.txt")
    data = fin.read().split()
    fin.close()
    N = int(data[0])
    MODE = data[1]
    ME = data[2]
    if MODE == "COMPETITION":
        DEPTH = 2 if N <= 5 else 1
    else:
        DEPTH = int(data[3])
    k = 4
    W = []
    for i in range(N * N):
        W.append(int(data[k]))
        k += 1
    b = []
    for i in range(N):
        for ch in data[k]:
            if ch == ".":
                b.append(0)
            elif ch == ME:
                b.append(1)
            else:
                b.append(-1)
        k += 1
    return b


def makeNeighbours():
    global NB
    NB = []
    for p in range(N * N):
        l = []
        if p >= N: l.append(p - N)
        if p < N * N - N: l.append(p + N)
        if p % N != 0: l.append(p - 1)
        if p % N != N - 1: l.append(p + 1)
        NB.append(l)


def score(b):
    s = 0
    for p in range(N * N):
        s += b[p] * W[p]
    return s


def raids(b, turn):
    res = []
    for p in range(N * N):
        if b[p] == 0:
            for q in NB[p]:
                if b[q] == turn:
                    res.append((p, "Raid"))
                    break
    return res


def stakes(b):
    res = []
    for p in range(N * N):
        if b[p] == 0:
            res.append((p, "Stake"))
    return res


def allMoves(b, turn):
    return raids(b, turn) + stakes(b)


def doMove(b, m, turn):
    nb = b[:]
    nb[m[0]] = turn
    if m[1] == "Raid":
        for q in NB[m[0]]:
            if nb[q] == -turn:
                nb[q] = turn
    return nb


def search(b, depth, turn, alpha, beta, prune):
    """value of b for me; turn is 1 in max nodes and -1 in min nodes"""
    if depth >= DEPTH or 0 not in b:
        return score(b)
    if turn == 1:
        v = -99999999
        for m in allMoves(b, turn):
            x = search(doMove(b, m, turn), depth + 1, -1, alpha, beta, prune)
            if x > v:
                v = x
            if prune:
                if v >= beta:
                    return v
                if v > alpha:
                    alpha = v
    else:
        v = 99999999
        for m in allMoves(b, turn):
            x = search(doMove(b, m, turn), depth + 1, 1, alpha, beta, prune)
            if x < v:
                v = x
            if prune:
                if v <= alpha:
                    return v
                if v < beta:
                    beta = v
    return v


def pickMove(b):
    prune = MODE != "MINIMAX"
    best = -99999999
    bestMove = None
    for m in allMoves(b, 1):
        v = search(doMove(b, m, 1), 1, -1, best, 99999999, prune)
        # print(m, v)
        if v > best:
            best = v
            bestMove = m
    return bestMove


def writeOutput(b, m):
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    other = "O"
    if ME == "O":
        other = "X"
    b = doMove(b, m, 1)
    text = names[m[0] % N] + str(m[0] // N + 1) + " " + m[1]
    for r in range(N):
        text += "\n"
        for c in range(N):
            p = b[r * N + c]
            if p == 1:
                text += ME
            elif p == -1:
                text += other
            else:
                text += "."
    fout = open("output.txt", "w")
    fout.write(text)
    fout.close()


board = readInput()
makeNeighbours()
writeOutput(board, pickMove(board))
