"""Programs that speak the engine protocol as players: they move, or forfeit for the right reason."""

import shutil
from pathlib import Path

import pytest
from support.submissions import sandboxed_processes

from outply.arena.tournament.jobs import GameJob, GameResult
from outply.arena.tournament.plan import Board, Contestant, ScheduledGame
from outply.jobs.job import JobContext
from outply.players.forfeit import Failure

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


def play_game(way: str, program: Path) -> GameResult:
    """Play a game of a tournament in which the hostile program moves first."""
    timed = EXPECTED[way] in (Failure.CPU_TIME.label, Failure.WALL_TIME.label)
    hostile = Contestant("hostile", f"engine-process:python3 {program} {way!r}")
    job = GameJob(
        game=ScheduledGame(number=1, first="hostile", second="greedy", board=BOARD),
        first=hostile,
        second=Contestant("greedy", "greedy"),
        seconds=SHORT_S if timed else AMPLE_S,
        sandboxed=True,
        pauses_s=(),
    )
    return job(JobContext())


@pytest.mark.usefixtures("needs_sandbox")
@pytest.mark.parametrize("way", EXPECTED)
def test_hostile_program_loses_its_game_for_the_right_reason(
    way: str, temp_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_silent = EXPECTED[way] == Failure.WALL_TIME.label
    monkeypatch.setattr("outply.players.program.WALL_GRACE_S", SHORT_S if is_silent else AMPLE_S)
    monkeypatch.setattr("outply.players.program.WALL_S_PER_MOVE", SHORT_S if is_silent else AMPLE_S)
    monkeypatch.setattr("outply.players.engine_process.START_TIMEOUT_S", SHORT_S if way == "silent" else AMPLE_S)
    monkeypatch.setattr("outply.players.contestant.MEMORY_MIB", 64 if way == "uses memory" else 1024)
    monkeypatch.setattr("outply.players.contestant.DISK_MIB", 8)
    program = Path(shutil.copytree(PROGRAMS, temp_dir / "engine")) / "hostile.py"
    program.parent.chmod(0o755)
    result = play_game(way, program)
    assert (result.failure or "") == EXPECTED[way], (result.explanation, result.output, result.errors)
    assert len(result.turns) == (MOVES_BEFORE.get(way, 0) if EXPECTED[way] else 4)
    assert sandboxed_processes(temp_dir) == []
