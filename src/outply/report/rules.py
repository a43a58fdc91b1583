"""The rules of the games in a few sentences, for readers who know none of the assignments.

Who begins is not among them: a game may start from any position.
"""

from __future__ import annotations

RULES = {
    ("warfare", "blitz"): (
        "Blue and green move in turn. Each move takes an empty cell, until none is left. Taking a cell beside one "
        "that the player already owns (above, below, left or right) is a blitz: it also conquers every enemy cell "
        "beside the taken cell. Taking any other cell is a paradrop, and conquers nothing. So there is one move "
        "for each empty cell. The moves are tried row by row from the top left. Each cell has a value, and the "
        "higher total at the end wins."
    ),
    ("warfare", "raid"): (
        "X and O move in turn. Each move takes an empty cell, until none is left. Any empty cell can be taken by "
        "a Stake, which conquers nothing. An empty cell beside one that the player already owns (above, below, "
        "left or right) can also be taken by a Raid, which conquers every enemy cell beside it as well. All "
        "Stakes are tried row by row from the top left, then all Raids. Each cell has a value, and the higher "
        "total at the end wins."
    ),
    ("starcircle", "standard"): (
        "Star moves up the board and Circle moves down, on the dark squares only. A step goes diagonally forward "
        "to an empty square. A jump goes over an enemy piece to the empty square behind it, and captures the "
        "piece. Nobody has to jump. Pieces that reach the last row stay there, and several of them may share a "
        "square. A player who cannot move passes. The game is over after two passes in a row, or when one side "
        "has no piece left. The moves are tried in the order of the squares that they start from, then of those "
        "that they end on, row by row from the top left. A piece counts for more the further it has come, and the "
        "higher total wins."
    ),
}
"""By game and variant."""


def rules(game: str, variant: str) -> str | None:
    """Return the rules in a paragraph; None for a game that nobody wrote one about."""
    return RULES.get((game, variant))
