"""The textbook's search, walked natively: the same visits in the same order, hundreds of millions a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from outply.games import evaluations
from outply.search.core import Control, core_of, depth_of, prunes
from outply.search.result import Result, Visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outply.games.contract import Position


def search(
    position: Position,
    limit: int,
    algorithm: str,
    *,
    evaluation: str = evaluations.DEFAULT,
    traced: bool = False,
    control: Control | None = None,
) -> Result:
    """Do what `textbook.ALGORITHMS[algorithm]` does by the evaluation of that name, native.

    A `ValueError` if the game has no such evaluation. `control` watches the search and stops it.
    """
    evaluations.evaluation(evaluation, position.game)
    core, decode = core_of(position)
    move, value, line, visited, expanded, visits = core.literal(
        depth_of(limit), prunes(algorithm), evaluation, traced, control or Control()
    )
    trace = Trace(visits, decode) if traced else None
    return Result(decode(move), value, tuple(map(decode, line)), visited, expanded, trace)


class Trace(Sequence[Visit]):
    """The visits of a native search: a sequence that makes each `Visit` when it is asked for.

    A million visits take 72 MB this way.
    """

    COLUMNS = 9

    def __init__(self, visits: bytes, decode: Callable[[int], Any]) -> None:
        self._table = memoryview(visits).cast("q")
        self._decode = decode

    def __len__(self) -> int:
        return len(self._table) // self.COLUMNS

    @overload
    def __getitem__(self, order: int) -> Visit: ...
    @overload
    def __getitem__(self, order: slice) -> list[Visit]: ...
    def __getitem__(self, order: int | slice) -> Visit | list[Visit]:
        orders = range(len(self))[order]
        return self._visit(orders) if isinstance(orders, int) else [self._visit(one) for one in orders]

    def _visit(self, order: int) -> Visit:
        row = self._table[order * self.COLUMNS : (order + 1) * self.COLUMNS].tolist()
        parent, move, depth, alpha_in, beta_in, alpha_out, beta_out, value, cut = row
        return Visit(
            order,
            None if parent < 0 else parent,
            depth,
            None if parent < 0 else self._decode(move),
            _bound(alpha_in),
            _bound(beta_in),
            _bound(alpha_out),
            _bound(beta_out),
            value,
            cut,
        )


def _bound(bound: int) -> float:
    """Alpha and beta are numbers, or endless where nothing is known yet."""
    if abs(bound) < 1 << 40:
        return bound
    return float("inf") if bound > 0 else float("-inf")
