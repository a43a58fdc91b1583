"""A search tree as text: one line per visit, indented by its ply, for reading and for diff.

A line contains, in this order: `*` if the node is on the principal variation, the number of the visit, the move,
the value (`≤ 3` or `≥ 3` if it is a bound), the window on entry and on exit (alpha-beta only), the number of cut
moves with the reason, and the number of visits below the node that are not shown. The drawing and the page use the
same title and phrases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.report.base.formatting import count
from outply.search.trace import Visit, format_window
from outply.search.tree import SearchTree
from outply.text import plural_noun

INDENT = "  "


def text_lines(tree: SearchTree) -> Iterator[str]:
    """Yield the lines of a search tree as text: title, details, a blank line, and one line per visit."""
    yield title(tree)
    yield details(tree)
    yield ""
    chosen = set(tree.principal_variation_nodes())
    prunes, top = tree.algorithm == "ALPHABETA", len(tree.path)
    for node, row in enumerate(tree.visits_with_text()):
        marker = "* " if node in chosen else "  "
        line = f"{marker}{INDENT * (row.depth - top)}{row.order} {row.move or 'root'}  "
        line += str(row.value) if row.relation == "=" else f"{row.relation} {row.value}"
        if prunes:
            line += f"  {format_window(row.alpha_in, row.beta_in)}"
            if row.alpha_in != row.alpha_out or row.beta_in != row.beta_out:
                line += f" -> {format_window(row.alpha_out, row.beta_out)}"
        if row.cut:
            line += f"  {cut(row)}"
        if tree.is_folded(node):
            line += f"  ({visit_count(row.below - 1)} below)"
        yield line


def comparison_lines(minimax: SearchTree, alphabeta: SearchTree) -> Iterator[str]:
    """Yield a table with the number of visits of both algorithms at each ply, and the savings of alpha-beta."""
    yield f"{title(minimax).partition(',')[0]}, depth {minimax.depth}"
    yield ""
    rows = [("ply", "minimax", "alpha-beta", "saved", "")]
    plies = [
        (str(ply), *counts) for ply, counts in enumerate(_pad(minimax.visits_by_ply, alphabeta.visits_by_ply))
    ]
    for name, full, pruned in [*plies, ("all", minimax.visited, alphabeta.visited)]:
        rows.append((name, f"{full:,}", f"{pruned:,}", f"{full - pruned:,}", f"{1 - pruned / full:.1%}"))
    yield from _align(rows)


def _pad(full: Sequence[int], pruned: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pair the visit counts of both algorithms by ply.

    Alpha-beta may visit fewer plies than minimax; the missing counts are 0.
    """
    return zip(full, (*pruned, *[0] * (len(full) - len(pruned))), strict=True)


def _align(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return (
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


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
