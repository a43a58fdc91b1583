"""Titles and phrases shared by all forms of a search tree."""

from __future__ import annotations

from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.report.base.formatting import count
from outply.search.trace import Visit
from outply.search.tree import SearchTree
from outply.text import plural_noun


def title(tree: SearchTree) -> str:
    """Return the title of a tree: `Star/Circle, MINIMAX to depth 2`."""
    return f"{game_of(tree.position).title}, {tree.algorithm} to depth {tree.depth}"


def details(tree: SearchTree) -> str:
    """Return the settings and the extent of a tree in one line."""
    mover, game = tree.start.to_move, game_of(tree.position)
    rules = f"{tree.position.variant} rules, " if len(game.variants) > 1 else ""
    evaluation = "" if tree.evaluation == DEFAULT else f"evaluation {tree.evaluation}, "
    below = f"below {', '.join(map(str, tree.path))}, " if tree.path else ""
    return f"{rules}{evaluation}{below}MAX is {game.player_label(mover, tree.position.variant)}, {extent(tree)}"


def extent(tree: SearchTree) -> str:
    """Return the number of visits. If not all are recorded, also return how many are."""
    visits = visit_count(tree.visited)
    if tree.is_complete:
        return visits
    return f"{visits}, of which {count(len(tree))} are shown: down to ply {tree.max_ply}"


def visit_count(number: int) -> str:
    """Return `1 visit` or `1,234 visits`."""
    return f"{count(number)} {plural_noun(number, 'visit')}"


def cut(visit: Visit) -> str:
    """Return the number of moves of a node that were cut, and the reason: `5 cut: 4 >= beta 3`."""
    return f"{count(visit.cut)} cut: {visit.cutoff_reason}"
