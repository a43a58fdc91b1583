"""The strongest move under a clock, and the thinking that leads to it."""

from __future__ import annotations

import time

from outply.games.struct import Struct
from outply.search.native import LONGEST_GAME, Control, SearchMemory, Stopped, core_of
from outply.search.time_control import ENDLESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from outply.games.protocol import Position
    from outply.search.native import Core, IterativeDeepening
    from outply.search.time_control import Budget, Clock

MANY_NODES = (1 << 64) - 1
PER_SECOND_MIB = 128
"""MiB of positions that a second of thinking can fill."""


class Thought(Struct):
    """What the engine thinks of a position so far.

    `value` is the score that the player to move will have: at the end of the game if it is `proven`, else as far
    as the engine can tell. `line` is the best play for both as far as it is known, and begins with the move.
    `seconds` are CPU time.
    """

    __slots__ = ("depth", "value", "line", "nodes", "seconds", "proven")

    depth: int
    value: int
    line: tuple[Any, ...]
    nodes: int
    seconds: float
    proven: bool

    def __init__(
        self, depth: int, value: int, line: tuple[Any, ...], nodes: int, seconds: float, proven: bool
    ) -> None:
        self._set(depth, value, line, nodes, seconds, proven)

    @property
    def move(self) -> Any:
        return self.line[0]

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / max(self.seconds, 1e-9)


class Engine:
    """Thinks about positions, and remembers from one to the next what it learnt.

    With more than one thread it uses as much more CPU time, and the same position may be thought about differently
    twice. `memory_mib` is what it may remember; it takes only what the clock can fill.
    """

    def __init__(self, *, threads: int = 1, memory_mib: int = 64, weights: list[int] | None = None) -> None:
        if threads < 1:
            raise ValueError(f"an engine has 1 thread or more, not {threads}")
        if memory_mib < 1:
            raise ValueError(f"an engine has 1 MiB of memory or more, not {memory_mib}")
        self._threads = threads
        self._memory_mib = memory_mib
        self._weights = weights or []
        self._memory: SearchMemory | None = None
        self._taken_mib = 0

    def think(self, position: Position, clock: Clock, *, control: Control | None = None) -> Iterator[Thought]:
        """Yield what is thought, deeper and deeper; the last thought has the move to play.

        However little time there is, and whenever `control` is stopped, there is a last thought.
        """
        started = time.thread_time()
        control = control or Control()
        _, decode, budget, iterations = self._begin(position, clock)
        score = position.score(position.to_move)
        finished = False
        while not finished:
            spent = self._spent_since(started)
            limits = self._limits(clock, budget.to_solve - spent)
            solving = iterations.would_solve(*limits)
            self._allow(control, (budget.to_solve if solving else budget.at_most) - spent)
            depth, still_won, line, nodes, proven, finished = iterations.deepen(control, *limits)
            spent = self._spent_since(started)
            finished = finished or spent >= budget.enough
            yield Thought(depth, score + still_won, tuple(map(decode, line)), nodes, spent, proven)

    def choose(self, position: Position, clock: Clock, *, control: Control | None = None) -> Thought:
        """Return the last thought."""
        for thought in self.think(position, clock, control=control):
            last = thought
        return last

    def move_values(
        self, position: Position, clock: Clock, *, control: Control | None = None
    ) -> list[tuple[Any, int, bool]]:
        """Return every legal move, in the assignment's order, with its value and whether that is proven.

        They are those of the last depth at which all of them got done in time; there is always one.
        """
        started = time.thread_time()
        control = control or Control()
        core, decode, budget, iterations = self._begin(position, clock)
        score = position.score(position.to_move)
        at_once = core.move_values(1, Control())
        codes = [code for code, _ in at_once]
        found = [(decode(code), value, False) for code, value in at_once]
        proven = False
        depth = 0
        try:
            while not proven and (clock.depth is None or depth < clock.depth):
                spent = time.thread_time() - started  # one thread does all of it
                if spent >= budget.enough:
                    break
                control.set_cpu_budget(max(0.0, budget.to_solve - spent))
                values, depth, proven = iterations.move_values(
                    codes, control, *self._limits(clock, budget.to_solve - spent)
                )
                found = [(decode(code), score + still_won, proven) for code, still_won in values]
        except Stopped:
            pass
        return found

    def _begin(
        self, position: Position, clock: Clock
    ) -> tuple[Core, Callable[[int], Any], Budget, IterativeDeepening]:
        """Return the native position, what decodes its moves, the budget, and who thinks about it."""
        core, decode = core_of(position)
        budget = clock.budget(core.expected_plies())
        return core, decode, budget, core.iterative_deepening(self._memory_for(budget.to_solve), self._weights)

    def _spent_since(self, started: float) -> float:
        """Return the CPU seconds of all threads; the others run as long as this one."""
        return (time.thread_time() - started) * self._threads

    def _allow(self, control: Control, seconds: float) -> None:
        control.set_cpu_budget(max(0.0, seconds) / self._threads)

    def _limits(self, clock: Clock, seconds: float) -> tuple[int, int, float]:
        """Return the depth, the nodes, and the seconds that solving the game is worth."""
        return (
            min(clock.depth or LONGEST_GAME, LONGEST_GAME),
            min(clock.nodes or MANY_NODES, MANY_NODES),
            seconds,
        )

    def _memory_for(self, seconds: float) -> SearchMemory:
        wanted = self._memory_mib if seconds == ENDLESS else max(2, round(seconds * PER_SECOND_MIB))
        wanted = min(wanted, self._memory_mib)
        if self._memory is None or wanted >= 2 * self._taken_mib:
            self._memory = SearchMemory(wanted, self._threads)
            self._taken_mib = wanted
        return self._memory
