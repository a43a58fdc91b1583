"""Graded submissions as JUnit XML for CI systems: a test suite per submission, a test per case.

A wrong answer is a failure; a crash or an exceeded limit is an error; a case that was not run is skipped. A
submission that could not be run has an additional test for its build, which is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from outply.grading.result.likely_mistakes import LikelyMistake, describe_mistake, likely_mistakes
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.suite.case import Case
from outply.report.grading.scored import requirement_text
from outply.text import escape_controls

ERROR_VERDICTS = (Verdict.CRASH, Verdict.TIMEOUT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)
BUILD_TEST = "build"


def junit(cases: Sequence[Case], submissions: Iterable[GradedSubmission]) -> str:
    """Return the JUnit XML document of the graded submissions."""
    root = ElementTree.Element("testsuites", name="outply")
    for graded in submissions:
        root.append(_suite(cases, graded))
    _set_counts(root)
    ElementTree.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(cases: Sequence[Case], graded: GradedSubmission) -> Element:
    suite = ElementTree.Element("testsuite", name=_escape(graded.student or graded.name))
    judgements, likely = dict(graded.judgements), likely_mistakes(cases, graded)
    if graded.problem:
        test = _add_test(suite, graded, BUILD_TEST, 0.0)
        _add_outcome(test, "error", BUILD_TEST, graded.problem, graded.build_output)
    for case in cases:
        judgement = judgements.get(case.name)
        test = _add_test(suite, graded, case.name, judgement.wall_seconds if judgement else 0.0)
        if judgement is None:
            message = f"{graded.missing_label}: {graded.missing_reason}"
            ElementTree.SubElement(test, "skipped", message=message)
        elif not judgement.is_right:
            _add_wrong_answer(test, case, judgement, likely)
    _set_counts(suite)
    return suite


def _add_test(suite: Element, graded: GradedSubmission, name: str, seconds: float) -> Element:
    attributes = {"classname": _escape(graded.name), "name": _escape(name), "time": f"{seconds:.3f}"}
    return ElementTree.SubElement(suite, "testcase", attributes)


def _add_wrong_answer(test: Element, case: Case, judgement: Judgement, likely: Sequence[LikelyMistake]) -> None:
    tag = "error" if judgement.verdict in ERROR_VERDICTS else "failure"
    requirement = requirement_text(case)
    tested = f"Requirement tested: {requirement}" if requirement else ""
    text = "\n".join(filter(None, [describe_mistake(judgement, likely), *judgement.sentences, tested]))
    label = judgement.verdict.value
    sentence = judgement.sentences[0] if judgement.sentences else ""
    _add_outcome(test, tag, label, f"{label}: {sentence}".rstrip(": "), text)
    for stream, content in (("system-out", judgement.output), ("system-err", judgement.errors)):
        if content:
            ElementTree.SubElement(test, stream).text = _escape(content)


def _add_outcome(test: Element, tag: str, kind: str, message: str, text: str) -> None:
    outcome = ElementTree.SubElement(test, tag, message=_escape(message), type=_escape(kind))
    outcome.text = _escape(text)


def _escape(text: str) -> str:
    """Escape control characters, which XML forbids."""
    return escape_controls(text, keep="\n\t")


def _set_counts(element: Element) -> None:
    """Set the numbers of tests, failures, errors and skipped tests, and the total time, of an XML element."""
    tests = list(element.iter("testcase"))
    element.set("tests", str(len(tests)))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(sum(test.find(tag) is not None for test in tests)))
    element.set("time", f"{sum(float(test.get('time', '0')) for test in tests):.3f}")
