"""What all forms of a tree say in the same words."""

from __future__ import annotations

from outply.games import game_of
from outply.report.base.numbers import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.search.result import Visit
    from outply.search.tree import Row, Tree


def title(tree: Tree) -> str:
    """Return what a tree is of: `Star/Circle, MINIMAX to depth 2`."""
    return f"{game_of(tree.position).title}, {tree.algorithm} to depth {tree.depth}"


def details(tree: Tree) -> str:
    """Return what else is to be known about it, in one line."""
    mover, game = tree.start.to_move, game_of(tree.position)
    rules = f"{tree.position.variant} rules, " if len(game.variants) > 1 else ""
    evaluation = "" if tree.evaluation == "difference" else f"evaluation {tree.evaluation}, "
    below = f"below {', '.join(map(str, tree.path))}, " if tree.path else ""
    return f"{rules}{evaluation}{below}MAX is {game.player_label(mover, tree.position.variant)}, {extent(tree)}"


def extent(tree: Tree) -> str:
    """Return how much of the search is in the tree."""
    visits = visits_of(tree.visited)
    if tree.is_whole:
        return visits
    return f"{visits}, of which {count(len(tree))} are shown: down to ply {tree.deepest}"


def visits_of(number: int) -> str:
    """Return `1 visit`, `1,234 visits`."""
    return f"{count(number)} visit{'' if number == 1 else 's'}"


def window(alpha: float, beta: float) -> str:
    """Return a window: `[-inf, 3]`."""
    return f"[{alpha}, {beta}]"


def cut(visit: Visit | Row) -> str:
    """Return how many moves of a node were cut, and why: `5 cut: 4 >= beta 3`."""
    return f"{count(visit.cut)} cut: {visit.reason}"
