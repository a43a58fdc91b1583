"""Cases as a folder."""

import json
import shutil
from pathlib import Path

import pytest
from conftest import ROOT

from outply.formats.atomic_io import FileError
from outply.formats.line_reader import FormatError
from outply.grading.suite import folder as suite
from outply.grading.suite.case import Case, Wrong
from outply.grading.suite.folder import SuiteError

EXAMPLES = suite.read(Path(ROOT, "examples"))


@pytest.fixture
def folder(tmp_path):
    cases = [
        Case(case.name, case.question, case.expected, "ties", (Wrong("A1 Stake\n.", ("ties", "chains")),))
        for case in EXAMPLES
    ]
    suite.write(tmp_path / "suite", cases, {"seed": 7})
    return tmp_path / "suite"


def test_what_is_written_is_read(folder):
    cases = suite.read(folder)
    assert [case.name for case in cases] == [case.name for case in EXAMPLES]
    assert cases[0].catches == ("ties", "chains")
    assert [case.expected for case in cases] == [case.expected for case in EXAMPLES]
    assert [case.question for case in cases] == [case.question for case in EXAMPLES]


def test_a_missing_answer_is_computed(folder):
    (folder / "warfare-3.out").unlink()
    assert suite.read(folder) == suite.read(folder)
    assert next(case for case in suite.read(folder) if case.name == "warfare-3").expected.startswith("C3 Raid")


def test_the_rules_of_a_case_are_kept(tmp_path):
    shutil.copy(ROOT / "examples" / "warfare-3.in", tmp_path)
    cases = suite.read(tmp_path, rules="blitz")
    suite.write(tmp_path / "again", cases, {})
    assert suite.read(tmp_path / "again") == cases
    assert cases[0].question.position.variant == "blitz"


def test_the_same_case_has_the_same_digest_and_no_other(folder):
    digests = [suite.digest(case) for case in suite.read(folder)]
    assert digests == [suite.digest(case) for case in EXAMPLES]
    assert len(set(digests)) == len(digests)
    (blitz,) = (case for case in suite.read(folder, "blitz") if case.name == "warfare-3")
    assert suite.digest(blitz) in digests, "suite.json says the rules, and not who reads it"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"version": 1}',
        '{"version": 2, "cases": []}',
        '{"version": 1, "cases": [3]}',
        '{"version": 1, "cases": [{"name": "warfare-3", "wrong": [{"answer": 3, "mistakes": []}]}]}',
        '{"version": 1, "cases": [{"name": "warfare-3", "rule": 3}]}',
    ],
)
def test_an_index_that_is_none_is_refused(folder, text):
    (folder / suite.INDEX).write_text(text)
    with pytest.raises(SuiteError, match=r"suite\.json"):
        suite.read(folder)


def test_a_case_that_is_lost_is_missed(folder):
    (folder / "warfare-3.in").unlink()
    with pytest.raises(SuiteError, match="has lost its case warfare-3"):
        suite.read(folder)


def test_no_folder_and_an_empty_one(tmp_path):
    with pytest.raises(SuiteError, match="no folder"):
        suite.read(tmp_path / "none")
    with pytest.raises(SuiteError, match="has no cases"):
        suite.read(tmp_path)


def test_a_question_that_is_none_is_named(folder):
    (folder / "warfare-3.in").write_text("hello")
    with pytest.raises(FormatError, match=r"warfare-3\.in"):
        suite.read(folder)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        suite.write(tmp_path / "file", EXAMPLES, {})


def test_the_index_has_what_it_was_made_from(folder):
    assert json.loads((folder / suite.INDEX).read_text())["seed"] == 7
