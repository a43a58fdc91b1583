"""Game reviews as streams of events, with a cache of the analysed positions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from threading import Lock
from typing import Any

from outply.games.protocol import Position
from outply.report.review.export import move_to_dict, summary_to_dict
from outply.report.review.sentences import thresholds_sentence, turning_point_sentence, values_sentence
from outply.review.game_review import review_game
from outply.review.position_analysis import PositionAnalysis
from outply.search.native import Control, Stopped
from outply.web.event_stream import Emit, EventStream
from outply.web.events import ReviewedMove, ReviewSummary
from outply.web.positions import PositionError
from outply.web.search_limits import SearchLimits
from outply.web.search_slots import BusyError, SearchSlots, wall_limit

TABLE_MIB = 32
MAX_CACHED_VALUES = 100_000
"""Maximum number of cached values of moves, about 16 MB: those of 100 games on 6 x 6."""


class BoundedCache:
    """Keeps the most recently used analyses, with at most `max_values` values of moves in all. Thread-safe."""

    def __init__(self, max_values: int = MAX_CACHED_VALUES) -> None:
        self._max_values = max_values
        self._values = 0
        self._analyses: OrderedDict[Position, PositionAnalysis] = OrderedDict()
        self._lock = Lock()

    def get(self, position: Position, /) -> PositionAnalysis | None:
        """Return the analysis of a position; None if there is none."""
        with self._lock:
            analysis = self._analyses.get(position)
            if analysis is not None:
                self._analyses.move_to_end(position)
            return analysis

    def __setitem__(self, position: Position, analysis: PositionAnalysis, /) -> None:
        with self._lock:
            replaced = self._analyses.pop(position, None)
            self._values += len(analysis.values) - (len(replaced.values) if replaced else 0)
            self._analyses[position] = analysis
            while self._values > self._max_values:
                _, oldest = self._analyses.popitem(last=False)
                self._values -= len(oldest.values)


class Reviews:
    """Runs reviews in search slots, at most in half of them, so that other searches find a free one."""

    def __init__(self, slots: SearchSlots, limits: SearchLimits) -> None:
        self._slots, self._limits = slots, limits
        self._max_running = max(1, slots.slots // 2)
        self._running = 0
        self._cache = BoundedCache()

    async def stream(self, start: Position, moves: list[Any], nodes: int | None) -> EventStream:
        """Return a response that reviews a game and sends an event for each move and one for the summary.

        Raises BusyError if too many reviews are running.
        """

        def review(control: Control, emit: Emit) -> None:
            try:
                reviewed = review_game(
                    start,
                    moves,
                    nodes=nodes,
                    control=control,
                    cache=self._cache,
                    on_move=lambda move: emit("move", ReviewedMove(**move_to_dict(start, move))),
                    memory_mib=TABLE_MIB,
                )
            except Stopped:
                raise PositionError("the review takes too long here; request it with fewer nodes") from None
            sentences = [
                turning_point_sentence(reviewed),
                values_sentence(reviewed),
                thresholds_sentence(reviewed),
            ]
            emit("summary", ReviewSummary(**summary_to_dict(reviewed), sentences=sentences))

        slot = AsyncExitStack()
        async with slot:
            slot.enter_context(self._counted())
            await slot.enter_async_context(self._slots.slot())
            held = slot.pop_all()
        return EventStream(held, self._slots, wall_limit(self._limits.max_seconds), review, "the review")

    @contextmanager
    def _counted(self) -> Iterator[None]:
        if self._running >= self._max_running:
            raise BusyError
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
