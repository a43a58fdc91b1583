"""The rules of Reversi for a contestant. `Rows` are the rows of the board, such as `...BW...`.

`outply tournament template my-agent --game reversi` writes a contestant; this file replaces its rules.py.
"""

Rows = tuple[str, ...]

PLAYERS = ("Black", "White")
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def moves(rows: Rows, player: str) -> list[str]:
    """Return the legal moves of the player: the squares for a disc, or the pass; none if the game is over."""
    squares = placements(rows, player)
    if squares:
        return [f"{chr(ord('A') + column)}{row + 1}" for row, column in squares]
    return ["pass"] if placements(rows, opponent(player)) else []


def play(rows: Rows, player: str, move: str) -> Rows:
    """Return the rows after a move of the player."""
    if move == "pass":
        return rows
    row, column = int(move[1:]) - 1, ord(move[0]) - ord("A")
    board = [list(cells) for cells in rows]
    for y, x in [(row, column), *flips(rows, row, column, player)]:
        board[y][x] = player[0]
    return tuple("".join(cells) for cells in board)


def score(rows: Rows, player: str) -> int:
    """Return the number of the player's discs minus the opponent's."""
    return sum(row.count(player[0]) - row.count(opponent(player)[0]) for row in rows)


def placements(rows: Rows, player: str) -> list[tuple[int, int]]:
    empty = [(row, column) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell == "."]
    return [square for square in empty if flips(rows, *square, player)]


def flips(rows: Rows, row: int, column: int, player: str) -> list[tuple[int, int]]:
    """Return the discs that the player would turn over with a disc on an empty square."""
    size, mine, theirs = len(rows), player[0], opponent(player)[0]
    found = []
    for down, right in DIRECTIONS:
        line = []
        y, x = row + down, column + right
        while 0 <= y < size and 0 <= x < size and rows[y][x] == theirs:
            line.append((y, x))
            y, x = y + down, x + right
        if 0 <= y < size and 0 <= x < size and rows[y][x] == mine:
            found += line
    return found


def opponent(player: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player)]
