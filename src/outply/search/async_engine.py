"""The engine for asyncio: results arrive in the event loop while a thread searches.

async for info in AsyncEngine().analyse(position, TimeControl.per_move(1.0)):
    print(info.depth, info.value, info.move)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

from outply.games.protocol import Position
from outply.search.engine import Engine, SearchInfo
from outply.search.native import Control
from outply.search.time_control import TimeControl


class AsyncEngine:
    """An `Engine` whose searches do not block the event loop. The arguments are those of `Engine`.

    One search runs at a time; a second one waits for the end of the first. The cancellation of its task stops a
    search, and so does `aclose`; `contextlib.aclosing` calls it when a loop over the results is left early.
    """

    def __init__(self, *, threads: int = 1, memory_mib: int = 64) -> None:
        self._engine = Engine(threads=threads, memory_mib=memory_mib)
        self._lock = asyncio.Lock()

    async def analyse(
        self, position: Position, time_control: TimeControl | None = None
    ) -> AsyncIterator[SearchInfo]:
        """Yield the result of each iteration; the last result contains the move to play.

        Without a time control, the search ends when the game is solved.
        """
        async with self._lock:
            search = _ThreadedSearch(self._engine, position, time_control or TimeControl.until_solved())
            try:
                while (info := await search.next_info()) is not None:
                    yield info
            finally:
                await search.stop()

    async def search(self, position: Position, time_control: TimeControl) -> SearchInfo:
        """Search a position and return the last result that `analyse` yields."""
        async for info in self.analyse(position, time_control):
            last = info
        return last


class _ThreadedSearch:
    """A search in a thread of its own, whose results are passed to the current event loop."""

    def __init__(self, engine: Engine, position: Position, time_control: TimeControl) -> None:
        self._loop = asyncio.get_running_loop()
        self._results: asyncio.Queue[SearchInfo | BaseException | None] = asyncio.Queue()
        self._control = Control()
        self._has_ended = asyncio.Event()
        arguments = engine, position, time_control
        self._thread = threading.Thread(target=self._run, args=arguments, name="outply-search", daemon=True)
        self._thread.start()

    async def next_info(self) -> SearchInfo | None:
        """Return the next result; None at the end of the search. Raise an exception of the search."""
        result = await self._results.get()
        if isinstance(result, BaseException):
            raise result
        return result

    async def stop(self) -> None:
        """Stop the search and wait for its end, even if the current task is cancelled meanwhile."""
        self._control.stop()
        await asyncio.shield(self._has_ended.wait())
        self._thread.join()  # it has nothing left to do

    def _run(self, engine: Engine, position: Position, time_control: TimeControl) -> None:
        try:
            for info in engine.analyse(position, time_control, control=self._control):
                self._send(info)
            self._send(None)
        except Exception as error:
            self._send(error)
        finally:
            self._loop.call_soon_threadsafe(self._has_ended.set)

    def _send(self, result: SearchInfo | BaseException | None) -> None:
        self._loop.call_soon_threadsafe(self._results.put_nowait, result)
