"""The Python fallback agrees with the native core, and its searches can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import starcircle_positions, warfare_positions
from support.search.stop_threads import stopped_from_another_thread

from outply.games import all_games, warfare
from outply.games.protocol import Position
from outply.search import engine as engines
from outply.search import exact, fallback, literal
from outply.search.engine import Engine
from outply.search.native import Control, Stopped, core_of
from outply.search.result import SearchResult
from outply.search.time_control import TimeControl

if TYPE_CHECKING:
    from outply.search.cores import NativePosition

positions = warfare_positions(max_empty=8) | starcircle_positions()
START = all_games()["starcircle"].start()
DEPTH = st.integers(1, 3)


@pytest.fixture(autouse=True)
def no_native_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search every game with the fallback."""
    for module in (literal, exact, engines):
        monkeypatch.setattr(module, "core_of", lambda position: (fallback.Core(position), lambda move: move))
    monkeypatch.setattr(literal, "encode_move", lambda position, move: move)


def native(position: Position) -> tuple[NativePosition, Callable[[Iterable[Any]], list[Any]]]:
    core, decode = core_of(position)
    return core, lambda codes: [decode(code) for code in codes]


@up_to(60)
@given(positions, DEPTH, st.booleans())
def test_fallback_has_the_visits_of_the_native_core(position: Position, depth: int, prune: bool) -> None:
    core, decode = native(position)
    move, value, line, visited, expanded = core.literal(depth, prune, "difference", Control())
    found = literal.search(position, depth, "ALPHABETA" if prune else "MINIMAX")
    assert (found.value, found.node_count, found.expanded) == (value, visited, expanded)
    assert found.principal_variation == tuple(decode(line))
    assert found.move == decode([move])[0]
    assert exact.search(position, depth, "MINIMAX").move == found.move


@up_to(60)
@given(positions, DEPTH)
def test_fallback_has_the_move_values_of_the_native_core(position: Position, depth: int) -> None:
    core, decode = native(position)
    codes, values = zip(*core.move_values(depth, Control()), strict=True)
    assert exact.move_values(position, depth) == list(zip(decode(codes), values, strict=True))


@up_to(40)
@given(warfare_positions(max_empty=5))
def test_engine_proves_values_at_the_end_of_the_game(position: warfare.Position) -> None:
    core, _ = native(position)
    value = core.exact(len(position.moves()), prune=True, control=Control())[1]
    thought = Engine().search(position, TimeControl.until_solved())
    assert (thought.value, thought.proven) == (value, True)
    assert position.is_legal(thought.move)
    values = Engine().move_values(position, TimeControl.until_solved())
    assert [move for move, _, _ in values] == list(position.moves())
    assert max(worth for _, worth, _ in values) == value
    assert all(proven for _, _, proven in values)


@pytest.mark.parametrize("search", [literal.search, exact.search])
def test_search_can_be_stopped(search: Callable[..., SearchResult]) -> None:
    with stopped_from_another_thread() as control, pytest.raises(Stopped):
        search(START, 60, "MINIMAX", control=control)


def test_search_ends_at_its_cpu_budget() -> None:
    control = Control()
    control.set_cpu_budget(0.05)
    with pytest.raises(Stopped):
        literal.search(START, 60, "ALPHABETA", control=control)


def test_progress_is_reported() -> None:
    control = Control()
    reports = []

    def on_progress(nodes: int, done: int, in_all: int) -> None:
        reports.append(nodes)
        if len(reports) == 2:
            raise KeyboardInterrupt

    control.progress = on_progress
    with pytest.raises(KeyboardInterrupt):
        literal.search(START, 60, "ALPHABETA", control=control)
    assert 0 < reports[0] < reports[1]


def test_engine_returns_a_move_however_little_time_there_is() -> None:
    stopped = Control()
    stopped.stop()
    for clock, control in (
        (TimeControl.per_move(0), None),
        (TimeControl.per_game(0), None),
        (TimeControl.to_nodes(1), None),
        (TimeControl.until_solved(), stopped),
    ):
        thought = Engine().search(START, clock, control=control)
        assert START.is_legal(thought.move)
        assert not thought.proven
    with stopped_from_another_thread() as control:
        assert START.is_legal(Engine().search(START, TimeControl.until_solved(), control=control).move)


def test_engine_deepens_iteratively_within_its_limits() -> None:
    depths = [thought.depth for thought in Engine().analyse(START, TimeControl.to_depth(4))]
    assert depths == [1, 2, 3, 4]
    assert Engine().search(START, TimeControl.to_nodes(300)).nodes <= 1000
