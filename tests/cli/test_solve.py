"""`outply solve` as a person or a script meets it."""

import json
import os
import shlex
import signal
import subprocess

import pytest
from conftest import ROOT
from support.terminal import COMMAND, LONG_QUESTION

EXAMPLES = ROOT / "examples"
QUESTION = (EXAMPLES / "warfare-3.in").read_text()
ANSWER = (EXAMPLES / "warfare-3.out").read_text()


@pytest.fixture
def outply(tmp_path):
    def run(*arguments, given=None):
        return subprocess.run(
            [*COMMAND, *arguments], cwd=tmp_path, input=given, capture_output=True, text=True, check=False
        )

    return run


def test_input_txt_becomes_output_txt_in_the_working_directory(outply, tmp_path):
    (tmp_path / "input.txt").write_text(QUESTION)
    done = outply("solve")
    assert (done.returncode, done.stdout, done.stderr) == (0, "C3 Raid (value 26) -> output.txt\n", "")
    assert (tmp_path / "output.txt").read_bytes() == ANSWER.encode()


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
def test_standard_streams(outply, name):
    done = outply("solve", "-", "-o", "-", given=(EXAMPLES / f"{name}.in").read_text())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (EXAMPLES / f"{name}.out").read_text()


def test_the_textbooks_tree_has_the_same_answer(outply):
    assert outply("solve", "-", "-o", "-", "--literal", given=QUESTION).stdout == ANSWER


def test_blitz_rules_conquer_where_raid_rules_need_not(outply):
    question = "2\nMINIMAX\nX\n1\n1 9\n1 1\nX.\n..\n"
    assert outply("solve", "-", "-o", "-", given=question).stdout == "B1 Stake\nXX\n.."
    assert outply("solve", "-", "-o", "-", "--rules", "blitz", given=question).stdout == "B1 Raid\nXX\n.."


def test_competition_is_answered_with_a_legal_move(outply):
    question = QUESTION.replace("ALPHABETA", "COMPETITION").replace("\n4\n", "\n1.500\n")
    done = outply("solve", "-", "-o", "-", given=question)
    assert done.returncode == 0
    move, *board = done.stdout.split("\n")
    assert len(board) == 5
    assert move.split()[1] in ("Stake", "Raid")


def test_stats_go_beside_the_answer(outply, tmp_path):
    (tmp_path / "input.txt").write_text(QUESTION)
    shown = outply("solve", "--stats").stdout
    assert "line      C3 Raid, B1 Stake, B2 Raid, B3 Stake\n" in shown
    assert "visited   153 nodes" in shown
    done = outply("solve", "--stats", "--literal", "-o", "-")
    assert done.stdout == ANSWER
    assert "visited   20,007 nodes\nexpanded  2,230 nodes\n" in done.stderr


def test_a_speed_is_shown_for_nodes_that_were_walked_to_and_no_others(outply, tmp_path):
    (tmp_path / "input.txt").write_text((EXAMPLES / "starcircle-1.in").read_text())
    counted, walked = outply("solve", "--stats").stdout, outply("solve", "--stats", "--literal").stdout
    assert "visited   5 nodes (the textbook's; " in counted
    assert "million nodes/s" not in counted
    assert "visited   5 nodes\n" in walked
    assert "million nodes/s" in walked
    assert json.loads(outply("solve", "--json", "--literal").stdout)["nodes_per_second"] > 0
    (tmp_path / "input.txt").write_text(QUESTION)
    assert "million nodes/s" in outply("solve", "--stats").stdout
    assert json.loads(outply("solve", "--json").stdout)["nodes_per_second"] > 0


def test_moves_shows_the_value_of_every_legal_move(outply, tmp_path):
    (tmp_path / "input.txt").write_text(QUESTION)
    shown = outply("solve", "--moves").stdout.splitlines()
    assert shown[0] == "moves"
    assert len(shown) == 1 + 17 + 5
    assert "   26  C3 Raid  <- played" in shown
    assert "   -7  A5 Stake" in shown


def test_json_says_all_of_it(outply, tmp_path):
    (tmp_path / "input.txt").write_text((EXAMPLES / "starcircle-1.in").read_text())
    found = json.loads(outply("solve", "--json", "--moves").stdout)
    assert found.pop("seconds") >= 0
    assert found == {
        "input": "input.txt",
        "output": "output.txt",
        "game": "starcircle",
        "to_move": "Star",
        "mode": "MINIMAX",
        "depth": 2,
        "seconds_left": None,
        "move": "F4-H2",
        "value": 160,
        "line": ["F4-H2"],
        "visited": 5,
        "expanded": None,
        "nodes_per_second": None,
        "answer": "F4-H2\n160\n160\n5",
        "moves": [{"move": "F4-H2", "value": 160}, {"move": "F4-G5", "value": 120}],
    }
    assert (tmp_path / "output.txt").read_text() == "F4-H2\n160\n160\n5"


def test_a_bad_input_is_explained_and_leaves_the_output_as_it_was(outply, tmp_path):
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
        (["solve"], "outply: input.txt: no such file or directory\n"),
        (["solve", "nowhere/input.txt"], "outply: nowhere/input.txt: no such file or directory\n"),
        (["solve", "good.txt", "-o", "nowhere/output.txt"], "nowhere/output.txt: no such file or directory\n"),
        (["solve", "good.txt", "-o", "."], "is a directory\n"),
        (
            ["solve", "/dev/zero"],
            "outply: /dev/zero: found more than 1,024 KiB, expected a text of a few lines\n",
        ),
        (["solve", "-", "-o", "-"], "outply: standard input, line 1: found an empty file, expected N (1 to 26)"),
        (["solve", "good.txt", "good.txt"], "need --out-dir to say where the answers go\n"),
        (["solve", "."], "need --out-dir to say where the answers go\n"),
        (["solve", "good.txt", "-o", "x", "--out-dir", "y"], "give one of them\n"),
        (["solve", "good.txt", "--json", "-o", "-"], "give --output a file\n"),
        (["solve", "empty", "--out-dir", "y"], "there is no *.in and no input*.txt in empty\n"),
        (["solve", "-", "good.txt", "--out-dir", "y"], "standard input cannot be one of several inputs\n"),
        (["solve", "compete.txt", "--moves"], "expected a MODE with a depth, which --moves needs\n"),
        (["solve", "good.txt", "-o", "good.txt"], "the answer to good.txt would overwrite it\n"),
        (["solve", "x" * 300], "file name too long\n"),
        (["solve", "good.txt", "--out-dir", "good.txt"], "good.txt is not a folder\n"),
        (["solve", "bad\x1b[2Jname"], "outply: bad\\x1b[2Jname: no such file or directory\n"),
        (["solve", "--rules", "chess"], "'chess' is not one of 'raid', 'blitz'.\n"),
        (["slove"], "No such command 'slove'."),
    ],
)
def test_a_mistake_gets_a_sentence_and_status_2(outply, tmp_path, arguments, message):
    (tmp_path / "good.txt").write_text(QUESTION)
    (tmp_path / "compete.txt").write_text(QUESTION.replace("ALPHABETA", "COMPETITION"))
    (tmp_path / "empty").mkdir()
    done = outply(*arguments, given="")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "output.txt").exists()
    assert not (tmp_path / "y").exists()


def test_help_has_examples_and_the_version_is_known(outply):
    assert "outply solve question.txt -o -" in outply("--help").stdout
    assert "Examples:" in outply("solve", "--help").stdout
    assert outply("--version").stdout.startswith("outply 0.")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_can_complete(outply, shell):
    assert "_OUTPLY_COMPLETE" in outply("completion", shell).stdout


def test_completion_knows_the_options(tmp_path):
    environment = os.environ | {
        "_OUTPLY_COMPLETE": "bash_complete", "COMP_WORDS": "outply solve --out", "COMP_CWORD": "2"
    }  # fmt: skip
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert "plain,--out-dir" in done.stdout.splitlines()


@pytest.mark.parametrize("options", [[], ["--literal"], ["--moves"]])
def test_ctrl_c_ends_a_long_search_at_once_and_leaves_nothing_behind(at_terminal, tmp_path, options):
    (tmp_path / "input.txt").write_text(LONG_QUESTION)
    terminal = at_terminal("solve", *options)
    terminal.wait_for("searching: ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == 130
    assert "interrupted" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert os.listdir(tmp_path) == ["input.txt"]


def test_on_a_terminal_the_answer_ends_its_line(at_terminal):
    terminal = at_terminal("solve", str(EXAMPLES / "warfare-1.in"), "-o", "-")
    assert terminal.finish() == 0
    assert terminal.shown == "B3 Stake\r\nX..\r\n...\r\n.O.\r\n"


def test_a_reader_that_goes_away_is_no_error_of_ours(tmp_path):
    (tmp_path / "input.txt").write_text(QUESTION)
    reader, writer = os.pipe()
    os.close(reader)
    command = [*COMMAND, "solve", "--moves"]
    done = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("redirection", "status", "complaint"),
    [
        ("<&-", 2, "standard input: it is closed"),
        (">&- <input.txt", 2, "standard output: it is closed"),
        (">/dev/full <input.txt", 2, "standard output: no space left on device"),
        ("2>&- <input.txt", 0, ""),
    ],
)
def test_standard_streams_that_are_closed_or_full(tmp_path, redirection, status, complaint):
    (tmp_path / "input.txt").write_text(QUESTION)
    command = f"{shlex.join(COMMAND)} solve - -o - {redirection}"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_an_answer_may_go_to_a_pipe(tmp_path):
    (tmp_path / "input.txt").write_text(QUESTION)
    command = f"{shlex.join(COMMAND)} solve -o /dev/fd/3 3>&1 >/dev/null | cat"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (ANSWER, "")


def test_a_terminated_search_leaves_nothing_behind(at_terminal, tmp_path):
    (tmp_path / "input.txt").write_text(LONG_QUESTION)
    terminal = at_terminal("solve")
    terminal.wait_for("searching: ")
    terminal.process.terminate()
    assert terminal.finish() == 143
    assert os.listdir(tmp_path) == ["input.txt"]


def test_too_little_memory_for_the_table_costs_time_and_no_answer(tmp_path):
    question = "6\nCOMPETITION\nX\n30.000\n" + "1 2 3 4 5 6\n" * 6 + "......\n" * 6
    (tmp_path / "input.txt").write_text(question)
    command = f"ulimit -v 150000; {shlex.join(COMMAND)} solve"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "output.txt").exists()
