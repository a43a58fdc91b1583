"""Who may search: a few at a time, some wait for their turn, the rest are told to come again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

from outply.jobs.process_pool import cores
from outply.search.native import Control

T = TypeVar("T")

LOOK = 0.1  # seconds between two looks whether whoever asked is still there
SPARE = 1.0  # seconds that a search may take beyond twice its time, on a machine that has much else to do
RULES_THREADS = 2
RULES_QUEUE = 64  # who may wait for a word about the rules; the largest board takes 0.2 s


class BusyError(Exception):
    """Nobody has time for a search now."""


class ClosedError(Exception):
    """The server is about to end."""


class GoneError(Exception):
    """Whoever asked does not wait for the answer any more."""


class Desk:
    """Runs searches in threads, at most `slots` at a time, with at most `waiting` in the queue.

    Searches run outside Python, so the server goes on answering meanwhile.
    """

    def __init__(self, slots: int | None = None, waiting: int = 32, patience: float = 15.0) -> None:
        self.slots = slots or max(4, 2 * cores())
        self.waiting = waiting
        self.patience = patience
        self._free = asyncio.Semaphore(self.slots)
        self._queue = 0
        self._pool = ThreadPoolExecutor(self.slots, "search")
        self._rules = ThreadPoolExecutor(RULES_THREADS, "rules")
        self._asked = 0
        self._controls: set[Control] = set()
        self._closed = False

    async def look_up(self, work: Callable[[], T]) -> T:
        """Return what the rules say, which is quick but not nothing; a `BusyError` if too many ask for it."""
        if self._asked >= RULES_QUEUE:
            raise BusyError
        self._asked += 1
        try:
            return await self._begin(self._rules, work)
        finally:
            self._asked -= 1

    @contextmanager
    def control(self, seconds: float) -> Iterator[Control]:
        """Yield the control of a search, which ends with the context or with the server.

        It may take so many seconds of CPU time, which its work minds; on a machine that has much else to do it
        is stopped when it has taken twice as long and `SPARE`.
        """
        control = Control()
        self._controls.add(control)
        deadline = asyncio.get_running_loop().call_later(2 * seconds + SPARE, control.stop)
        try:
            yield control
        finally:
            deadline.cancel()
            self._controls.discard(control)
            control.stop()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for the right to search; a `BusyError` if it does not come soon."""
        if self._free.locked():
            if self._queue >= self.waiting:
                raise BusyError
            self._queue += 1
            try:
                await asyncio.wait_for(self._free.acquire(), self.patience)
            except TimeoutError:
                raise BusyError from None
            finally:
                self._queue -= 1
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()

    async def search(
        self, work: Callable[[Control], T], is_gone: Callable[[], Awaitable[bool]], seconds: float
    ) -> T:
        """Return what the work finds within so many CPU seconds; it is stopped when whoever asked is gone."""
        async with self.slot():
            with self.control(seconds) as control:
                control.set_cpu_budget(seconds)
                found = self._begin(self._pool, lambda: work(control))
                while not (await asyncio.wait([found], timeout=LOOK))[0]:
                    if await is_gone():
                        control.stop()
                        await asyncio.wait([found])
                        raise GoneError
                return await found

    def run(self, work: Callable[[], None]) -> asyncio.Future[None]:
        """Start work that has its slot, and tells what it finds by itself."""
        return self._begin(self._pool, work)

    def _begin(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> asyncio.Future[T]:
        if self._closed:
            raise ClosedError
        return asyncio.get_running_loop().run_in_executor(pool, work)

    def close(self) -> None:
        """End all searches, and take no more work."""
        self._closed = True
        for control in list(self._controls):
            control.stop()
        for pool in (self._pool, self._rules):
            pool.shutdown(wait=False, cancel_futures=True)
