"""Hostile contestants in real games: each loses for the right reason and harms no other game."""

import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from support.grading.submissions import CONTESTANTS, copy_contestant, sandboxed_processes, write_submission

from outply.arena.match import ForfeitedError, play
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.contest_limits import ContestLimits
from outply.players.contestant import BuiltContestant, build
from outply.players.forfeit import Failure, ForfeitError
from outply.players.program import ProgramPlayer
from outply.players.registry import player
from outply.sandbox import cgroups
from outply.sandbox.locks import creator_tag

pytestmark = pytest.mark.usefixtures("needs_sandbox")

SHORT_S = 0.5
AMPLE_S = 60.0  # for programs that must not time out, even on a busy machine
BOARD = Position.of([[5, 1], [1, 2]])
OTHER_BOARD = Position.of(random_board(2, seed=1))
SMALL = ContestLimits(wall_grace_s=AMPLE_S, wall_s_per_move=AMPLE_S, memory_mib=64, disk_mib=8)

EXPECTED: dict[str, list[str]] = tomllib.loads((CONTESTANTS / "expected.toml").read_text())
"""The possible failures of each contestant; an empty text if it plays to the end."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory, needs_sandbox: None) -> Iterator[Path]:
    """The directory of a built contestant that takes the first empty cell."""
    folder = tmp_path_factory.mktemp("honest")
    with build(write_submission(folder, (CONTESTANTS / "honest.sh").read_text(), agent="@true")) as workspace:
        yield workspace.folder


def run_game(folder: Path, board: Position, seconds: float, limits: ContestLimits = SMALL) -> tuple[str, int, str]:
    """Build the contestant and let it move first in a game; return its failure, the moves and its output."""
    try:
        with build(folder, limits=limits) as workspace:
            return run_built(workspace.folder, board, seconds, limits)
    except ForfeitError as forfeit:
        return forfeit.failure.label, 0, forfeit.stderr


def run_built(
    folder: Path, board: Position, seconds: float, limits: ContestLimits = SMALL
) -> tuple[str, int, str]:
    """Let the built contestant move first in a game; return its failure, the moves and its output."""
    program = ProgramPlayer(folder.name, BuiltContestant(folder, limits=limits))
    try:
        record = play(board, program, player("greedy"), seconds_per_game=seconds)
        return "", len(record.turns), "".join(program.printed)
    except ForfeitedError as error:
        assert error.side == 0
        return error.forfeit.failure.label, len(error.record.turns), error.forfeit.stderr
    finally:
        program.close()


def seconds(name: str) -> float:
    """Return the CPU time of a contestant's game."""
    return SHORT_S if {"out of CPU time", "out of wall time"} & set(EXPECTED[name]) else AMPLE_S


def remaining_cgroups() -> list[Path]:
    folders = (cgroups.parent_dirs() or {}).values()
    return [group for folder in folders for group in folder.glob(f"{cgroups.PREFIX}{creator_tag()}-*")]


@pytest.mark.parametrize("name", EXPECTED)
def test_hostile_program_forfeits_and_harms_no_other_game(
    name: str, honest: Path, tmp_path: Path, temp_dir: Path
) -> None:
    limits = SMALL
    if "out of wall time" in EXPECTED[name]:
        limits = replace(limits, wall_grace_s=SHORT_S, wall_s_per_move=SHORT_S)
    if name.endswith("-loops"):  # long enough for the steps before the loop
        limits = replace(limits, build_timeout_s=15.0, newgame_timeout_s=5.0)
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(run_built, honest, OTHER_BOARD, AMPLE_S * 2)
        failure, moves, printed = run_game(copy_contestant(tmp_path / name, name), BOARD, seconds(name), limits)
        assert other.result()[:2] == ("", 4)
    assert failure in EXPECTED[name], printed
    assert moves == (0 if failure else 4)
    assert sandboxed_processes(temp_dir) == []
    assert remaining_cgroups() == []
    assert list(temp_dir.iterdir()) == []


HIDING = (
    "short-children",
    "system-time",
    "memory-dead-leader",
    "deleted-files-dead-leader",
    "deleted-files-of-thread",
    "deleted-files-mapped",
    "deleted-files-in-transit",
    "sleeps-each-move",
)


@pytest.mark.parametrize("name", HIDING)
def test_program_that_hides_its_resource_use_forfeits_without_control_groups(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outply.sandbox.cgroups.parent_dirs", lambda: None)
    limits = replace(SMALL, wall_s_per_move=SHORT_S if name.startswith("sleeps") else AMPLE_S)
    failure, _, printed = run_game(copy_contestant(tmp_path / name, name), BOARD, seconds(name), limits)
    assert failure in EXPECTED[name], printed


def test_program_cannot_see_other_programs_files_or_environment(
    tmp_path: Path, temp_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTPLY_SECRET", "1")
    (temp_dir / "secret").write_text("the opponent's board")
    failure, _, printed = run_game(copy_contestant(tmp_path / "spy", "spy"), BOARD, 60.0)
    own = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/work", "LANG=C.UTF-8", "USER=contestant", "PWD=/work"}
    visible = {line for line in printed.splitlines() if line and not line.endswith(":")} - own
    from_make = {line for line in visible if line.startswith(("MAKE", "MFLAGS", "_=", "OLDPWD=", "SHLVL="))}
    assert (failure, visible - from_make) == ("", set())


def test_every_hostile_program_has_an_expected_failure() -> None:
    labels = {"", *(failure.label for failure in Failure)}
    assert all(labels.issuperset(failures) for failures in EXPECTED.values())
    assert {path.name for path in CONTESTANTS.iterdir() if path.is_dir()} == set(EXPECTED)
