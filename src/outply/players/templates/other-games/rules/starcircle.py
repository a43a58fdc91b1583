"""The rules of Star/Circle. `Rows` are the rows H to A, such as `0,C1,0,C1,0,C1,0,C1`, the weights, and passes."""

Rows = tuple[str, ...]

PLAYERS = ("Star", "Circle")
NAMES = "HGFEDCBA"
PASSED = "after a pass"  # a line of its own for each pass just played


def moves(rows: Rows, player: str) -> list[str]:
    """Return the legal moves of the player: steps and jumps, or the pass; none if the game is over."""
    board = [row.split(",") for row in rows[:8]]
    own, other = (player[0], "C" if player == "Star" else "S")
    if rows.count(PASSED) == 2 or not all(any(name in row for row in rows[:8]) for name in "SC"):
        return []
    found = []
    for row in range(8):
        for column in range(8):
            if board[row][column][0] == own:
                found += moves_from(board, row, column, own, other)
    return found or ["pass"]


def moves_from(board: list[list[str]], row: int, column: int, own: str, other: str) -> list[str]:
    forward, last_row = (-1, 0) if own == "S" else (1, 7)
    found = []
    for length in (1, 2):
        for side in (-1, 1):
            to_row, to_column = row + length * forward, column + length * side
            if not (0 <= to_row < 8 and 0 <= to_column < 8):
                continue
            if length == 2 and board[row + forward][column + side][0] != other:
                continue  # a jump goes over an enemy piece
            target = board[to_row][to_column]
            if target == "0" or (to_row == last_row and target[0] == own):
                found.append(f"{NAMES[row]}{column + 1}-{NAMES[to_row]}{to_column + 1}")
    return found


def play(rows: Rows, player: str, move: str) -> Rows:
    """Return the rows after a move of the player."""
    if move == "pass":
        return (*rows, PASSED)
    board = [row.split(",") for row in rows[:8]]
    (row, column), (to_row, to_column) = ((NAMES.index(name[0]), int(name[1]) - 1) for name in move.split("-"))
    board[row][column] = "0"
    pieces = int(board[to_row][to_column].lstrip(player[0])) + 1
    board[to_row][to_column] = f"{player[0]}{pieces}"
    if abs(to_row - row) == 2:
        board[(row + to_row) // 2][(column + to_column) // 2] = "0"
    return (*(",".join(cells) for cells in board), rows[8])


def score(rows: Rows, player: str) -> int:
    """Return the player's total minus the opponent's; a piece counts more the further it has advanced."""
    weights = [int(weight) for weight in rows[8].split(",")]
    total = 0
    for row in range(8):
        for cell in rows[row].split(","):
            if cell[0] == "S":
                total += int(cell[1:]) * weights[7 - row]
            elif cell[0] == "C":
                total -= int(cell[1:]) * weights[row]
    return total if player == "Star" else -total
