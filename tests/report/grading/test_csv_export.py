"""A class as data, as tables and for CI: what programs read of it."""

import csv
import io
import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from support import classes
from support.tournaments import OUTPUT

from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import Verdict
from outply.report.grading import json_export
from outply.report.grading.csv_export import cases_csv, submissions_csv
from outply.report.grading.junit import junit

COUNTS = ("tests", "failures", "errors", "skipped")


@pytest.fixture(scope="module")
def suite():
    return classes.cases()


@pytest.fixture(scope="module")
def many(suite):
    return classes.classroom(suite)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def suites(cases, many):
    return ElementTree.fromstring(junit(cases, many).encode()).findall("testsuite")


def test_a_line_for_each_submission_adds_up_to_its_score(suite, many):
    for row, one in zip(rows(submissions_csv(suite, many, classes.RUBRIC)), many, strict=True):
        points = [float(row[case.name] or 0) for case in suite]
        assert sum(points) == float(row["score"]) == pytest.approx(classes.RUBRIC.score(suite, one))
        assert int(row["right"]) + int(row["wrong"]) + int(row["not_reached"]) == len(suite)


def test_a_case_that_was_not_reached_is_an_empty_cell(suite):
    (row,) = rows(submissions_csv(suite, [classes.graded("a", suite, classes.right, reached=1)], Rubric()))
    assert (row["case-01"], row["case-02"], row["not_reached"]) == ("1.0", "", "15")


def test_who_was_given_up_is_told_so_in_every_form(suite):
    one = classes.given_up("a", suite)
    assert rows(submissions_csv(suite, [one], Rubric()))[0]["given_up_after"] == "2"
    line = rows(cases_csv(suite, [one], Rubric()))[2]
    why = "the program was given up after 2 timeouts in a row"
    assert (line["verdict"], line["sentence"]) == ("not run", f"It was not run: {why}.")
    told = json_export.submission(suite, one, Rubric())
    assert (told["given_up_after"], told["cases"][2]["verdict"]) == (2, "not run")
    (tests,) = suites(suite, [one])
    assert tests.find("testcase[@name='case-03']/skipped").get("message") == f"not run: {why}"


def test_the_long_table_has_a_line_for_each_submission_and_case(suite, many):
    table = rows(cases_csv(suite, many, Rubric()))
    assert len(table) == len(many) * len(suite)
    assert {row["verdict"] for row in table} == {verdict.value for verdict in Verdict} | {"not reached", "not run"}


def test_what_the_roster_says_stands_after_the_name_and_takes_no_column_of_ours(suite):
    said = (("Name", "Ada"), ("Score", "old"), ("section", "=A1"), ("case-01", "x"), ("roster Score", "y"))
    ada = classes.graded("ada", suite, classes.right)
    ada = replace(ada, student="Ada", columns=said)
    text = submissions_csv(suite, [classes.graded("eve", suite, classes.right), ada], Rubric())
    header = text.splitlines()[0].split(",")
    theirs = ["Name", "roster Score", "section", "roster case-01", "roster Score 2"]
    assert header[:8] == ["submission", "who", *theirs, "score"]
    assert len(set(header)) == len(header)
    eve, ada = rows(text)
    assert [ada[title] for title in theirs] == ["Ada", "old", "'=A1", "x", "y"]
    assert [eve[title] for title in theirs] == [""] * 5
    assert (ada["score"], ada["case-01"]) == ("16.0", "1.0")


def test_data_have_what_the_roster_says(suite):
    one = classes.graded("ada", suite, classes.right)
    told = json_export.submission(suite, replace(one, columns=(("id", "007"),)), Rubric())
    assert told["roster"] == {"id": "007"}


@pytest.mark.parametrize("write", [submissions_csv, cases_csv])
@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+1", "-1"])
def test_no_name_is_a_formula(suite, write, name):
    row = rows(write(suite, [classes.graded(name, suite, classes.right)], Rubric()))[0]
    assert row["submission"] == row["who"] == f"'{name}"


def test_data_of_a_class_are_json_and_tell_what_the_values_say(suite, many):
    told = json.loads(json.dumps(json_export.classroom(suite, many, classes.RUBRIC), allow_nan=False))
    assert told["all_right"] == sum(one.right == len(suite) for one in many)
    assert told["could_not_run"] == 1
    assert [one["who"] for one in told["submissions"]] == [one.student for one in many]
    first = told["cases"][0]
    assert first["wrong"] == sum(first["verdicts"].values())
    assert first["right"] + first["wrong"] + first["not_reached"] == len(many)


def test_data_of_a_submission_tell_the_likely_mistake(suite):
    told = json_export.submission(suite, classes.graded("a", suite, classes.wrong_on("nodes")), Rubric())
    assert told["likely_mistakes"][0]["mistake"] == "root-uncounted"
    assert (told["score"], told["total"], told["right"], told["wrong"]) == (14, 16, 14, 2)


def test_a_suite_of_ci_counts_what_is_in_it(suite, many):
    root = ElementTree.fromstring(junit(suite, many).encode())
    found = {tag: len(root.findall(f".//{tag}")) for tag in ("testcase", "failure", "error", "skipped")}
    assert [int(root.get(name)) for name in COUNTS] == list(found.values())
    for name in COUNTS:
        assert int(root.get(name)) == sum(int(one.get(name)) for one in root)


def test_the_document_has_the_elements_and_attributes_that_readers_know(suite, many):
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
def test_a_wrong_answer_is_a_failure_and_a_program_that_broke_an_error(suite, verdict):
    judge = classes.right if verdict is Verdict.RIGHT else lambda case: classes.wrong(case, verdict)
    (one,) = suites(suite[:1], [classes.graded("a", suite[:1], judge)])
    broke = verdict in (Verdict.CRASH, Verdict.TIMEOUT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)
    expected = [1, 0, 0, 0] if verdict is Verdict.RIGHT else [1, 0, 1, 0] if broke else [1, 1, 0, 0]
    assert [int(one.get(name)) for name in COUNTS] == expected


def test_a_failure_says_the_difference_and_the_rule(suite):
    (one,) = suites(suite, [classes.graded("a", suite, classes.wrong_on("nodes"))])
    failure = one.find("testcase[@name='case-06']/failure")
    assert failure.get("message") == "right move, wrong board: The first difference is here."
    assert failure.text.startswith("This is the answer of a program where the root is not counted.\n")
    assert failure.text.endswith(
        "This case tests: Every visited node counts, the root and the leaves included, and nothing that was cut."
    )


def test_who_could_not_be_run_does_not_pass(suite):
    (one,) = suites(suite, [classes.broken("a", suite)])
    assert [int(one.get(name)) for name in COUNTS] == [17, 0, 1, 16]
    assert one.find("testcase[@name='build']/error").get("message") == "There is no Makefile."


def test_characters_that_xml_forbids_are_visible(suite):
    hostile = classes.hostile(suite)
    document = junit(suite, [hostile, replace(hostile, name="\x00\ud800\uffff", student="\x0b")])
    first, second = ElementTree.fromstring(document.encode()).findall("testsuite")
    assert first.find("testcase/system-out").text == OUTPUT.encode("unicode_escape").decode()
    assert second.get("name") == "\\x0b"
    assert second.find("testcase").get("classname") == "\\x00\\ud800\\uffff"
