"""`outply match`: one game, played, recorded and replayed."""

import json
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from support.processes.command_line import run_cli
from support.processes.terminal import COMMAND, Terminal

from outply.formats import game_record as records
from outply.games.boards import NAMES

ASSIGNMENT = "--game warfare --rules blitz --board Smolensk --first alphabeta:4 --second minimax:3"
QUICK = "--board random:2:1 --first minimax:2 --second greedy"


def match(
    arguments: str | Sequence[str], folder: Path, command: str = "match", **options: Any
) -> CompletedProcess[str]:
    words = arguments.split() if isinstance(arguments, str) else arguments
    return run_cli(command, *words, cwd=folder, **options)


def match_json(arguments: str, folder: Path) -> Any:
    done = match(f"{arguments} --json -", folder)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_json_holds_the_whole_game_as_one_object(tmp_path: Path) -> None:
    game = match_json(ASSIGNMENT, tmp_path)
    assert game["totals"] == [983, 670]
    assert game["node_count"] == [233_924, 194_754]
    assert game["expanded"] == [37_426, 7_787]
    assert game["moves"][:3] == ["blue: paradrop A3", "green: paradrop D5", "blue: paradrop A5"]
    assert game["moves"][6] == "blue: blitz B3"
    assert len(game["moves"]) == 36
    assert (game["winner"], game["margin"], game["result"]) == ("blue", 313, "blue wins by 313")
    assert (game["players"], game["labels"]) == (["alphabeta:4", "minimax:3"], ["blue", "green"])
    for side in (0, 1):
        turns = game["turns"][side::2]
        assert sum(turn["node_count"] for turn in turns) == game["node_count"][side]
        assert sum(turn["expanded"] for turn in turns) == game["expanded"][side]
    assert game["final"][6] == "XXOXXO"


def test_players_and_totals_in_json_are_in_the_order_of_the_sides(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("2\nMINIMAX\nO\n1\n1 2\n3 4\nX.\n..\n")
    game = match_json("--board b.txt --rules blitz --first minimax:1 --second greedy", tmp_path)
    assert game["moves"][0] == "green: paradrop B2"
    assert (game["first"], game["second"]) == ("minimax:1", "greedy")
    assert game["players"] == ["greedy", "minimax:1"]
    assert sum(game["totals"]) == 10


def test_missing_node_count_is_null(tmp_path: Path) -> None:
    game = match_json("--board random:2:1 --first random:1 --second greedy", tmp_path)
    assert game["node_count"][0] is None
    assert game["node_count"][1] > 0


def test_json_file_is_written_besides_the_log(tmp_path: Path) -> None:
    done = match(f"{QUICK} --json game.json", tmp_path)
    assert done.stdout.startswith("Warfare, raid rules, random:2:1\n")
    assert len(json.loads((tmp_path / "game.json").read_text())["moves"]) == 4


@pytest.mark.parametrize("board", [*NAMES, "smolensk", "random:3:7"])
def test_board_option_accepts_named_and_random_boards(board: str, tmp_path: Path) -> None:
    game = match_json(f"--board {board} --first greedy --second greedy", tmp_path)
    assert game["board"].lower() == board.lower()


def test_starcircle_is_played_from_its_start(tmp_path: Path) -> None:
    game = match_json("--game starcircle --first alphabeta:2 --second greedy", tmp_path)
    assert (game["game"], game["variant"], game["board"]) == ("starcircle", "standard", "initial")
    assert game["moves"][0].startswith("Star: ")


def test_log_is_printed_if_output_is_not_a_terminal(tmp_path: Path) -> None:
    done = match(QUICK, tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("Warfare, raid rules, random:2:1\nX (moves first): minimax:2\nO: greedy\n")
    assert "Moves (4):\nX: " in done.stdout


def test_record_is_read_by_every_command(tmp_path: Path) -> None:
    first = match_json(f"{QUICK} --record game.record", tmp_path)
    text = (tmp_path / "game.record").read_text()
    assert records.read(text.encode(), "game.record").players == ("minimax:2", "greedy")

    assert match_json("--replay game.record", tmp_path) == first
    assert match("--replay game.record", tmp_path).stdout.startswith("Warfare, raid rules, random:2:1\n")
    again = match_json("--board game.record --first minimax:2 --second greedy", tmp_path)
    assert again["moves"] == first["moves"]
    assert again["board"] == "game"
    solved = match("game.record --move 3 -o -", tmp_path, command="solve")
    assert solved.stdout.split("\n")[0] == first["turns"][2]["move"]


def test_record_can_be_written_to_standard_output(tmp_path: Path) -> None:
    done = match(f"{QUICK} --record -", tmp_path)
    assert records.read(done.stdout.encode(), "screen").board == "random:2:1"
    replayed = match("--replay - --json -", tmp_path, given=done.stdout)
    assert json.loads(replayed.stdout)["board"] == "random:2:1"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("--first unknown:3", "unknown player 'unknown:3'"),
        ("--second minimax", "expected a depth of at least 1"),
        ("--board Atlantis", "Warfare has no board 'Atlantis'; expected Keren, "),
        ("--board random:99:1", "expected a board of 1 to 26 rows, got 99"),
        ("--board .", ".: is a directory"),
        ("--board bad.txt", "bad.txt, line 2: found 1 value, expected 2 values for row 2"),
        ("--board full.txt", "full.txt, line 4: found a full board"),
        ("--board game.record --rules blitz", "game.record contains a game with raid rules; drop --rules blitz"),
        (
            "--board game.record --game starcircle",
            "game.record contains a Warfare position; drop --game starcircle",
        ),
        ("--game starcircle --rules blitz", "Star/Circle has no blitz rules; expected standard"),
        ("--rules standard", "Warfare has no standard rules; expected raid or blitz"),
        ("--rules standard --board table.txt", "Warfare has no standard rules; expected raid or blitz"),
        ("--delay nan", "expected a finite number of seconds, got nan"),
        (
            "--game starcircle --first minimax:2:own",
            "Star/Circle has no evaluation 'own'; expected difference",
        ),
        ("--replay missing.record", "missing.record: no such file or directory"),
        ("--replay torn.record", "torn.record, line 15: the file ends here, expected move 1, by X"),
        ("--replay bad.txt", "bad.txt, line 1: found '1 2', expected outply record 1"),
        ("--replay game.record --first greedy", "--first cannot be used together with --replay"),
        ("--replay game.record --record other", "--record cannot be used together with --replay"),
        ("--replay game.record --unsafe", "--unsafe cannot be used together with --replay"),
        ("--replay game.record --delay 1", "--delay cannot be used together with --replay"),
        ("--record - --json -", "--record and --json cannot both write to standard output"),
        ("--record no/such/folder/x", "no/such/folder/x: no such file or directory"),
        ("--record .", ".: is a directory"),
    ],
)
def test_wrong_usage_is_reported_with_exit_status_2(arguments: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("1 2\n3\n")
    (tmp_path / "table.txt").write_text("1 2\n3 4\n")
    (tmp_path / "full.txt").write_text("1 1\n1 1\nXX\nXO\n")
    match(f"{QUICK} --record game.record", tmp_path)
    whole = (tmp_path / "game.record").read_text().split("\n")
    (tmp_path / "torn.record").write_text("\n".join(whole[:15]))
    done = match(arguments, tmp_path)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("game.record --move 0", "0 is not in the range x>=1"),
        ("game.record --move 5", "game.record: no move 5: the game has 4 moves"),
        ("game.record --rules blitz", "game.record: a game record has its own rules; drop --rules"),
        ("input.txt --move 2", "input.txt: --move requires a game record"),
        ("zero.record", "move 1 was played by minimax:0, which has no MODE and DEPTH"),
        ("huge.record", "expected minimax:DEPTH, alphabeta:DEPTH or exact:DEPTH"),
        ("game.record --move 2", "move 2 was played by greedy, which has no MODE and DEPTH"),
    ],
)
def test_solve_refuses_moves_without_mode_and_depth(arguments: str, problem: str, tmp_path: Path) -> None:
    match(f"{QUICK} --record game.record", tmp_path)
    (tmp_path / "input.txt").write_text("1\nMINIMAX\nX\n1\n5\n.\n")
    text = (tmp_path / "game.record").read_text()
    (tmp_path / "zero.record").write_text(text.replace("minimax:2", "minimax:0"))
    (tmp_path / "huge.record").write_text(text.replace("minimax:2", "minimax:" + "9" * 5000))
    done = match(arguments, tmp_path, command="solve")
    assert done.returncode == 2
    assert problem in done.stderr


def test_other_inputs_are_processed_if_a_record_has_no_question(tmp_path: Path, examples: Path) -> None:
    match("--board random:2:1 --first greedy --second greedy --record game.record", tmp_path)
    done = match(["game.record", str(examples / "warfare-1.in"), "--out-dir", "out"], tmp_path, command="solve")
    assert done.returncode == 2
    assert (tmp_path / "out" / "warfare-1.out").read_bytes() == (examples / "warfare-1.out").read_bytes()


def test_board_name_may_contain_any_character(tmp_path: Path) -> None:
    for name in ("a\x1b]0;b\x07", "my\u00a0board", "[b]x[c]", b"\xff".decode(errors="surrogateescape")):
        (tmp_path / f"{name}.txt").write_text("1 2\n3 4\n")
        done = match(
            ["--board", f"{name}.txt", "--first", "greedy", "--second", "greedy", "--record", "g"], tmp_path
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert match("--replay g --json -", tmp_path).returncode == 0


def test_closed_standard_output_causes_no_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        f"{COMMAND[0]} -m outply match {QUICK} >&-",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr


def test_terminal_shows_the_board_and_the_result(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("match", *QUICK.split(), "--delay", "0", "--record", "game.record")
    assert terminal.finish() == 0
    assert "move 4 of 4" in terminal.shown
    assert terminal.shown.rstrip().endswith("wrote game.record")


def test_replay_at_a_terminal_is_controlled_by_keys(at_terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    match(f"{QUICK} --record game.record", tmp_path)
    terminal = at_terminal("match", "--replay", "game.record")
    terminal.wait_for("move 0 of 4")
    held = "\x1b[D" * 22 + "\x1b[C" * 3  # more than is read at once
    for keys, shown in (("\x1b[C", "move 1 of 4"), ("G", "move 4 of 4"), (held, "move 3 of 4")):
        terminal.press(keys)
        terminal.wait_for(shown)
    terminal.press("q")
    assert terminal.finish() == 0


def test_interrupted_game_is_saved_with_its_moves(at_terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    players = ["--board", "Keren", "--first", "greedy", "--second", "minimax:9", "--delay", "0"]
    terminal = at_terminal("match", *players, "--record", "game.record")
    terminal.wait_for("move 1 of 36")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == 130
    assert "unfinished game with 1 move saved in game.record" in terminal.shown
    (path,) = tmp_path.iterdir()
    assert len(records.read(path.read_bytes(), "game.record").turns) == 1

    replayed = match("--replay game.record", tmp_path)
    assert replayed.returncode == 0
    assert "not finished." in replayed.stdout
    assert match_json("--replay game.record", tmp_path)["winner"] is None
    refused = match("game.record", tmp_path, command="report")
    assert refused.returncode == 2
    assert "game.record: the game is unfinished; a report needs finished games" in refused.stderr


def test_game_interrupted_before_its_first_move_leaves_no_record(
    at_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    terminal = at_terminal("match", "--first", "minimax:9", "--record", "game.record")
    terminal.wait_for("move 0 of 36")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == 130
    assert terminal.shown.rstrip().endswith("outply: interrupted")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """Return a folder with a contestant that fails at its first move."""
    (tmp_path / "fails").mkdir()
    (tmp_path / "fails" / "Makefile").write_text("agent:\nnewgame:\ncalibrate:\nrun:\n\tfalse\n")
    return tmp_path


def test_unsafe_runs_a_program_without_a_sandbox(programs: Path) -> None:
    done = match("--first greedy --second program:fails --unsafe --record game.record", programs)
    assert done.returncode == 2
    assert "NOT ISOLATED" in done.stderr
    assert "program:fails loses, crashed: make run exited with status 2" in done.stderr
    assert "unfinished game with 1 move saved in game.record" in done.stderr
    assert len(records.read((programs / "game.record").read_bytes(), "game.record").turns) == 1


@pytest.mark.usefixtures("without_sandbox")
def test_program_is_refused_without_a_sandbox(programs: Path) -> None:
    done = match("--first greedy --second program:fails", programs)
    assert done.returncode == 2
    assert "run them without it: --unsafe" in done.stderr


def test_players_are_listed_with_examples(tmp_path: Path) -> None:
    shown = match("--players", tmp_path).stdout
    assert "alphabeta:4" in shown
    assert "engine:0.5s" in shown


def test_players_without_options_get_the_options() -> None:
    done = run_cli("match", "alphabeta:3", "greedy")
    assert done.returncode == 2
    assert "players are options: outply match --first alphabeta:3 --second greedy" in done.stderr
