"""Engine searches in an event loop: same results, and a search ends with its iteration."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import pytest
from support.web.event_loops import run_coroutine

from outply.games.starcircle import StarCircle
from outply.games.warfare import Position
from outply.search.async_engine import AsyncEngine
from outply.search.engine import Engine, SearchInfo
from outply.search.time_control import TimeControl

START = StarCircle().start()
ENDLESS = TimeControl.per_move(1e6)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run the coroutine; no search may be left when it has ended."""
    run_coroutine(coroutine)
    assert [thread for thread in threading.enumerate() if thread.name == "outply-search"] == []


def facts(info: SearchInfo) -> tuple[Any, ...]:
    return info.depth, info.value, info.principal_variation, info.nodes, info.proven


def test_results_are_those_of_the_engine() -> None:
    async def main() -> None:
        limit = TimeControl.to_depth(4)
        infos = [info async for info in AsyncEngine().analyse(START, limit)]
        assert list(map(facts, infos)) == list(map(facts, Engine().analyse(START, limit)))
        assert facts(await AsyncEngine().search(START, limit)) == facts(infos[-1])

    run(main())


def test_search_without_time_control_solves_the_game() -> None:
    async def main() -> None:
        infos = [info async for info in AsyncEngine().analyse(Position.of([[9, 1], [1, 1]]))]
        assert infos[-1].proven

    run(main())


def test_leaving_the_iteration_stops_the_search() -> None:
    async def main() -> None:
        results = AsyncEngine().analyse(START, ENDLESS)
        async for _ in results:
            break
        await results.aclose()  # type: ignore[attr-defined]

    run(main())


def test_cancellation_stops_the_search_and_frees_the_engine() -> None:
    async def main() -> None:
        engine = AsyncEngine()
        task = asyncio.create_task(engine.search(START, ENDLESS))
        while not any(thread.name == "outply-search" for thread in threading.enumerate()):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await engine.search(START, TimeControl.to_depth(1))).depth == 1

    run(main())


def test_event_loop_runs_while_the_engine_searches() -> None:
    async def main() -> None:
        engine, ticks = AsyncEngine(), 0
        task = asyncio.create_task(engine.search(START, ENDLESS))
        for _ in range(100):
            await asyncio.sleep(0)
            ticks += 1
        assert not task.done()
        task.cancel()
        await asyncio.wait([task])
        assert ticks == 100

    run(main())


def test_error_of_the_search_is_raised_in_the_loop() -> None:
    async def main() -> None:
        final = Position.of([[5]])
        with pytest.raises(ValueError, match="the game is over"):
            await AsyncEngine().search(final.play(final.moves()[0]), TimeControl.to_depth(1))

    run(main())
