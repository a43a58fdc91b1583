"""Estimate how many nodes a textbook search visits and how long it takes, from searches of smaller depth."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from outply.games import evaluations
from outply.games.protocol import Position
from outply.search import literal
from outply.search.native import Control, Stopped

PROBE_CPU_S = 0.2
"""CPU time of the searches of smaller depth. Native searches visit about 50 million nodes in this time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSize:
    """The size of a search: its visits, and the CPU seconds that it takes. `exact` if the visits were counted."""

    visits: int
    seconds: float
    exact: bool


def estimate_sizes(
    position: Position,
    depth: int,
    algorithm: str,
    *,
    evaluation: str = evaluations.DEFAULT,
    control: Control | None = None,
    clock: Callable[[], float] = time.thread_time,
) -> list[TreeSize]:
    """Return the sizes of the searches to depth 1, 2, …, `depth`.

    Depths are searched as long as `control` allows it, but at least depth 1. Beyond, the number of visits grows
    every two plies by the factor of the last two plies searched: even and odd depths have different cutoffs.
    """
    if control is None:
        control = Control()
        control.set_cpu_budget(PROBE_CPU_S)
    counts = [1]  # by depth
    sizes: list[TreeSize] = []
    for limit in range(1, depth + 1):
        started = clock()
        try:
            result = literal.search(
                position, limit, algorithm, evaluation=evaluation, control=control if sizes else Control()
            )
        except Stopped:
            break
        counts.append(result.reported_nodes)
        sizes.append(TreeSize(visits=counts[-1], seconds=clock() - started, exact=True))
    seconds_per_visit = sizes[-1].seconds / counts[-1]
    factor = counts[-1] / counts[-3] if len(sizes) > 1 else counts[-1] ** 2
    while len(sizes) < depth:
        counts.append(round(counts[-2] * factor))
        sizes.append(TreeSize(visits=counts[-1], seconds=counts[-1] * seconds_per_visit, exact=False))
    return sizes
