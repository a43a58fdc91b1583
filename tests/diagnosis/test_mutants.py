"""Generated suites against a program by other hands: right, it passes; with any usual mistake it is found out."""

import ast
import os
import subprocess
import sys

import pytest
from support import mutants
from support.generated_suites import COUNT, suite_of

from outply.diagnosis.catalogue import MISTAKES
from outply.formats.question import write
from outply.grading.suite.kinds import KINDS
from outply.grading.suite.requirements import rule_of

OF_FORMAT = ("crlf", "last-feed")
UNSEEN = {"warfare": ("useful-raids",), "starcircle": ()}
TAKEN_FOR = {"jump-past-stacks": "no-stacks"}  # no usual mistake, but it looks like one where only jumps stack
GAMES = {mistake.name: mistake.games for mistake in MISTAKES}
ONLY_COUNT = ("strict-cut", "root-window")  # lines of the program for Star/Circle


MUTANTS = [
    pytest.param(game, name, id=f"{game}-{name}")
    for name in mutants.NAMES
    for game in GAMES.get(TAKEN_FOR.get(name, name), ())
    if name not in UNSEEN[game] and not (game == "warfare" and name in ONLY_COUNT)
]


def test_the_program_is_nothing_of_outply():
    imported = [
        node for node in ast.walk(ast.parse(mutants.SOURCE)) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert {name.name for node in imported for name in node.names} == {"os", "sys"}


@pytest.mark.parametrize("game", KINDS)
def test_the_right_program_has_every_case_right_to_the_byte(game):
    cases = suite_of(game)
    assert len(cases) == COUNT
    assert [case.name for case in cases if mutants.solver()(write(case.question)) != case.expected] == []


def test_with_the_other_rules_it_is_right_about_blitz():
    cases = suite_of("warfare", "blitz")
    assert len(cases) == COUNT
    solve = mutants.solver("other-rules")
    assert [case.name for case in cases if solve(write(case.question)) != case.expected] == []


@pytest.mark.parametrize(("game", "name"), MUTANTS)
def test_a_mutant_is_caught_by_a_case_of_its_rule_and_named(game, name):
    mistake = TAKEN_FOR.get(name, name)
    solve = mutants.solver(name)
    own = [case for case in suite_of(game) if case.rule == rule_of(mistake).name]
    for case in own:
        answer = _answer(solve, case)
        if answer != case.expected:
            blamed = [wrong.mistakes for wrong in case.wrong if wrong.answer == answer]
            if blamed and mistake in blamed[0]:
                return
    pytest.fail(f"none of {[case.name for case in own]} names {mistake}")


def _answer(solve, case):
    try:
        return solve(write(case.question))
    except TypeError:  # it sees no move
        return ""


def test_there_are_enough_mutants_of_either_game():
    games = [mutant.values[0] for mutant in MUTANTS]
    assert games.count("warfare") >= 10
    assert games.count("starcircle") >= 10


@pytest.mark.parametrize("name", UNSEEN["warfare"])
def test_what_is_said_to_be_unseen_is_right_in_every_case(name):
    solve = mutants.solver(name)
    assert [case.name for case in suite_of("warfare") if solve(write(case.question)) != case.expected] == []


@pytest.mark.parametrize("name", OF_FORMAT)
@pytest.mark.parametrize("game", KINDS)
def test_a_mutant_of_the_format_is_wrong_by_the_byte_alone(game, name):
    solve = mutants.solver(name)
    for case in suite_of(game)[:10]:
        answer = solve(write(case.question))
        assert answer != case.expected
        assert answer.split() == case.expected.split()


@pytest.mark.parametrize(
    ("arguments", "environment", "feed"),
    [([], {}, b"\n"), (["crlf"], {}, b"\r\n"), ([], {"MUTANT": "crlf"}, b"\r\n")],
)
def test_it_runs_as_a_script(tmp_path, examples, arguments, environment, feed):
    (tmp_path / "input.txt").write_bytes((examples / "warfare-3.in").read_bytes())
    plain = {name: value for name, value in os.environ.items() if name != "MUTANT"}
    subprocess.run(
        [sys.executable, str(mutants.PROGRAM), *arguments], cwd=tmp_path, check=True, env=plain | environment
    )
    right = (examples / "warfare-3.out").read_bytes()
    assert (tmp_path / "output.txt").read_bytes() == right.replace(b"\n", feed)


def test_a_script_does_not_know_every_name(tmp_path):
    done = subprocess.run(
        [sys.executable, str(mutants.PROGRAM), "nobody"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "there is no mutant 'nobody'\n")
