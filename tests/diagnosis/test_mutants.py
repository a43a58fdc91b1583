"""Generated suites on an independent program: it passes every case, and its detectable mutants are caught."""

import ast
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from support.grading import mutants
from support.grading.generated_suites import COUNT, generated_suite
from support.grading.wrong_answers import games_of

from outply.diagnosis.catalogue import MISTAKES
from outply.formats.question import write, write_answer
from outply.grading.suite.case import Case
from outply.grading.suite.kinds import KINDS, CaseConstraints
from outply.grading.suite.requirements import requirement_violated_by
from outply.search import exact

FORMAT_MUTANTS = ("crlf", "last-feed")
UNDETECTABLE = {"warfare": ("useful-raids",), "starcircle": ()}
DIAGNOSED_AS = {
    "as-text": "from-A1",
    "jump-past-stacks": "no-stacks/by-jump",
    "small-infinity": "infinity/10000",
    "one-conquest": "one-conquest/up-left-right-down",
    "first-digit": "stack-digit/first",
    "left-to-right": "left-first/left-right",
    "from-own-cells": "raid-source/up-left-right-down-repeated",
}
"""The mistake of each mutant with another name."""

GAMES = {mistake.name: games_of(mistake) for mistake in MISTAKES}
COUNT_ONLY = ("strict-cut", "root-window")  # these mutants change only the node count of Star/Circle


MUTANTS = [
    pytest.param(game, name, id=f"{game}-{name}")
    for name in mutants.NAMES
    for game in GAMES.get(DIAGNOSED_AS.get(name, name), ())
    if name not in UNDETECTABLE[game] and not (game == "warfare" and name in COUNT_ONLY)
]


def test_program_does_not_import_outply() -> None:
    imported = [
        node for node in ast.walk(ast.parse(mutants.SOURCE)) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert {name.name for node in imported for name in node.names} == {"os", "sys"}


@pytest.mark.parametrize("game", KINDS)
def test_correct_program_passes_every_case_to_the_byte(game: str) -> None:
    cases = generated_suite(game)
    assert len(cases) == COUNT
    assert [case.name for case in cases if mutants.solver()(write(case.question)) != case.expected] == []


def test_blitz_mutant_answers_questions_of_every_kind_under_blitz_rules() -> None:
    solve, blitz = mutants.solver("other-rules"), CaseConstraints(rule_variant="blitz")
    for kind in KINDS["warfare"]:
        attempts = (kind.make_question(Random(seed), blitz) for seed in range(150))
        for question in islice((question for question in attempts if question is not None), 2):
            assert question.depth is not None
            result = exact.search(question.position, question.depth, question.mode)
            assert solve(write(question)) == write_answer(question, result), kind.name


@pytest.mark.parametrize(("game", "name"), MUTANTS)
def test_cases_of_the_violated_requirement_catch_and_identify_the_mutant(game: str, name: str) -> None:
    mistake = DIAGNOSED_AS.get(name, name)
    solve = mutants.solver(name)
    own_cases = [
        case for case in generated_suite(game) if case.requirement == requirement_violated_by(mistake).name
    ]
    for case in own_cases:
        answer = _answer(solve, case)
        if answer != case.expected:
            matches = [wrong.mistakes for wrong in case.wrong_outputs if wrong.output == answer]
            if matches and mistake in matches[0]:
                return
    pytest.fail(f"none of {[case.name for case in own_cases]} names {mistake}")


def _answer(solve: mutants.Solver, case: Case) -> str:
    try:
        return solve(write(case.question))
    except TypeError:  # no move found
        return ""


def test_there_are_at_least_ten_mutants_per_game() -> None:
    games = [mutant.values[0] for mutant in MUTANTS]
    assert games.count("warfare") >= 10
    assert games.count("starcircle") >= 10


@pytest.mark.parametrize("name", UNDETECTABLE["warfare"])
def test_undetectable_mutant_passes_every_case(name: str) -> None:
    solve = mutants.solver(name)
    assert [case.name for case in generated_suite("warfare") if solve(write(case.question)) != case.expected] == []


@pytest.mark.parametrize("name", FORMAT_MUTANTS)
@pytest.mark.parametrize("game", KINDS)
def test_format_mutant_differs_only_in_whitespace(game: str, name: str) -> None:
    solve = mutants.solver(name)
    for case in generated_suite(game)[:10]:
        answer = solve(write(case.question))
        assert answer != case.expected
        assert answer.split() == case.expected.split()


@pytest.mark.parametrize(
    ("arguments", "environment", "feed"),
    [([], {}, b"\n"), (["crlf"], {}, b"\r\n"), ([], {"MUTANT": "crlf"}, b"\r\n")],
)
def test_program_runs_as_a_script(
    tmp_path: Path, examples: Path, arguments: list[str], environment: dict[str, str], feed: bytes
) -> None:
    (tmp_path / "input.txt").write_bytes((examples / "warfare-3.in").read_bytes())
    plain = {name: value for name, value in os.environ.items() if name != "MUTANT"}
    subprocess.run(
        [sys.executable, str(mutants.PROGRAM), *arguments], cwd=tmp_path, check=True, env=plain | environment
    )
    right = (examples / "warfare-3.out").read_bytes()
    assert (tmp_path / "output.txt").read_bytes() == right.replace(b"\n", feed)


def test_script_rejects_an_unknown_mutant(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, str(mutants.PROGRAM), "unknown"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (1, "unknown mutant 'unknown'\n")
