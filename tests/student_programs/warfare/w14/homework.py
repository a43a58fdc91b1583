# CSCI 561 homework
# Warfare
import copy

infinity = float('inf')

fin = open("input.txt")
N = int(fin.readline().strip())
MODE = fin.readline().strip()
ME = fin.readline().strip()
DEPTH = fin.readline().strip()
points = []
for i in xrange(N):
    points.append(map(int, fin.readline().split()))
start = []
for i in xrange(N):
    start.append(list(fin.readline().strip()))
fin.close()

if ME == "X":
    YOU = "O"
else:
    YOU = "X"

if MODE == "COMPETITION":
    if N < 6:
        DEPTH = 3
    elif N < 10:
        DEPTH = 2
    else:
        DEPTH = 1
else:
    DEPTH = int(DEPTH)


def opponent(p):
    if p == ME:
        return YOU
    return ME


def neighbors(i, j):
    res = []
    if i > 0:
        res.append((i - 1, j))
    if j > 0:
        res.append((i, j - 1))
    if i < N - 1:
        res.append((i + 1, j))
    if j < N - 1:
        res.append((i, j + 1))
    return res

# calculate once, it is called very often
NB = [[neighbors(i, j) for j in xrange(N)] for i in xrange(N)]


def gameScore(b):
    mine = 0
    yours = 0
    for i in xrange(N):
        row = b[i]
        for j in xrange(N):
            if row[j] == ME:
                mine += points[i][j]
            elif row[j] == YOU:
                yours += points[i][j]
    return mine - yours


def isFull(b):
    for row in b:
        if "." in row:
            return False
    return True


def copyBoard(b):
    #return copy.deepcopy(b)   too slow
    return [row[:] for row in b]


def getStakes(b, p):
    boards = []
    for i in xrange(N):
        for j in xrange(N):
            if b[i][j] == ".":
                nb = copyBoard(b)
                nb[i][j] = p
                boards.append(("Stake", i, j, nb))
    return boards


def getRaids(b, p):
    boards = []
    e = opponent(p)
    for i in xrange(N):
        for j in xrange(N):
            if b[i][j] != ".":
                continue
            friends = 0
            enemies = []
            for (x, y) in NB[i][j]:
                if b[x][y] == p:
                    friends += 1
                elif b[x][y] == e:
                    enemies.append((x, y))
            if friends > 0 and len(enemies) > 0:
                nb = copyBoard(b)
                nb[i][j] = p
                for (x, y) in enemies:
                    nb[x][y] = p
                boards.append(("Raid", i, j, nb))
    return boards


def successors(b, p):
    return getStakes(b, p) + getRaids(b, p)


def minimax(b, p, d):
    if d == DEPTH or isFull(b):
        return gameScore(b)
    if p == ME:
        best = -infinity
        for s in successors(b, p):
            val = minimax(s[3], YOU, d + 1)
            if val > best:
                best = val
    else:
        best = infinity
        for s in successors(b, p):
            val = minimax(s[3], ME, d + 1)
            if val < best:
                best = val
    return best


def alphabeta(b, p, d, alpha, beta):
    if d == DEPTH or isFull(b):
        return gameScore(b)
    if p == ME:
        best = -infinity
        for s in successors(b, p):
            best = max(best, alphabeta(s[3], YOU, d + 1, alpha, beta))
            if best >= beta:
                break
            alpha = max(alpha, best)
    else:
        best = infinity
        for s in successors(b, p):
            best = min(best, alphabeta(s[3], ME, d + 1, alpha, beta))
            if best <= alpha:
                break
            beta = min(beta, best)
    return best


answer = None
bestSoFar = -infinity
for s in successors(start, ME):
    if MODE == "MINIMAX":
        val = minimax(s[3], YOU, 1)
    else:
        val = alphabeta(s[3], YOU, 1, bestSoFar, infinity)
    #print s[0], s[1], s[2], val
    if val > bestSoFar:
        bestSoFar = val
        answer = s

text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[answer[2]] + str(answer[1] + 1) + " " + answer[0]
for row in answer[3]:
    text += "\n" + "".join(row)
fout = open("output.txt", "w")
fout.write(text)
fout.close()
