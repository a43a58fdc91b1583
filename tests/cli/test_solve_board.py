"""`outply solve-board`: the value of a board with perfect play."""

import errno
import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess
from typing import NoReturn

import pytest
from support.processes.command_line import RunCommand, run_cli

from outply.cli.solve.board import BoardRun
from outply.formats.atomic_io import FileError
from outply.formats.solve_state import SolveStateError, read_state, write_state
from outply.formats.start import find_start
from outply.search import solving
from outply.search.native import Control
from outply.search.solving import SolveProgress, SolveState, Solving

OPTIONS = ("--threads", "1", "--memory", "8")
BOARD = "random:3:1"


@pytest.fixture
def outply(tmp_path: Path) -> RunCommand:
    def run(*arguments: str) -> CompletedProcess[str]:
        return run_cli("solve-board", *OPTIONS, *arguments, cwd=tmp_path)

    return run


@pytest.fixture
def state() -> SolveState:
    """The state of a search of BOARD that was stopped."""
    search, control = Solving(find_start(BOARD)[1], memory_mib=8), Control()
    control.stop()
    *_, last = search.run(control)
    assert not last.proven
    return search.state()


def test_value_move_and_line_are_printed(outply: RunCommand, tmp_path: Path) -> None:
    done = outply(BOARD)
    assert (done.returncode, done.stderr) == (0, "")
    rows = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert list(rows) == ["board", "value", "move", "line", "nodes", "time"]
    assert rows["board"] == "random:3:1: Warfare, raid rules, X to move"
    assert rows["value"].endswith(" with perfect play")
    assert len(rows["line"].split(", ")) == 9
    assert list(tmp_path.iterdir()) == []


def test_json_has_the_same_value(outply: RunCommand) -> None:
    data = json.loads(outply(BOARD, "--json", "-").stdout)
    assert f"value  {data['value']}: " in outply(BOARD).stdout
    assert data["principal_variation"][0] == data["move"]
    assert data["threads"] == 1


def test_input_txt_of_another_game_is_solved(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text("2\nMINIMAX\nX\n1\n1 2\n3 4\nXO\nX.\n")
    assert "value  " in outply("input.txt").stdout


def test_stopped_search_is_resumed(outply: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped_control() -> Control:
        control = Control()
        control.stop()
        return control

    with monkeypatch.context() as patched:
        patched.setattr("outply.cli.solve.board.Control", stopped_control)
        done = outply(BOARD)
    assert (done.returncode, done.stdout) == (130, "")
    assert (
        "random-3-1.solving keeps the state; to resume: outply solve-board random:3:1 --memory 8\n" in done.stderr
    )
    assert [path.name for path in tmp_path.iterdir()] == ["random-3-1.solving"]
    done = outply(BOARD)
    assert done.returncode == 0
    assert done.stderr.startswith("resuming random-3-1.solving: value unknown, 0 nodes")
    assert list(tmp_path.iterdir()) == []


def test_state_is_saved_while_the_search_runs(
    outply: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is killed leaves the last state: here the process ends before the search does."""
    run = solving.Solving.run

    def killed(self: Solving, control: Control, *, on_progress: Callable[[SolveProgress], None]) -> NoReturn:
        on_progress(next(run(self, control)))
        raise MemoryError

    monkeypatch.setattr(solving.Solving, "run", killed)
    monkeypatch.setattr("outply.cli.solve.board.BoardRun", partial(BoardRun, save_interval_s=-1.0))
    assert outply(BOARD, "--state", "mine").returncode == 2
    monkeypatch.undo()
    position = find_start(BOARD)[1]
    assert read_state(str(tmp_path / "mine"), position).nodes > 0
    assert outply(BOARD, "--state", "mine").stderr.startswith("resuming mine: value ")


def test_search_continues_if_its_state_cannot_be_saved(
    outply: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = solving.Solving.run

    def reporting(
        self: Solving, control: Control, *, on_progress: Callable[[SolveProgress], None]
    ) -> Iterator[SolveProgress]:
        for progress in run(self, control):
            on_progress(progress)
            yield progress

    def full_disk(path: str, *_: object) -> NoReturn:
        raise FileError(path, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    monkeypatch.setattr(solving.Solving, "run", reporting)
    monkeypatch.setattr("outply.cli.solve.board.BoardRun", partial(BoardRun, save_interval_s=-1.0))
    monkeypatch.setattr("outply.cli.solve.board.write_state", full_disk)
    done = outply(BOARD)
    assert done.returncode == 0
    assert "the state is not saved: random-3-1.solving: no space left on device\n" in done.stderr
    assert "value  " in done.stdout


def test_state_is_read_as_it_was_written(tmp_path: Path, state: SolveState) -> None:
    path, position = str(tmp_path / "a.solving"), find_start(BOARD)[1]
    write_state(path, position, state)
    loaded = read_state(path, position)
    assert (loaded.checkpoint, loaded.entries, loaded.nodes) == (state.checkpoint, state.entries, state.nodes)


def test_state_of_another_position_is_refused(outply: RunCommand, tmp_path: Path, state: SolveState) -> None:
    path = tmp_path / "a.solving"
    write_state(str(path), find_start(BOARD)[1], state)
    before = path.read_bytes()
    done = outply("random:3:2", "--state", "a.solving")
    assert done.returncode == 2
    assert done.stderr.startswith("outply: a.solving is the state of another position, warfare/raid/X/")
    assert outply(BOARD, "--rules", "blitz", "--state", "a.solving").returncode == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"outply solve state", b"something else", "is not the state of a search"),
        (b'"version": 1', b'"version": 9', "was written by another version of Outply"),
        (b'"nodes": ', b'"knots": ', "is damaged"),
        (b'"nodes": ', b'"nodes": -1', "is damaged"),
        (b'"entries_sha256": "', b'"entries_sha256": "0', "is damaged"),
        (b'{"', b'"', "is not the state of a search"),
    ],
)
def test_damaged_state_is_refused(tmp_path: Path, state: SolveState, old: bytes, new: bytes, message: str) -> None:
    path, position = tmp_path / "a.solving", find_start(BOARD)[1]
    write_state(str(path), position, state)
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(SolveStateError, match=message):
        read_state(str(path), position)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Smolenks",), "Warfare has no board 'Smolenks'; did you mean Smolensk?"),
        ((BOARD, "--state", "no/such/file"), "no/such/file: no such file or directory"),
        ((BOARD, "--state", "/dev/null"), "/dev/null cannot keep the state: expected a regular file"),
        ((BOARD, "--state", "-"), "- cannot keep the state: expected a regular file"),
        ((BOARD, "--threads", "0"), "invalid value for '--threads'"),
    ],
)
def test_mistakes_are_explained(outply: RunCommand, arguments: tuple[str, ...], message: str) -> None:
    done = outply(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
