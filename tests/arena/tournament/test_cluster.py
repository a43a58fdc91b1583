"""The same tournament on a real Dask cluster of processes, one of which is lost midway."""

import signal

import pytest

from outply.arena.tournament.game_job import Result
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Entrant, Plan
from outply.arena.tournament.run import Tournament, enter
from outply.arena.tournament.state import Store
from outply.jobs.executor import DaskExecutor
from outply.players.contestant import fingerprint

pytest.importorskip("distributed")

BOARD = Board("small", "warfare/raid/random:4:1")


@pytest.fixture
def contestant(needs_sandbox, tmp_path):
    """A directory that plays the first free cell."""
    folder = tmp_path / "first"
    folder.mkdir()
    (folder / "Makefile").write_text("agent:\n\ttouch built\nrun:\n\ttest -e built && python3 agent.py\n")
    (folder / "agent.py").write_text(
        "size, _, me, _, *rows = open('input.txt').read().split('\\n')\n"
        "size = int(size)\n"
        "cells = ''.join(rows[size:])\n"
        "cell = cells.index('.')\n"
        "cells = cells[:cell] + me + cells[cell + 1:]\n"
        "rows = [cells[i:i + size] for i in range(0, size * size, size)]\n"
        "move = chr(65 + cell % size) + str(cell // size + 1) + ' Stake'\n"
        "open('output.txt', 'w').write('\\n'.join([move, *rows]))\n"
    )
    return Entrant("first", f"program:{folder}", fingerprint(folder))


def test_a_lost_worker_s_games_are_played_again(scheduler, workers, contestant, tmp_path):
    entrants = [contestant, Entrant("greedy", "greedy"), Entrant("level:1", "level:1")]
    with Store(tmp_path / "t.db", write=True) as store:
        enter(store, Plan(ROUND_ROBIN, 5, [BOARD]), entrants)
        heard = []

        def lose_one(progress):
            heard.append(progress.news)
            if sum(isinstance(news, Result) for news in heard) == 4:
                workers[0].send_signal(signal.SIGKILL)

        with DaskExecutor(scheduler) as executor:
            assert Tournament(store).run(executor, on_progress=lose_one)
        games = store.games()
        assert len(games) == len({kept.game for kept in games}) == 15
        assert all(kept.result.failed is None for kept in games), [kept.result.sentence for kept in games]


def test_who_does_not_build_on_a_worker_is_eliminated(scheduler, workers, contestant, tmp_path):
    (tmp_path / "first" / "Makefile").write_text("agent:\n\tfalse\n")
    broken = Entrant("broken", contestant.player, "other")
    with Store(tmp_path / "t.db", write=True) as store:
        enter(store, Plan(ROUND_ROBIN, 1, [BOARD]), [broken, Entrant("greedy", "greedy"), Entrant("a", "level:1")])
        with DaskExecutor(scheduler) as executor:
            assert Tournament(store).run(executor)
        assert list(store.problems) == ["broken"]
        assert len(store.games()) == 1
