"""Titles and phrases that the text, the drawing and the page of a search tree share."""

from __future__ import annotations

from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.report.base.formatting import count
from outply.search.trace import Visit
from outply.search.tree import SearchTree
from outply.text import plural_noun


def title(tree: SearchTree) -> str:
    """Return the title of a search tree, such as `Star/Circle, MINIMAX to depth 2`."""
    return f"{game_of(tree.position).title}, {tree.algorithm} to depth {tree.depth}"


def details(tree: SearchTree) -> str:
    """Return the settings of a search and the number of its visits in one line."""
    mover, game = tree.start.to_move, game_of(tree.position)
    rules = f"{tree.position.variant} rules, " if len(game.variants) > 1 else ""
    evaluation = "" if tree.evaluation == DEFAULT else f"evaluation {tree.evaluation}, "
    below = f"below {', '.join(map(str, tree.path))}, " if tree.path else ""
    return f"{rules}{evaluation}{below}MAX is {game.player_label(mover, tree.position.variant)}, {extent(tree)}"


def extent(tree: SearchTree) -> str:
    """Return the number of visits as text, and how many of them are shown if not all visits are recorded."""
    visits = visit_count(tree.visited)
    if tree.is_complete:
        return visits
    return f"{visits}, of which {count(len(tree))} are shown: down to ply {tree.max_ply}"


def visit_count(number: int) -> str:
    """Return `1 visit` or `1,234 visits`."""
    return f"{count(number)} {plural_noun(number, 'visit')}"


def cut(visit: Visit) -> str:
    """Return the number of moves that were cut at a node, and the reason: `5 cut: 4 >= beta 3`."""
    return f"{count(visit.cut)} cut: {visit.cutoff_reason}"
