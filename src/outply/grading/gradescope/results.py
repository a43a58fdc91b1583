"""Gradescope's results.json, with the documented fields only.

The rubric decides which cases students see. A case that is not visible leaves no trace in the visible output: the
summary counts visible cases only, and a program's output is shown only if all cases are visible, because a program
could save the question of one case and print it in another. The output for a hidden case never contains an answer,
since Gradescope passes old results to later runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.formats import question as questions
from outply.grading.gradescope.results_file import HIDDEN, TEXT_FORMAT, VISIBLE, escape, submission_results
from outply.grading.result.common_features import HEADING, common_features
from outply.grading.result.likely_mistakes import LikelyMistake, describe_mistake, likely_mistakes
from outply.grading.result.rubric import Rubric, round_points
from outply.grading.result.verdict import GradedSubmission, Judgement
from outply.grading.suite.case import Case
from outply.grading.suite.requirements import requirement_sentence
from outply.text import plural

MISSING_TOOL_ADVICE = """\
This is not the fault of the submission. Please show this message to the instructor.
Instructor: install the missing tool in setup.sh of the autograder archive, and upload the archive again. Python 2
needs an image that has it, such as Ubuntu 22.04.
Student: if the course accepts Python 3, a Python 3 program named homework3.py can be graded now."""


def build_results(
    cases: Sequence[Case],
    graded: GradedSubmission,
    rubric: Rubric,
    seconds: float,
    leaderboard: Sequence[dict[str, object]] = (),
) -> dict[str, Any]:
    """Return the content of results.json for a submission.

    `seconds` is the time that the grading took. `leaderboard` are the leaderboard entries of the submission.
    """
    visible = [case for case in cases if rubric.visibility(case) == VISIBLE]
    likely = likely_mistakes(visible, graded)
    summary = _summary(visible, graded, likely, hidden_count=len(cases) - len(visible))
    results = submission_results(round_points(rubric.score(cases, graded)), seconds, summary)
    judgements, points, earned = dict(graded.judgements), rubric.points(cases), rubric.earned(cases, graded)
    results["tests"] = [
        {
            "score": round_points(earned[case.name]),
            "max_score": round_points(points[case.name]),
            "status": "passed" if (judgement := judgements.get(case.name)) and judgement.is_right else "failed",
            "name": _test_name(case),
            "name_format": TEXT_FORMAT,
            "number": str(number),
            "output": (
                _test_output(
                    case,
                    judgement,
                    likely,
                    hidden=rubric.visibility(case) == HIDDEN,
                    show_program_output=len(visible) == len(cases),
                )
                if judgement
                else f"This case was {graded.missing_label}: {graded.missing_reason}."
            ),
            "output_format": TEXT_FORMAT,
            "tags": [case.requirement] if case.requirement else [],
            "visibility": rubric.visibility(case),
        }
        for number, case in enumerate(cases, start=1)
    ]
    if leaderboard:
        results["leaderboard"] = list(leaderboard)
    return results


def _summary(
    visible: Sequence[Case], graded: GradedSubmission, likely: Sequence[LikelyMistake], hidden_count: int
) -> str:
    if graded.problem:
        remedy = f".\n\n{MISSING_TOOL_ADVICE}" if graded.is_tool_missing else ""
        return f"The program could not be run: {graded.problem}{remedy}\n\n{graded.build_output}".rstrip()
    all_judgements = dict(graded.judgements)
    judgements = [all_judgements.get(case.name) for case in visible]
    right = sum(judgement is not None and judgement.is_right for judgement in judgements)
    lines = [f"{right} of {plural(len(visible), 'case')} right."]
    if hidden_count:
        lines[0] += f" {plural(hidden_count, 'more case is', 'more cases are')} not shown."
    if None in judgements:
        lines.append(f"{judgements.count(None)} {graded.missing_label}: {graded.missing_reason}.")
    if graded.tools:
        lines.append(f"Ran with {'; '.join(map(str, graded.tools))}.")
    lines += graded.notes
    for mistake in likely:
        lines += ["", f"{mistake.statement} {mistake.advice}"]
    if findings := common_features(visible, graded, likely):
        lines += ["", f"{HEADING}:", *(finding.sentence for finding in findings)]
    return "\n".join(lines)


def _test_name(case: Case) -> str:
    requirement = requirement_sentence(case.requirement)
    return escape(f"{case.name}. Requirement tested: {requirement}" if requirement else case.name)


def _test_output(
    case: Case,
    judgement: Judgement,
    likely: Sequence[LikelyMistake],
    *,
    hidden: bool,
    show_program_output: bool,
) -> str:
    verdict = f"{judgement.verdict.value.capitalize()} ({judgement.cpu_seconds:.2f} s of CPU time)."
    if judgement.is_right or hidden:
        return verdict
    sentences = filter(None, (verdict, describe_mistake(judgement, likely), *judgement.sentences))
    parts = ["\n".join(sentences), f"input.txt:\n{questions.write(case.question)}"]
    if case.expected:
        parts.append(f"Expected output.txt:\n{case.expected}")
    if judgement.output and show_program_output:
        parts.append(f"Your output.txt:\n{judgement.output}")
    if judgement.errors and show_program_output:
        parts.append(f"Standard error:\n{judgement.errors}")
    return escape("\n\n".join(parts))
