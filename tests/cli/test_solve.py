"""`outply solve` of one input."""

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import ROOT
from support.processes.command_line import RunCommand, run_cli
from support.processes.terminal import COMMAND, LONG_QUESTION, Terminal

EXAMPLES = ROOT / "examples"
QUESTION = (EXAMPLES / "warfare-3.in").read_text()
ANSWER = (EXAMPLES / "warfare-3.out").read_text()


@pytest.fixture
def outply(tmp_path: Path) -> RunCommand:
    def run(*arguments: str, given: str = "") -> CompletedProcess[str]:
        return run_cli(*arguments, cwd=tmp_path, given=given)

    return run


def test_input_txt_is_answered_in_output_txt(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(QUESTION)
    done = outply("solve")
    assert (done.returncode, done.stdout, done.stderr) == (0, "C3 Raid (value 26) -> output.txt\n", "")
    assert (tmp_path / "output.txt").read_bytes() == ANSWER.encode()


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
def test_standard_input_is_answered_on_standard_output(outply: RunCommand, name: str) -> None:
    done = outply("solve", "-", "-o", "-", given=(EXAMPLES / f"{name}.in").read_text())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (EXAMPLES / f"{name}.out").read_text()


def test_literal_search_gives_the_same_answer(outply: RunCommand) -> None:
    assert outply("solve", "-", "-o", "-", "--literal", given=QUESTION).stdout == ANSWER


def test_raid_is_mandatory_under_blitz_rules(outply: RunCommand) -> None:
    question = "2\nMINIMAX\nX\n1\n1 9\n1 1\nX.\n..\n"
    assert outply("solve", "-", "-o", "-", given=question).stdout == "B1 Stake\nXX\n.."
    assert outply("solve", "-", "-o", "-", "--rules", "blitz", given=question).stdout == "B1 Raid\nXX\n.."


def test_competition_input_is_answered_with_a_legal_move(outply: RunCommand) -> None:
    question = QUESTION.replace("ALPHABETA", "COMPETITION").replace("\n4\n", "\n1.500\n")
    done = outply("solve", "-", "-o", "-", given=question)
    assert done.returncode == 0
    move, *board = done.stdout.split("\n")
    assert len(board) == 5
    assert move.split()[1] in ("Stake", "Raid")


def test_statistics_are_printed_separately_from_the_answer(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(QUESTION)
    shown = outply("solve", "--stats").stdout
    assert "line      C3 Raid, B1 Stake, B2 Raid, B3 Stake\n" in shown
    assert "visited   153 nodes" in shown
    done = outply("solve", "--stats", "--literal", "-o", "-")
    assert done.stdout == ANSWER
    assert "visited   20,007 nodes\nexpanded  2,230 nodes\n" in done.stderr


def test_speed_is_shown_only_if_all_counted_nodes_were_visited(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text((EXAMPLES / "starcircle-1.in").read_text())
    exact, literal = outply("solve", "--stats").stdout, outply("solve", "--stats", "--literal").stdout
    assert "visited   5 nodes (textbook count, " in exact
    assert "million nodes/s" not in exact
    assert "visited   5 nodes\n" in literal
    assert "million nodes/s" in literal
    assert json.loads(outply("solve", "--json", "-", "--literal").stdout)["nodes_per_second"] > 0
    (tmp_path / "input.txt").write_text(QUESTION)
    assert "million nodes/s" in outply("solve", "--stats").stdout
    assert json.loads(outply("solve", "--json", "-").stdout)["nodes_per_second"] > 0


def test_moves_option_shows_the_value_of_every_legal_move(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(QUESTION)
    shown = outply("solve", "--moves").stdout.splitlines()
    assert shown[0] == "moves"
    assert len(shown) == 1 + 17 + 5
    assert "   26  C3 Raid  <- played" in shown
    assert "   -7  A5 Stake" in shown


def test_json_holds_the_answer_and_statistics_and_move_values(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text((EXAMPLES / "starcircle-1.in").read_text())
    data = json.loads(outply("solve", "--json", "-", "--moves").stdout)
    assert data.pop("seconds") >= 0
    assert data == {
        "input": "input.txt",
        "output": "output.txt",
        "game": "starcircle",
        "to_move": "Star",
        "mode": "MINIMAX",
        "depth": 2,
        "seconds_left": None,
        "move": "F4-H2",
        "value": 160,
        "principal_variation": ["F4-H2"],
        "node_count": 5,
        "expanded": None,
        "nodes_per_second": None,
        "answer": "F4-H2\n160\n160\n5",
        "moves": [{"move": "F4-H2", "value": 160}, {"move": "F4-G5", "value": 120}],
    }
    assert (tmp_path / "output.txt").read_text() == "F4-H2\n160\n160\n5"


def test_json_file_is_written_besides_the_usual_output(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(QUESTION)
    done = outply("solve", "--json", "stats.json")
    assert (done.returncode, done.stdout) == (0, "C3 Raid (value 26) -> output.txt\n")
    assert json.loads((tmp_path / "stats.json").read_text())["move"] == "C3 Raid"


def test_malformed_input_is_reported_and_output_left_unchanged(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(QUESTION.replace("ALPHABETA", "ALFABETA"))
    (tmp_path / "output.txt").write_text("precious")
    done = outply("solve")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "outply: input.txt, line 2: found 'ALFABETA', expected MODE: MINIMAX, ALPHABETA or COMPETITION\n"
    )
    assert (tmp_path / "output.txt").read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) == ["input.txt", "output.txt"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "outply: input.txt: no such file or directory; name an input: outply solve FILE\n"),
        (["solve", "nowhere/input.txt"], "outply: nowhere/input.txt: no such file or directory\n"),
        (["solve", "good.txt", "-o", "nowhere/output.txt"], "nowhere/output.txt: no such file or directory\n"),
        (["solve", "good.txt", "-o", "."], "is a directory\n"),
        (
            ["solve", "/dev/zero"],
            "outply: /dev/zero: found more than 1,024 KiB, expected a text of a few lines\n",
        ),
        (["solve", "-", "-o", "-"], "outply: standard input, line 1: found an empty file, expected N (1 to 26)"),
        (["solve", "good.txt", "good.txt"], "several inputs or a folder require --out-dir\n"),
        (
            ["solve", "good.txt", "new.txt"],
            "several inputs or a folder require --out-dir; "
            "to write the answer to a file: outply solve good.txt -o new.txt\n",
        ),
        (["solve", "."], "several inputs or a folder require --out-dir\n"),
        (["solve", "good.txt", "-o", "x", "--out-dir", "y"], "--output and --out-dir cannot be used together\n"),
        (
            ["solve", "good.txt", "--json", "-", "-o", "-"],
            "--output and --json cannot both write to standard output\n",
        ),
        (["solve", "empty", "--out-dir", "y"], "empty contains no *.in and no input*.txt\n"),
        (["solve", "-", "good.txt", "--out-dir", "y"], "standard input cannot be one of several inputs\n"),
        (["solve", "compete.txt", "--moves"], "found COMPETITION, expected MINIMAX or ALPHABETA for --moves\n"),
        (
            ["solve", "compete.txt", "--literal"],
            "found COMPETITION, expected MINIMAX or ALPHABETA for --literal\n",
        ),
        (
            ["solve", "star.txt", "--rules", "blitz"],
            "outply: star.txt: Star/Circle has no blitz rules; drop --rules\n",
        ),
        (
            ["solve", "star.txt", "--rules", "raid"],
            "outply: star.txt: Star/Circle has no raid rules; drop --rules\n",
        ),
        (["solve", "good.txt", "-o", "good.txt"], "the answer would overwrite the input good.txt\n"),
        (["solve", "x" * 300], "file name too long\n"),
        (["solve", "good.txt", "--out-dir", "good.txt"], "good.txt is not a folder\n"),
        (["solve", "bad\x1b[2Jname"], "outply: bad\\x1b[2Jname: no such file or directory\n"),
        (["solve", "--rules", "chess"], "'chess' is not one of 'raid', 'blitz'\n"),
        (["slove"], "no such command 'slove'."),
    ],
)
def test_wrong_usage_is_reported_with_exit_status_2(
    outply: RunCommand, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "good.txt").write_text(QUESTION)
    (tmp_path / "compete.txt").write_text(QUESTION.replace("ALPHABETA", "COMPETITION"))
    (tmp_path / "star.txt").write_text((EXAMPLES / "starcircle-1.in").read_text())
    (tmp_path / "empty").mkdir()
    done = outply(*arguments, given="")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "output.txt").exists()
    assert not (tmp_path / "y").exists()


def test_help_has_examples_and_version_is_printed(outply: RunCommand) -> None:
    assert "outply solve question.txt -o -" in outply("--help").stdout
    assert "Examples:" in outply("solve", "--help").stdout
    assert outply("--version").stdout.startswith("outply 0.")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script_is_printed(outply: RunCommand, shell: str) -> None:
    assert "_OUTPLY_COMPLETE" in outply("completion", shell).stdout


def test_completion_suggests_options() -> None:
    words = {"COMP_WORDS": "outply solve --out", "COMP_CWORD": "2"}
    done = run_cli(environment={"_OUTPLY_COMPLETE": "bash_complete", **words})
    assert "plain,--out-dir" in done.stdout.splitlines()


@pytest.mark.parametrize("options", [[], ["--literal"], ["--moves"]])
def test_interrupt_stops_a_long_search_and_leaves_no_file(
    at_terminal: Callable[..., Terminal], tmp_path: Path, options: list[str]
) -> None:
    (tmp_path / "input.txt").write_text(LONG_QUESTION)
    terminal = at_terminal("solve", *options)
    terminal.wait_for("searching: ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == 130
    assert "interrupted" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert os.listdir(tmp_path) == ["input.txt"]


def test_answer_on_a_terminal_ends_with_a_line_feed(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("solve", str(EXAMPLES / "warfare-1.in"), "-o", "-")
    assert terminal.finish() == 0
    assert terminal.shown == "B3 Stake\r\nX..\r\n...\r\n.O.\r\n"


def test_solve_prints_no_error_if_the_output_pipe_is_closed(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(QUESTION)
    reader, writer = os.pipe()
    os.close(reader)
    command = [*COMMAND, "solve", "--moves"]
    done = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("redirection", "status", "message"),
    [
        ("<&-", 2, "standard input: the stream is closed"),
        (">&- <input.txt", 2, "standard output: the stream is closed"),
        (">/dev/full <input.txt", 2, "standard output: no space left on device"),
        ("2>&- <input.txt", 0, ""),
    ],
)
def test_closed_or_full_standard_streams_are_reported(
    tmp_path: Path, redirection: str, status: int, message: str
) -> None:
    (tmp_path / "input.txt").write_text(QUESTION)
    command = f"{shlex.join(COMMAND)} solve - -o - {redirection}"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_answer_can_be_written_to_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(QUESTION)
    command = f"{shlex.join(COMMAND)} solve -o /dev/fd/3 3>&1 >/dev/null | cat"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (ANSWER, "")


def test_terminated_search_leaves_no_file(at_terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(LONG_QUESTION)
    terminal = at_terminal("solve")
    terminal.wait_for("searching: ")
    terminal.process.terminate()
    assert terminal.finish() == 143
    assert os.listdir(tmp_path) == ["input.txt"]


@pytest.mark.parametrize("limit_kb", [150_000, 168_000, 175_000])
def test_question_is_answered_without_memory_for_the_transposition_table(tmp_path: Path, limit_kb: int) -> None:
    # Solved at once, but 30 s allow tables that do not fit: without the limit the process has 193 MB.
    owners = "XOXOXO\nOXOXOX\nXXXOOO\nOOOXXX\nXO....\n....XO\n"
    question = "6\nCOMPETITION\nX\n30.000\n" + "1 2 3 4 5 6\n" * 6 + owners
    (tmp_path / "input.txt").write_text(question)
    command = f"ulimit -v {limit_kb}; {shlex.join(COMMAND)} solve"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "output.txt").exists()


def test_moves_of_a_blitz_record_are_called_as_in_the_record(outply: RunCommand, tmp_path: Path) -> None:
    options = ("--rules", "blitz", "--board", "random:2:1", "--first", "alphabeta:2", "--second", "minimax:1")
    outply("match", *options, "--record", "game.txt")
    done = outply("solve", "game.txt", "--move", "3", "--moves", "--stats", "-o", "answer.txt")
    line = (tmp_path / "game.txt").read_text().splitlines()
    third = next(each.split("  ") for each in line if each.startswith((" 3 ", "3 ")))
    move = next(word.strip() for word in third if word.strip().startswith(("paradrop", "blitz")))
    assert f"move      {move}\n" in done.stdout
    assert "Stake" not in done.stdout
