"""The requirements that cases test: rules of the assignment, each with the mistakes that violate the rule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """A rule of the assignment that a case can test.

    `sentence` states the rule for the student. `mistakes` are the names of the mistakes in the catalogue that
    violate the rule.
    """

    name: str
    sentence: str
    mistakes: tuple[str, ...] = ()


FORMAT = "format"
COMPETITION = "competition"

_SEARCH = (
    Requirement(
        name="ties", sentence="Of equal moves, the first in the move order is played.", mistakes=("ties",)
    ),
    Requirement(
        name="order",
        sentence="Moves are tried from the first to the last in the move order.",
        mistakes=("reversed",),
    ),
    Requirement(
        name="depth",
        sentence="The root is at depth 0; nodes at depth DEPTH are evaluated. Each player's move is one ply.",
        mistakes=("depth-less", "depth-more", "depth-twice", "greedy"),
    ),
    Requirement(
        name="turns",
        sentence="At every other ply the opponent picks the move with the lowest value for MAX.",
        mistakes=("only-max",),
    ),
    Requirement(
        name="evaluation",
        sentence="A leaf is worth the total of the player to move at the root minus the opponent's total.",
        mistakes=("eval-mover", "eval-first", "eval-other", "eval-own"),
    ),
    Requirement(
        name="repeats",
        sentence="Every visit is searched and counted, even if the position was visited before.",
        mistakes=("memory", "counted-once"),
    ),
    Requirement(
        name="cuts",
        sentence="Alpha-beta prunes a MAX node at v >= beta and a MIN node at v <= alpha; minimax never prunes.",
        mistakes=("strict-cut", "no-cuts", "cuts", "root-window", "max-cuts", "min-cuts"),
    ),
    Requirement(
        name="window",
        sentence="Each node has its own alpha and beta.",
        mistakes=("one-window", "mixed-bounds"),
    ),
)

_WARFARE = (
    Requirement(
        name="rows", sentence="Cells are ordered row by row, each row from the left.", mistakes=("by-column",)
    ),
    Requirement(
        name="stakes-first",
        sentence="All Stakes are tried before all Raids.",
        mistakes=("raids-first", "cell-by-cell"),
    ),
    Requirement(
        name="stakes",
        sentence="Every empty cell can be staked, even if it can be raided.",
        mistakes=("raids-only",),
    ),
    Requirement(
        name="idle-raids",
        sentence="A Raid that conquers nothing is a legal move.",
        mistakes=("useful-raids",),
    ),
    Requirement(
        name="raid-start", sentence="A Raid takes an empty cell next to an own one.", mistakes=("raid-anywhere",)
    ),
    Requirement(
        name="conquest",
        sentence="A Raid conquers every enemy cell next to the cell it takes; a Stake conquers nothing.",
        mistakes=("no-conquest", "stake-conquers"),
    ),
    Requirement(
        name="chains", sentence="A conquered cell does not conquer its own neighbours.", mistakes=("chains",)
    ),
    Requirement(
        name="neighbours",
        sentence="Only the cells above, below, left and right of a cell are next to it.",
        mistakes=("diagonals",),
    ),
    Requirement(name="bounds", sentence="The board does not wrap around at its edges.", mistakes=("edges",)),
    Requirement(
        name="variant",
        sentence="Under raid rules a cell next to an own one has a Stake and a Raid, under blitz rules one move.",
        mistakes=("other-rules",),
    ),
    Requirement(name="values", sentence="Each cell is worth its value, not 1.", mistakes=("eval-cells",)),
    Requirement(
        name="board",
        sentence="The printed board is the one right after the move, with all conquered cells.",
        mistakes=("old-board", "last-board", "raid-unprinted"),
    ),
)

_STARCIRCLE = (
    Requirement(
        name="squares",
        sentence="Moves are sorted by origin, then by target, from H1 down to A8.",
        mistakes=("from-A1", "as-text", "by-target", "jumps-first", "steps-first"),
    ),
    Requirement(
        name="weights",
        sentence="A piece is worth the weight of its row; weights go from A to H for Star, H to A for Circle.",
        mistakes=("unmirrored", "upside-down"),
    ),
    Requirement(
        name="stacks",
        sentence="In the last row a piece may step or jump onto own pieces; each piece of such a stack counts.",
        mistakes=("no-stacks", "flat-stacks"),
    ),
    Requirement(
        name="last-row",
        sentence="In the last row a piece cannot move to a square with enemy pieces.",
        mistakes=("last-row-open",),
    ),
    Requirement(name="forward", sentence="Pieces never move backward.", mistakes=("backward",)),
    Requirement(
        name="jumps",
        sentence="A jump goes over one enemy piece, captures it and ends the move; jumps are optional.",
        mistakes=("forced-jump", "multi-jump", "own-jump", "no-capture"),
    ),
    Requirement(
        name="passes",
        sentence="A player passes if and only if there is no other move; a pass is a ply and a node.",
        mistakes=("free-pass", "pass-uncounted", "no-pass", "any-pass"),
    ),
    Requirement(
        name="two-passes",
        sentence="The second pass in a row ends the game; the first does not.",
        mistakes=("one-pass", "endless-pass"),
    ),
    Requirement(
        name="one-colour",
        sentence="The game is over as soon as one player has no pieces left.",
        mistakes=("one-colour",),
    ),
    Requirement(
        name="nodes",
        sentence="Every visited node counts, including the root and the leaves; pruned nodes do not.",
        mistakes=("root-uncounted", "leaves-uncounted", "leaves-only", "cut-counted"),
    ),
    Requirement(
        name="lines",
        sentence="Line 2 is the evaluation right after the move, line 3 the minimax value, both for the mover.",
        mistakes=("late-score", "early-score", "score-side", "value-side", "swapped-lines"),
    ),
)

REQUIREMENTS: tuple[Requirement, ...] = (
    *_SEARCH,
    *_WARFARE,
    *_STARCIRCLE,
    Requirement(
        name=COMPETITION,
        sentence="In COMPETITION mode any legal move is right if it is followed by the right board.",
    ),
    Requirement(
        name=FORMAT,
        sentence="Every line except the last ends with a line feed, and output.txt is right to the byte.",
    ),
)
"""All requirements; every mistake in the catalogue violates exactly one requirement."""

_BY_NAME = {requirement.name: requirement for requirement in REQUIREMENTS}
_BY_MISTAKE = {mistake: requirement for requirement in REQUIREMENTS for mistake in requirement.mistakes}


def requirement_violated_by(mistake: str) -> Requirement:
    """Return the requirement that the mistake with the name `mistake` violates.

    Raises KeyError if there is no mistake with this name.
    """
    return _BY_MISTAKE[mistake]


def requirement_sentence(name: str) -> str:
    """Return the sentence of the requirement `name`, or an empty string if there is no such requirement."""
    requirement = _BY_NAME.get(name)
    return "" if requirement is None else requirement.sentence
