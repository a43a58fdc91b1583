"""Mistakes in the recursion: wrong depth limits, MAX and MIN not alternating, and reuse of known values."""

from __future__ import annotations

from outply.diagnosis.mistake import Mistake
from outply.diagnosis.variant import SearchVariant

DEPTHS = (
    Mistake(
        name="depth-less",
        title="stops the search one ply too early",
        advice="The root is at depth 0, and a node at depth DEPTH is evaluated: the search looks DEPTH plies "
        "ahead, and the move at the root is the first of them.",
        variant=SearchVariant(depth_limit=lambda depth: depth - 1),
    ),
    Mistake(
        name="depth-more",
        title="searches one ply too deep",
        advice="The root is at depth 0, and a node at depth DEPTH is evaluated. If your program plays "
        "the root's moves outside the recursive function, call the function with depth 1.",
        variant=SearchVariant(depth_limit=lambda depth: depth + 1),
    ),
    Mistake(
        name="depth-twice",
        title="counts a move and its reply as one ply",
        advice="DEPTH counts plies: a move by one player is one ply, and the reply is another.",
        variant=SearchVariant(depth_limit=lambda depth: 2 * depth),
    ),
    Mistake(
        name="greedy",
        title="looks only one move ahead",
        advice="The program plays the move with the best evaluation right after it. Continue the search to the "
        "depth limit.",
        variant=SearchVariant(depth_limit=lambda depth: 1),
    ),
    Mistake(
        name="only-max",
        title="maximises at MIN nodes as well",
        advice="At every other ply the opponent moves and picks the move with the lowest value for MAX.",
        variant=SearchVariant(maximises_at=lambda ply: True),
    ),
    Mistake(
        name="max-twice",
        title="maximises at the root and again at the opponent's reply",
        advice="The root is a MAX node, so its children are MIN nodes: call the MIN function for them, and let "
        "the plies alternate from there on.",
        variant=SearchVariant(maximises_at=lambda ply: ply == 0 or ply % 2 == 1),
    ),
    Mistake(
        name="memory",
        title="reuses the values of positions that it has searched before",
        advice="Every visit counts, even if the position was visited before. Also, a value that alpha-beta found "
        "with one window may be wrong with another. Search every node anew.",
        variant=SearchVariant(memoise=True),
    ),
)
