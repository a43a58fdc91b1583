"""The tree of a search as text: a line for each visit, indented by its ply, to be read and to be compared by diff.

A line has `*` if it is on the chosen line of play, the order of the visit, the move, the value, with alpha-beta
the window on entry and on exit, how many moves were cut and why, and how many visits below are not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outply.report.tree.wording import cut, details, title, visits_of, window
from outply.search.tree import Tree

INDENT = "  "


def text(tree: Tree) -> Iterator[str]:
    """Yield the lines."""
    yield title(tree)
    yield details(tree)
    yield ""
    chosen = set(tree.chosen())
    prunes, top = tree.algorithm == "ALPHABETA", len(tree.path)
    for node, row in enumerate(tree.rows()):
        mark = "* " if node in chosen else "  "
        line = f"{mark}{INDENT * (row.depth - top)}{row.order} {row.move or 'root'}  {row.value}"
        if prunes:
            line += f"  {window(row.alpha_in, row.beta_in)}"
            if row.alpha_in != row.alpha_out or row.beta_in != row.beta_out:
                line += f" -> {window(row.alpha_out, row.beta_out)}"
        if row.cut:
            line += f"  {cut(row)}"
        if tree.is_folded(node):
            line += f"  ({visits_of(row.below - 1)} below)"
        yield line


def comparison(minimax: Tree, alphabeta: Tree) -> Iterator[str]:
    """Yield a table of what both algorithms visit at each ply, and what the second saves."""
    yield f"{title(minimax).partition(',')[0]}, depth {minimax.depth}"
    yield ""
    rows = [("ply", "minimax", "alpha-beta", "saved", "")]
    pairs = [(str(ply), *pair) for ply, pair in enumerate(_padded(minimax.plies, alphabeta.plies))]
    for name, full, pruned in [*pairs, ("all", minimax.visited, alphabeta.visited)]:
        rows.append((name, f"{full:,}", f"{pruned:,}", f"{full - pruned:,}", f"{1 - pruned / full:.1%}"))
    yield from _aligned(rows)


def _padded(full: Sequence[int], pruned: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(full, (*pruned, *[0] * (len(full) - len(pruned))), strict=True)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return (
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
