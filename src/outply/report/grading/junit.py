"""Graded submissions as JUnit's XML, which CI systems read: a suite for each submission, a test for each case.

A wrong answer is a failure; a program that crashed or took too much is an error; a case that was not reached is
skipped. A submission that could not be run has one more test, its build, which is an error.
"""

from __future__ import annotations

from xml.etree import ElementTree

from outply.grading.result.likely_mistakes import describe_mistake, likely_mistakes
from outply.grading.result.verdict import Verdict
from outply.report.grading.scored import rule_of
from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from xml.etree.ElementTree import Element

    from outply.grading.result.likely_mistakes import LikelyMistake
    from outply.grading.result.verdict import GradedSubmission, Judgement
    from outply.grading.suite.case import Case

ERRORS = (Verdict.CRASH, Verdict.TIMEOUT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)
BUILD = "build"


def junit(cases: Sequence[Case], many: Iterable[GradedSubmission]) -> str:
    """Return the document."""
    root = ElementTree.Element("testsuites", name="outply")
    for graded in many:
        root.append(_suite(cases, graded))
    _count(root)
    ElementTree.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(cases: Sequence[Case], graded: GradedSubmission) -> Element:
    suite = ElementTree.Element("testsuite", name=escape_controls(graded.student or graded.name, keep="\n\t"))
    judgements, likely = dict(graded.judgements), likely_mistakes(cases, graded)
    if graded.problem:
        _told(_test(suite, graded, BUILD, 0.0), "error", BUILD, graded.problem, graded.build_output)
    for case in cases:
        judgement = judgements.get(case.name)
        test = _test(suite, graded, case.name, judgement.wall_seconds if judgement else 0.0)
        if judgement is None:
            message = f"{graded.missing_label}: {graded.missing_reason}"
            ElementTree.SubElement(test, "skipped", message=message)
        elif not judgement.is_right:
            _wrong(test, case, judgement, likely)
    _count(suite)
    return suite


def _test(suite: Element, graded: GradedSubmission, name: str, seconds: float) -> Element:
    about = {
        "classname": escape_controls(graded.name, keep="\n\t"),
        "name": escape_controls(name, keep="\n\t"),
        "time": f"{seconds:.3f}",
    }
    return ElementTree.SubElement(suite, "testcase", about)


def _wrong(test: Element, case: Case, judgement: Judgement, likely: Sequence[LikelyMistake]) -> None:
    kind = "error" if judgement.verdict in ERRORS else "failure"
    rule = rule_of(case)
    tests = f"This case tests: {rule}" if rule else ""
    text = "\n".join(filter(None, [describe_mistake(judgement, likely), *judgement.sentences, tests]))
    sentence = judgement.sentences[0] if judgement.sentences else ""
    _told(test, kind, judgement.verdict.value, f"{judgement.verdict.value}: {sentence}".rstrip(": "), text)
    for tag, printed in (("system-out", judgement.output), ("system-err", judgement.errors)):
        if printed:
            ElementTree.SubElement(test, tag).text = escape_controls(printed, keep="\n\t")


def _told(test: Element, tag: str, kind: str, message: str, text: str) -> None:
    told = ElementTree.SubElement(
        test, tag, message=escape_controls(message, keep="\n\t"), type=escape_controls(kind, keep="\n\t")
    )
    told.text = escape_controls(text, keep="\n\t")


def _count(element: Element) -> None:
    """Say how many tests there are below, and how many of them did not pass."""
    tests = list(element.iter("testcase"))
    element.set("tests", str(len(tests)))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(sum(test.find(tag) is not None for test in tests)))
    element.set("time", f"{sum(float(test.get('time', '0')) for test in tests):.3f}")
