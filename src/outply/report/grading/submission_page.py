"""The page of one submission. The page can be given to the student, because it mentions no other submission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any

from outply.formats import question as questions
from outply.formats.question import Question
from outply.games import game_of
from outply.grading.result.common_features import HEADING
from outply.grading.result.likely_mistakes import LikelyMistake, describe_mistake
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission
from outply.grading.submissions.collect import NO_SUBMISSION
from outply.grading.suite.case import Case
from outply.report.grading.answer_pictures import Picture, answer_pictures
from outply.report.grading.scored import ScoredCase, describe_submission, score_submission

VISIBLE = "visible"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCase:
    """A wrong case on the page: its anchor, its question, and the lines of the expected and the actual answer.

    `mistake` is a sentence about the likely mistake behind the answer, or empty. `tree` is the link to the search
    tree of the case, or empty.
    """

    scored: ScoredCase
    anchor: str
    mistake: str
    question_title: str
    question_text: str
    expected: list[Line]
    actual: list[Line]
    pictures: list[Picture]
    tree: str


def shown_cases(cases: Sequence[Case], rubric: Rubric, *, include_hidden: bool) -> list[Case]:
    """Return the cases that the pages of submissions show."""
    return [case for case in cases if include_hidden or rubric.visibility(case) == VISIBLE]


def submission_context(
    cases: Sequence[Case],
    graded: GradedSubmission,
    rubric: Rubric,
    *,
    include_hidden: bool,
    trees: Mapping[str, str],
) -> dict[str, Any]:
    """Return the template variables of a submission's page.

    Unless `include_hidden` is set, the cases that the rubric hides are only counted. `trees` are links to search
    trees by case.
    """
    shown = shown_cases(cases, rubric, include_hidden=include_hidden)
    scored_cases = [one for one in score_submission(cases, graded, rubric).cases if one.case in shown]
    submission = describe_submission(shown, graded, scored_cases)
    judgements = [scored.judgement for scored in scored_cases if scored.judgement is not None]
    return {
        "submission": submission,
        "is_missing": graded.problem == NO_SUBMISSION,
        "common_features_heading": HEADING,
        "hidden_cases": len(cases) - len(shown),
        "rows": [(scored, f"case-{number}") for number, scored in enumerate(scored_cases, start=1)],
        "wrong_cases": [
            _wrong_case(scored, f"case-{number}", submission.likely_mistakes, trees.get(scored.case.name, ""))
            for number, scored in enumerate(scored_cases, start=1)
            if scored.is_wrong
        ],
        "max_cpu_seconds": max((judgement.cpu_seconds for judgement in judgements), default=None),
        "max_memory_mib": max((judgement.memory_mib for judgement in judgements), default=None),
    }


def _wrong_case(scored: ScoredCase, anchor: str, likely: Sequence[LikelyMistake], tree: str) -> WrongCase:
    question, judgement, answer = scored.case.question, scored.judgement, scored.case.expected
    assert judgement is not None
    if judgement.output and answer:
        expected, actual = compare(answer, judgement.output)
    else:
        expected, actual = unmarked_lines(answer), unmarked_lines(judgement.output)
    return WrongCase(
        scored=scored,
        anchor=anchor,
        mistake=describe_mistake(judgement, likely),
        question_title=question_title(question),
        question_text=questions.write(question),
        expected=expected,
        actual=actual,
        pictures=answer_pictures(question, answer, judgement.output),
        tree=tree,
    )


def question_title(question: Question) -> str:
    """Return the game, the algorithm and the depth of a question as text."""
    title = game_of(question.position).title
    if question.depth is None:
        return f"{title}, any legal move"
    return f"{title}, {question.mode} to depth {question.depth}"


Line = list[tuple[str, bool]]
"""Parts of a line, each with a flag that is set if the part differs from the other text."""


def compare(expected: str, actual: str) -> tuple[list[Line], list[Line]]:
    """Return the lines of both texts with the differences marked.

    Differences in whitespace are marked only if nothing else differs.
    """
    pairs = list(zip_longest(_lines(expected), _lines(actual)))
    if any(not _same_words(*pair) for pair in pairs):
        pairs = [(one, one) if _same_words(one, other) else (one, other) for one, other in pairs]
    marked_expected = [_mark(one, other) for one, other in pairs if one is not None]
    return marked_expected, [_mark(other, one) for one, other in pairs if other is not None]


def unmarked_lines(text: str) -> list[Line]:
    """Return the lines of a text without marks; an empty list for an empty text."""
    return [[(line, False)] for line in _lines(text)] if text else []


def _lines(text: str) -> list[str]:
    """Return the lines of a text, split at line feeds only; other line endings stay in the line."""
    return text.removesuffix("\n").split("\n")


def _same_words(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one.split() == other.split()


def _mark(line: str, other: str | None) -> Line:
    if other is None:
        return [(line, True)]
    chars = ((char, index >= len(other) or other[index] != char) for index, char in enumerate(line))
    pieces = [
        ("".join(char for char, _ in group), differs) for differs, group in groupby(chars, key=lambda one: one[1])
    ]
    return pieces or [("", False)]
