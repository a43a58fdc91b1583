"""Suites as folders."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT

from outply.diagnosis.wrong_outputs import WrongOutput
from outply.formats.atomic_io import FileError
from outply.formats.line_reader import FormatError
from outply.grading.suite import folder as suite
from outply.grading.suite.folder import SuiteError

EXAMPLES = suite.read(Path(ROOT, "examples"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cases = [
        replace(
            case,
            requirement="ties",
            wrong_outputs=(WrongOutput(output="A1 Stake\n.", mistakes=("ties", "chains")),),
        )
        for case in EXAMPLES
    ]
    suite.write(tmp_path / "suite", cases, {"seed": 7})
    return tmp_path / "suite"


def test_written_suite_is_read_back(folder: Path) -> None:
    cases = suite.read(folder)
    assert [case.name for case in cases] == [case.name for case in EXAMPLES]
    assert cases[0].caught_mistakes == ("ties", "chains")
    assert [case.expected for case in cases] == [case.expected for case in EXAMPLES]
    assert [case.question for case in cases] == [case.question for case in EXAMPLES]


def test_missing_answer_is_computed(folder: Path) -> None:
    (folder / "warfare-3.out").unlink()
    assert suite.read(folder) == suite.read(folder)
    assert next(case for case in suite.read(folder) if case.name == "warfare-3").expected.startswith("C3 Raid")


def test_rule_variant_of_a_case_is_stored(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "warfare-3.in", tmp_path)
    cases = suite.read(tmp_path, rule_variant="blitz")
    suite.write(tmp_path / "again", cases, {})
    assert suite.read(tmp_path / "again") == cases
    assert cases[0].question.position.variant == "blitz"


def test_case_has_the_same_fingerprint_in_every_suite(folder: Path) -> None:
    fingerprints = [suite.fingerprint(case) for case in suite.read(folder)]
    assert fingerprints == [suite.fingerprint(case) for case in EXAMPLES]
    assert len(set(fingerprints)) == len(fingerprints)
    (blitz,) = (case for case in suite.read(folder, "blitz") if case.name == "warfare-3")
    assert suite.fingerprint(blitz) in fingerprints, "suite.json determines the rule variant"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"version": 1}',
        '{"version": 2}',
        '{"version": 3, "cases": []}',
        '{"version": 1, "cases": [3]}',
        '{"version": 1, "cases": [{"name": "warfare-3", "wrong": [{"answer": 3, "mistakes": []}]}]}',
        '{"version": 1, "cases": [{"name": "warfare-3", "rule": 3}]}',
        '{"version": 2, "cases": [3]}',
        '{"version": 2, "cases": [{"name": "warfare-3", "wrong_outputs": [{"output": 3, "mistakes": []}]}]}',
        '{"version": 2, "cases": [{"name": "warfare-3", "requirement": 3}]}',
    ],
)
def test_malformed_index_is_refused(folder: Path, text: str) -> None:
    (folder / suite.INDEX).write_text(text)
    with pytest.raises(SuiteError, match=r"suite\.json"):
        suite.read(folder)


def test_missing_input_of_an_indexed_case_is_refused(folder: Path) -> None:
    (folder / "warfare-3.in").unlink()
    with pytest.raises(SuiteError, match=r"lacks warfare-3\.in"):
        suite.read(folder)


def test_missing_and_empty_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="does not exist"):
        suite.read(tmp_path / "none")
    with pytest.raises(SuiteError, match="contains no cases"):
        suite.read(tmp_path)


def test_malformed_question_is_reported_with_its_file(folder: Path) -> None:
    (folder / "warfare-3.in").write_text("hello")
    with pytest.raises(FormatError, match=r"warfare-3\.in"):
        suite.read(folder)


def test_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        suite.write(tmp_path / "file", EXAMPLES, {})


def test_index_contains_the_settings(folder: Path) -> None:
    assert json.loads((folder / suite.INDEX).read_text())["seed"] == 7


def test_index_of_version_1_is_read(folder: Path) -> None:
    wrong = {"answer": "A1 Stake\n.", "mistakes": ["ties", "chains"]}
    entry = {"name": "warfare-3", "rule": "ties", "rules": "blitz", "wrong": [wrong]}
    (folder / suite.INDEX).write_text(json.dumps({"version": 1, "seed": 7, "cases": [entry]}))
    (case,) = (case for case in suite.read(folder) if case.name == "warfare-3")
    assert case.requirement == "ties"
    assert case.question.position.variant == "blitz"
    assert case.wrong_outputs == (WrongOutput(output="A1 Stake\n.", mistakes=("ties", "chains")),)


def test_index_of_a_later_version_is_refused_with_advice(folder: Path) -> None:
    (folder / suite.INDEX).write_text('{"version": 3, "cases": []}')
    with pytest.raises(SuiteError, match=r"version 3, expected 1 or 2; generate the suite again"):
        suite.read(folder)


def test_suite_is_read_from_every_supported_file_layout(tmp_path: Path, examples: Path) -> None:
    question, answer = (examples / f"warfare-1.{suffix}" for suffix in ("in", "out"))
    for name in ("a/input.txt", "a/output.txt", "input2.txt", "b/c/x.in"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(answer if "output" in name else question, tmp_path / name)
    cases = suite.read(tmp_path)
    assert [case.name for case in cases] == ["a", "b/c/x", "input2"]
    assert {case.expected for case in cases} == {answer.read_text()}, "missing answers are computed"


def test_two_cases_with_the_same_name_are_refused(tmp_path: Path, examples: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("a.in", "a/input.txt"):
        shutil.copy(examples / "warfare-1.in", tmp_path / name)
    with pytest.raises(SuiteError, match="are both called a; rename one of them"):
        suite.read(tmp_path)
