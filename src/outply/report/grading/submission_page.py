"""The page of a submission, which can be given to whoever handed it in: it tells of nobody else."""

from __future__ import annotations

from outply.formats import question as questions
from outply.games import game_of
from outply.games.struct import Struct
from outply.grading.result.likely_mistakes import describe_mistake, likely_mistakes
from outply.report.grading.scored import Marked, marked
from outply.report.grading.side_by_side import compared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from outply.formats.question import Question
    from outply.grading.result.likely_mistakes import LikelyMistake
    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission
    from outply.grading.suite.case import Case
    from outply.report.grading.scored import Mark
    from outply.report.grading.side_by_side import Line

VISIBLE = "visible"


class Shown(Struct):
    """A case that is not right: where it stands on the page, its question, and the two answers line by line.

    `likely` says which mistake of those that are suspected gives this answer.
    """

    __slots__ = ("mark", "anchor", "likely", "asked", "text", "expected", "theirs")

    mark: Mark
    anchor: str
    likely: str
    asked: str
    text: str
    expected: list[Line]
    theirs: list[Line]

    def __init__(
        self,
        mark: Mark,
        anchor: str,
        likely: str,
        asked: str,
        text: str,
        expected: list[Line],
        theirs: list[Line],
    ) -> None:
        self._set(mark, anchor, likely, asked, text, expected, theirs)


def student(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric, *, whole: bool) -> dict[str, Any]:
    """Return what the template needs; cases that not everybody may see are told of only if it is the `whole`."""
    shown = [case for case in cases if whole or rubric.visibility(case) == VISIBLE]
    marks = [mark for mark in marked(cases, graded, rubric).marks if mark.case in shown]
    one = Marked(graded, tuple(marks), likely_mistakes(shown, graded))
    judged = [mark.judgement for mark in marks if mark.judgement is not None]
    return {
        "one": one,
        "left_out": len(cases) - len(shown),
        "rows": [(mark, f"case-{number}") for number, mark in enumerate(marks, start=1)],
        "wrong": [
            _shown(mark, f"case-{number}", one.likely_mistakes)
            for number, mark in enumerate(marks, start=1)
            if mark.is_wrong
        ],
        "slowest": max((judgement.cpu_seconds for judgement in judged), default=None),
        "largest": max((judgement.memory_mib for judgement in judged), default=None),
    }


def _shown(mark: Mark, anchor: str, found: Sequence[LikelyMistake]) -> Shown:
    question, judgement = mark.case.question, mark.judgement
    assert judgement is not None
    output, likely = judgement.output, describe_mistake(judgement, found)
    expected, theirs = compared(mark.case.expected, output) if output and mark.case.expected else ([], [])
    if not theirs:
        expected, theirs = _plain(mark.case.expected), _plain(output)
    return Shown(mark, anchor, likely, asked(question), questions.write(question), expected, theirs)


def _plain(text: str) -> list[Line]:
    return [[(line, False)] for line in text.removesuffix("\n").split("\n")] if text else []


def asked(question: Question) -> str:
    """Return what a question asks, in words."""
    title = game_of(question.position).title
    if question.depth is None:
        return f"{title}, any legal move"
    return f"{title}, {question.mode} to depth {question.depth}"
