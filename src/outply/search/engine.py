"""The engine, which finds the strongest move under a time control by iterative deepening."""

from __future__ import annotations

import time

from outply.games.struct import Struct
from outply.search.native import MAX_PLIES, Control, Stopped, core_of, unexpected_moves
from outply.search.time_control import UNLIMITED_S

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from outply.games.protocol import Position
    from outply.search.cores import IterativeDeepening, NativePosition
    from outply.search.time_control import Budget, TimeControl

MAX_NODES = (1 << 64) - 1
FILLED_MIB_PER_SECOND = 128
"""MiB of the transposition table that a second of search can fill."""


class SearchInfo(Struct):
    """An intermediate or final result of an engine search.

    `value` is the expected final score of the player to move, exact if `proven`. `principal_variation` begins
    with the best move. `nodes` and `seconds` (CPU time) count from the start of the search. `move_values` are the
    values of all legal moves in the order of `moves()`, if they were requested; the best move has the highest.
    """

    __slots__ = ("depth", "value", "principal_variation", "nodes", "seconds", "proven", "move_values")

    depth: int
    value: int
    principal_variation: tuple[Any, ...]
    nodes: int
    seconds: float
    proven: bool
    move_values: tuple[tuple[Any, int], ...]

    def __init__(
        self,
        depth: int,
        value: int,
        principal_variation: tuple[Any, ...],
        nodes: int,
        seconds: float,
        proven: bool,
        move_values: tuple[tuple[Any, int], ...] = (),
    ) -> None:
        self._set(depth, value, principal_variation, nodes, seconds, proven, move_values)

    @property
    def move(self) -> Any:
        """The best move, which is the first move of the principal variation."""
        return self.principal_variation[0]

    @property
    def nodes_per_second(self) -> float:
        """The number of nodes searched per CPU second."""
        return self.nodes / max(self.seconds, 1e-9)


class Engine:
    """Searches positions and keeps its transposition table from one search to the next.

    With several threads, CPU time grows accordingly, and results are not reproducible. `memory_mib` limits the
    transposition table; under a short time control, only the part that the search can fill is allocated. Solving
    Warfare on up to 64 cells uses a second table of the same size, and a third of a quarter of it.
    `clock` measures the CPU time of the searching thread.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        memory_mib: int = 64,
        weights: list[int] | None = None,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        if threads < 1:
            raise ValueError(f"expected at least 1 thread, got {threads}")
        if memory_mib < 1:
            raise ValueError(f"expected at least 1 MiB of memory, got {memory_mib}")
        self._threads = threads
        self._memory_mib = memory_mib
        self._weights = weights or []
        self._clock = clock
        self._memory: Any = None
        self._memory_owner: type | None = None  # the class of the native positions that can use the memory
        self._allocated_mib = 0

    def analyse(
        self, position: Position, time_control: TimeControl, *, control: Control | None = None
    ) -> Iterator[SearchInfo]:
        """Yield the result of each iteration; the last result contains the move to play.

        At least one result is yielded, even if the time is too short for an iteration or `control` is stopped.
        """
        started = self._clock()
        control = control or Control()
        _, decode, budget, iterations = self._begin(position, time_control)
        score = position.score(position.to_move)
        finished = False
        while not finished:
            spent = self._spent_since(started)
            limits = self._limits(time_control, budget.solve_limit - spent)
            solving = iterations.would_solve(*limits)
            self._set_cpu_budget(control, (budget.solve_limit if solving else budget.hard_limit) - spent)
            depth, gain, line, nodes, proven, finished = iterations.deepen(control, *limits)
            spent = self._spent_since(started)
            finished = finished or spent >= budget.soft_limit
            yield SearchInfo(depth, score + gain, tuple(map(decode, line)), nodes, spent, proven)

    def search(
        self, position: Position, time_control: TimeControl, *, control: Control | None = None
    ) -> SearchInfo:
        """Search a position and return the last result that `analyse` yields."""
        for info in self.analyse(position, time_control, control=control):
            last = info
        return last

    def analyse_moves(
        self, position: Position, time_control: TimeControl, *, control: Control | None = None
    ) -> Iterator[SearchInfo]:
        """Yield the result of each completed iteration with the values of all legal moves.

        Every move is searched with the full window, so an iteration takes longer than one of `analyse`. At least
        one result is yielded: without time for an iteration, the value of a move is the score after it.
        """
        started = self._clock()
        control = control or Control()
        core, decode, budget, iterations = self._begin(position, time_control)
        score = position.score(position.to_move)
        first_values = core.move_values(1, Control())
        codes = [code for code, _ in first_values]
        depth, proven = 0, False
        while not proven and (time_control.depth is None or depth < time_control.depth):
            spent = self._clock() - started  # single-threaded
            if spent >= budget.soft_limit:
                break
            control.set_cpu_budget(max(0.0, budget.solve_limit - spent))
            limits = self._limits(time_control, budget.solve_limit - spent)
            try:
                gains, depth, line, nodes, proven = iterations.move_values(codes, control, *limits)
            except Stopped:
                break
            values = tuple((decode(code), score + gain) for code, gain in gains)
            spent = self._clock() - started
            yield SearchInfo(
                depth,
                max(value for _, value in values),
                tuple(map(decode, line)),
                nodes,
                spent,
                proven,
                values,
            )
        if depth == 0:
            values = tuple((decode(code), value) for code, value in first_values)
            move, value = max(values, key=lambda each: each[1])
            seconds = self._clock() - started
            yield SearchInfo(1, value, (move,), len(values), seconds, proven=False, move_values=values)

    def move_values(
        self, position: Position, time_control: TimeControl, *, control: Control | None = None
    ) -> list[tuple[Any, int, bool]]:
        """Return (move, value, whether the value is proven) for each legal move, in the order of `moves()`.

        The values are those of the last result that `analyse_moves` yields.
        """
        for info in self.analyse_moves(position, time_control, control=control):
            last = info
        return [(move, value, last.proven) for move, value in last.move_values]

    def _begin(
        self, position: Position, time_control: TimeControl
    ) -> tuple[NativePosition, Callable[[int], Any], Budget, IterativeDeepening]:
        """Return what a search needs.

        These are the native core for the position, the function that decodes the moves of the core, the time
        budget and the object that runs the iterative deepening.
        """
        core, decode = core_of(position)
        budget = time_control.budget(core.expected_plies(), unexpected_moves(position))
        memory = self._memory_for(core, budget.solve_limit)
        return core, decode, budget, core.iterative_deepening(memory, self._weights)

    def _spent_since(self, started: float) -> float:
        """Return the CPU seconds that all threads together have used since `started`.

        Each thread has run as long as the current thread.
        """
        return (self._clock() - started) * self._threads

    def _set_cpu_budget(self, control: Control, seconds: float) -> None:
        control.set_cpu_budget(max(0.0, seconds) / self._threads)

    def _limits(self, time_control: TimeControl, solve_seconds: float) -> tuple[int, int, float]:
        """Return the depth limit, the node limit and `solve_seconds`, the time that solving the game may take."""
        return (
            min(time_control.depth or MAX_PLIES, MAX_PLIES),
            min(time_control.nodes or MAX_NODES, MAX_NODES),
            solve_seconds,
        )

    def _memory_for(self, core: NativePosition, seconds: float) -> Any:
        size_mib = self._memory_mib
        if seconds != UNLIMITED_S:
            size_mib = min(size_mib, max(2, round(seconds * FILLED_MIB_PER_SECOND)))
        if self._memory_owner is not type(core) or size_mib >= 2 * self._allocated_mib:
            self._memory = core.search_memory(size_mib, self._threads)
            self._memory_owner = type(core)
            self._allocated_mib = size_mib
        return self._memory
