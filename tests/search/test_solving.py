"""Solving with progress, an estimate and resumption."""

from dataclasses import replace

import pytest

from outply.games import all_games
from outply.games.boards import random_board
from outply.games.protocol import Position
from outply.games.warfare import Position as Warfare
from outply.search.engine import Engine
from outply.search.native import Control
from outply.search.solving import SolveProgress, Solving, SolvingError
from outply.search.time_control import TimeControl

MEMORY_MIB = 8


def warfare(empty: int = 14, seed: int = 1) -> Position:
    """A 5 x 5 board on which some cells are taken."""
    owners = "".join("." if cell < empty else "XO"[cell % 2] for cell in range(25))
    values = [value for row in random_board(5, seed) for value in row]
    return Warfare(5, values, owners, "X", "raid")


def starcircle() -> Position:
    """A Star/Circle endgame."""
    position = all_games()["starcircle"].start()
    while not position.is_over:
        last, position = position, position.play(position.moves()[0])
        if len(last.moves()) <= 2:
            break
    return last


def prepared(position: Position) -> Solving:
    """A search that has nothing left but the exact search."""
    state = Solving(position, memory_mib=MEMORY_MIB).state()
    _, value, move, *_ = state.checkpoint
    return Solving(
        position, memory_mib=MEMORY_MIB, state=replace(state, checkpoint=(1, value, move, 2, 0.0, None, None))
    )


def solve(solving: Solving) -> SolveProgress:
    *_, last = solving.run()
    return last


@pytest.mark.parametrize("position", [warfare(), starcircle()], ids=["warfare", "starcircle"])
def test_value_equals_that_of_the_engine(position: Position) -> None:
    last = solve(Solving(position, memory_mib=MEMORY_MIB))
    expected = Engine().search(position, TimeControl.until_solved())
    assert (last.value, last.proven) == (expected.value, True)
    assert last.principal_variation[0] in position.moves()
    assert last.lower in (None, last.value)
    assert last.upper in (None, last.value)
    assert last.remaining_s is None


def test_stopped_search_continues_from_its_state() -> None:
    position = warfare()
    whole = solve(prepared(position))
    stopped = prepared(position)
    *_, part = stopped.run(max_nodes=whole.nodes * 9 // 10)
    assert part.is_exact
    assert not part.proven
    state = stopped.state()
    resumed = Solving(position, memory_mib=MEMORY_MIB, state=state)
    assert resumed.progress().nodes == part.nodes
    assert resumed.progress().value == part.value
    last = solve(resumed)
    assert (last.value, last.proven) == (whole.value, True)
    assert last.nodes - part.nodes < whole.nodes // 2  # most of the work is not repeated


def test_entries_make_the_resumed_search_shorter() -> None:
    position = warfare()
    stopped = prepared(position)
    *_, _ = stopped.run(max_nodes=solve(prepared(position)).nodes * 9 // 10)
    state = stopped.state()
    without = replace(state, entries=bytes(8))
    assert solve(Solving(position, memory_mib=MEMORY_MIB, state=state)).nodes < (
        solve(Solving(position, memory_mib=MEMORY_MIB, state=without)).nodes
    )


def test_search_stopped_before_its_start_has_no_value() -> None:
    solving, control = Solving(warfare(), memory_mib=MEMORY_MIB), Control()
    control.stop()
    *_, last = solving.run(control)
    assert (last.depth, last.value, last.principal_variation[:0], last.proven) == (0, None, (), False)
    resumed = Solving(warfare(), memory_mib=MEMORY_MIB, state=solving.state())
    assert solve(resumed).proven


def test_proven_bounds_of_a_state_limit_the_search() -> None:
    position = warfare()
    whole = solve(Solving(position, memory_mib=MEMORY_MIB))
    state = Solving(position, memory_mib=MEMORY_MIB).state()
    gain = whole.value or 0
    gain -= position.score(position.to_move)
    depth, value, move, level, nodes, _, _ = state.checkpoint
    bounded = replace(state, checkpoint=(depth, value, move, level, nodes, gain, gain))
    solving = Solving(position, memory_mib=MEMORY_MIB, state=bounded)
    assert (solving.progress().lower, solving.progress().upper) == (whole.value, whole.value)
    assert solve(solving).value == whole.value


def test_remaining_time_follows_from_the_estimate_until_it_is_exceeded() -> None:
    now = [0.0]
    solving = prepared(warfare())
    *_, part = solving.run(max_nodes=1_000)
    depth, value, move, level, _, lower, upper = solving.state().checkpoint

    def remaining(estimate: float, exact_nodes: int) -> tuple[float, float] | None:
        state = replace(
            solving.state(),
            checkpoint=(depth, value, move, level, estimate, lower, upper),
            exact_nodes=exact_nodes,
            seconds=0.0,
        )
        now[0] = 0.0
        resumed = Solving(warfare(), memory_mib=MEMORY_MIB, state=state, clock=lambda: now[0])
        next(resumed.run(max_nodes=1_000))
        now[0] = 2.0
        return resumed.progress().remaining_s

    assert part.remaining_s is None  # there is no estimate
    known = remaining(1e9, 0)
    assert known is not None
    assert 0 < known[0] < known[1]
    assert remaining(1e9, 10**10) is None  # it took longer than estimated


@pytest.mark.parametrize(
    "changes",
    [
        {"entries": b""},
        {"entries": bytes(16)},
        {"entries": (5).to_bytes(8, "little")},
        {"checkpoint": (1, 0, 999, 0, 0.0, None, None)},
        {"checkpoint": (99, 0, 0, 0, 0.0, None, None)},
        {"checkpoint": (1, 0, 0, 7, 0.0, None, None)},
        {"checkpoint": (1, 0, 0, 0, 0.0, 5, 4)},
        {"checkpoint": (1, "x", 0, 0, 0.0, None, None)},
        {"checkpoint": ()},
    ],
)
def test_malformed_state_is_refused(changes: dict[str, object]) -> None:
    state = Solving(warfare(), memory_mib=MEMORY_MIB).state()
    with pytest.raises(SolvingError, match="does not belong to the position"):
        Solving(warfare(), memory_mib=MEMORY_MIB, state=replace(state, **changes))  # type: ignore[arg-type]
