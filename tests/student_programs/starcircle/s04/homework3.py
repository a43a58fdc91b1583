"""
Homework - Star & Circle
board is a flat list, 10 columns x 10 rows with a border so I never go out of range
"""
import sys

WALL = '#'
EMPTY = '.'
ROWS = '?HGFEDCBA?'

count_nodes = 0
weights = []
DEPTH = 0


def read_input():
    fp = open("input.txt", "r")
    player = fp.readline().strip()
    algorithm = fp.readline().strip()
    depth = int(fp.readline())
    board = [WALL] * 100
    stack = [0] * 100
    for r in range(1, 9):
        cells = fp.readline().strip().split(",")
        for c in range(1, 9):
            cell = cells[c - 1].strip()
            pos = r * 10 + c
            if cell == "0":
                board[pos] = EMPTY
            else:
                board[pos] = cell[0]
                stack[pos] = int(cell[1:])
    values = [int(v) for v in fp.readline().split(",")]
    fp.close()
    return player[0], algorithm, depth, board, stack, values


def other(p):
    if p == 'S':
        return 'C'
    return 'S'


def open_square(board, p, pos):
    if board[pos] == EMPTY:
        return True
    if board[pos] == p:
        return pos // 10 == (1 if p == 'S' else 8)
    return False


def jumps_of(board, p, pos):
    out = []
    forward = -10 if p == 'S' else 10
    enemy = other(p)
    for side in (-1, 1):
        mid = pos + forward + side
        if board[mid] == enemy:
            target = mid + forward + side
            # a piece next to the last row would look past the border
            if 0 <= target < 100 and open_square(board, p, target):
                out.append((pos, target))
    return out


def steps_of(board, p, pos):
    out = []
    forward = -10 if p == 'S' else 10
    for side in (-1, 1):
        target = pos + forward + side
        if open_square(board, p, target):
            out.append((pos, target))
    return out


def generate(board, p):
    moves = []
    for pos in range(11, 89):
        if board[pos] == p:
            moves.extend(jumps_of(board, p, pos))
            moves.extend(steps_of(board, p, pos))
    return moves


def make_move(board, stack, move):
    b = board[:]
    s = stack[:]
    a, z = move
    b[z] = b[a]
    s[z] += 1
    b[a] = EMPTY
    s[a] = 0
    if abs(z - a) > 12:         # jump: 18 or 22
        mid = (a + z) // 2
        b[mid] = EMPTY
        s[mid] = 0
    return b, s


def evaluate(board, stack, p):
    score = 0
    for pos in range(11, 89):
        if board[pos] == 'S':
            score += stack[pos] * weights[8 - pos // 10]
        elif board[pos] == 'C':
            score -= stack[pos] * weights[pos // 10 - 1]
    if p == 'S':
        return score
    return -score


def game_over(board):
    return 'S' not in board or 'C' not in board


def negamax(board, stack, p, depth, passes, alpha, beta, pruning):
    """ value from the view of p, together with the best move """
    global count_nodes
    count_nodes += 1
    if depth == DEPTH or passes == 2 or game_over(board):
        return evaluate(board, stack, p), None
    moves = generate(board, p)
    if len(moves) == 0:
        v, _ = negamax(board, stack, other(p), depth + 1, passes + 1, -beta, -alpha, pruning)
        return -v, None
    best = -sys.maxsize
    best_move = None
    for m in moves:
        b, s = make_move(board, stack, m)
        v, _ = negamax(b, s, other(p), depth + 1, 0, -beta, -alpha, pruning)
        v = -v
        if v > best:
            best = v
            best_move = m
        if pruning:
            if best >= beta:
                break
            if best > alpha:
                alpha = best
    return best, best_move


def square_name(pos):
    return ROWS[pos // 10] + str(pos % 10)


# def print_board(board):
#     for r in range(1, 9):
#         print(' '.join(board[r*10+1:r*10+9]))

def main():
    global weights, DEPTH
    p, algorithm, DEPTH, board, stack, weights = read_input()
    value, move = negamax(board, stack, p, 0, 0, -sys.maxsize, sys.maxsize, algorithm == "ALPHABETA")
    if move is None:
        text = "pass"
        myopic = evaluate(board, stack, p)
    else:
        text = square_name(move[0]) + "-" + square_name(move[1])
        b, s = make_move(board, stack, move)
        myopic = evaluate(b, s, p)
    out = open("output.txt", "w")
    out.write(text + "\n")
    out.write(str(myopic) + "\n")
    out.write(str(value) + "\n")
    out.write(str(count_nodes))
    out.close()


main()
