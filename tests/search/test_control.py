"""Searches can be watched and stopped."""

import threading

import pytest

from outply.games import all_games
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search import exact, literal
from outply.search.core import Control, NotNativeError, Stopped

ENDLESS = {
    "warfare": Position.of(random_board(26, seed=1)),
    "starcircle": all_games()["starcircle"].start(),
}
SEARCHES = [
    ("warfare", literal.search, "MINIMAX"),
    ("warfare", literal.search, "ALPHABETA"),
    ("warfare", exact.search, "MINIMAX"),
    ("starcircle", literal.search, "MINIMAX"),
    ("starcircle", exact.search, "MINIMAX"),
    ("starcircle", exact.search, "ALPHABETA"),
]


@pytest.mark.parametrize(("game", "search", "algorithm"), SEARCHES)
def test_a_search_can_be_stopped_from_another_thread(game, search, algorithm):
    control = Control()
    running = threading.Event()
    control.progress = lambda *_: running.set()  # called from inside the search

    def stop_it():
        assert running.wait(60)
        control.stop()

    thread = threading.Thread(target=stop_it)
    thread.start()
    with pytest.raises(Stopped):
        search(ENDLESS[game], 60, algorithm, control=control)
    thread.join()


@pytest.mark.parametrize(("game", "search", "algorithm"), SEARCHES)
def test_what_a_progress_report_raises_ends_the_search(game, search, algorithm):
    control = Control()

    def enough(nodes, done, in_all):
        assert nodes > 0
        assert 0 <= done <= in_all
        raise KeyboardInterrupt

    control.progress = enough
    with pytest.raises(KeyboardInterrupt):
        search(ENDLESS[game], 60, algorithm, control=control)


def test_other_python_threads_run_during_a_search():
    control = Control()
    counted = 0

    def count():
        nonlocal counted
        for _ in range(1000):
            counted += 1
        control.stop()

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(Stopped):
        exact.search(ENDLESS["warfare"], 60, "MINIMAX", control=control)
    thread.join()
    assert counted == 1000


def test_a_cpu_deadline_ends_the_search():
    control = Control()
    control.set_cpu_deadline(0.0)
    with pytest.raises(Stopped):
        exact.search(ENDLESS["warfare"], 60, "MINIMAX", control=control)


@pytest.mark.parametrize("search", [literal.search, exact.search])
def test_a_game_that_the_core_does_not_know_is_refused(search):
    class Position:
        to_move = "X"

    with pytest.raises(NotNativeError):
        search(Position(), 1, "MINIMAX")
