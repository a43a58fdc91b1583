"""`outply cases` as a person or a script meets it."""

import json
import subprocess

import pytest
from support.terminal import COMMAND

from outply.grading.suite import folder as suite

FEW = ("--count", "3", "--kind", "one-cell", "--kind", "ties")


@pytest.fixture
def cases(tmp_path):
    def run(*arguments):
        return subprocess.run(
            [*COMMAND, "cases", *map(str, arguments)], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return run


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_suite_is_written_that_can_be_read(cases, tmp_path):
    done = cases("suite", *FEW)
    assert (done.returncode, done.stderr) == (0, "")
    made = suite.read(tmp_path / "suite")
    assert [case.name for case in made] == ["001-ties", "002-ties", "003-one-cell"]
    assert all(case.rule and case.wrong for case in made)
    assert {path.name for path in tmp_path.iterdir()} == {"suite"}
    assert done.stdout.endswith("\nwrote 3 cases to suite\n")


def test_it_tells_what_each_case_tests_and_what_is_caught_or_not_and_why(cases):
    shown = cases("suite", *FEW).stdout
    assert " 003-one-cell   1 x 1, " in shown
    assert " board " in shown
    assert "The board is printed as it is right after the move" in shown
    assert " of 36 usual mistakes are caught\n" in shown
    assert "the board is printed as it was before" in shown
    assert "Not caught: useful-raids: a Stake on the same cell does the same" in shown
    assert "Not caught: strict-cut, no-cuts, cuts, root-window, max-cuts, min-cuts: it" in shown


def test_the_same_options_write_the_same_bytes_and_another_seed_others(cases, tmp_path):
    for folder, seed in (("one", 5), ("other", 5), ("third", 6)):
        assert cases(folder, *FEW, "--seed", seed).returncode == 0
    assert files(tmp_path / "one") == files(tmp_path / "other")
    assert files(tmp_path / "one") != files(tmp_path / "third")


def test_the_options_are_kept_with_the_suite(cases, tmp_path):
    cases("suite", *FEW, "--size", "1", "--size", "3-4", "--depth", "2")
    told = json.loads((tmp_path / "suite" / suite.INDEX).read_text())
    assert (told["game"], told["seed"], told["sizes"], told["depths"]) == ("warfare", 1, [1, 3, 4], [2])
    assert {case.question.depth for case in suite.read(tmp_path / "suite")} == {2}


def test_star_circle_is_the_other_game(cases, tmp_path):
    done = cases("suite", "--game", "starcircle", "--kind", "two-passes", "--count", "2")
    assert done.returncode == 0
    assert " of 52 usual mistakes are caught\n" in done.stdout
    assert {case.question.position.game for case in suite.read(tmp_path / "suite")} == {"starcircle"}


def test_show_says_the_same_of_a_suite_that_is_there(cases, tmp_path):
    made = cases("suite", *FEW).stdout
    before = files(tmp_path / "suite")
    shown = cases("suite", "--show")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert made == shown.stdout + "\nwrote 3 cases to suite\n"
    assert files(tmp_path / "suite") == before


def test_show_finds_out_what_cases_of_ones_own_catch(cases, tmp_path, examples):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.in").write_bytes((examples / "warfare-1.in").read_bytes())
    told = json.loads(cases("own", "--show", "--json").stdout)
    assert told["cases"][0]["name"] == "mine"
    assert told["caught"]["old-board"] == ["mine"]


def test_a_matrix_tells_which_case_catches_which(cases):
    shown = cases("suite", *FEW, "--matrix").stdout.splitlines()
    row = next(line for line in shown if line.startswith("old-board "))
    assert row.split()[1][-1] == "#"
    assert len(row.split()[1]) == 3
    assert "# by a case of the rule that the mistake breaks, + by another case" in shown


def test_json_has_everything(cases):
    told = json.loads(cases("suite", *FEW, "--json").stdout)
    assert [case["name"] for case in told["cases"]] == ["001-ties", "002-ties", "003-one-cell"]
    assert told["cases"][2]["catches"] == ["old-board"]
    assert told["cases"][2]["sentence"].startswith("The board is printed")
    assert "003-one-cell" in told["caught"]["old-board"]
    assert told["missed"]["useful-raids"]


def test_an_older_suite_is_replaced_as_a_whole(cases, tmp_path):
    cases("suite", *FEW)
    assert cases("suite", "--count", "1", "--kind", "one-cell").returncode == 0
    assert set(files(tmp_path / "suite")) == {"001-one-cell.in", "001-one-cell.out", suite.INDEX}


def test_a_folder_with_other_files_is_left_alone(cases, tmp_path):
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "thesis.tex").write_text("years of work")
    done = cases("thesis", *FEW)
    assert done.returncode == 2
    assert "thesis has files that are of no suite, such as thesis.tex" in done.stderr
    assert files(folder) == {"thesis.tex": b"years of work"}


def test_with_force_other_files_stay_beside_the_suite(cases, tmp_path):
    cases("suite", *FEW)
    (tmp_path / "suite" / "notes.txt").write_text("keep me")
    assert cases("suite", "--count", "1", "--kind", "one-cell").returncode == 2
    assert cases("suite", "--count", "1", "--kind", "one-cell", "--force").returncode == 0
    assert set(files(tmp_path / "suite")) == {"001-one-cell.in", "001-one-cell.out", suite.INDEX, "notes.txt"}
    assert {path.name for path in tmp_path.iterdir()} == {"suite"}


def test_force_does_not_write_over_a_file_that_is_of_no_suite(cases, tmp_path):
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "001-one-cell.in").write_text("mine")
    done = cases("suite", "--count", "1", "--kind", "one-cell", "--force")
    assert done.returncode == 2
    assert "has a file 001-one-cell.in already" in done.stderr
    assert files(tmp_path / "suite") == {"001-one-cell.in": b"mine"}


def test_the_folder_that_one_is_in_is_not_replaced(cases, tmp_path):
    done = cases(".", *FEW)
    assert done.returncode == 2
    assert "name another one than that you are in" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kinds", [["competition"], ["one-cell", "competition"]])
def test_the_kind_competition_needs_no_mode(cases, tmp_path, kinds):
    named = [word for kind in kinds for word in ("--kind", kind)]
    assert cases("suite", "--count", str(len(kinds)), *named).returncode == 0
    asked = {path.read_text().split()[1] for path in (tmp_path / "suite").glob("*.in")}
    assert "COMPETITION" in asked
    assert len(asked) == len(kinds)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--game", "starcircle", "--size", "4"), "--size is for Warfare"),
        (("--game", "starcircle", "--rules", "blitz"), "--rules is for Warfare"),
        (("--game", "starcircle", "--mode", "COMPETITION"), "--mode COMPETITION is for Warfare"),
        (("--game", "starcircle", "--depth", "11"), "--depth is at most 10 in Star/Circle, not 11"),
        (("--mode", "COMPETITION", "--depth", "2"), "--depth is for MINIMAX and ALPHABETA"),
        (("--kind", "competition", "--depth", "2"), "--depth is for MINIMAX and ALPHABETA"),
        (("--kind", "competition", "--mode", "MINIMAX"), "there is no kind 'competition' of such cases"),
        (("--size", "5-3"), "'5-3' is not a number or a range within 1-26."),
        (("--size", "27"), "'27' is not a number or a range within 1-26."),
        (("--density", "1.5"), "'1.5' is not a share from 0 to 1"),
        (("--kind", "passes"), "there is no kind 'passes' of such cases; there are ordinary, ties"),
        (("--kind", "ties", "--kind", "edges", "--count", "1"), "--count 1 has no place for 2 kinds"),
        (("--kind", "one-cell", "--size", "3"), "no case of kind one-cell was found"),
        (("--show", "--seed", "2"), "--seed is for making cases, and --show makes none"),
        (("--show",), "there is no folder suite"),
    ],
)
def test_options_that_make_no_sense_are_refused_and_nothing_is_written(cases, tmp_path, arguments, complaint):
    done = cases("suite", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_fewer_cases_than_wanted_are_owned_up_to(cases, tmp_path):
    done = cases("suite", "--kind", "one-cell", "--depth", "1", "--mode", "MINIMAX", "--count", "250")
    assert done.returncode == 0
    there = len(suite.read(tmp_path / "suite"))
    assert there <= 2 * 99
    assert f"250 cases were wanted, and no more than {there} were found" in done.stderr


def test_a_person_at_a_terminal_sees_how_far_it_is(at_terminal):
    terminal = at_terminal("cases", "suite", *FEW)
    terminal.wait_for("making cases")
    assert terminal.finish() == 0
    assert "wrote 3 cases to suite" in terminal.shown


def test_help_lists_the_kinds_of_both_games(cases):
    shown = cases("--help").stdout
    assert "  one-cell          N is 1\n" in shown
    assert "  two-passes        neither player can move\n" in shown
