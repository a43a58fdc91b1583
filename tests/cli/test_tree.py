"""`outply tree`: search trees as pages, drawings, text and JSON."""

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from conftest import ROOT
from support.assertions import not_none
from support.processes.command_line import RunCommand, run_cli
from support.processes.terminal import LONG_QUESTION, Terminal
from support.search.tree_reader import unfold

from outply.formats.question import read
from outply.search.textbook import ALGORITHMS

EXAMPLES = ROOT / "examples"
STAR = (EXAMPLES / "starcircle-1.in").read_text()
WARFARE = (EXAMPLES / "warfare-3.in").read_text()
TABLE = "1 9\n3 4\n"


@pytest.fixture
def outply(tmp_path: Path) -> RunCommand:
    def run(*arguments: str, given: str = "") -> CompletedProcess[str]:
        return run_cli("tree", *arguments, cwd=tmp_path, given=given)

    return run


def documents(page: str) -> Any:
    match = not_none(re.search(r'<script type="application/json" id="tree">(.*?)</script>', page, re.DOTALL))
    return json.loads(match[1])["documents"]


def test_page_is_written_next_to_the_input_and_holds_every_visit(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "question.txt").write_text(WARFARE)
    done = outply("question.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"question\.tree\.html: \d+ kB, all 20,007 visits\n", done.stdout)
    (document,) = documents((tmp_path / "question.tree.html").read_text())
    question = read(WARFARE.encode())
    visited = ALGORITHMS[question.mode](question.position, not_none(question.depth)).node_count
    assert len(unfold(document)) == document["node_count"] == visited
    assert sorted(os.listdir(tmp_path)) == ["question.tree.html", "question.txt"]


def test_tree_command_prints_the_tree_of_the_assignment_example(outply: RunCommand) -> None:
    done = outply("-", "--text", given=STAR)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[3:] == [
        "* 0 root  160",
        "*   1 F4-H2  160",
        "    2 F4-G5  120",
        "      3 G3-F2  120",
        "      4 G3-F4  120",
    ]


def test_json_lists_every_visit(outply: RunCommand) -> None:
    tree = json.loads(outply("-", "--json", "-", given=STAR).stdout)
    assert [(visit["order"], visit["parent"], visit["move"]) for visit in tree["visits"]] == [
        (0, None, None),
        (1, 0, "F4-H2"),
        (2, 0, "F4-G5"),
        (3, 2, "G3-F2"),
        (4, 2, "G3-F4"),
    ]


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.svg", "<svg "), ("a.json", "{\n"), ("a.txt", "Star/Circle, MINIMAX"), ("a.html", "<!DOCTYPE html>")],
)
def test_extension_of_the_output_selects_the_format(
    outply: RunCommand, tmp_path: Path, name: str, begins: str
) -> None:
    done = outply("-", "-o", name, given=STAR)
    assert done.returncode == 0
    assert re.fullmatch(rf"{name}: \d+ kB, (all )?5 visits\n", done.stdout)
    assert (tmp_path / name).read_text().startswith(begins)


def test_depth_and_algorithm_options_override_the_input(outply: RunCommand) -> None:
    shown = outply(
        "-", "--text", "--depth", "2", "--algorithm", "minimax", "--rules", "blitz", given=WARFARE
    ).stdout
    assert shown.startswith("Warfare, MINIMAX to depth 2\nblitz rules, MAX is blue, ")
    assert "evaluation safety" in outply("-", "--text", "--evaluation", "safety", given=WARFARE).stdout


def test_part_of_a_tree_has_the_windows_of_the_whole_search(outply: RunCommand) -> None:
    whole = outply("-", "--text", given=WARFARE).stdout.splitlines()
    part = outply("-", "--text", "--below", "B2 Stake", "--below", "A1 Stake", given=WARFARE).stdout.splitlines()
    start = next(number for number, line in enumerate(whole) if re.match(r"    \d+ B2 Stake", line)) + 1
    assert [line[2:].strip() for line in part[3:]] == [
        line[2:].strip() for line in whole[start : start + len(part) - 3]
    ]
    assert "below B2 Stake, A1 Stake" in part[1]


@pytest.mark.parametrize(
    ("options", "below"),
    [
        ([], ["a1 stake", "B2 STAKE"]),
        (["--rules", "blitz"], ["Paradrop a1", "PARADROP b2"]),
    ],
)
def test_tree_command_ignores_upper_and_lower_case_in_moves(
    outply: RunCommand, options: list[str], below: list[str]
) -> None:
    named = [word for move in below for word in ("--below", move)]
    done = outply("-", "--text", "--algorithm", "minimax", *options, *named, given=WARFARE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "below A1 Stake, B2 Stake" in done.stdout


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (
            ["B1 Stake", "C3 Stake"],
            r"--below is not in the ALPHABETA tree: C3 Stake was not tried after B1 Stake: -15 <= alpha -12",
        ),
        (["C1 Stake"], r"C1 Stake is not legal in this position"),
        (["B1 Stake", "B1 Stake"], r"B1 Stake is not legal after B1 Stake"),
        (["A1 Stake", "B1 Stake", "E1 Stake", "A2 Stake", "B2 Stake"], r"depth 4, but the path has 5 moves"),
        (["nonsense"], r"'nonsense' is not a legal move; a legal one is "),
    ],
)
def test_part_that_is_not_visited_is_refused_with_the_reason(
    outply: RunCommand, tmp_path: Path, moves: list[str], message: str
) -> None:
    done = outply("-", *(word for move in moves for word in ("--below", move)), given=WARFARE)
    assert done.returncode == 2
    assert re.search(message, done.stderr)
    assert "Traceback" not in done.stderr
    assert os.listdir(tmp_path) == []


def test_limit_option_omits_the_deepest_plies(outply: RunCommand, tmp_path: Path) -> None:
    done = outply("-", "-o", "tree.html", "--limit", "300", given=WARFARE)
    assert re.search(r", 183 of 20,007 visits \(down to ply 2\)\n", done.stdout)
    (document,) = documents((tmp_path / "tree.html").read_text())
    assert len(unfold(document)) == 183


def test_compare_option_shows_both_algorithms(outply: RunCommand, tmp_path: Path) -> None:
    done = outply("-", "--compare", given=WARFARE)
    assert done.stdout.endswith(", all 206,964 visits and all 20,007 visits\n")
    pages = documents((tmp_path / "tree.html").read_text())
    assert [(document["algorithm"], document["node_count"]) for document in pages] == [
        ("MINIMAX", 206_964),
        ("ALPHABETA", 20_007),
    ]


def test_comparison_as_text_counts_the_saved_nodes_at_each_ply(outply: RunCommand) -> None:
    shown = outply("-", "--compare", "--text", given=WARFARE).stdout
    assert [line.split() for line in shown.splitlines()[2:]] == [
        ["ply", "minimax", "alpha-beta", "saved"],
        ["0", "1", "1", "0", "0.0%"],
        ["1", "22", "22", "0", "0.0%"],
        ["2", "473", "160", "313", "66.2%"],
        ["3", "9,844", "2,047", "7,797", "79.2%"],
        ["4", "196,624", "17,777", "178,847", "91.0%"],
        ["all", "206,964", "20,007", "186,957", "90.3%"],
    ]


def test_search_much_larger_than_the_limit_is_folded(outply: RunCommand, tmp_path: Path) -> None:
    start = "0,C1,0,C1,0,C1,0,C1\nC1,0,C1,0,C1,0,C1,0\n0,C1,0,C1,0,C1,0,C1\n" + "0,0,0,0,0,0,0,0\n" * 2
    start += "S1,0,S1,0,S1,0,S1,0\n0,S1,0,S1,0,S1,0,S1\nS1,0,S1,0,S1,0,S1,0\n10,20,30,40,50,60,70,80\n"
    done = outply("-", given=f"Star\nMINIMAX\n8\n{start}")
    assert re.search(r", 216,033 of 14,820,445 visits \(down to ply 6\)\n", done.stdout)
    assert (tmp_path / "tree.html").stat().st_size < 1_000_000


def test_tree_of_a_board_requires_a_depth(outply: RunCommand) -> None:
    refused = outply("-", "--text", given=TABLE)
    assert refused.returncode == 2
    assert "standard input is a board without a search depth; add --depth" in refused.stderr
    assert outply("-", "--text", "--depth", "2", given=TABLE).stdout.startswith("Warfare, ALPHABETA to depth 2\n")


def test_tree_of_a_competition_input_requires_a_depth(outply: RunCommand) -> None:
    question = WARFARE.replace("ALPHABETA", "COMPETITION").replace("\n4\n", "\n1.500\n")
    refused = outply("-", given=question)
    assert refused.returncode == 2
    assert "standard input has no depth: its MODE is COMPETITION; add --depth and --algorithm" in refused.stderr
    shown = outply("-", "--text", "--depth", "2", "--algorithm", "MINIMAX", given=question).stdout
    assert shown.startswith("Warfare, MINIMAX to depth 2\n")


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (["-"], "5\nALPHABETA\nX\nfour\n", "standard input, line 4"),
        (["nowhere.txt"], None, "nowhere.txt: no such file or directory"),
        (["-", "--rules", "raid"], STAR, "standard input has standard rules; drop --rules raid"),
        (["-", "--evaluation", "own"], STAR, "Star/Circle has no evaluation 'own'"),
        (["-", "--html", "--text"], STAR, "--html and --text cannot be used together"),
        (["-", "--compare", "--svg"], STAR, "--compare writes a page or text, not SVG"),
        (["-", "--compare", "--text", "--limit", "9"], STAR, "--limit does not apply to --compare --text"),
        (["-", "--json", "a.json", "-o", "a.html"], STAR, "--output cannot be used together with --json"),
        (["-", "--compare", "--algorithm", "minimax"], STAR, "--algorithm cannot be used together with --compare"),
        (["-", "-o", "no/folder.html"], STAR, "no/folder.html: no such file or directory"),
        (["-", "--depth", "0"], STAR, "0 is not in the range"),
    ],
)
def test_wrong_usage_of_tree_is_reported_and_no_file_is_written(
    outply: RunCommand, tmp_path: Path, arguments: list[str], given: str | None, message: str
) -> None:
    done = outply(*arguments, given=given)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert os.listdir(tmp_path) == []


def test_input_is_not_overwritten(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(STAR)
    done = outply("input.txt", "--text", "-o", "./input.txt")
    assert done.returncode == 2
    assert "the output would overwrite the input input.txt" in done.stderr
    assert (tmp_path / "input.txt").read_text() == STAR


def test_long_search_shows_progress_and_can_be_interrupted(
    at_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    (tmp_path / "input.txt").write_text(LONG_QUESTION)
    terminal = at_terminal("tree", "input.txt")
    terminal.wait_for("searching: ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == 130
    assert "interrupted" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert os.listdir(tmp_path) == ["input.txt"]


def test_start_position_and_moves_replace_an_input(outply: RunCommand, tmp_path: Path) -> None:
    done = outply("--board", "Keren", "--depth", "1", "--after", "A1 Stake", "--text")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == ["Warfare, ALPHABETA to depth 1", "raid rules, MAX is O, 36 visits"]
    assert outply("--game", "starcircle", "--depth", "2").stdout.startswith("starcircle.tree.html: ")
    assert os.listdir(tmp_path) == ["starcircle.tree.html"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "missing argument 'INPUT'; to search a start position, add --game or --board"),
        (["--game", "starcircle"], "a start position has no search depth; add --depth"),
        (["--game", "chess", "--depth", "1"], "'chess' is not one of 'warfare', 'starcircle'"),
        (["--game", "starcircle", "--rules", "raid", "--depth", "1"], "Star/Circle has no raid rules"),
        (
            ["--game", "starcircle", "--depth", "1", "--after", "C1-D3"],
            "C1-D3 is illegal in this position. C1-D3 is",
        ),
        (
            ["--game", "starcircle", "--depth", "1", "--after", "C9"],
            "'C9' is not a legal move; a legal one is 'C7-D8'",
        ),
        (["-", "--game", "starcircle"], "--game cannot be used together with INPUT"),
    ],
)
def test_start_position_that_cannot_be_searched_is_refused(
    outply: RunCommand, arguments: list[str], problem: str
) -> None:
    refused = outply(*arguments, given=STAR)
    assert refused.returncode == 2
    assert problem in refused.stderr


def test_exercises_and_their_solutions_are_written(outply: RunCommand, tmp_path: Path) -> None:
    done = outply("--exercise", "--seed", "7", "--count", "2", "--rules", "blitz", "-o", "week3.html")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "week3.html: 2 exercises, seed 7\nweek3-solutions.html: 2 solutions, seed 7\n"
    command = "outply tree --exercise --game warfare --rules blitz --depth 3 --seed 7 --count 2"
    for name in ("week3.html", "week3-solutions.html"):
        assert command in (tmp_path / name).read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--exercise", "input.txt"), "--exercise takes no INPUT: its positions are random (--seed)"),
        (("--exercise", "--svg"), "--svg cannot be used together with --exercise"),
        (("--exercise", "--depth", "5"), "exercises have depth 2 to 4, got --depth 5"),
        (("--exercise", "-o", "-"), "--exercise writes two files; name the first one with -o"),
        (("--exercise", "--game", "starcircle", "--evaluation", "own"), "Star/Circle has no evaluation 'own'"),
        (("--board", "Keren", "--depth", "2", "--seed", "3"), "--seed requires --exercise"),
    ],
)
def test_options_that_contradict_exercises_are_refused(
    outply: RunCommand, arguments: tuple[str, ...], message: str
) -> None:
    done = outply(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
