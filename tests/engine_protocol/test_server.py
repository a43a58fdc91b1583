"""The engine's side of the protocol: each command has its answer, and no input ends or blocks the engine."""

import io
import subprocess
import sys
from random import Random
from subprocess import PIPE

import pytest
from support.waiting import wait_until

from outply.engine_protocol.server import MAX_LINE_BYTES, EngineServer, serve

BEST = "bestmove A1_Stake"


def answers(*lines: str, **options: object) -> list[str]:
    """Return the lines that an engine answers to a stream with these lines."""
    written: list[str] = []
    server = EngineServer(written.append, **options)  # type: ignore[arg-type]
    serve(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), server)
    return written


def test_engine_searches_a_position_and_answers_with_its_best_move() -> None:
    lines = answers("isready", "position warfare/raid/X/9_1/1_1/../..", "go depth 4")
    assert lines[0] == "readyok"
    assert lines[-2].startswith("info depth 4 value ")
    assert lines[-2].endswith(" proven yes pv A1_Stake B1_Stake B2_Stake A2_Stake")
    assert lines[-1] == BEST


def test_engine_describes_itself_and_its_options() -> None:
    lines = answers("setoption name game value starcircle", "setoption name threads value 3", "outply")
    assert lines[0].startswith("id name Outply ")
    assert "option name threads type spin default 3 min 1 max 256" in lines
    assert any(
        line.startswith("option name game type combo default starcircle var warfare var ") for line in lines
    )
    assert lines[-1] == "outplyok"


def test_options_of_the_command_set_the_game() -> None:
    assert answers("go nodes 10", game_name="starcircle")[-1].startswith("bestmove C")
    assert answers("setoption name variant value blitz", "go nodes 10", memory_mib=2)[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("setoption name speed value 9", "unknown option 'speed'; expected threads, memory, game or variant"),
        ("setoption name threads value 0", "threads: expected a number from 1 to 256, got '0'"),
        ("setoption name memory value " + "9" * 40, "memory: expected a number from 1 to 65536"),
        ("setoption name game value chess", "game: expected warfare"),
        ("setoption name variant value chess", "variant: expected raid or blitz, got 'chess'"),
        ("position x/y/z", "position: found 'x/y/z'"),
        ("x" * (MAX_LINE_BYTES + 1), "expected a line of at most 1,048,576 bytes"),
    ],
)
def test_wrong_command_is_answered_by_an_error_and_changes_nothing(line: str, answer: str) -> None:
    before, after = answers("go depth 2"), answers(line, "go depth 2")
    assert after[0].startswith("error ")
    assert answer in after[0]
    assert after[-1] == before[-1]


def test_search_of_a_finished_game_is_refused() -> None:
    lines = answers("position warfare/raid/X/5/. moves A1_Stake", "go depth 1")
    assert lines == ["error go: the game is over"]


def test_infinite_search_answers_only_after_stop() -> None:
    written: list[str] = []
    server = EngineServer(written.append)
    assert server.handle("position warfare/raid/X/9_1/1_1/../..")
    assert server.handle("go infinite")
    wait_until(lambda: any("proven yes" in line for line in written), "the game to be solved")
    server.handle("isready")
    server.handle("go depth 1")
    assert written[-2:] == ["readyok", "error go: a search is running; send stop and wait for bestmove"]
    server.handle("stop")
    wait_until(lambda: written[-1] == BEST, "the answer to stop")
    assert server.handle("go depth 1")
    assert not server.handle("quit")
    server.close()


def test_stop_and_quit_end_a_search_that_would_take_hours() -> None:
    written: list[str] = []
    server = EngineServer(written.append, game_name="starcircle")
    for _ in range(3):
        server.handle("go movetime 10000000")
        wait_until(lambda: any(line.startswith("info ") for line in written), "the search to begin")
        server.handle("stop")
        server.finish()
        assert written[-1].startswith("bestmove ")
    server.handle("go infinite")
    server.close()


def test_engine_stops_its_search_when_the_client_has_gone() -> None:
    def write(line: str) -> None:
        raise BrokenPipeError

    server = EngineServer(write, game_name="starcircle")
    server.handle("go movetime 10000000")
    server.finish()


def random_commands(random: Random, count: int) -> list[bytes]:
    """Return commands of which about half are malformed or impossible at their time."""
    starts = ["start", "Narvik", "random:5:1", "warfare/raid/X/5_1/1_2/../..", "starcircle/standard/initial"]
    starts += ["nowhere", "warfare/raid/X", "warfare/blitz/O/5_1/1_2/X./..", "/", "warfare/raid/Q/1/.", "a" * 3000]
    moves = ["A1_Stake", "B2_Raid", "C1-D2", "pass", "blitz_C3", "Z99", "_", "moves"]
    limits = [
        "nodes 20",
        "depth 2",
        "movetime 1",
        "gametime 10",
        "infinite",
        "depth",
        "nodes -1",
        "infinite 3",
        "x",
    ]
    values = ["1", "2", "0", "-1", "999999999999", "warfare", "starcircle", "blitz", "raid", "x y z"]
    options = ["threads", "memory", "game", "variant", "Hash", ""]

    def command() -> bytes:
        words = ["isready", "stop", "outply", "position", "go", "setoption", "quite", ""]
        match random.choice(words):
            case "position":
                line = random.sample(moves, random.randrange(4))
                return f"position {random.choice(starts)} {random.choice(['moves', ''])} {' '.join(line)}".encode()
            case "go":
                return f"go {random.choice(limits)}".encode()
            case "setoption":
                return f"setoption name {random.choice(options)} value {random.choice(values)}".encode()
            case "":
                return random.randbytes(random.randrange(200)).replace(b"\n", b" ")
            case word:
                return word.encode()

    return [command() for _ in range(count)]


class Client:
    """A client of a real engine process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "outply", "engine"]
        self.process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        self.lines: list[str] = []

    def send(self, command: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(command + b"\n")
        self.process.stdin.flush()

    def read_until(self, *words: str) -> None:
        """Read lines up to one that begins with one of the words."""
        assert self.process.stdout is not None
        while not self.lines or not self.lines[-1].startswith(words):
            line = self.process.stdout.readline()
            assert line, "the engine has ended"
            self.lines.append(line.decode().rstrip("\n"))


def test_client_with_1000_random_commands_never_crashes_or_blocks_the_engine() -> None:
    random, client = Random(23), Client()
    commands = random_commands(random, 1_000)
    for command in commands:
        client.send(command)
        if command == b"isready":
            client.lines.append("")
            client.read_until("readyok")
        elif command.startswith(b"go ") and command != b"go infinite" and random.random() < 0.5:
            client.lines.append("")
            client.read_until("bestmove", "error go")
        elif command == b"go infinite" and random.random() < 0.5:
            client.send(b"stop")
    client.send(b"stop\nisready\nquit\nisready")
    out, errors = client.process.communicate()
    assert (client.process.returncode, errors) == (0, b"")
    words = [line.partition(" ")[0] for line in [*filter(None, client.lines), *out.decode().splitlines()]]
    assert set(words) == {"readyok", "id", "option", "outplyok", "info", "bestmove", "error"}
    assert words.count("readyok") == commands.count(b"isready") + 1
    assert words.count("outplyok") == commands.count(b"outply")
    assert words.count("bestmove") <= sum(command.startswith(b"go ") for command in commands)
