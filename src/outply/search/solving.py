"""Solving a position to the end of its game, which may take long: progress, an estimate and resumption.

Example:

    solving = Solving(position, threads=2, memory_mib=1024)
    for progress in solving.run():
        print(progress.depth, progress.value, progress.proven)
    state = solving.state()  # with which another `Solving` of the position continues
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from outply.errors import UserError
from outply.games.protocol import Position
from outply.search.engine import MAX_NODES
from outply.search.native import MAX_PLIES, Control, core_of, is_native
from outply.search.time_control import UNLIMITED_S

if TYPE_CHECKING:
    from outply.search.cores import ResumableDeepening

TABLE_SHARE = 4 / 9
"""The size of the transposition table as a share of the memory: Warfare uses one more, and a quarter of one."""

FIRST_MEMORY_MIB = 64
NODES_PER_MIB = 88
"""The tables begin small and grow while the search is short, because the system has to clear their memory.

With 1 GiB from the start, a 4 x 4 board took 1.9 s for that and 0.4 s for the search. Solving takes up to 330
times the nodes of the iterations before it; a MiB of tables has room for 330 * 88 of them.
"""

SAVED_ENTRIES = 1 << 19
"""Entries of each table that a state contains, of 16 bytes."""

ESTIMATE_RANGE = (0.75, 5.5)
"""Nodes of solving as a multiple of the estimate: between these in four of five positions (docs/engine.md)."""


class SolvingError(UserError):
    """A position cannot be solved, or a state does not belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveState:
    """What a search has found so far, from which a later one continues.

    `checkpoint` and `entries` are those of the native search. `nodes` and `seconds` are the totals so far, and
    `exact_nodes` those of the exact search among them.
    """

    checkpoint: tuple[Any, ...]
    entries: bytes
    nodes: int
    exact_nodes: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveProgress:
    """The progress of a search.

    `value` is the expected final score of the player to move, or None before the first iteration. It is exact if
    `proven`, and lies between `lower` and `upper`, as far as they are known. `is_exact` is True while the exact
    search runs, which proves the value. `nodes` and `seconds` (wall time) include earlier runs. `remaining_s` is
    a range of seconds, or None if the remaining time is unknown.
    """

    depth: int
    value: int | None
    principal_variation: tuple[Any, ...]
    lower: int | None
    upper: int | None
    nodes: int
    nodes_per_second: float
    seconds: float
    root_moves_done: int
    root_moves: int
    is_exact: bool
    proven: bool
    remaining_s: tuple[float, float] | None


class Solving:
    """Solves one position. The search can be stopped and continued, also in another process.

    Raises SolvingError if the game has no native core, or if `state` does not belong to the position.
    """

    def __init__(
        self,
        position: Position,
        *,
        threads: int = 1,
        memory_mib: int = 1024,
        state: SolveState | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not is_native(position):
            raise SolvingError(f"{position.game} has no native core, and its searches in Python are too slow")
        self._core, self._decode = core_of(position)
        self._score = position.score(position.to_move)
        self._threads, self._max_memory_mib = threads, memory_mib
        self._clock = clock
        self._started = clock()
        self._earlier_nodes = self._earlier_exact_nodes = 0
        self._earlier_seconds = 0.0
        self._allocate(self._memory_for(0 if state is None else state.nodes))
        if state is not None:
            self._resume(state)
        self._nodes = 0  # of this run
        self._nodes_before_growth = 0  # of this run, with smaller tables
        self._exact_from: int | None = None  # nodes of this run before the exact search
        self._root_moves_done = self._root_moves = 0
        self._line: tuple[Any, ...] = ()
        self._proven = False

    def run(
        self,
        control: Control | None = None,
        *,
        on_progress: Callable[[SolveProgress], None] | None = None,
        max_nodes: int = MAX_NODES,
    ) -> Iterator[SolveProgress]:
        """Yield the progress after each iteration, until the position is solved.

        The search also ends if `control` is stopped, or after `max_nodes` nodes. `on_progress` is called several
        times per second during the search; it may call `state`.
        """
        control = control or Control()
        if on_progress is not None:
            control.progress = lambda *extent: on_progress(self._progress_at(*extent))
        finished = False
        while not finished:
            self._grow()
            limits = MAX_PLIES, max(0, max_nodes - self._nodes_before_growth), UNLIMITED_S
            if self._exact_from is None and self._iterations.would_solve(*limits):
                self._exact_from = self._nodes
            *_, line, nodes, self._proven, finished = self._iterations.deepen(control, *limits)
            self._nodes = self._nodes_before_growth + nodes
            self._line = tuple(map(self._decode, line))
            yield self.progress()

    def progress(self) -> SolveProgress:
        """Return the current progress."""
        depth, gain, best_move, _, _, lower, upper = self._iterations.checkpoint()
        seconds = self._clock() - self._started
        return SolveProgress(
            depth=depth,
            value=self._score + gain if depth > 0 else None,
            principal_variation=self._line or ((self._decode(best_move),) if depth > 0 else ()),
            lower=None if lower is None else self._score + lower,
            upper=None if upper is None else self._score + upper,
            nodes=self._earlier_nodes + self._nodes,
            nodes_per_second=self._nodes / max(seconds, 1e-9),
            seconds=self._earlier_seconds + seconds,
            root_moves_done=self._root_moves_done,
            root_moves=self._root_moves,
            is_exact=self._exact_from is not None,
            proven=self._proven,
            remaining_s=self._remaining(seconds),
        )

    def state(self) -> SolveState:
        """Return what the search has found so far."""
        return SolveState(
            checkpoint=tuple(self._iterations.checkpoint()),
            entries=self._memory.largest_entries(SAVED_ENTRIES),
            nodes=self._earlier_nodes + self._nodes,
            exact_nodes=self._exact_nodes(),
            seconds=self._earlier_seconds + self._clock() - self._started,
        )

    def _memory_for(self, nodes: int) -> int:
        """Return the MiB of all tables for a search that has searched `nodes` nodes so far."""
        return min(self._max_memory_mib, max(FIRST_MEMORY_MIB, nodes // NODES_PER_MIB))

    def _allocate(self, memory_mib: int) -> None:
        """Begin a search with tables of this size."""
        self._memory_mib = memory_mib
        self._memory = self._core.search_memory(max(1, round(memory_mib * TABLE_SHARE)), self._threads)
        self._iterations = cast("ResumableDeepening", self._core.iterative_deepening(self._memory, []))

    def _grow(self) -> None:
        """Continue with larger tables if the search needs them, before its first search to the end of the game."""
        wanted = self._memory_for(self._earlier_nodes + self._nodes)
        checkpoint = self._iterations.checkpoint()
        _, _, _, selective_searches, *_ = checkpoint
        is_long_enough = wanted >= min(4 * self._memory_mib, self._max_memory_mib) > self._memory_mib
        if not is_long_enough or selective_searches > 0 or self._exact_from is not None:
            return
        entries = self._memory.largest_entries(SAVED_ENTRIES)
        self._allocate(wanted)
        self._iterations.resume(*checkpoint)
        self._memory.add_entries(entries)
        self._nodes_before_growth = self._nodes

    def _resume(self, state: SolveState) -> None:
        try:
            self._iterations.resume(*state.checkpoint)
            self._memory.add_entries(state.entries)
        except (TypeError, ValueError, OverflowError) as error:
            raise SolvingError("the state does not belong to the position, or is damaged") from error
        self._earlier_nodes, self._earlier_exact_nodes = state.nodes, state.exact_nodes
        self._earlier_seconds = state.seconds

    def _progress_at(self, nodes: int, root_moves_done: int, root_moves: int) -> SolveProgress:
        self._nodes = max(self._nodes, self._nodes_before_growth + nodes)
        self._root_moves_done, self._root_moves = root_moves_done, root_moves
        return self.progress()

    def _exact_nodes(self) -> int:
        """Return the nodes of the exact search, with those of earlier runs."""
        return self._earlier_exact_nodes + (0 if self._exact_from is None else self._nodes - self._exact_from)

    def _remaining(self, seconds: float) -> tuple[float, float] | None:
        """Return the range of the remaining time after `seconds` of this run; None if it is unknown.

        It is known from the first selective search on, and unknown again if solving takes longer than estimated.
        """
        estimate = self._iterations.checkpoint()[4]
        least, most = (factor * estimate - self._exact_nodes() for factor in ESTIMATE_RANGE)
        if estimate == 0 or most <= 0 or self._nodes == 0 or self._proven:
            return None
        seconds_per_node = seconds / self._nodes
        return max(0.0, least) * seconds_per_node, most * seconds_per_node
