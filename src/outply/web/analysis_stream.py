"""Engine analysis as a stream of server-sent events."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from outply.games import game_of
from outply.games.protocol import Position
from outply.search.engine import Engine, SearchInfo
from outply.search.native import Control
from outply.search.time_control import TimeControl
from outply.web.event_stream import Emit, EventStream
from outply.web.search_slots import SearchSlots

TABLE_MIB = 32
MOVE_VALUE_ROUNDS = 4
"""Number of `values` events of an analysis with move values; each round takes twice as long as the one before."""


class AnalysisStream(EventStream):
    """A response that streams search results of increasing depth until time is up or the client disconnects."""

    def __init__(
        self, slot: AsyncExitStack, slots: SearchSlots, position: Position, seconds: float, with_values: bool
    ) -> None:
        def analyse(control: Control, emit: Emit) -> None:
            _analyse(position, seconds, with_values, control, emit)

        super().__init__(slot, slots, seconds, analyse, "the analysis")


def _analyse(
    position: Position,
    seconds: float,
    with_values: bool,
    control: Control,
    emit: Emit,
) -> None:
    engine = Engine(memory_mib=TABLE_MIB)
    rounds = MOVE_VALUE_ROUNDS if with_values else 1
    last: SearchInfo | None = None
    for number in range(rounds):
        share = seconds * 2**number / (2**rounds - 1)
        for info in engine.analyse(
            position, TimeControl.per_move(share / 2 if with_values else share), control=control
        ):
            if last is None or info.depth >= last.depth:  # a new round starts at a smaller depth
                last = info
                emit("info", _describe_info(position, info))
        if with_values and not control.stopped:
            move_values = engine.move_values(position, TimeControl.per_move(share / 2), control=control)
            emit("values", _describe_values(move_values))
        if last is None or last.proven or control.stopped:
            break
    if last is not None:
        emit("done", {"move": str(last.move)})


def _describe_values(move_values: list[tuple[Any, int, bool]]) -> dict[str, Any]:
    values = [{"move": str(move), "value": value} for move, value, _ in move_values]
    return {"values": values, "proven": all(proven for _, _, proven in move_values)}


def _describe_info(position: Position, info: SearchInfo) -> dict[str, Any]:
    game = game_of(position)
    return {
        "depth": info.depth,
        "value": info.value,
        "move": str(info.move),
        "principal_variation": [str(move) for move in info.principal_variation],
        "principal_variation_text": [game.move_text(move, position.variant) for move in info.principal_variation],
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "nodes_per_second": round(info.nodes_per_second),
        "proven": info.proven,
    }
