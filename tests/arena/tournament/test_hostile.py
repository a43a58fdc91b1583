"""Contestants that do harm, each in a real game: it loses for the right reason, and nobody else is harmed."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from support.submissions import CONTESTANTS, copy_contestant, sandboxed_processes

from outply.arena.match import ForfeitedError, play
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.contestant import BuiltContestant, build
from outply.players.forfeit import Failure, ForfeitError
from outply.players.program import ProgramPlayer
from outply.players.registry import player
from outply.sandbox import cgroups

pytestmark = pytest.mark.usefixtures("needs_sandbox")

SECONDS = 0.5
ENOUGH = 60.0  # seconds for whoever is not to be late, also on a busy machine
BOARD = Position.of([[5, 1], [1, 2]])
OTHER_BOARD = Position.of(random_board(3, seed=1))

FATES = {
    "honest-python": None,
    "honest-c": None,
    "crash": Failure.CRASHED,
    "hang": Failure.WALL_TIME,
    "fork-bomb": Failure.CPU_TIME,
    "orphans": Failure.CPU_TIME,
    "unreaped-children": Failure.CPU_TIME,
    "large-file": Failure.DISK,
    "many-files": Failure.DISK,
    "deleted-files": Failure.DISK,
    "deep-directories": Failure.DISK,
    "memory": Failure.MEMORY,
    "memory-of-processes": Failure.MEMORY,
    "hidden-memory": Failure.CRASHED,
    "spy": None,
    "network": Failure.CRASHED,
    "wrong-board": Failure.WRONG_BOARD,
    "over-time": Failure.CPU_TIME,
    "endless-output": Failure.OUTPUT,
    "ignores-signals": Failure.WALL_TIME,
    "background": None,
    "output-link": Failure.NO_OUTPUT,
    "output-fifo": Failure.NO_OUTPUT,
    "input-link": None,
    "input-fifo": None,
    "unreadable-directory": None,
    "agent-loops": Failure.BUILD_FAILED,
    "calibrate-loops": None,
    "newgame-loops": None,
    "calibrated": None,
}


@pytest.fixture(autouse=True)
def small_limits(monkeypatch):
    monkeypatch.setattr("outply.players.program.WALL_GRACE_S", ENOUGH)
    monkeypatch.setattr("outply.players.contestant.MEMORY_MIB", 64)
    monkeypatch.setattr("outply.players.contestant.DISK_MIB", 8)


def fate(folder, board, seconds):
    """Build the contestant and let it move first in a game; return its failure, its moves and what it printed."""
    try:
        with build(folder) as room:
            program = ProgramPlayer(folder.name, BuiltContestant(room.folder))
            try:
                record = play(board, program, player("greedy"), seconds_per_game=seconds)
                return None, len(record.turns), "".join(program.printed)
            except ForfeitedError as error:
                assert error.side == 0
                return error.forfeit.failure, len(error.record.turns), error.forfeit.stderr
            finally:
                program.close()
    except ForfeitError as forfeit:
        return forfeit.failure, 0, forfeit.stderr


def groups_left():
    folders = (cgroups.parent_dirs() or {}).values()
    return [group for folder in folders for group in folder.glob(f"{cgroups.PREFIX}{os.getpid()}-*")]


@pytest.mark.parametrize("name", FATES)
def test_harm_is_done_to_nobody_else(name, tmp_path, temp_dir, monkeypatch):
    seconds = SECONDS if FATES[name] in (Failure.CPU_TIME, Failure.WALL_TIME) else ENOUGH
    if FATES[name] == Failure.WALL_TIME:
        monkeypatch.setattr("outply.players.program.WALL_GRACE_S", SECONDS)
    if name.endswith("-loops"):  # and all that is before the loop has to be done in that time
        monkeypatch.setattr("outply.players.contestant.BUILD_TIMEOUT_S", 5.0)
        monkeypatch.setattr("outply.players.contestant.NEWGAME_TIMEOUT_S", 5.0)
    honest = copy_contestant(tmp_path / "other", "honest-python")
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(fate, honest, OTHER_BOARD, ENOUGH * 2)
        failure, moves, printed = fate(copy_contestant(tmp_path / name, name), BOARD, seconds)
        assert other.result()[:2] == (None, 9)
    assert (failure, moves) == (FATES[name], 0 if FATES[name] else 4), printed
    assert sandboxed_processes(temp_dir) == []
    assert groups_left() == []
    assert list(temp_dir.iterdir()) == []


def test_a_spy_finds_nothing(tmp_path, temp_dir, monkeypatch):
    monkeypatch.setenv("OUTPLY_SECRET", "1")
    (temp_dir / "secret").write_text("the opponent's board")
    failure, _, printed = fate(copy_contestant(tmp_path / "spy", "spy"), BOARD, 60.0)
    own = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/work", "LANG=C.UTF-8", "USER=contestant", "PWD=/work"}
    seen = {line for line in printed.splitlines() if line and not line.endswith(":")} - own
    made = {line for line in seen if line.startswith(("MAKE", "MFLAGS", "_=", "OLDPWD=", "SHLVL="))}
    assert (failure, seen - made) == (None, set())


def test_there_is_a_fate_for_each_contestant():
    assert {path.name for path in CONTESTANTS.iterdir() if path.is_dir()} == set(FATES)
