"""Engine analysis as a stream of self-consistent snapshots."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AsyncExitStack

from outply.games import game_of
from outply.games.protocol import Position
from outply.search.engine import Engine, SearchInfo
from outply.search.native import Control
from outply.search.time_control import TimeControl
from outply.web.event_stream import Emit, EventStream
from outply.web.events import AnalysisSnapshot
from outply.web.responses import MoveValue
from outply.web.search_slots import SearchSlots

TABLE_MIB = 32


class AnalysisStream(EventStream):
    """A response that streams snapshots of increasing depth until time is up or the client disconnects."""

    def __init__(
        self,
        slot: AsyncExitStack,
        slots: SearchSlots,
        position: Position,
        seconds: float,
        with_values: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        def analyse(control: Control, emit: Emit) -> None:
            engine = Engine(memory_mib=TABLE_MIB)
            search = engine.analyse_moves if with_values else engine.analyse
            infos = search(position, TimeControl.per_move(seconds), control=control)
            for snapshot in snapshots(position, infos, seconds, clock):
                emit("snapshot", snapshot)
            emit("done", snapshot)

        super().__init__(slot, slots, seconds, analyse, "the analysis")


def snapshots(
    position: Position, infos: Iterable[SearchInfo], limit_seconds: float, clock: Callable[[], float]
) -> Iterator[AnalysisSnapshot]:
    """Yield a snapshot of each result of a search that begins now.

    A result of an interrupted iteration only updates nodes and time: its move would not belong to its value.
    """
    started = clock()
    move_text = game_of(position).move_text
    last: SearchInfo | None = None
    for info in infos:
        if last is None or info.depth > last.depth:
            last = info
        yield AnalysisSnapshot(
            depth=last.depth,
            proven=last.proven,
            value=last.value,
            principal_variation=[str(move) for move in last.principal_variation],
            principal_variation_text=[move_text(move, position.variant) for move in last.principal_variation],
            move_values=[MoveValue(move=str(move), value=value) for move, value in last.move_values],
            nodes=info.nodes,
            nodes_per_second=round(info.nodes_per_second),
            elapsed_seconds=round(clock() - started, 3),
            limit_seconds=limit_seconds,
        )
