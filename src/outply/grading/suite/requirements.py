"""What a case can test: each rule in a sentence for the student, and the usual mistakes that break it."""

from __future__ import annotations

from outply.games.struct import Struct


class Rule(Struct):
    """A rule by a short name; `mistakes` are the names of those in `search.mistakes` that break it."""

    __slots__ = ("name", "sentence", "mistakes")

    name: str
    sentence: str
    mistakes: tuple[str, ...]

    def __init__(self, name: str, sentence: str, mistakes: tuple[str, ...] = ()) -> None:
        self._set(name, sentence, mistakes)


FORMAT = "format"
COMPETITION = "competition"

_SEARCH = (
    Rule("ties", "Of equally good moves, the first in the order is played.", ("ties",)),
    Rule("order", "Moves are tried from the first in the order to the last.", ("reversed",)),
    Rule(
        "depth",
        "The root is at depth 0, and a node at depth DEPTH is evaluated; each player's move is one ply.",
        ("depth-less", "depth-more", "depth-twice", "greedy"),
    ),
    Rule("turns", "At every other ply the other player picks the move that is worth least to MAX.", ("only-max",)),
    Rule(
        "evaluation",
        "A leaf is worth the total of the player who moves at the root, less that of the other player.",
        ("eval-mover", "eval-first", "eval-other", "eval-own"),
    ),
    Rule(
        "repeats",
        "Every visit is searched and counted, also of a position that was seen before.",
        ("memory", "counted-once"),
    ),
    Rule(
        "cuts",
        "Alpha-beta cuts a MAX node at v >= beta and a MIN node at v <= alpha, and minimax cuts nothing.",
        ("strict-cut", "no-cuts", "cuts", "root-window", "max-cuts", "min-cuts"),
    ),
    Rule("window", "Each node has an alpha and a beta of its own.", ("one-window", "mixed-bounds")),
)

_WARFARE = (
    Rule("rows", "Cells are gone through row by row, each row from the left.", ("by-column",)),
    Rule("stakes-first", "All Stakes are tried before all Raids.", ("raids-first", "cell-by-cell")),
    Rule("stakes", "Every empty cell can be staked, also where a Raid is possible.", ("raids-only",)),
    Rule("idle-raids", "A Raid that conquers nothing is a legal move.", ("useful-raids",)),
    Rule("raid-start", "A Raid takes a cell next to an own one.", ("raid-anywhere",)),
    Rule(
        "conquest",
        "A Raid conquers every enemy cell next to the one that it takes, and a Stake conquers nothing.",
        ("no-conquest", "stake-conquers"),
    ),
    Rule("chains", "A conquered cell conquers nothing in its turn.", ("chains",)),
    Rule("neighbours", "Only the cells above, below, left and right of a cell are next to it.", ("diagonals",)),
    Rule("bounds", "The board ends at its edges.", ("edges",)),
    Rule(
        "variant",
        "By raid rules a cell next to an own one has a Stake and a Raid, by blitz rules one move.",
        ("other-rules",),
    ),
    Rule("values", "A cell counts by its value.", ("eval-cells",)),
    Rule(
        "board",
        "The board is printed as it is right after the move, with all that it conquered.",
        ("old-board", "last-board", "raid-unprinted"),
    ),
)

_STARCIRCLE = (
    Rule(
        "squares",
        "Moves are sorted by the square that they start from, then by where they end, from H1 down to A8.",
        ("from-A1", "as-text", "by-target", "jumps-first", "steps-first"),
    ),
    Rule(
        "weights",
        "A piece counts the weight of its row: they are for rows A to H for Star, and for H to A for Circle.",
        ("unmirrored", "upside-down"),
    ),
    Rule(
        "stacks",
        "In the last row own pieces share squares, whether they step or jump there, and each piece counts.",
        ("no-stacks", "flat-stacks"),
    ),
    Rule("last-row", "Enemy pieces block their squares of the last row.", ("last-row-open",)),
    Rule("forward", "Pieces never move backward.", ("backward",)),
    Rule(
        "jumps",
        "A jump goes over one enemy piece and captures it; it ends there, and nobody has to jump.",
        ("forced-jump", "multi-jump", "own-jump", "no-capture"),
    ),
    Rule(
        "passes",
        "A player passes where there is no other move, and only there; a pass is a ply and a node.",
        ("free-pass", "pass-uncounted", "no-pass", "any-pass"),
    ),
    Rule(
        "two-passes", "The second pass in a row ends the game, the first does not.", ("one-pass", "endless-pass")
    ),
    Rule("one-colour", "The game is over as soon as one player has no piece left.", ("one-colour",)),
    Rule(
        "nodes",
        "Every visited node counts, the root and the leaves included, and nothing that was cut.",
        ("root-uncounted", "leaves-uncounted", "leaves-only", "cut-counted"),
    ),
    Rule(
        "lines",
        "The second line is the evaluation right after the move, the third the value; both are the mover's.",
        ("late-score", "early-score", "score-side", "value-side", "swapped-lines"),
    ),
)

RULES: tuple[Rule, ...] = (
    *_SEARCH,
    *_WARFARE,
    *_STARCIRCLE,
    Rule(COMPETITION, "In a competition any legal move is right, with the board after it."),
    Rule(FORMAT, "Lines end in a line feed, and the last one in nothing: output.txt is right to the byte."),
)
"""Every usual mistake breaks one of them, and only one."""

_BY_NAME = {rule.name: rule for rule in RULES}
_OF_MISTAKE = {mistake: rule for rule in RULES for mistake in rule.mistakes}


def rule_of(mistake: str) -> Rule:
    """Return the rule that a mistake breaks; a `KeyError` if there is no such mistake."""
    return _OF_MISTAKE[mistake]


def sentence_of(rule: str) -> str:
    """Return what the rule of that name says; empty text if there is none."""
    found = _BY_NAME.get(rule)
    return "" if found is None else found.sentence
