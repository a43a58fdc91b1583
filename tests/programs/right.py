"""A homework that is right, as somebody else would write it: nothing of Outply is in it.

It reads input.txt and writes output.txt. With a name as its argument, or in MUTANT, it has that mistake: of a
comment `MUTANT name: line` the line takes the place of the next that is no such comment, and of one
`MUTANT name, too: line` it is added.
"""

import os
import sys

WALL = 1000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# MUTANT other-rules: BLITZ = True
BLITZ = False  # whether a cell beside an own one can be taken by a Raid only


def solve(text):
    lines = text.split("\n")
    answer = star_circle(lines) if lines[0] in ("Star", "Circle") else warfare(lines)
    # MUTANT crlf: return "\r\n".join(answer)
    # MUTANT last-feed: return "\n".join(answer) + "\n"
    return "\n".join(answer)


# Warfare. The board is one list: 1 for X, -1 for O, 0 for nobody. Moves are made on it and taken back.


def warfare(lines):
    size, mode, mover = int(lines[0]), lines[1], 1 if lines[2] == "X" else -1
    limit = 1 if mode == "COMPETITION" else int(lines[3])
    # MUTANT depth-less, too: limit = max(1, limit - 1)
    # MUTANT depth-more, too: limit = limit + 1
    # MUTANT greedy, too: limit = 1
    worth = [int(word) for line in lines[4 : 4 + size] for word in line.split()]
    # MUTANT eval-cells, too: worth = [1] * (size * size)
    board = [{"X": 1, "O": -1, ".": 0}[mark] for line in lines[4 + size : 4 + 2 * size] for mark in line]
    near = beside(size)
    order = [row * size + column for row in range(size) for column in range(size)]
    # MUTANT by-column, too: order = sorted(order, key=lambda cell: (cell % size, cell // size))
    plies = [0]

    def look(mover, left, alpha, beta):
        moves = war_moves(board, near, order, mover) if left else []
        if not moves:
            lead = mover * sum(owner * value for owner, value in zip(board, worth, strict=True))
            # MUTANT eval-other: return -lead, None
            # MUTANT eval-mover: return lead * (-1) ** plies[0], None
            # MUTANT eval-own: return own_total(board, worth, mover * (-1) ** plies[0]) * (-1) ** plies[0], None
            # MUTANT eval-first: return lead * mover * (-1) ** plies[0], None
            return lead, None
        best, choice = -float("inf"), None
        for cell, raids in moves:
            changed = war_play(board, near, cell, raids, mover)
            plies[0] += 1
            value = -look(-mover, left - 1, -beta, -alpha)[0]
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

    cell, raids = look(mover, limit, -float("inf"), float("inf"))[1]
    # MUTANT old-board: pass
    war_play(board, near, cell, raids, mover)
    rows = ["".join(".XO"[owner] for owner in board[size * row : size * row + size]) for row in range(size)]
    return [LETTERS[cell % size] + str(cell // size + 1) + (" Raid" if raids else " Stake"), *rows]


def own_total(board, worth, player):
    return sum(value for owner, value in zip(board, worth, strict=True) if owner == player)


def beside(size):
    numbers = [[row * size + column for column in range(size)] for row in range(size)]
    ways = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    # MUTANT diagonals, too: ways = ways + [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    near = []
    for row in range(size):
        for column in range(size):
            found = []
            for down, right in ways:
                # MUTANT edges: if row + down < size and column + right < size:
                if 0 <= row + down < size and 0 <= column + right < size:
                    found.append(numbers[row + down][column + right])
            near.append(found)
    return near


def war_moves(board, near, order, mover):
    stakes, raids, every = [], [], []
    for cell in order:
        if board[cell] != 0:
            continue
        # MUTANT raid-anywhere: touches = True
        touches = any(board[other] == mover for other in near[cell])
        # MUTANT useful-raids, too: touches = touches and any(board[other] == -mover for other in near[cell])
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
    return stakes + raids


def war_play(board, near, cell, raids, mover):
    """Take the cell, and return those that were conquered with it."""
    board[cell] = mover
    # MUTANT stake-conquers, too: raids = True
    # MUTANT no-conquest, too: raids = False
    changed, queue = [], [cell] if raids else []
    while queue:
        for other in near[queue.pop()]:
            if board[other] == -mover:
                board[other] = mover
                changed.append(other)
                # MUTANT chains, too: queue.append(other)
    return changed


# Star/Circle. The board has walls around it, ten squares a row: H1 is 11, A8 is 88. Stars are 1, Circles are -1.


def star_circle(lines):
    mover, mode, limit = 1 if lines[0] == "Star" else -1, lines[1], int(lines[2])
    # MUTANT depth-less, too: limit = max(1, limit - 1)
    # MUTANT depth-more, too: limit = limit + 1
    # MUTANT greedy, too: limit = 1
    board = [WALL] * 120
    for row in range(8):
        for column, word in enumerate(lines[3 + row].split(",")):
            count = 0 if word == "0" else int(word[1:])
            board[11 + 10 * row + column] = -count if word[0] == "C" else count
    weights = [int(word) for word in lines[11].split(",")]
    nodes, plies = [0], [0]

    def look(mover, left, passes, alpha, beta):
        # MUTANT pass-uncounted: nodes[0] += passes == 0
        # MUTANT root-uncounted: nodes[0] += plies[0] > 0
        # MUTANT leaves-uncounted: nodes[0] += left > 0 and passes < 2 and both_there(board)
        nodes[0] += 1
        # MUTANT one-colour: over = passes == 2
        # MUTANT one-pass: over = passes >= 1 or not both_there(board)
        # MUTANT endless-pass: over = not both_there(board)
        over = passes == 2 or not both_there(board)
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
            taken = star_play(board, mover, start, end)
            # MUTANT free-pass: below = left if start == 0 else left - 1
            below = left - 1
            plies[0] += 1
            value = -look(-mover, below, passes + 1 if start == 0 else 0, -beta, -alpha)[0]
            plies[0] -= 1
            star_back(board, mover, start, end, taken)
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

    value, (start, end) = look(mover, limit, 0, -float("inf"), float("inf"))
    # MUTANT early-score: pass
    star_play(board, mover, start, end)
    after = star_score(board, weights, mover)
    # MUTANT eval-other, too: after = -after
    # MUTANT eval-mover, too: after = -after
    # MUTANT eval-first, too: after = after * mover
    # MUTANT eval-own, too: after = star_own(board, weights, mover)
    # MUTANT late-score, too: after = value
    # MUTANT score-side, too: after = -after
    # MUTANT swapped-lines, too: after, value = value, after
    return ["pass" if start == 0 else square(start) + "-" + square(end), str(after), str(value), str(nodes[0])]


def square(number):
    return "HGFEDCBA"[number // 10 - 1] + str(number % 10)


def both_there(board):
    return any(0 < count < WALL for count in board) and any(count < 0 for count in board)


def star_score(board, weights, player):
    score = 0
    for row in range(8):
        for count in board[11 + 10 * row : 19 + 10 * row]:
            # MUTANT flat-stacks, too: count = max(-1, min(1, count))
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
    """Return pairs of squares; (0, 0) is the pass."""
    last = range(11, 19) if mover == 1 else range(81, 89)
    found = []
    for start in range(11, 89):
        if board[start] == WALL or board[start] * mover <= 0 or start in last:
            continue
        for way in (-11 * mover, -9 * mover):
            # MUTANT backward, too: found += reached(board, mover, last, start, -way)
            found += reached(board, mover, last, start, way)
    # MUTANT from-A1: found.sort(key=lambda move: (-(move[0] // 10), move[0], -(move[1] // 10), move[1]))
    # MUTANT as-text: found.sort(key=lambda move: square(move[0]) + square(move[1]))
    # MUTANT by-target: found.sort(key=lambda move: move[::-1])
    # MUTANT jumps-first: found.sort(key=lambda move: (abs(move[0] - move[1]) < 12, move))
    # MUTANT reversed: found.sort(reverse=True)
    found.sort()
    # MUTANT forced-jump, too: found = [move for move in found if abs(move[0] - move[1]) > 12] or found
    # MUTANT any-pass, too: found = [*found, (0, 0)]
    # MUTANT no-pass: return found
    return found or [(0, 0)]


def reached(board, mover, last, start, way):
    """Return the step and the jump in one direction, as far as they can be made."""
    step, jump = start + way, start + 2 * way
    found = []
    # MUTANT no-stacks: if board[step] == 0:
    if board[step] == 0 or (step in last and board[step] * mover > 0):
        found.append((start, step))
    enemy = board[step] != WALL and board[step] * mover < 0
    # MUTANT own-jump, too: enemy = board[step] != WALL and board[step] != 0
    # MUTANT no-stacks: if enemy and board[jump] == 0:
    # MUTANT jump-past-stacks: if enemy and board[jump] == 0:
    if enemy and (board[jump] == 0 or (jump in last and board[jump] * mover > 0)):
        found.append((start, jump))
    return found


def star_play(board, mover, start, end):
    """Make the move, and return what it captured."""
    if start == 0:
        return 0
    board[start] = 0
    board[end] += mover
    if abs(start - end) < 12:
        return 0
    middle = (start + end) // 2
    taken = board[middle]
    # MUTANT no-capture: board[middle] = taken
    # MUTANT own-jump: board[middle] = taken if taken * mover > 0 else 0
    board[middle] = 0
    return taken


def star_back(board, mover, start, end, taken):
    if start == 0:
        return
    board[start] = mover
    board[end] -= mover
    if taken:
        board[(start + end) // 2] = taken


def mutated(source, name):
    """Return the program with a mistake."""
    lines, instead = [], None
    for line in source.split("\n"):
        indent, mark, said = line.partition("# MUTANT ")
        if not mark or indent.strip():
            lines.append(line if instead is None else instead)
            instead = None
        elif said.startswith(name + ": "):
            instead = indent + said.removeprefix(name + ": ")
        elif said.startswith(name + ", too: "):
            lines.append(indent + said.removeprefix(name + ", too: "))
    return "\n".join(lines)


def main(name):
    with open(__file__) as file:
        source = file.read()
    if name and mutated(source, name) == mutated(source, ""):
        sys.exit(f"there is no mutant {name!r}")
    program = {"__name__": "homework"}
    exec(mutated(source, name), program)
    with open("input.txt", newline="") as file:
        text = file.read()
    with open("output.txt", "w", newline="") as file:
        file.write(program["solve"](text))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("MUTANT", ""))
