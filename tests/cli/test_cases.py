"""`outply cases`: generated suites and their coverage."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.processes.command_line import RunCommand, run_cli
from support.processes.terminal import Terminal

from outply.grading.suite import folder as suite

TWO_KINDS = ("--count", "3", "--kind", "one-cell", "--kind", "ties")
FEW = (*TWO_KINDS, "--size", "1-3", "--depth", "1-2")
"""Options for a suite that is generated fast."""


@pytest.fixture
def cases(tmp_path: Path) -> RunCommand:
    def run(*arguments: str | Path) -> CompletedProcess[str]:
        return run_cli("cases", *arguments, cwd=tmp_path)

    return run


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_written_suite_can_be_read(cases: RunCommand, tmp_path: Path) -> None:
    done = cases("suite", *FEW)
    assert (done.returncode, done.stderr) == (0, "")
    made = suite.read(tmp_path / "suite")
    assert [case.name for case in made] == ["001-ties", "002-ties", "003-one-cell"]
    assert all(case.requirement and case.wrong_outputs for case in made)
    assert {path.name for path in tmp_path.iterdir()} == {"suite"}
    assert done.stdout.endswith("\nwrote 3 cases to suite\n")


def test_output_lists_requirements_and_mistakes_that_are_caught_or_missed(cases: RunCommand) -> None:
    shown = cases("suite", *FEW).stdout
    assert " 003-one-cell   1 x 1, " in shown
    assert " board " in shown
    assert "The printed board is the one right after the move" in shown
    assert " of the 50 known mistakes that can change an answer.\n" in shown
    assert "A program may make mistakes that are not listed here.\n" in shown
    assert "prints the board before the move" in shown
    assert "Cannot be caught: useful-raids: a Stake on the same cell has the same" in shown
    assert "Cannot be caught: strict-cut, no-cuts, cuts, root-window, max-cuts, min-cuts," in shown


def test_suite_is_determined_by_options_and_seed(cases: RunCommand, tmp_path: Path) -> None:
    for folder, seed in (("one", 5), ("other", 5), ("third", 6)):
        assert cases(folder, *FEW, "--seed", seed).returncode == 0
    assert files(tmp_path / "one") == files(tmp_path / "other")
    assert files(tmp_path / "one") != files(tmp_path / "third")


def test_options_are_written_to_the_index(cases: RunCommand, tmp_path: Path) -> None:
    cases("suite", *TWO_KINDS, "--size", "1", "--size", "3-4", "--depth", "2")
    index = json.loads((tmp_path / "suite" / suite.INDEX).read_text())
    assert (index["game"], index["seed"], index["sizes"], index["depths"]) == ("warfare", 1, [1, 3, 4], [2])
    assert {case.question.depth for case in suite.read(tmp_path / "suite")} == {2}


def test_game_option_selects_starcircle(cases: RunCommand, tmp_path: Path) -> None:
    done = cases("suite", "--game", "starcircle", "--kind", "two-passes", "--count", "2")
    assert done.returncode == 0
    assert " of the 68 known mistakes that can change an answer.\n" in done.stdout
    assert {case.question.position.game for case in suite.read(tmp_path / "suite")} == {"starcircle"}


def test_show_option_prints_the_same_tables_as_the_generation(cases: RunCommand, tmp_path: Path) -> None:
    made = cases("suite", *FEW).stdout
    before = files(tmp_path / "suite")
    shown = cases("suite", "--show")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert made == shown.stdout + "\nwrote 3 cases to suite\n"
    assert files(tmp_path / "suite") == before


def test_show_option_simulates_mistakes_for_a_folder_without_an_index(
    cases: RunCommand, tmp_path: Path, examples: Path
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.in").write_bytes((examples / "warfare-1.in").read_bytes())
    data = json.loads(cases("own", "--show", "--json", "-").stdout)
    assert data["cases"][0]["name"] == "mine"
    assert data["caught"]["old-board"] == ["mine"]


def test_matrix_option_shows_which_case_catches_which_mistake(cases: RunCommand) -> None:
    shown = cases("suite", *FEW, "--matrix").stdout.splitlines()
    row = next(line for line in shown if line.startswith("old-board "))
    assert row.split()[1][-1] == "#"
    assert len(row.split()[1]) == 3
    assert "# caught by a case of the violated requirement, + by another case" in shown


def test_json_holds_cases_and_coverage(cases: RunCommand) -> None:
    data = json.loads(cases("suite", *FEW, "--json", "-").stdout)
    assert [case["name"] for case in data["cases"]] == ["001-ties", "002-ties", "003-one-cell"]
    assert {"old-board", "one-cell", "cell-name"} <= set(data["cases"][2]["catches"])
    assert data["cases"][2]["description"].startswith("The printed board")
    assert "003-one-cell" in data["caught"]["old-board"]
    assert data["undetectable"]["useful-raids"]
    assert data["missed"]["memory"]


def test_existing_suite_is_replaced_completely(cases: RunCommand, tmp_path: Path) -> None:
    cases("suite", *FEW)
    assert cases("suite", "--count", "1", "--kind", "one-cell").returncode == 0
    assert set(files(tmp_path / "suite")) == {"001-one-cell.in", "001-one-cell.out", suite.INDEX}


def test_folder_with_unrelated_files_is_refused(cases: RunCommand, tmp_path: Path) -> None:
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "thesis.tex").write_text("years of work")
    done = cases("thesis", *FEW)
    assert done.returncode == 2
    assert "thesis contains files that are not part of a suite, such as thesis.tex" in done.stderr
    assert files(folder) == {"thesis.tex": b"years of work"}


def test_force_option_keeps_unrelated_files(cases: RunCommand, tmp_path: Path) -> None:
    cases("suite", *FEW)
    (tmp_path / "suite" / "notes.txt").write_text("keep me")
    assert cases("suite", "--count", "1", "--kind", "one-cell").returncode == 2
    assert cases("suite", "--count", "1", "--kind", "one-cell", "--force").returncode == 0
    assert set(files(tmp_path / "suite")) == {"001-one-cell.in", "001-one-cell.out", suite.INDEX, "notes.txt"}
    assert {path.name for path in tmp_path.iterdir()} == {"suite"}


def test_force_option_does_not_overwrite_unrelated_files(cases: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "001-one-cell.in").write_text("mine")
    done = cases("suite", "--count", "1", "--kind", "one-cell", "--force")
    assert done.returncode == 2
    assert "already contains 001-one-cell.in" in done.stderr
    assert files(tmp_path / "suite") == {"001-one-cell.in": b"mine"}


def test_current_directory_is_not_replaced(cases: RunCommand, tmp_path: Path) -> None:
    done = cases(".", *FEW)
    assert done.returncode == 2
    assert "cannot replace the current directory" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kinds", [["competition"], ["one-cell", "competition"]])
def test_kind_competition_implies_mode_competition(cases: RunCommand, tmp_path: Path, kinds: list[str]) -> None:
    named = [word for kind in kinds for word in ("--kind", kind)]
    assert cases("suite", "--count", str(len(kinds)), *named).returncode == 0
    modes = {path.read_text().split()[1] for path in (tmp_path / "suite").glob("*.in")}
    assert "COMPETITION" in modes
    assert len(modes) == len(kinds)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--game", "starcircle", "--size", "4"), "--size applies only to Warfare"),
        (("--game", "starcircle", "--rules", "blitz"), "Star/Circle has no blitz rules; expected standard"),
        (("--game", "starcircle", "--values", "1-9"), "--values applies only to Warfare"),
        (("--stacks", "3"), "--stacks applies only to Star/Circle"),
        (("--values", "0-9"), "expected a number or a range within 1-1000000, got '0-9'"),
        (("--game", "starcircle", "--mode", "COMPETITION"), "--mode COMPETITION applies only to Warfare"),
        (("--game", "starcircle", "--depth", "11"), "--depth of Star/Circle is at most 10, got 11"),
        (("--mode", "COMPETITION", "--depth", "2"), "--depth applies only to MINIMAX and ALPHABETA"),
        (("--kind", "competition", "--depth", "2"), "--depth applies only to MINIMAX and ALPHABETA"),
        (("--kind", "competition", "--mode", "MINIMAX"), "unknown kind 'competition' for this game and mode"),
        (("--size", "5-3"), "expected a number or a range within 1-26, got '5-3'"),
        (("--size", "27"), "expected a number or a range within 1-26, got '27'"),
        (("--density", "1.5"), "expected a fraction from 0 to 1 (0.5) or a range (0.2-0.6), got '1.5'"),
        (("--kind", "passes"), "unknown kind 'passes' for this game and mode; expected ordinary, ties"),
        (("--kind", "ties", "--kind", "edges", "--count", "1"), "--count 1 is too small for 2 kinds"),
        (("--kind", "one-cell", "--size", "3"), "no case of kind one-cell fits the options"),
        (("--show", "--seed", "2"), "--seed cannot be used together with --show"),
        (("--matrix", "--json", "-"), "--matrix cannot be used together with --json -"),
        (("--show",), "folder suite does not exist"),
    ],
)
def test_contradictory_options_are_refused_and_no_file_is_written(
    cases: RunCommand, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = cases("suite", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_show_option_refuses_rules_that_contradict_the_suite(
    cases: RunCommand, tmp_path: Path, examples: Path
) -> None:
    cases("suite", *FEW)
    done = cases("suite", "--show", "--rules", "blitz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the suite in suite has raid rules; drop --rules blitz" in done.stderr
    (tmp_path / "star").mkdir()
    (tmp_path / "star" / "a.in").write_bytes((examples / "starcircle-1.in").read_bytes())
    done = cases("star", "--show", "--rules", "raid")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--rules raid does not apply: star contains no Warfare cases" in done.stderr


def test_warning_is_printed_if_fewer_cases_than_requested_are_generated(cases: RunCommand, tmp_path: Path) -> None:
    one_cell = ("--kind", "one-cell", "--depth", "1", "--mode", "MINIMAX", "--values", "1-3")
    done = cases("suite", *one_cell, "--count", "9")
    assert done.returncode == 0
    there = len(suite.read(tmp_path / "suite"))
    assert there <= 2 * 3  # three values and two players
    assert f"only {there} of 9 cases generated" in done.stderr


def test_case_kinds_beyond_the_assignment_are_off_by_default(cases: RunCommand, tmp_path: Path) -> None:
    options = ("--kind", "huge-values", "--count", "2", "--depth", "1", "--size", "2")
    done = cases("suite", *options)
    assert "some cases go beyond the assignment: a right program may fail them" in done.stderr
    index = json.loads((tmp_path / "suite" / suite.INDEX).read_text())
    assert index["case_kinds_beyond_assignment"] == ["huge-values"]
    assert {case.name[4:] for case in suite.read(tmp_path / "suite")} == {"huge-values"}
    assert cases("usual", *FEW).stderr == ""
    assert json.loads((tmp_path / "usual" / suite.INDEX).read_text())["case_kinds_beyond_assignment"] == []


def test_values_option_limits_the_cell_values(cases: RunCommand, tmp_path: Path) -> None:
    options = ("--values", "5-7", "--kind", "ordinary", "--count", "2", "--depth", "1", "--size", "2")
    assert cases("suite", *options).returncode == 0
    values = [value for case in suite.read(tmp_path / "suite") for value in case.question.position.values]
    assert set(values) <= {5, 6, 7}


def test_terminal_shows_a_progress_bar(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("cases", "suite", *FEW)
    terminal.wait_for("generating cases")
    assert terminal.finish() == 0
    assert "wrote 3 cases to suite" in terminal.shown


def test_help_lists_the_kinds_of_both_games(cases: RunCommand) -> None:
    shown = cases("--help").stdout
    assert "  one-cell          a board of one cell\n" in shown
    assert "  two-passes        no moves for either player\n" in shown
    assert "Case kinds of Warfare beyond the assignment, off by default:\n    huge-values" in shown
