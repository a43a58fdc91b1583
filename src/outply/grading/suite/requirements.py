"""The requirements that cases test: rules of the assignment, each with the mistakes that violate the rule."""

from __future__ import annotations

from dataclasses import dataclass

from outply.diagnosis.catalogue import GAME_MISTAKES, MISTAKES, family_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """A rule of the assignment that a case can test.

    `sentence` states the rule for the student. `mistakes` are the names of the mistakes in the catalogue that
    violate the rule.
    """

    name: str
    sentence: str
    mistakes: tuple[str, ...] = ()


def _requirement(name: str, sentence: str, families: str = "") -> Requirement:
    """Return the requirement that the mistakes of `families`, separated by spaces, violate."""
    violating = families.split()
    names = tuple(mistake.name for mistake in MISTAKES if mistake.family in violating)
    return Requirement(name=name, sentence=sentence, mistakes=names)


FORMAT = "format"
COMPETITION = "competition"

REQUIREMENTS: tuple[Requirement, ...] = (
    _requirement("ties", "Of equal moves, the first in the move order is played.", "ties"),
    _requirement(
        "order",
        "Moves are tried from the first to the last in the move order, in both algorithms.",
        "reversed sorted-moves best-first",
    ),
    _requirement(
        "depth",
        "The root is at depth 0; nodes at depth DEPTH are evaluated. Each player's move is one ply.",
        "depth-less depth-more depth-twice greedy",
    ),
    _requirement(
        "turns",
        "At every other ply the opponent picks the move with the lowest value for MAX.",
        "only-max max-twice",
    ),
    _requirement(
        "evaluation",
        "A leaf is worth the total of the player to move at the root minus the opponent's total.",
        "eval-mover eval-first eval-other eval-own",
    ),
    _requirement(
        "end",
        "Where the game is over before the depth limit, the node is evaluated like any other leaf.",
        "end-value end-early end-crash",
    ),
    _requirement(
        "large-scores",
        "Scores are exact, however large, and the initial best value is beyond every score.",
        "infinity min-value limited-score",
    ),
    _requirement(
        "repeats",
        "Every visit is searched and counted, even if the position was visited before.",
        "memory counted-once",
    ),
    _requirement(
        "cuts",
        "Alpha-beta prunes a MAX node at v >= beta and a MIN node at v <= alpha; minimax never prunes.",
        "strict-cut no-cuts cuts root-window max-cuts min-cuts fresh-window wide-window wrong-bound cut-value",
    ),
    _requirement(
        "window",
        "Each node has its own alpha and beta; MAX raises alpha, and MIN lowers beta.",
        "one-window mixed-bounds wrong-update",
    ),
    # Warfare
    _requirement("rows", "Cells are ordered row by row, each row from the left.", "by-column"),
    _requirement("stakes-first", "All Stakes are tried before all Raids.", "raids-first cell-by-cell"),
    _requirement("raid-order", "Raids are ordered by the cell that they take, row by row.", "raid-source"),
    _requirement("stakes", "Every empty cell can be staked, even if it can be raided.", "raids-only"),
    _requirement("idle-raids", "A Raid that conquers nothing is a legal move.", "useful-raids"),
    _requirement("raid-start", "A Raid takes an empty cell next to an own one.", "raid-anywhere"),
    _requirement(
        "conquest",
        "A Raid conquers every enemy cell next to the cell it takes; a Stake conquers nothing.",
        "no-conquest one-conquest stake-conquers",
    ),
    _requirement("chains", "A conquered cell does not conquer its own neighbours.", "chains"),
    _requirement(
        "neighbours",
        "Exactly the cells above, below, left and right of a cell are next to it.",
        "diagonals missing-side",
    ),
    _requirement(
        "bounds",
        "The cells at the edges belong to the board, and the board does not wrap around.",
        "edges edge-cells",
    ),
    _requirement("sizes", "The board has 1 to 26 rows and as many columns.", "one-cell large-board"),
    _requirement(
        "variant",
        "Under raid rules a cell next to an own one has a Stake and a Raid, under blitz rules one move.",
        "other-rules",
    ),
    _requirement("values", "Each cell is worth the value in its row and column.", "eval-cells transposed"),
    _requirement(
        "move-line",
        "Line 1 names the taken cell, its column before its row, and the type of the move.",
        "cell-name move-type",
    ),
    _requirement(
        "board",
        "The printed board is the one right after the move, with all changed cells.",
        "old-board last-board raid-unprinted",
    ),
    # Star/Circle
    _requirement(
        "squares",
        "Moves are sorted by origin, then by target, from H1 down to A8.",
        "from-A1 by-target jumps-first all-steps-first steps-first piece-jumps left-first",
    ),
    _requirement(
        "weights",
        "A piece is worth the weight of its row; weights go from A to H for Star, H to A for Circle.",
        "unmirrored upside-down",
    ),
    _requirement(
        "stacks",
        "In the last row a piece may step or jump onto own pieces; each piece of such a stack counts.",
        "no-stacks flat-stacks",
    ),
    _requirement("stack-size", "The size of a stack may have two digits.", "stack-digit"),
    _requirement(
        "last-row", "In the last row a piece cannot move to a square with enemy pieces.", "last-row-open"
    ),
    _requirement("forward", "Pieces never move backward.", "backward"),
    _requirement(
        "jumps",
        "A jump goes over one enemy piece, captures it and ends the move; jumps are optional.",
        "forced-jump multi-jump own-jump no-capture",
    ),
    _requirement(
        "passes",
        "A player passes if and only if there is no other move; a pass is a ply and a node.",
        "free-pass pass-uncounted no-pass any-pass",
    ),
    _requirement(
        "two-passes", "The second pass in a row ends the game; the first does not.", "one-pass endless-pass"
    ),
    _requirement("one-colour", "The game is over as soon as one player has no pieces left.", "one-colour"),
    _requirement(
        "nodes",
        "Every visited node counts, including the root and the leaves; pruned nodes do not.",
        "root-uncounted root-twice leaves-uncounted leaves-only cut-counted",
    ),
    _requirement(
        "lines",
        "Line 2 is the evaluation right after the move, line 3 the minimax value, both for the mover.",
        "late-score early-score score-side value-side star-view swapped-lines",
    ),
    _requirement("value", "The printed value is the minimax value for the player to move.", "value-sign"),
    # Added games
    Requirement(
        name="rules",
        sentence="The rules of the game are followed.",
        mistakes=tuple(mistake.name for game in GAME_MISTAKES.games() for mistake in GAME_MISTAKES[game].MISTAKES),
    ),
    # Without known mistakes
    _requirement(COMPETITION, "In COMPETITION mode any legal move is right if it is followed by the right board."),
    _requirement(FORMAT, "Every line except the last ends with a line feed, and output.txt is right to the byte."),
)
"""All requirements; every mistake in the catalogue violates exactly one requirement."""

_BY_NAME = {requirement.name: requirement for requirement in REQUIREMENTS}
_BY_MISTAKE = {mistake: requirement for requirement in REQUIREMENTS for mistake in requirement.mistakes}
_BY_FAMILY = {family_of(mistake): requirement for mistake, requirement in _BY_MISTAKE.items()}


def requirement_violated_by(mistake: str) -> Requirement:
    """Return the requirement that `mistake`, the name of a mistake or of a family of mistakes, violates.

    Raises KeyError if there is no mistake with this name.
    """
    return _BY_FAMILY[mistake] if mistake in _BY_FAMILY else _BY_MISTAKE[mistake]


def requirement_sentence(name: str) -> str:
    """Return the sentence of the requirement `name`, or an empty string if there is no such requirement."""
    requirement = _BY_NAME.get(name)
    return "" if requirement is None else requirement.sentence
