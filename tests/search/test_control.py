"""Controls report the progress of searches and stop them."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest
from support.search.stop_threads import stopped_from_another_thread

from outply.games import all_games, protocol
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search import exact, literal
from outply.search.engine import MAX_NODES, Engine
from outply.search.native import MAX_PLIES, Control, Stopped, core_of
from outply.search.result import SearchResult
from outply.search.time_control import UNLIMITED_S, TimeControl

MAX_DEEPER = 3
"""Depths that a search may be too fast for to report a searched move."""

Search = Callable[..., SearchResult]
"""A search, called as `search(position, depth, algorithm, control=control)`."""

ENDLESS: dict[str, protocol.Position] = {
    "warfare": Position.of(random_board(26, seed=1)),
    "starcircle": all_games()["starcircle"].start(),
}
SEARCHES: list[tuple[str, Search, str]] = [
    ("warfare", literal.search, "MINIMAX"),
    ("warfare", literal.search, "ALPHABETA"),
    ("warfare", exact.search, "MINIMAX"),
    ("starcircle", literal.search, "MINIMAX"),
    ("starcircle", exact.search, "MINIMAX"),
    ("starcircle", exact.search, "ALPHABETA"),
]


@pytest.mark.parametrize(("game", "search", "algorithm"), SEARCHES)
def test_search_can_be_stopped_from_another_thread(game: str, search: Search, algorithm: str) -> None:
    with stopped_from_another_thread() as control, pytest.raises(Stopped):
        search(ENDLESS[game], 60, algorithm, control=control)


@pytest.mark.parametrize(("game", "search", "algorithm"), SEARCHES)
def test_exception_in_the_progress_callback_ends_the_search(game: str, search: Search, algorithm: str) -> None:
    control = Control()

    def enough(nodes: int, done: int, in_all: int) -> None:
        assert 0 <= done <= in_all
        if nodes > 0:  # on a busy machine the first report comes before the first node
            raise KeyboardInterrupt

    control.progress = enough
    with pytest.raises(KeyboardInterrupt):
        search(ENDLESS[game], 60, algorithm, control=control)


@pytest.mark.parametrize(
    ("position", "search", "depth"),
    [
        (ENDLESS["starcircle"], literal.search, 8),
        (ENDLESS["starcircle"], exact.search, 10),
        (ENDLESS["warfare"], exact.search, 6),
    ],
)
def test_progress_counts_the_moves_at_the_root(position: protocol.Position, search: Search, depth: int) -> None:
    reports = first_reports(lambda depth, control: search(position, depth, "MINIMAX", control=control), depth)
    nodes, done, in_all = zip(*reports, strict=True)
    assert set(in_all) == {len(position.moves())}
    assert max(done) <= len(position.moves())
    assert list(nodes) == sorted(nodes)


def first_reports(search: Callable[[int, Control], object], depth: int) -> list[tuple[int, ...]]:
    """Return the reports of the first search from `depth` on that reports a searched move: a fast one may not."""
    for deeper in range(depth, depth + MAX_DEEPER + 1):
        control = Control()
        reports: list[tuple[int, ...]] = []
        control.progress = lambda *report, reports=reports: reports.append(report)
        search(deeper, control)
        if any(done for _, done, _ in reports):
            return reports
    raise AssertionError(f"no search up to depth {depth + MAX_DEEPER} has reported a searched move")


def test_other_python_threads_run_during_a_search() -> None:
    control = Control()
    searching = threading.Event()

    def work() -> None:
        searching.wait()
        for _ in range(2_000_000):  # more than the interpreter grants a thread at a time
            pass
        control.stop()

    thread = threading.Thread(target=work)
    thread.start()
    searching.set()
    with pytest.raises(Stopped):
        exact.search(ENDLESS["warfare"], 60, "MINIMAX", control=control)
    thread.join()


def test_progress_counts_the_evaluated_moves() -> None:
    position = ENDLESS["starcircle"]
    reports = first_reports(lambda depth, control: exact.move_values(position, depth, control=control), 10)
    assert {in_all for _, _, in_all in reports} == {7}
    assert 0 < max(done for _, done, _ in reports) <= 7


@pytest.mark.parametrize("search", ["exact", "literal"])
def test_interrupt_ends_a_search_without_control(search: str) -> None:
    code = f"""
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search import {search}
print("ready", flush=True)
{search}.search(Position.of(random_board(26, seed=1)), 60, "MINIMAX")
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=600)
    assert "KeyboardInterrupt" in complaint


def test_cpu_budget_ends_the_search() -> None:
    control = Control()
    control.set_cpu_budget(0.001)
    with pytest.raises(Stopped):
        exact.search(ENDLESS["warfare"], 60, "MINIMAX", control=control)
    assert not control.stopped


def test_cpu_budget_is_shared_by_searches_until_it_is_set_again() -> None:
    control = Control()
    control.set_cpu_budget(0.0)
    for search in (exact.search, literal.search):
        with pytest.raises(Stopped):
            search(ENDLESS["warfare"], 60, "MINIMAX", control=control)
    control.set_cpu_budget(1e6)
    assert exact.search(ENDLESS["warfare"], 2, "MINIMAX", control=control).move in ENDLESS["warfare"].moves()


@pytest.mark.parametrize("depth", [1, 2, 3, 60])
@pytest.mark.parametrize(("game", "search", "algorithm"), SEARCHES)
def test_stopped_control_prevents_a_search(game: str, search: Search, algorithm: str, depth: int) -> None:
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        search(ENDLESS[game], depth, algorithm, control=control)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("game", ENDLESS)
def test_stopped_control_prevents_move_values(game: str, depth: int) -> None:
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        exact.move_values(ENDLESS[game], depth, control=control)


@pytest.mark.parametrize("game", ENDLESS)
def test_control_is_used_by_one_search_at_a_time(game: str) -> None:
    control = Control()

    def search_again(*_: int) -> None:
        exact.search(ENDLESS[game], 2, "MINIMAX", control=control)

    control.progress = search_again
    with pytest.raises(RuntimeError, match="this Control is in use by another search"):
        exact.search(ENDLESS[game], 60, "MINIMAX", control=control)
    control.progress = None
    assert exact.search(ENDLESS[game], 2, "MINIMAX", control=control).move in ENDLESS[game].moves()


def test_control_is_not_shared_by_engine_and_search() -> None:
    control = Control()

    def search_again(*_: int) -> None:
        exact.search(ENDLESS["warfare"], 2, "MINIMAX", control=control)

    control.progress = search_again
    with pytest.raises(RuntimeError, match="this Control is in use by another search"):
        Engine(memory_mib=1).search(ENDLESS["warfare"], TimeControl.until_solved(), control=control)


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(Position.of(random_board(26, seed=1)), id="large board"),
        pytest.param(ENDLESS["starcircle"], id="starcircle"),
        pytest.param(Position.of(random_board(8, seed=1)), id="small board"),
    ],
)
def test_engine_visits_no_node_after_stop(position: protocol.Position) -> None:
    control = Control()
    nodes_at_stop = _stop_at_first_report(control)
    info = Engine(memory_mib=1).search(position, TimeControl.until_solved(), control=control)
    assert info.nodes == nodes_at_stop[0]


def test_solver_visits_at_most_a_small_subtree_after_stop() -> None:
    values = [value for row in random_board(5, seed=1) for value in row]
    core, _ = core_of(Position(5, values, "X.O.." + "." * 15 + "O...X", "X", "raid"))
    memory = core.search_memory(1, 1)
    iterations = core.iterative_deepening(memory, [])
    control = Control()
    while not iterations.would_solve(MAX_PLIES, MAX_NODES, UNLIMITED_S):
        iterations.deepen(control, MAX_PLIES, MAX_NODES, UNLIMITED_S)
    nodes_at_stop = _stop_at_first_report(control)
    _, _, _, nodes, proven, finished = iterations.deepen(control, MAX_PLIES, MAX_NODES, UNLIMITED_S)
    assert (proven, finished) == (False, True)
    assert nodes_at_stop[0] <= nodes <= nodes_at_stop[0] + 25  # below a node with five empty cells


def _stop_at_first_report(control: Control) -> list[int]:
    """Make the search of a control stop at its first report; return a list that receives the nodes until then."""
    reports: list[int] = []

    def stop(nodes: int, *_: int) -> None:
        reports.append(nodes)
        control.stop()

    control.progress = stop
    return reports
