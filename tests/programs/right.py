"""A correct homework program, written independently of Outply.

It reads input.txt and writes output.txt. With the name of a mutant as its argument, or in the variable MUTANT, it
makes a mistake: the line in a comment `MUTANT name: line` replaces the next line of code, and the one in
`MUTANT+ name: line` is inserted.
"""

import os
import sys

BORDER = 1000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# MUTANT other-rules: BLITZ = True
BLITZ = False  # under blitz rules a cell next to an own one can only be raided


def solve(text):
    lines = text.split("\n")
    answer = star_circle(lines) if lines[0] in ("Star", "Circle") else warfare(lines)
    # MUTANT crlf: return "\r\n".join(answer)
    # MUTANT last-feed: return "\n".join(answer) + "\n"
    return "\n".join(answer)


# Warfare. The board is one list: 1 for X, -1 for O, 0 for empty. Moves are made on it and undone.


def warfare(lines):
    size, mode, mover = int(lines[0]), lines[1], 1 if lines[2] == "X" else -1
    limit = 1 if mode == "COMPETITION" else int(lines[3])
    # MUTANT+ depth-less: limit = max(1, limit - 1)
    # MUTANT+ depth-more: limit = limit + 1
    # MUTANT+ greedy: limit = 1
    values = [int(word) for line in lines[4 : 4 + size] for word in line.split()]
    # MUTANT+ eval-cells: values = [1] * (size * size)
    # MUTANT+ transposed: values = [values[size * column + row] for row in range(size) for column in range(size)]
    board = [{"X": 1, "O": -1, ".": 0}[owner] for line in lines[4 + size : 4 + 2 * size] for owner in line]
    neighbours = neighbour_lists(size)
    order = [row * size + column for row in range(size) for column in range(size)]
    # MUTANT+ by-column: order = sorted(order, key=lambda cell: (cell % size, cell // size))
    plies = [0]

    def search(mover, left, alpha, beta):
        moves = war_moves(board, neighbours, order, mover) if left else []
        if not moves:
            lead = mover * sum(owner * value for owner, value in zip(board, values, strict=True))
            # MUTANT eval-other: return -lead, None
            # MUTANT eval-mover: return lead * (-1) ** plies[0], None
            # MUTANT eval-own: return own_total(board, values, mover * (-1) ** plies[0]) * (-1) ** plies[0], None
            # MUTANT eval-first: return lead * mover * (-1) ** plies[0], None
            return lead, None
        # MUTANT small-infinity: best, choice = -10000, None
        best, choice = -float("inf"), None
        for cell, raids in moves:
            changed = war_play(board, neighbours, cell, raids, mover)
            plies[0] += 1
            value = -search(-mover, left - 1, -beta, -alpha)[0]
            plies[0] -= 1
            board[cell] = 0
            for other in changed:
                board[other] = -mover
            # MUTANT ties: if value >= best:
            if value > best:
                best, choice = value, (cell, raids)
            if mode == "ALPHABETA":
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best, choice

    # MUTANT small-infinity: cell, raids = search(mover, limit, -10000, 10000)[1]
    cell, raids = search(mover, limit, -float("inf"), float("inf"))[1]
    # MUTANT old-board: pass
    war_play(board, neighbours, cell, raids, mover)
    rows = ["".join(".XO"[owner] for owner in board[size * row : size * row + size]) for row in range(size)]
    return [LETTERS[cell % size] + str(cell // size + 1) + (" Raid" if raids else " Stake"), *rows]


def own_total(board, values, player):
    return sum(value for owner, value in zip(board, values, strict=True) if owner == player)


def neighbour_lists(size):
    numbers = [[row * size + column for column in range(size)] for row in range(size)]
    directions = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    # MUTANT+ diagonals: directions = directions + [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    neighbours = []
    for row in range(size):
        for column in range(size):
            cells = []
            for down, right in directions:
                # MUTANT edges: if row + down < size and column + right < size:
                if 0 <= row + down < size and 0 <= column + right < size:
                    cells.append(numbers[row + down][column + right])
            neighbours.append(cells)
    return neighbours


def war_moves(board, neighbours, order, mover):
    stakes, raids, every = [], [], []
    for cell in order:
        if board[cell] != 0:
            continue
        # MUTANT raid-anywhere: touches = True
        touches = any(board[other] == mover for other in neighbours[cell])
        # MUTANT+ useful-raids: touches = touches and any(board[other] == -mover for other in neighbours[cell])
        if touches:
            raids.append((cell, True))
        else:
            every.append((cell, False))
        stakes.append((cell, False))
    if BLITZ:
        return sorted(every + raids)
    # MUTANT raids-first: return raids + stakes
    # MUTANT cell-by-cell: return sorted(stakes + raids)
    # MUTANT reversed: return (stakes + raids)[::-1]
    # MUTANT raids-only: return raids or stakes
    # MUTANT from-own-cells: return stakes + raids_from_own_cells(board, neighbours, order, mover)
    return stakes + raids


def raids_from_own_cells(board, neighbours, order, mover):
    """Return the Raids in the wrong order of the mutant from-own-cells."""
    own = [cell for cell in order if board[cell] == mover]
    return [(other, True) for cell in own for other in neighbours[cell] if board[other] == 0]


def war_play(board, neighbours, cell, raids, mover):
    """Take the cell and return the conquered ones."""
    board[cell] = mover
    # MUTANT+ stake-conquers: raids = True
    # MUTANT+ no-conquest: raids = False
    changed, queue = [], [cell] if raids else []
    while queue:
        for other in neighbours[queue.pop()]:
            if board[other] == -mover:
                board[other] = mover
                changed.append(other)
                # MUTANT+ chains: queue.append(other)
                # MUTANT+ one-conquest: break
    return changed


# Star/Circle. The board has a border, ten squares per row: H1 is 11, A8 is 88. Stars are 1, Circles are -1.


def star_circle(lines):
    mover, mode, limit = 1 if lines[0] == "Star" else -1, lines[1], int(lines[2])
    # MUTANT+ depth-less: limit = max(1, limit - 1)
    # MUTANT+ depth-more: limit = limit + 1
    # MUTANT+ greedy: limit = 1
    board = [BORDER] * 120
    for row in range(8):
        for column, word in enumerate(lines[3 + row].split(",")):
            # MUTANT first-digit: count = 0 if word == "0" else int(word[1])
            count = 0 if word == "0" else int(word[1:])
            board[11 + 10 * row + column] = -count if word[0] == "C" else count
    weights = [int(word) for word in lines[11].split(",")]
    nodes, plies = [0], [0]

    def search(mover, left, passes, alpha, beta):
        # MUTANT pass-uncounted: nodes[0] += passes == 0
        # MUTANT root-uncounted: nodes[0] += plies[0] > 0
        # MUTANT leaves-uncounted: nodes[0] += left > 0 and passes < 2 and both_have_pieces(board)
        nodes[0] += 1
        # MUTANT one-colour: over = passes == 2
        # MUTANT one-pass: over = passes >= 1 or not both_have_pieces(board)
        # MUTANT endless-pass: over = not both_have_pieces(board)
        over = passes == 2 or not both_have_pieces(board)
        moves = [] if left == 0 or over else star_moves(board, mover)
        if not moves:
            lead = star_score(board, weights, mover)
            # MUTANT eval-other: return -lead, None
            # MUTANT eval-mover: return lead * (-1) ** plies[0], None
            # MUTANT eval-own: return star_own(board, weights, mover * (-1) ** plies[0]) * (-1) ** plies[0], None
            # MUTANT eval-first: return lead * mover * (-1) ** plies[0], None
            return lead, None
        best, choice = -float("inf"), None
        for start, end in moves:
            captured = star_play(board, mover, start, end)
            # MUTANT free-pass: below = left if start == 0 else left - 1
            below = left - 1
            plies[0] += 1
            value = -search(-mover, below, passes + 1 if start == 0 else 0, -beta, -alpha)[0]
            plies[0] -= 1
            star_undo(board, mover, start, end, captured)
            # MUTANT ties: if value >= best:
            if value > best:
                best, choice = value, (start, end)
            if mode == "ALPHABETA":
                # MUTANT strict-cut: if best > beta:
                if best >= beta:
                    break
                # MUTANT root-window: alpha = max(alpha, best) if plies[0] else alpha
                alpha = max(alpha, best)
        return best, choice

    value, (start, end) = search(mover, limit, 0, -float("inf"), float("inf"))
    # MUTANT early-score: pass
    star_play(board, mover, start, end)
    after = star_score(board, weights, mover)
    # MUTANT+ eval-other: after = -after
    # MUTANT+ eval-mover: after = -after
    # MUTANT+ eval-first: after = after * mover
    # MUTANT+ eval-own: after = star_own(board, weights, mover)
    # MUTANT+ late-score: after = value
    # MUTANT+ score-side: after = -after
    # MUTANT+ swapped-lines: after, value = value, after
    return ["pass" if start == 0 else square(start) + "-" + square(end), str(after), str(value), str(nodes[0])]


def square(number):
    return "HGFEDCBA"[number // 10 - 1] + str(number % 10)


def both_have_pieces(board):
    return any(0 < count < BORDER for count in board) and any(count < 0 for count in board)


def star_score(board, weights, player):
    score = 0
    for row in range(8):
        for count in board[11 + 10 * row : 19 + 10 * row]:
            # MUTANT+ flat-stacks: count = max(-1, min(1, count))
            if count > 0:
                # MUTANT upside-down: score += count * weights[row]
                score += count * weights[7 - row]
            else:
                # MUTANT unmirrored: score += count * weights[7 - row]
                # MUTANT upside-down: score += count * weights[7 - row]
                score += count * weights[row]
    return score * player


def star_own(board, weights, player):
    return star_score([count if count * player > 0 else 0 for count in board], weights, player)


def star_moves(board, mover):
    """Return moves as pairs of squares; (0, 0) is the pass."""
    last = range(11, 19) if mover == 1 else range(81, 89)
    moves = []
    for start in range(11, 89):
        if board[start] == BORDER or board[start] * mover <= 0 or start in last:
            continue
        for direction in (-11 * mover, -9 * mover):
            # MUTANT+ backward: moves += piece_moves(board, mover, last, start, -direction)
            moves += piece_moves(board, mover, last, start, direction)
    # MUTANT from-A1: moves.sort(key=lambda move: (-(move[0] // 10), move[0], -(move[1] // 10), move[1]))
    # MUTANT as-text: moves.sort(key=lambda move: square(move[0]) + square(move[1]))
    # MUTANT by-target: moves.sort(key=lambda move: move[::-1])
    # MUTANT jumps-first: moves.sort(key=lambda move: (abs(move[0] - move[1]) < 12, move))
    # MUTANT reversed: moves.sort(reverse=True)
    # MUTANT left-to-right: moves.sort(key=lambda move: (move[0], move[1] % 10))
    # MUTANT piece-jumps: moves.sort(key=lambda move: (move[0], abs(move[0] - move[1]) < 12, move[1]))
    moves.sort()
    # MUTANT+ forced-jump: moves = [move for move in moves if abs(move[0] - move[1]) > 12] or moves
    # MUTANT+ any-pass: moves = [*moves, (0, 0)]
    # MUTANT no-pass: return moves
    return moves or [(0, 0)]


def piece_moves(board, mover, last, start, direction):
    """Return the legal step and jump of a piece in one direction."""
    step, jump = start + direction, start + 2 * direction
    moves = []
    # MUTANT no-stacks: if board[step] == 0:
    if board[step] == 0 or (step in last and board[step] * mover > 0):
        moves.append((start, step))
    enemy = board[step] != BORDER and board[step] * mover < 0
    # MUTANT+ own-jump: enemy = board[step] != BORDER and board[step] != 0
    # MUTANT no-stacks: if enemy and board[jump] == 0:
    # MUTANT jump-past-stacks: if enemy and board[jump] == 0:
    if enemy and (board[jump] == 0 or (jump in last and board[jump] * mover > 0)):
        moves.append((start, jump))
    return moves


def star_play(board, mover, start, end):
    """Make the move and return the captured pieces."""
    if start == 0:
        return 0
    board[start] = 0
    board[end] += mover
    if abs(start - end) < 12:
        return 0
    middle = (start + end) // 2
    captured = board[middle]
    # MUTANT no-capture: board[middle] = captured
    # MUTANT own-jump: board[middle] = captured if captured * mover > 0 else 0
    board[middle] = 0
    return captured


def star_undo(board, mover, start, end, captured):
    if start == 0:
        return
    board[start] = mover
    board[end] -= mover
    if captured:
        board[(start + end) // 2] = captured


def mutate(source, name):
    """Return the program with a mistake."""
    lines, replacement = [], None
    for line in source.split("\n"):
        indent, marker, mutation = line.partition("# MUTANT")
        if not marker or indent.strip():
            lines.append(line if replacement is None else replacement)
            replacement = None
        elif mutation.startswith(f" {name}: "):
            replacement = indent + mutation.removeprefix(f" {name}: ")
        elif mutation.startswith(f"+ {name}: "):
            lines.append(indent + mutation.removeprefix(f"+ {name}: "))
    return "\n".join(lines)


def main(name):
    with open(__file__) as file:
        source = file.read()
    if name and mutate(source, name) == mutate(source, ""):
        sys.exit(f"unknown mutant {name!r}")
    program = {"__name__": "homework"}
    exec(mutate(source, name), program)
    with open("input.txt", newline="") as file:
        text = file.read()
    with open("output.txt", "w", newline="") as file:
        file.write(program["solve"](text))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("MUTANT", ""))
