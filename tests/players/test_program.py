"""Contestants' programs as players: they move, or forfeit for the right reason."""

from pathlib import Path
from typing import Any, Protocol

import pytest

from outply.arena.match import ForfeitedError, play
from outply.games import all_games
from outply.games.boards import named
from outply.games.warfare import Position
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.external import external_player
from outply.players.forfeit import Failure, ForfeitError
from outply.players.program import ProgramPlayer
from outply.players.protocol import MoveContext, PlayerError
from outply.players.registry import player
from outply.sandbox.host import HostError

pytestmark = pytest.mark.usefixtures("needs_sandbox")

SMALL = Position.of([[5, 1], [1, 2]])

HONEST = """
import pathlib
size, _, me, left, *rows = pathlib.Path("input.txt").read_text().split("\\n")
size = int(size)
values, owners = rows[:size], [list(row) for row in rows[size:2 * size]]
row, column = next((r, c) for r in range(size) for c in range(size) if owners[r][c] == ".")
owners[row][column] = me
text = chr(65 + column) + str(row + 1) + " Stake\\n" + "\\n".join("".join(row) for row in owners)
pathlib.Path("output.txt").write_text(text)
"""


class MakeContestant(Protocol):
    def __call__(
        self, run: str, agent: str = "@true", more: str = "", limits: ContestLimits = DEFAULT_LIMITS
    ) -> ProgramPlayer: ...


@pytest.fixture
def contestant(tmp_path: Path) -> MakeContestant:
    """A function that writes a contestant with these make targets and returns its player."""

    def make(
        run: str, agent: str = "@true", more: str = "", limits: ContestLimits = DEFAULT_LIMITS
    ) -> ProgramPlayer:
        (tmp_path / "agent.py").write_text(HONEST)
        (tmp_path / "Makefile").write_text(f"agent:\n\t{agent}\nrun:\n\t{run}\n{more}")
        program = external_player(f"program:{tmp_path}", limits=limits)
        assert isinstance(program, ProgramPlayer)
        return program

    return make


def forfeit(program: ProgramPlayer, position: Position = SMALL, **context: Any) -> tuple[Failure, str]:
    """Return the failure of the program and its explanation."""
    with pytest.raises(ForfeitError) as caught:
        program.choose(position, MoveContext(**context))
    return caught.value.failure, caught.value.explanation


def test_honest_program_plays_a_whole_game(contestant: MakeContestant) -> None:
    record = play(Position.of(named("Keren")), contestant("python3 agent.py"), player("greedy"))
    assert [str(turn.move) for turn in record.turns_of(0)][:2] == ["A1 Stake", "C1 Stake"]
    assert record.final.is_over
    assert record.cpu_seconds(0) > 0


def test_input_contains_the_remaining_time(contestant: MakeContestant, tmp_path: Path) -> None:
    program = contestant("cp input.txt asked.$$(wc -l < input.txt); python3 agent.py; sed -n 4p input.txt >&2")
    program.choose(SMALL, MoveContext(seconds_used=1.5, seconds_per_game=10))
    assert program.printed[1] == "8.500\n"
    program.choose(SMALL, MoveContext(seconds_used=1.5))
    assert program.printed[1] == "198.500\n"


def test_files_of_a_program_persist_from_move_to_move_but_not_between_games(contestant: MakeContestant) -> None:
    program = contestant("python3 agent.py; echo x >> kept; cat kept >&2")
    for lines in (1, 2, 3):
        program.choose(SMALL, MoveContext())
        assert program.printed[1] == "x\n" * lines
    again = contestant("python3 agent.py; echo x >> kept; cat kept >&2")
    again.choose(SMALL, MoveContext())
    assert again.printed[1] == "x\n"


def test_make_calibrate_and_make_newgame_are_run_and_may_fail(contestant: MakeContestant) -> None:
    targets = "calibrate:\n\techo c > calibrated; false\nnewgame:\n\techo n > new; false\n"
    program = contestant("cat built calibrated new >&2; python3 agent.py", "echo a > built", targets)
    program.choose(SMALL, MoveContext())
    assert program.printed[1] == "a\nc\nn\n"


FAILING = {
    "no output": ("@true", Failure.NO_OUTPUT, "make run wrote no output.txt"),
    "crash": ("@exit 7", Failure.CRASHED, "exited with status 2"),
    "text without a move": (
        "@echo hello > output.txt",
        Failure.UNREADABLE_OUTPUT,
        "line 1: found 'hello', expected a move",
    ),
    "board without a move": (
        "@printf 'hello\\n..\\n..' > output.txt",
        Failure.UNREADABLE_OUTPUT,
        "line 1: found 'hello'",
    ),
    "NUL bytes": ("@head -c 100 /dev/zero > output.txt", Failure.UNREADABLE_OUTPUT, "output.txt"),
    "symbolic link": ("@ln -s /etc/passwd output.txt", Failure.NO_OUTPUT, "no output.txt"),
    "taken cell": (
        "@printf 'A1 Raid\\nX.\\n..' > output.txt",
        Failure.ILLEGAL_MOVE,
        "not a legal move for X",
    ),
    "cell outside the board": (
        "@printf 'C3 Stake\\n..\\n..' > output.txt",
        Failure.ILLEGAL_MOVE,
        "C3 Stake is not a legal move",
    ),
    "wrong board": (
        "@printf 'A1 Stake\\n.X\\n..' > output.txt",
        Failure.WRONG_BOARD,
        "A1 is '.', expected 'X'",
    ),
    "hang": ("@sleep 600", Failure.WALL_TIME, "make run ran for"),
    "too much memory": ("@tail /dev/zero", Failure.MEMORY, "used more than 64 MiB of memory"),
    "full disk": ("@cat /dev/zero > file", Failure.DISK, "wrote more than 8 MiB"),
    "endless printing": ("@cat /dev/zero", Failure.OUTPUT, "printed more than 16 MiB"),
}


@pytest.mark.parametrize("name", FAILING)
def test_failing_program_forfeits_for_the_right_reason(contestant: MakeContestant, name: str) -> None:
    run, failure, explanation = FAILING[name]
    is_late = failure == Failure.WALL_TIME
    limits = ContestLimits(wall_grace_s=0.5 if is_late else 60.0, wall_s_per_move=60.0, memory_mib=64, disk_mib=8)
    actual, reported = forfeit(contestant(run, limits=limits), seconds_per_game=1 if is_late else 60)
    assert (actual, explanation in reported) == (failure, True), reported


def test_program_whose_new_game_fills_the_disk_forfeits(contestant: MakeContestant) -> None:
    program = contestant("python3 agent.py", more="newgame:\n\tseq 20000 | xargs touch\n")
    assert forfeit(program) == (Failure.DISK, "the files of the program leave no room for input.txt")


def test_wall_time_of_a_game_is_limited(contestant: MakeContestant) -> None:
    limits = ContestLimits(wall_s_per_move=0.0)
    program = contestant("python3 agent.py", limits=limits)
    program.choose(SMALL, MoveContext(seconds_per_game=1_000))
    assert 0 < program.wall_seconds_used < 1_500
    slow = contestant("@sleep 600", limits=limits)
    slow.wall_seconds_used = 1_499.9
    failure, explanation = forfeit(slow, seconds_per_game=1_000)
    assert (failure, "the limit for the game is 1500 s" in explanation) == (Failure.WALL_TIME, True), explanation


def test_program_does_not_forfeit_while_the_machine_is_out_of_memory(
    contestant: MakeContestant, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = contestant("@true")
    monkeypatch.setattr("outply.sandbox.host.available_memory_mib", lambda: 5.0)
    with pytest.raises(HostError, match="out of memory"):
        program.choose(SMALL, MoveContext(seconds_per_game=60.0))


def test_answer_after_the_time_limit_is_a_forfeit(contestant: MakeContestant, tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text("import time\nwhile time.process_time() < 1: sum(range(10_000))")
    failure, explanation = forfeit(
        contestant("python3 agent.py; python3 late.py"), seconds_used=0.7, seconds_per_game=1.0
    )
    assert (failure, "the limit is 0.300 s" in explanation) == (Failure.CPU_TIME, True)


def test_crlf_and_trailing_whitespace_in_an_output_txt_are_ignored(contestant: MakeContestant) -> None:
    program = contestant("@printf 'A1 Stake \\r\\nX.\\r\\n..\\r\\n\\n' > output.txt")
    assert str(program.choose(SMALL, MoveContext()).move) == "A1 Stake"


@pytest.mark.parametrize(
    ("agent", "timeout_s", "explanation"),
    [("exit 1", 60.0, "make agent exited with status 2"), ("sleep 600", 0.5, "make agent ran for")],
)
def test_failing_build_is_a_forfeit(
    contestant: MakeContestant, agent: str, timeout_s: float, explanation: str
) -> None:
    with pytest.raises(ForfeitError, match=explanation) as caught:
        contestant("@true", agent, limits=ContestLimits(build_timeout_s=timeout_s))
    assert caught.value.failure == Failure.BUILD_FAILED


def test_directory_without_makefile_is_a_forfeit(tmp_path: Path) -> None:
    with pytest.raises(ForfeitError, match="no Makefile"):
        player(f"program:{tmp_path}")


def test_missing_directory_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match="no such directory"):
        player(f"program:{tmp_path / 'nothing'}")
    (tmp_path / "agent.py").touch()
    with pytest.raises(PlayerError, match=r"agent\.py is a file; expected a directory with a Makefile"):
        player(f"program:{tmp_path / 'agent.py'}")


def test_changed_directory_is_built_again(contestant: MakeContestant) -> None:
    assert forfeit(contestant("@exit 7"))[0] == Failure.CRASHED
    assert forfeit(contestant("@true"))[0] == Failure.NO_OUTPUT


def test_forfeit_keeps_the_moves_played_so_far(contestant: MakeContestant) -> None:
    position = Position.of(named("Keren"))
    program = contestant("@test -e played && exit 3; touch played; python3 agent.py")
    with pytest.raises(ForfeitedError) as caught:
        play(position, player("greedy"), program)
    assert (caught.value.side, len(caught.value.record.turns)) == (1, 3)
    assert caught.value.forfeit.failure == Failure.CRASHED


def test_built_in_player_forfeits_when_its_time_is_up() -> None:
    with pytest.raises(ForfeitedError) as caught:
        play(Position.of(named("Keren")), player("engine:0.2s"), player("greedy"), seconds_per_game=0.5)
    assert (caught.value.side, caught.value.forfeit.failure) == (0, Failure.CPU_TIME)


def test_program_gets_the_generic_input_in_a_game_of_star_circle(contestant: MakeContestant) -> None:
    player = contestant("@true")
    with pytest.raises(ForfeitError, match=r"wrote no output\.txt"):
        player.choose(all_games()["starcircle"].start("standard", "initial"), MoveContext())
    assert player.last_request.startswith("starcircle standard\nStar\nCOMPETITION\n")
