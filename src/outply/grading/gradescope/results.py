"""The results.json that Gradescope reads, with the fields that it documents and no others.

What students may see of a case is the rubric's to say. A case that is not visible leaves no trace in what is: the
summary is of the visible ones, and what a program printed is shown only where all are, for it could print what it
kept of another case. A hidden case tells no answer to anybody: Gradescope hands old results to later runs.
"""

from __future__ import annotations

import json

import outply
from outply.formats import question as questions
from outply.formats.atomic_io import write_output
from outply.grading.result.likely_mistakes import describe_mistake, likely_mistakes
from outply.grading.result.rubric import round_points
from outply.grading.suite.requirements import requirement_sentence
from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from outply.grading.result.likely_mistakes import LikelyMistake
    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission, Judgement
    from outply.grading.suite.case import Case

VISIBLE, HIDDEN = "visible", "hidden"
TEXT = "text"  # Gradescope's word for what is to be shown as it is


def results(
    cases: Sequence[Case],
    graded: GradedSubmission,
    rubric: Rubric,
    seconds: float,
    leaderboard: Sequence[dict[str, object]] = (),
) -> dict[str, Any]:
    """Return the results of a submission; all of them took so many `seconds`."""
    shown = [case for case in cases if rubric.visibility(case) == VISIBLE]
    whole = len(shown) == len(cases)
    likely = likely_mistakes(shown, graded)
    judgements, most, earned = dict(graded.judgements), rubric.points(cases), rubric.earned(cases, graded)
    told = _results(
        round_points(rubric.score(cases, graded)),
        seconds,
        _summary(shown, graded, likely, len(cases) - len(shown)),
    )
    told["tests"] = [
        {
            "score": round_points(earned[case.name]),
            "max_score": round_points(most[case.name]),
            "status": "passed" if (judgement := judgements.get(case.name)) and judgement.is_right else "failed",
            "name": _name(case),
            "name_format": TEXT,
            "number": str(number),
            "output": (
                _output(case, judgement, likely, rubric.visibility(case), whole)
                if judgement
                else f"This case was {graded.missing_label}: {graded.missing_reason}."
            ),
            "output_format": TEXT,
            "tags": [case.requirement] if case.requirement else [],
            "visibility": rubric.visibility(case),
        }
        for number, case in enumerate(cases, start=1)
    ]
    if leaderboard:
        told["leaderboard"] = list(leaderboard)
    return told


def nothing(sentence: str, seconds: float = 0.0) -> dict[str, Any]:
    """Return the results where there are none; the sentence says why."""
    return _results(0.0, seconds, sentence)


def write(path: str, told: dict[str, Any]) -> None:
    """Write results to a file, at once or not at all."""
    write_output(path, json.dumps(told, indent=1, allow_nan=False) + "\n")


def _results(score: float, seconds: float, output: str) -> dict[str, Any]:
    return {
        "score": score,
        "execution_time": round(seconds),
        "output": escape_controls(output, keep="\n\t"),
        "output_format": TEXT,
        "test_output_format": TEXT,
        "test_name_format": TEXT,
        "visibility": VISIBLE,
        "stdout_visibility": HIDDEN,
        "extra_data": {"outply": outply.__version__},
    }


def _summary(shown: Sequence[Case], graded: GradedSubmission, likely: Sequence[LikelyMistake], others: int) -> str:
    """Return what is said of the visible cases together."""
    if graded.problem:
        return f"It could not be run: {graded.problem}\n\n{graded.build_output}".rstrip()
    judgements = dict(graded.judgements)
    found = [judgements.get(case.name) for case in shown]
    right = sum(judgement is not None and judgement.is_right for judgement in found)
    kept = f" {others} more {'is' if others == 1 else 'are'} not shown." if others else ""
    lines = [f"{right} of {len(shown)} cases are right.{kept}"]
    if None in found:
        lines.append(f"{found.count(None)} of them were {graded.missing_label}: {graded.missing_reason}.")
    for suspect in likely:
        explains = f"This explains {suspect.explains} of {suspect.wrong_answers} wrong answers."
        lines += ["", f"The program probably {suspect.title}. {suspect.advice} {explains}"]
    return "\n".join(lines)


def _name(case: Case) -> str:
    rule = requirement_sentence(case.requirement)
    return escape_controls(f"{case.name}. This case tests: {rule}" if rule else case.name, keep="\n\t")


def _output(
    case: Case, judgement: Judgement, likely: Sequence[LikelyMistake], visibility: str, printed: bool
) -> str:
    verdict = f"{judgement.verdict.value.capitalize()}. It took {judgement.cpu_seconds:.2f} s of CPU time."
    if judgement.is_right or visibility == HIDDEN:
        return verdict
    about = filter(None, (verdict, describe_mistake(judgement, likely), *judgement.sentences))
    parts = ["\n".join(about), f"input.txt:\n{questions.write(case.question)}"]
    if case.expected:
        parts.append(f"Expected:\n{case.expected}")
    if judgement.output and printed:
        parts.append(f"Yours:\n{judgement.output}")
    if judgement.errors and printed:
        parts.append(f"Printed as errors:\n{judgement.errors}")
    return escape_controls("\n\n".join(parts), keep="\n\t")
