"""The rules of the game. As they are, a move places a piece on an empty square, as in Tic-tac-toe.

Replace the three functions by the rules of your game. `Rows` are the lines of the board as the game writes them.
"""

Rows = tuple[str, ...]

PLAYERS = ("{first}", "{second}")


def moves(rows: Rows, player: str) -> list[str]:
    """Return the legal moves of the player; none if the game is over."""
    squares = [(row, column) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell == "."]
    return [f"{chr(ord('A') + column)}{row + 1}" for row, column in squares]


def play(rows: Rows, player: str, move: str) -> Rows:
    """Return the rows after a move of the player."""
    row, column = int(move[1:]) - 1, ord(move[0]) - ord("A")
    changed = rows[row][:column] + player[0] + rows[row][column + 1 :]
    return (*rows[:row], changed, *rows[row + 1 :])


def score(rows: Rows, player: str) -> int:
    """Return the evaluation of the board for the player: own pieces minus the opponent's.

    The search calls this function for the player to move, at its depth limit and where the game is over.
    """
    first, second = (sum(row.count(name[0]) for row in rows) for name in PLAYERS)
    return first - second if player == PLAYERS[0] else second - first
