"""A class as CSV, JSON and JUnit XML."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from support.arena.tournaments import OUTPUT
from support.assertions import not_none
from support.grading import graded_class

from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission, Verdict
from outply.grading.suite.case import Case
from outply.report.grading import export
from outply.report.grading.export import cases_csv, submissions_csv
from outply.report.grading.junit import junit

COUNTS = ("tests", "failures", "errors", "skipped")


@pytest.fixture(scope="module")
def suite() -> tuple[Case, ...]:
    return graded_class.cases()


@pytest.fixture(scope="module")
def many(suite: Sequence[Case]) -> list[GradedSubmission]:
    return graded_class.classroom(suite)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def suites(cases: Sequence[Case], many: Iterable[GradedSubmission]) -> list[ElementTree.Element]:
    return ElementTree.fromstring(junit(cases, many).encode()).findall("testsuite")


def find(element: ElementTree.Element, path: str) -> ElementTree.Element:
    return not_none(element.find(path))


def count(element: ElementTree.Element, name: str) -> int:
    return int(not_none(element.get(name)))


def test_case_points_add_up_to_the_score(suite: tuple[Case, ...], many: list[GradedSubmission]) -> None:
    for row, one in zip(rows(submissions_csv(suite, many, graded_class.RUBRIC)), many, strict=True):
        points = [float(row[case.name] or 0) for case in suite]
        if one.is_finished:
            assert sum(points) == float(row["score"]) == pytest.approx(graded_class.RUBRIC.score(suite, one))
        assert int(row["right"]) + int(row["wrong"]) + int(row["not_run"]) == len(suite)


def test_unfinished_submission_has_no_score_and_no_points_for_cases_not_reached(suite: tuple[Case, ...]) -> None:
    one = graded_class.graded("a", suite, graded_class.right, reached=1)
    (row,) = rows(submissions_csv(suite, [one], Rubric()))
    assert (row["score"], row["case-01"], row["case-02"], row["not_run"]) == ("", "1.0", "", "15")
    assert [line["points"] for line in rows(cases_csv(suite, [one], Rubric()))] == ["1.0", *[""] * 15]
    assert export.class_to_dict(suite, [one], Rubric())["unfinished"] == 1


def test_given_up_submission_is_reported_in_every_format(suite: tuple[Case, ...]) -> None:
    one = graded_class.given_up("a", suite)
    assert rows(submissions_csv(suite, [one], Rubric()))[0]["given_up_after"] == "2"
    line = rows(cases_csv(suite, [one], Rubric()))[2]
    why = "grading was stopped after 2 timeouts in a row"
    assert (line["verdict"], line["explanation"]) == ("not run", f"The case was not run: {why}.")
    exported = export.submission_to_dict(suite, one, Rubric())
    assert (exported["given_up_after"], exported["cases"][2]["verdict"]) == (2, "not run")
    (tests,) = suites(suite, [one])
    assert find(tests, "testcase[@name='case-03']/skipped").get("message") == f"not run: {why}"


def test_details_have_a_line_per_submission_and_case(
    suite: tuple[Case, ...], many: list[GradedSubmission]
) -> None:
    table = rows(cases_csv(suite, many, Rubric()))
    assert len(table) == len(many) * len(suite)
    assert {row["verdict"] for row in table} == {verdict.value for verdict in Verdict} | {"not reached", "not run"}


def test_roster_columns_follow_the_student_and_never_replace_a_column(suite: tuple[Case, ...]) -> None:
    columns = (("Name", "Ada"), ("Score", "old"), ("section", "=A1"), ("case-01", "x"), ("roster Score", "y"))
    ada = graded_class.graded("ada", suite, graded_class.right)
    ada = replace(ada, student="Ada", columns=columns)
    text = submissions_csv(suite, [graded_class.graded("eve", suite, graded_class.right), ada], Rubric())
    header = text.splitlines()[0].split(",")
    roster = ["Name", "roster Score", "section", "roster case-01", "roster Score 2"]
    assert header[:8] == ["submission", "student", *roster, "score"]
    assert len(set(header)) == len(header)
    eve_row, ada_row = rows(text)
    assert [ada_row[title] for title in roster] == ["Ada", "old", "'=A1", "x", "y"]
    assert [eve_row[title] for title in roster] == [""] * 5
    assert (ada_row["score"], ada_row["case-01"]) == ("16.0", "1.0")


def test_class_report_as_json_contains_the_roster_columns(suite: tuple[Case, ...]) -> None:
    one = graded_class.graded("ada", suite, graded_class.right)
    exported = export.submission_to_dict(suite, replace(one, columns=(("id", "007"),)), Rubric())
    assert exported["roster"] == {"id": "007"}


@pytest.mark.parametrize("write", [submissions_csv, cases_csv])
@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+1", "-1"])
def test_names_that_look_like_formulas_are_escaped_in_csv(
    suite: tuple[Case, ...], write: Callable[..., str], name: str
) -> None:
    row = rows(write(suite, [graded_class.graded(name, suite, graded_class.right)], Rubric()))[0]
    assert row["submission"] == row["student"] == f"'{name}"


def test_class_report_as_json_agrees_with_the_submission_reports(
    suite: tuple[Case, ...], many: list[GradedSubmission]
) -> None:
    exported = json.loads(json.dumps(export.class_to_dict(suite, many, graded_class.RUBRIC), allow_nan=False))
    assert exported["fully_right"] == sum(one.right == len(suite) for one in many)
    assert exported["not_runnable"] == 1
    assert [one["student"] for one in exported["submissions"]] == [one.student for one in many]
    first = exported["cases"][0]
    assert first["wrong"] == sum(first["verdicts"].values())
    assert first["right"] + first["wrong"] + first["not_run"] == len(many)


def test_submission_report_as_json_names_the_likely_mistake(suite: tuple[Case, ...]) -> None:
    exported = export.submission_to_dict(
        suite, graded_class.graded("a", suite, graded_class.wrong_on("nodes")), Rubric()
    )
    assert exported["likely_mistakes"][0]["mistake"] == "root-uncounted"
    assert (exported["score"], exported["total"], exported["right"], exported["wrong"]) == (14, 16, 14, 2)


def test_junit_counts_match_the_elements(suite: tuple[Case, ...], many: list[GradedSubmission]) -> None:
    root = ElementTree.fromstring(junit(suite, many).encode())
    counts = {tag: len(root.findall(f".//{tag}")) for tag in ("testcase", "failure", "error", "skipped")}
    assert [count(root, name) for name in COUNTS] == list(counts.values())
    for name in COUNTS:
        assert count(root, name) == sum(count(one, name) for one in root)


def test_junit_has_only_known_elements_and_attributes(
    suite: tuple[Case, ...], many: list[GradedSubmission]
) -> None:
    attributes = {
        "testsuites": {"name", "time", *COUNTS},
        "testsuite": {"name", "time", *COUNTS},
        "testcase": {"classname", "name", "time"},
        "failure": {"message", "type"},
        "error": {"message", "type"},
        "skipped": {"message"},
        "system-out": set(),
        "system-err": set(),
    }
    inside = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}}
    inside["testcase"] = attributes.keys() - inside.keys() - {"testcase"}
    for element in ElementTree.fromstring(junit(suite, many).encode()).iter():
        assert element.attrib.keys() == attributes[element.tag]
        assert {child.tag for child in element} <= inside.get(element.tag, set())
        results = [child for child in element if child.tag in ("failure", "error", "skipped")]
        assert element.tag != "testcase" or len(results) <= 1


@pytest.mark.parametrize("verdict", Verdict)
def test_junit_wrong_answer_is_a_failure_and_failed_run_is_an_error(
    suite: tuple[Case, ...], verdict: Verdict
) -> None:
    judge = graded_class.right if verdict is Verdict.RIGHT else lambda case: graded_class.wrong(case, verdict)
    (one,) = suites(suite[:1], [graded_class.graded("a", suite[:1], judge)])
    is_error = verdict in (Verdict.CRASH, Verdict.TIMEOUT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)
    expected = [1, 0, 0, 0] if verdict is Verdict.RIGHT else [1, 0, 1, 0] if is_error else [1, 1, 0, 0]
    assert [count(one, name) for name in COUNTS] == expected


def test_junit_failure_contains_the_difference_and_the_requirement(suite: tuple[Case, ...]) -> None:
    (one,) = suites(suite, [graded_class.graded("a", suite, graded_class.wrong_on("nodes"))])
    failure = find(one, "testcase[@name='case-06']/failure")
    assert failure.get("message") == "right move, wrong board: The first difference is here."
    text = not_none(failure.text)
    assert text.startswith("A program that does not count the root gives this very answer.\n")
    assert text.endswith(
        "Requirement tested: Every visited node counts, including the root and the leaves; pruned nodes do not."
    )


def test_junit_reports_an_error_for_a_submission_that_could_not_be_run(suite: tuple[Case, ...]) -> None:
    (one,) = suites(suite, [graded_class.broken("a", suite)])
    assert [count(one, name) for name in COUNTS] == [17, 0, 1, 16]
    assert find(one, "testcase[@name='build']/error").get("message") == "There is no Makefile."


def test_characters_that_xml_forbids_are_escaped(suite: tuple[Case, ...]) -> None:
    hostile = graded_class.hostile(suite)
    document = junit(suite, [hostile, replace(hostile, name="\x00\ud800\uffff", student="\x0b")])
    first, second = ElementTree.fromstring(document.encode()).findall("testsuite")
    assert find(first, "testcase/system-out").text == OUTPUT.encode("unicode_escape").decode()
    assert second.get("name") == "\\x0b"
    assert find(second, "testcase").get("classname") == "\\x00\\ud800\\uffff"


def test_lateness_and_attempt_are_exported(suite: tuple[Case, ...]) -> None:
    one = replace(graded_class.graded("a", suite, graded_class.right), late="2 h", attempt=3)
    (row,) = rows(submissions_csv(suite, [one], Rubric()))
    assert (row["late"], row["attempt"]) == ("2 h", "3")
    exported = export.submission_to_dict(suite, one, Rubric())
    assert (exported["late"], exported["attempt"]) == ("2 h", 3)


def test_common_feature_of_the_wrong_cases_is_exported() -> None:
    suite = graded_class.cases(40)
    one = graded_class.graded("a", suite, graded_class.crash_on_mode("ALPHABETA"))
    (finding,) = export.submission_to_dict(suite, one, Rubric())["common_features"]
    assert (finding["feature"], finding["wrong_with"], finding["right_with"]) == (
        "the mode ALPHABETA",
        40 - one.right,
        0,
    )
    (row,) = rows(submissions_csv(suite, [one], Rubric()))
    assert row["common_feature"] == finding["sentence"]


def test_submission_without_an_installed_interpreter_has_no_score(suite: tuple[Case, ...]) -> None:
    (row,) = rows(submissions_csv(suite, [graded_class.ungraded("ada", suite)], Rubric()))
    assert (row["score"], row["problem"]) == ("", "Python 2 is not installed here")
    data = export.class_to_dict(
        suite, [graded_class.ungraded("ada", suite), graded_class.broken("bob", suite)], Rubric()
    )
    assert (data["ungraded"], data["not_runnable"]) == (1, 1)
    assert data["submissions"][0]["is_tool_missing"] is True


def test_tools_and_notes_are_exported(suite: tuple[Case, ...]) -> None:
    (row,) = rows(submissions_csv(suite, [graded_class.noted("ada", suite)], Rubric()))
    assert (row["tools"], row["notes"]) == ("Python 3.11.2 (/usr/bin/python3)", graded_class.NOTE)
    data = export.class_to_dict(suite, [graded_class.noted(name, suite) for name in ("ada", "bob")], Rubric())
    tool = {"name": "python3", "path": "/usr/bin/python3", "version": "Python 3.11.2"}
    assert data["tools"] == [tool | {"submissions": 2}]
    assert data["submissions"][0]["tools"] == [tool]
