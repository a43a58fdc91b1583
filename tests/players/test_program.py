"""A contestant's program as a player: what it writes is a move, or it loses for the right reason."""

import pytest

from outply.arena.match import ForfeitedError, play
from outply.games import all_games
from outply.games.boards import named
from outply.games.warfare import Position
from outply.players.forfeit import Failure, ForfeitError
from outply.players.program import Program
from outply.players.protocol import PlayerError, Situation
from outply.players.registry import player

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


@pytest.fixture
def contestant(tmp_path):
    """Makes a directory whose targets do what is said, and the player of it."""

    def make(run, agent="@true", more=""):
        (tmp_path / "agent.py").write_text(HONEST)
        (tmp_path / "Makefile").write_text(f"agent:\n\t{agent}\nrun:\n\t{run}\n{more}")
        return player(f"program:{tmp_path}")

    return make


def fate(program, position=SMALL, **situation):
    """Return how the program loses, and the sentence."""
    with pytest.raises(ForfeitError) as caught:
        program.choose(position, Situation(**situation))
    return caught.value.failure, caught.value.explanation


def test_an_honest_program_plays_a_game(contestant):
    record = play(Position.of(named("Keren")), contestant("python3 agent.py"), player("greedy"))
    assert [str(turn.move) for turn in record.turns_of(0)][:2] == ["A1 Stake", "C1 Stake"]
    assert record.final.is_over
    assert record.cpu_seconds(0) > 0


def test_it_reads_what_it_has_left(contestant, tmp_path):
    program = contestant("cp input.txt asked.$$(wc -l < input.txt); python3 agent.py; sed -n 4p input.txt >&2")
    program.choose(SMALL, Situation(seconds_used=1.5, seconds_a_game=10))
    assert program.printed[1] == "8.500\n"
    program.choose(SMALL, Situation(seconds_used=1.5))
    assert program.printed[1] == "198.500\n"


def test_files_last_through_a_game_and_not_to_the_next(contestant):
    program = contestant("python3 agent.py; echo x >> kept; cat kept >&2")
    for lines in (1, 2, 3):
        program.choose(SMALL, Situation())
        assert program.printed[1] == "x\n" * lines
    again = contestant("python3 agent.py; echo x >> kept; cat kept >&2")
    again.choose(SMALL, Situation())
    assert again.printed[1] == "x\n"


def test_the_other_targets_are_made_and_may_fail(contestant):
    targets = "calibrate:\n\techo c > calibrated; false\nnewgame:\n\techo n > new; false\n"
    program = contestant("cat built calibrated new >&2; python3 agent.py", "echo a > built", targets)
    program.choose(SMALL, Situation())
    assert program.printed[1] == "a\nc\nn\n"


WRONG = {
    "nothing": ("@true", Failure.NO_OUTPUT, "make run wrote no output.txt"),
    "a crash": ("@exit 7", Failure.CRASHED, "exited with status 2"),
    "words": ("@echo hello > output.txt", Failure.UNREADABLE_OUTPUT, "line 1: found 'hello', expected a move"),
    "no move": ("@printf 'hello\\n..\\n..' > output.txt", Failure.UNREADABLE_OUTPUT, "line 1: found 'hello'"),
    "bytes": ("@head -c 100 /dev/zero > output.txt", Failure.UNREADABLE_OUTPUT, "output.txt"),
    "a link": ("@ln -s /etc/passwd output.txt", Failure.NO_OUTPUT, "no output.txt"),
    "a taken cell": (
        "@printf 'A1 Raid\\nX.\\n..' > output.txt",
        Failure.ILLEGAL_MOVE,
        "not a legal move for X",
    ),
    "outside": ("@printf 'C3 Stake\\n..\\n..' > output.txt", Failure.ILLEGAL_MOVE, "C3 Stake is not a legal move"),
    "another board": (
        "@printf 'A1 Stake\\n.X\\n..' > output.txt",
        Failure.WRONG_BOARD,
        "in A1, where X should be",
    ),
    "a hang": ("@sleep 600", Failure.WALL_TIME, "make run ran for"),
    "much memory": ("@tail /dev/zero", Failure.MEMORY, "used more than 64 MiB of memory"),
    "a full disk": ("@cat /dev/zero > file", Failure.DISK, "wrote more than 8 MiB"),
    "a gigabyte": ("@cat /dev/zero", Failure.OUTPUT, "printed more than 16 MiB"),
}


@pytest.mark.parametrize("name", WRONG)
def test_who_fails_loses_for_the_right_reason(contestant, monkeypatch, name):
    run, failure, sentence = WRONG[name]
    monkeypatch.setattr("outply.players.program.GRACE", 0.5 if failure == Failure.WALL_TIME else 60.0)
    monkeypatch.setattr("outply.players.contestant.MEMORY_MIB", 64)
    monkeypatch.setattr("outply.players.contestant.DISK_MIB", 8)
    found, said = fate(contestant(run), seconds_a_game=1 if failure == Failure.WALL_TIME else 60)
    assert (found, sentence in said) == (failure, True), said


def test_who_answers_a_little_too_late_has_lost(contestant, tmp_path):
    (tmp_path / "late.py").write_text("import time\nwhile time.process_time() < 1: sum(range(10_000))")
    failure, said = fate(contestant("python3 agent.py; python3 late.py"), seconds_used=0.7, seconds_a_game=1.0)
    assert (failure, "the limit is 0.300 s" in said) == (Failure.CPU_TIME, True)


def test_crlf_and_blanks_at_the_end_make_no_difference(contestant):
    program = contestant("@printf 'A1 Stake \\r\\nX.\\r\\n..\\r\\n\\n' > output.txt")
    assert str(program.choose(SMALL, Situation()).move) == "A1 Stake"


@pytest.mark.parametrize(
    ("agent", "minutes", "sentence"),
    [("exit 1", 60.0, "make agent exited with status 2"), ("sleep 600", 0.5, "make agent ran for")],
)
def test_what_does_not_build_does_not_play(contestant, monkeypatch, agent, minutes, sentence):
    monkeypatch.setattr("outply.players.contestant.MINUTES", minutes)
    with pytest.raises(ForfeitError, match=sentence) as caught:
        contestant("@true", agent)
    assert caught.value.failure == Failure.BUILD_FAILED


def test_a_directory_without_a_makefile_does_not_build(tmp_path):
    with pytest.raises(ForfeitError, match="there is no Makefile"):
        Program.of("it", tmp_path)


def test_a_name_without_a_directory_is_no_player(tmp_path):
    with pytest.raises(PlayerError, match="there is no directory"):
        player(f"program:{tmp_path / 'nothing'}")


def test_a_change_of_the_directory_is_built_again(contestant):
    assert fate(contestant("@exit 7"))[0] == Failure.CRASHED
    assert fate(contestant("@true"))[0] == Failure.NO_OUTPUT


def test_a_failure_ends_the_game_with_what_was_played(contestant):
    position = Position.of(named("Keren"))
    program = contestant("@test -e played && exit 3; touch played; python3 agent.py")
    with pytest.raises(ForfeitedError) as caught:
        play(position, player("greedy"), program)
    assert (caught.value.side, len(caught.value.record.turns)) == (1, 3)
    assert caught.value.forfeit.failure == Failure.CRASHED


def test_a_built_in_player_has_its_time_as_well():
    with pytest.raises(ForfeitedError) as caught:
        play(Position.of(named("Keren")), player("engine:0.2s"), player("greedy"), seconds_a_game=0.5)
    assert (caught.value.side, caught.value.forfeit.failure) == (0, Failure.CPU_TIME)


def test_star_circle_is_not_played_by_programs(contestant):
    with pytest.raises(PlayerError, match="Warfare alone"):
        contestant("@true").choose(all_games()["starcircle"].start("standard", "initial"), Situation())
