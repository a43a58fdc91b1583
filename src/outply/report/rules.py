"""The rules of the games in a few sentences, for readers who know none of the assignments.

Who begins is not among them: a game may start from any position.
"""

from __future__ import annotations

RULES = {
    ("warfare", "blitz"): (
        "Blue and green take the cells of a board in turn until no cell is empty. Taking a cell that "
        "lies beside an own one (above, below, left or right) is a blitz: every enemy cell beside the taken cell "
        "is conquered with it. Taking any other cell is a paradrop and conquers nothing. So there is one move for "
        "each empty cell; the moves are tried row by row from the top left. Each cell has a value, and whoever "
        "owns the higher total at the end wins."
    ),
    ("warfare", "raid"): (
        "X and O take the cells of a board in turn until no cell is empty. Any empty cell can be taken "
        "by a Stake, which conquers nothing. One that lies beside an own cell (above, below, left or right) can "
        "also be taken by a Raid: every enemy cell beside it is conquered with it. All Stakes are tried row by "
        "row from the top left, then all Raids. Each cell has a value, and whoever owns the higher total at the "
        "end wins."
    ),
    ("starcircle", "standard"): (
        "Star moves up the board and Circle down, on the dark squares only: a step goes diagonally forward to an "
        "empty square, a jump over an enemy piece to the empty square behind it, and takes the piece. Nobody has "
        "to jump. Pieces that reach the last row stay there and may share a square; who cannot move passes. After "
        "two passes in a row, or when one side has no piece left, the game is over. A piece counts the more the "
        "further it has come, and the higher total wins."
    ),
}
"""By game and variant."""


def rules(game: str, variant: str) -> str | None:
    """Return the rules in a paragraph; None for a game that nobody wrote one about."""
    return RULES.get((game, variant))
