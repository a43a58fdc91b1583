"""The textbook's search, walked natively: the same visits in the same order, hundreds of millions a second.

Games that the native core does not know are walked by the textbook itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from outply.games import evaluations
from outply.search.native import VISIT_FIELDS, Control, code_of, core_of, depth_of, prunes
from outply.search.part import WHOLE, Part
from outply.search.result import Result, Visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from outply.games.protocol import Position

UNLIMITED = (1 << 31) - 1
AT_ONCE = 4096  # visits that are turned into Python's numbers together


def search(
    position: Position,
    limit: int,
    algorithm: str,
    *,
    evaluation: str = evaluations.DEFAULT,
    traced: bool = False,
    part: Part = WHOLE,
    control: Control | None = None,
) -> Result:
    """Do what `textbook.ALGORITHMS[algorithm]` does by the evaluation of that name, native.

    A `ValueError` if the game has no such evaluation. `control` watches the search and stops it.
    """
    evaluations.evaluation(evaluation, position.game)
    core, decode = core_of(position)
    depth, pruned, control = depth_of(limit), prunes(algorithm), control or Control()
    trace: Sequence[Visit] | None = None
    plies: tuple[int, ...] | None = None
    if traced:
        path = [code_of(position, move) for move in part.path]
        deepest = UNLIMITED if part.deepest is None else min(part.deepest, UNLIMITED)
        most = UNLIMITED if part.most is None else part.most
        found, visits, by_ply = core.literal_trace(depth, pruned, evaluation, path, deepest, most, control)
        trace = Trace(visits, decode) if isinstance(visits, bytes) else visits
        plies = tuple(by_ply)
    else:
        found = core.literal(depth, pruned, evaluation, control)
    move, value, line, visited, expanded = found
    return Result(decode(move), value, tuple(map(decode, line)), visited, expanded, trace, plies)


class Trace(Sequence[Visit]):
    """The visits of a native search: a sequence that makes each `Visit` when it is asked for.

    A million visits take 96 MB this way.
    """

    COLUMNS = VISIT_FIELDS

    def __init__(self, visits: bytes, decode: Callable[[int], Any]) -> None:
        self._table = memoryview(visits).cast("q")
        self._decode = decode

    def column(self, name: str) -> list[int]:
        """Return one number of every visit."""
        return self._table[self.COLUMNS.index(name) :: len(self.COLUMNS)].tolist()

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield the numbers of each visit, in the order of the columns."""
        wide = len(self.COLUMNS)
        for start in range(0, len(self._table), wide * AT_ONCE):
            numbers = iter(self._table[start : start + wide * AT_ONCE].tolist())
            yield from zip(*[numbers] * wide, strict=True)

    def __len__(self) -> int:
        return len(self._table) // len(self.COLUMNS)

    @overload
    def __getitem__(self, order: int) -> Visit: ...
    @overload
    def __getitem__(self, order: slice) -> list[Visit]: ...
    def __getitem__(self, order: int | slice) -> Visit | list[Visit]:
        orders = range(len(self))[order]
        return self._visit(orders) if isinstance(orders, int) else [self._visit(one) for one in orders]

    def _visit(self, index: int) -> Visit:
        wide = len(self.COLUMNS)
        row = self._table[index * wide : (index + 1) * wide].tolist()
        order, parent, move, depth, alpha_in, beta_in, alpha_out, beta_out, value, cut, below, _ = row
        return Visit(
            order,
            None if parent < 0 else self._table[parent * wide],
            depth,
            None if move < 0 else self._decode(move),
            bound(alpha_in),
            bound(beta_in),
            bound(alpha_out),
            bound(beta_out),
            value,
            cut,
            below,
        )


def bound(number: int) -> float:
    """Return alpha or beta as the core writes it: a number, or endless where nothing is known yet."""
    return _ENDLESS.get(number, number)


_ENDLESS = {1 << 40: float("inf"), -1 << 40: float("-inf")}
