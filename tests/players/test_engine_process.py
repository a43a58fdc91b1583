"""Programs that speak the engine protocol as players: they move, or forfeit for the right reason."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.arena.run_results import run_result
from support.games.nim import Nim
from support.grading.submissions import copy_contestant, sandboxed_processes

from outply.arena.match import play
from outply.arena.tournament.jobs import GameJob, GameResult
from outply.arena.tournament.plan import Board, Contestant, ScheduledGame
from outply.engine_protocol.messages import position_word
from outply.engine_protocol.server import EngineServer
from outply.games import all_games
from outply.games.warfare import Position
from outply.jobs.job import JobContext
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.engine_process import EngineProcessPlayer, OpenEngine
from outply.players.external import find_program
from outply.players.forfeit import Failure
from outply.players.protocol import MoveContext, PlayerError
from outply.players.registry import player
from outply.sandbox.limits import Limits, RunResult, Termination

PROGRAMS = Path(__file__).parent.parent / "engine_programs"

SHORT_S = 0.5
AMPLE_S = 60.0  # for programs that must not time out, even on a busy machine
BOARD = Board("tiny", "warfare/raid/X/5_1/1_2/../..")

EXPECTED = {
    "": "",
    "prints binary": "",
    "leaves a child that spins": "",
    "starts a program in the background": "",
    "silent": "out of wall time",
    "silent at go": "out of wall time",
    "closes its output": "out of wall time",
    "spins": "out of CPU time",
    "forks": "out of CPU time",
    "floods": "printed too much",
    "prints an endless line": "unreadable output",
    "answers in binary": "unreadable output",
    "answers nothing": "unreadable output",
    "answers nonsense": "unreadable output",
    "answers an error": "unreadable output",
    "answers twice": "unreadable output",
    "exits at the start": "crashed",
    "exits with status 0": "no output",
    "exits after its move": "no output",
    "crashes": "crashed",
    "kills all processes": "crashed",
    "plays an illegal move": "illegal move",
    "uses memory": "out of memory",
    "uses disk space": "out of disk space",
}
"""How a game of each way to misbehave ends; an empty text if the program plays to the end."""

MOVES_BEFORE = {"answers twice": 2, "exits after its move": 2}
"""The number of moves before the failure, if it is not at the first move."""


def play_game(way: str, program: Path, board: Board = BOARD, limits: ContestLimits = DEFAULT_LIMITS) -> GameResult:
    """Play a game of a tournament in which the hostile program moves first."""
    timed = EXPECTED[way] in (Failure.CPU_TIME.label, Failure.WALL_TIME.label)
    hostile = Contestant("hostile", f"engine-process:python3 {program} {way!r}")
    job = GameJob(
        game=ScheduledGame(number=1, first="hostile", second="greedy", board=board),
        first=hostile,
        second=Contestant("greedy", "greedy"),
        seconds=SHORT_S if timed else AMPLE_S,
        sandboxed=True,
        pauses_s=(),
        limits=limits,
    )
    return job(JobContext())


@pytest.mark.usefixtures("needs_sandbox")
@pytest.mark.parametrize("way", EXPECTED)
def test_hostile_program_loses_its_game_for_the_right_reason(way: str, temp_dir: Path) -> None:
    is_silent = EXPECTED[way] == Failure.WALL_TIME.label
    limits = ContestLimits(
        wall_grace_s=SHORT_S if is_silent else AMPLE_S,
        wall_s_per_move=SHORT_S if is_silent else AMPLE_S,
        start_timeout_s=SHORT_S if way == "silent" else AMPLE_S,
        memory_mib=64 if way == "uses memory" else 1024,
        disk_mib=8,
    )
    program = Path(shutil.copytree(PROGRAMS, temp_dir / "engine")) / "hostile.py"
    program.parent.chmod(0o755)
    result = play_game(way, program, limits=limits)
    assert (result.failure or "") == EXPECTED[way], (result.explanation, result.output, result.errors)
    assert len(result.turns) == (MOVES_BEFORE.get(way, 0) if EXPECTED[way] else 4)
    assert sandboxed_processes(temp_dir) == []


@pytest.mark.usefixtures("needs_sandbox")
@pytest.mark.parametrize("way", ["floods", "answers twice", "plays an illegal move", "exits after its move"])
def test_hostile_program_loses_any_game(way: str, temp_dir: Path) -> None:
    program = Path(shutil.copytree(PROGRAMS, temp_dir / "engine")) / "hostile.py"
    program.parent.chmod(0o755)
    result = play_game(way, program, Board("initial", "starcircle/standard/initial"))
    expected = "unreadable output" if way == "plays an illegal move" else EXPECTED[way]  # no move of this game
    assert (result.failure, result.failed) == (expected, 0), result.explanation


class FakeRun:
    """Stands for a program in the sandbox: an engine of Outply in this process."""

    has_ended = False

    def __init__(self) -> None:
        self.requests: list[str] = []
        self._written: list[str] = []
        self._server = EngineServer(self._written.append, game_name="warfare")
        self._pending: list[str] = []

    def send(self, request: bytes) -> None:
        self._pending += request.decode().splitlines()

    def exchange(self, request: bytes, limits: Limits, on_line: Callable[[bytes], bool]) -> RunResult:
        self.send(request)
        while True:
            line = self._pending.pop(0)
            self.requests.append(line)
            self._server.handle("go nodes 50" if line.startswith("go gametime") else line)
            self._server.finish()
            while self._written:
                if on_line(self._written.pop(0).encode()):
                    return run_result(Termination.OK)

    def close(self) -> None:
        self._server.close()


def fake_player() -> tuple[EngineProcessPlayer, FakeRun]:
    run: Any = FakeRun()
    workspace: Any = run
    return EngineProcessPlayer("it", lambda _: OpenEngine(command="it", workspace=workspace, run=run)), run


@pytest.mark.parametrize("game", ["warfare", "starcircle"])
def test_program_plays_every_game_with_a_text_format(game: str) -> None:
    program, run = fake_player()
    record = play(all_games()[game].start(), program, player("greedy"))
    assert record.final.is_over
    assert all(turn.visited for turn in record.turns_of(0))
    assert run.requests[:2] == ["isready", f"position {position_word(record.start)}"]
    assert run.requests[2:4] == ["isready", "go gametime 200000"]
    assert not any(" moves " in line for line in run.requests)


@pytest.mark.parametrize("side", [0, 1])
def test_game_without_a_text_format_is_sent_as_moves_from_a_named_board(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = all_games() | {"nim": Nim()}
    for module in ("outply.games.registry", "outply.formats.notation", "outply.engine_protocol.messages"):
        monkeypatch.setattr(f"{module}.all_games", lambda: games)
    program, run = fake_player()
    players: list[Any] = [player("greedy"), player("greedy")]
    players[side] = program
    record = play(Nim().start(), *players)
    assert record.final.is_over
    last = [line for line in run.requests if line.startswith("position")][-1]
    played = " ".join(str(turn.move) for turn in record.turns[: len(last.split()) - 3])
    assert last == f"position nim/plain/five moves {played}"


def test_remaining_time_is_sent_in_milliseconds() -> None:
    program, run = fake_player()
    program.choose(Position.of([[5, 1], [1, 2]]), MoveContext(seconds_per_game=10.0, seconds_used=1.5))
    assert run.requests[-1] == "go gametime 8500"


def test_command_is_split_into_words_with_paths_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my engine"
    folder.mkdir()
    (folder / "engine.py").write_text("")
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    python = shutil.which("sh", path="/usr/local/bin:/usr/bin:/bin")
    assert find_program("it", "sh engine.py --fast 'a b'") == (
        [python, f"{folder}/engine.py", "--fast", "a b"],
        (str(folder),),
    )
    assert find_program("it", "./run") == ([f"{folder}/run"], (str(folder),))


def test_program_of_a_virtual_environment_can_read_the_environment(tmp_path: Path) -> None:
    for folder in ("env/bin", "python/bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "env" / "pyvenv.cfg").write_text(f"home = {tmp_path}/python/bin\nversion = 3.12\n")
    (tmp_path / "env/bin/engine").write_text("")
    (tmp_path / "env/bin/engine").chmod(0o755)
    _, mounts = find_program("it", f"{tmp_path}/env/bin/engine")
    assert mounts == (f"{tmp_path}/env", f"{tmp_path}/python")


def test_program_of_a_python_installation_can_read_the_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("bin", "lib/python3.12"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "lib/python3.12/os.py").write_text("")
    (tmp_path / "bin/engine").write_text("")
    (tmp_path / "bin/engine").chmod(0o755)
    assert find_program("it", f"{tmp_path}/bin/engine")[1] == (str(tmp_path),)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(PlayerError, match="could read as a whole"):
        find_program("it", f"{tmp_path}/bin/engine")


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("no-such-engine --fast", "no such program: no-such-engine"),
        ("'unfinished", "no closing quotation"),
        ("''", "no such program"),
        ("./run", "Move the program to a directory of its own"),
    ],
)
def test_unusable_command_is_reported(
    command: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").write_text("")
    (tmp_path / "run").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(PlayerError, match=re.escape(problem)):
        player(f"engine-process:{command}")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs programs as another user")
def test_program_in_a_directory_of_root_is_reported(temp_dir: Path) -> None:
    folder = temp_dir / "private" / "engines"
    folder.mkdir(parents=True)
    folder.parent.chmod(0o700)
    (folder / "run").write_text("")
    (folder / "run").chmod(0o755)
    with pytest.raises(PlayerError, match=re.escape(f"other users than root cannot read {folder.parent}")):
        player(f"engine-process:{folder}/run")


@pytest.mark.usefixtures("needs_sandbox")
def test_contestants_of_both_kinds_meet_in_a_game(temp_dir: Path) -> None:
    folder = Path(shutil.copytree(PROGRAMS, temp_dir / "lines"))
    (folder / "Makefile").write_text("agent:\nengine:\n\t@python3 hostile.py\n")
    files = copy_contestant(temp_dir / "files", "honest-python")
    lines, other = (Contestant(path.name, f"program:{path}", path.name) for path in (folder, files))
    job = GameJob(
        game=ScheduledGame(number=1, first="lines", second="files", board=BOARD),
        first=lines,
        second=other,
        seconds=AMPLE_S,
        sandboxed=True,
        pauses_s=(),
    )
    result = job(JobContext(work_dir=temp_dir))
    assert (result.failure, len(result.turns)) == (None, 4), result.explanation
    assert all(cpu > 0 for _, cpu, _ in result.turns)
