"""Literal search: the textbook search in the native core, with the same visits in the same order.

The native core visits hundreds of millions of nodes per second. Games without a native core are searched by the
textbook search in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from outply.games import evaluations
from outply.games.protocol import Position
from outply.search.native import VISIT_FIELDS, Control, clamp_depth, core_of, encode_move, is_alphabeta
from outply.search.result import SearchResult
from outply.search.trace import TraceScope, Visit

UNLIMITED = (1 << 31) - 1
DECODED_AT_ONCE = 4096
"""Number of visits that are converted to Python integers in one batch."""


def search(
    position: Position,
    limit: int,
    algorithm: str,
    *,
    evaluation: str = evaluations.DEFAULT,
    trace: TraceScope | None = None,
    control: Control | None = None,
) -> SearchResult:
    """Run `textbook.ALGORITHMS[algorithm]` to depth `limit` with the named evaluation in the native core.

    `trace` selects the visits to record. `control` reports the progress of the search and can stop it.
    Raises ValueError if the game has no such evaluation.
    """
    evaluations.evaluation(evaluation, position.game)
    core, decode = core_of(position)
    depth, prune, control = clamp_depth(limit), is_alphabeta(algorithm), control or Control()
    visits: Sequence[Visit] | None = None
    visits_by_ply: tuple[int, ...] | None = None
    if trace is None:
        result = core.literal(depth, prune, evaluation, control)
    else:
        path = [encode_move(position, move) for move in trace.path]
        max_plies = UNLIMITED if trace.max_plies is None else min(trace.max_plies, UNLIMITED)
        max_visits = UNLIMITED if trace.max_visits is None else trace.max_visits
        result, table, by_ply = core.literal_trace(depth, prune, evaluation, path, max_plies, max_visits, control)
        visits = NativeTrace(table, decode) if isinstance(table, bytes) else table
        visits_by_ply = tuple(by_ply)
    move, value, line, visited, expanded = result
    return SearchResult(
        decode(move),
        value,
        tuple(map(decode, line)),
        node_count=visited,
        own_nodes=visited,
        expanded=expanded,
        trace=visits,
        visits_by_ply=visits_by_ply,
    )


class NativeTrace(Sequence[Visit]):
    """The visits of a native search, each converted to a `Visit` on access.

    A million visits take 96 MB.
    """

    def __init__(self, table: bytes, decode: Callable[[int], Any]) -> None:
        self._table = memoryview(table).cast("q")
        self._decode = decode

    def column(self, name: str) -> list[int]:
        """Return the values of the field `name`, one of `VISIT_FIELDS`, for all visits."""
        return self._table[VISIT_FIELDS.index(name) :: len(VISIT_FIELDS)].tolist()

    def visits(self, moves: Sequence[Any]) -> Iterator[Visit]:
        """Yield every visit with its move taken from `moves`, which is faster than decoding the moves."""
        width = len(VISIT_FIELDS)
        each_move = iter(moves)
        for start in range(0, len(self._table), width * DECODED_AT_ONCE):
            numbers = iter(self._table[start : start + width * DECODED_AT_ONCE].tolist())
            for row in zip(*[numbers] * width, strict=True):
                yield self._visit(row, next(each_move))

    def __len__(self) -> int:
        return len(self._table) // len(VISIT_FIELDS)

    @overload
    def __getitem__(self, index: int) -> Visit: ...
    @overload
    def __getitem__(self, index: slice) -> list[Visit]: ...
    def __getitem__(self, index: int | slice) -> Visit | list[Visit]:
        indexes = range(len(self))[index]
        return self._at(indexes) if isinstance(indexes, int) else [self._at(one) for one in indexes]

    def _at(self, index: int) -> Visit:
        width = len(VISIT_FIELDS)
        row = self._table[index * width : (index + 1) * width].tolist()
        code = row[VISIT_FIELDS.index("move")]
        return self._visit(row, None if code < 0 else self._decode(code))

    def _visit(self, row: Sequence[int], move: Any) -> Visit:
        """Convert a row of the native table to a `Visit` that has the given move.

        In the table, parents are row indexes and infinite bounds are large integers.
        """
        order, parent_index, _, depth, *window, value, cut, below, _ = row
        parent = None if parent_index < 0 else self._table[parent_index * len(VISIT_FIELDS)]
        return Visit._make((order, parent, move, depth, *map(_bound, window), value, cut, below))


def _bound(number: int) -> float:
    return _INFINITIES.get(number, number)


_INFINITIES = {1 << 40: float("inf"), -1 << 40: float("-inf")}
"""The integers that stand for infinite bounds in the native core."""
