"""Limit concurrent searches: a few searches run, some wait in a queue, and others are refused with status 429."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

from outply.jobs.cores import cores
from outply.search.native import Control

T = TypeVar("T")

POLL_INTERVAL_S = 0.1  # between two checks whether the client is still connected
OVERRUN_S = 1.0  # wall time allowed beyond twice the CPU time of a search, for a busy machine
RULES_THREADS = 2
MAX_RULES_REQUESTS = 64  # running or queued; a request for the largest board takes 0.2 s


def wall_limit(cpu_seconds: float) -> float:
    """Return the wall-clock seconds that a search with `cpu_seconds` may take on a busy machine."""
    return 2 * cpu_seconds + OVERRUN_S


class BusyError(Exception):
    """Raised if too many searches or other requests are pending."""


class ClosedError(Exception):
    """Raised if a search is requested while the server is shutting down."""


class ClientGoneError(Exception):
    """Raised if the client disconnects before the result of its search is ready."""


class SearchSlots:
    """Runs searches in threads: at most `slots` at a time, while at most `max_queued` searches wait.

    The native core releases the GIL, so the server can answer other requests during a search.
    """

    def __init__(self, slots: int | None = None, max_queued: int = 32, queue_timeout_s: float = 15.0) -> None:
        self.slots = slots or max(4, 2 * cores())
        self.max_queued = max_queued
        self.queue_timeout_s = queue_timeout_s
        self._free = asyncio.Semaphore(self.slots)
        self._queued = 0
        self._search_pool = ThreadPoolExecutor(self.slots, "search")
        self._rules_pool = ThreadPoolExecutor(RULES_THREADS, "rules")
        self._rules_requests = 0
        self._controls: set[Control] = set()
        self._closed = False

    @property
    def is_full(self) -> bool:
        """True if every slot is taken."""
        return self._free.locked()

    async def apply_rules(self, work: Callable[[], T]) -> T:
        """Run `work`, a short computation by the rules of a game, without a search slot, and return its result.

        Raises BusyError if too many such requests are pending.
        """
        if self._rules_requests >= MAX_RULES_REQUESTS:
            raise BusyError
        self._rules_requests += 1
        try:
            return await self._submit(self._rules_pool, work)
        finally:
            self._rules_requests -= 1

    @contextmanager
    def control(self, limit_s: float) -> Iterator[Control]:
        """Yield a search control that is stopped after `limit_s`, at the end of the block or by `close`."""
        control = Control()
        self._controls.add(control)
        deadline = asyncio.get_running_loop().call_later(limit_s, control.stop)
        try:
            yield control
        finally:
            deadline.cancel()
            self._controls.discard(control)
            control.stop()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold a search slot for the duration of the block.

        Raises BusyError if the queue is full or no slot becomes free within `queue_timeout_s`.
        """
        if self._free.locked():
            if self._queued >= self.max_queued:
                raise BusyError
            self._queued += 1
            try:
                await asyncio.wait_for(self._free.acquire(), self.queue_timeout_s)
            except TimeoutError:
                raise BusyError from None
            finally:
                self._queued -= 1
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()

    async def search(
        self, work: Callable[[Control], T], is_disconnected: Callable[[], Awaitable[bool]], seconds: float
    ) -> T:
        """Run `work` in a search slot, with `seconds` of CPU time, and return its result.

        Raises ClientGoneError, after stopping the search, if the client disconnects.
        """
        async with self.slot():
            with self.control(wall_limit(seconds)) as control:
                control.set_cpu_budget(seconds)
                future = self._submit(self._search_pool, lambda: work(control))
                while not (await asyncio.wait([future], timeout=POLL_INTERVAL_S))[0]:
                    if await is_disconnected():
                        control.stop()
                        await asyncio.wait([future])
                        raise ClientGoneError
                return await future

    def start(self, work: Callable[[], None]) -> asyncio.Future[None]:
        """Start `work` in a search thread; the caller must hold a slot."""
        return self._submit(self._search_pool, work)

    def _submit(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> asyncio.Future[T]:
        if self._closed:
            raise ClosedError
        return asyncio.get_running_loop().run_in_executor(pool, work)

    def close(self) -> None:
        """Stop all searches and refuse further work."""
        self._closed = True
        for control in list(self._controls):
            control.stop()
        for pool in (self._search_pool, self._rules_pool):
            pool.shutdown(wait=False, cancel_futures=True)
