"""Likely mistakes of a submission, inferred from all of its answers together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from outply.diagnosis.catalogue import MISTAKES
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.suite.case import Case

MAX_LIKELY_MISTAKES = 3

ANSWER_VERDICTS = (
    Verdict.WRONG_MOVE,
    Verdict.WRONG_BOARD,
    Verdict.WRONG_EVALUATION,
    Verdict.WRONG_VALUE,
    Verdict.WRONG_NODE_COUNT,
)
"""Verdicts on the content of an answer; the others concern its format or the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelyMistake:
    """A known mistake that explains `explains` of the `wrong_answers` wrong answers of a submission."""

    mistake: str
    title: str
    advice: str
    explains: int
    wrong_answers: int


def likely_mistakes(cases: Sequence[Case], graded: GradedSubmission) -> tuple[LikelyMistake, ...]:
    """Return the known mistakes that explain wrong answers of a submission, the likeliest first.

    A mistake is excluded if a program with the mistake would have failed a case that the submission passes, or if
    it explains less than half as many answers as the likeliest mistake. At most `MAX_LIKELY_MISTAKES` are
    returned.
    """
    judgements = dict(graded.judgements)
    wrong_answers, explains, excluded = 0, Counter[str](), set[str]()
    for case in cases:
        judgement = judgements.get(case.name)
        if judgement is None:
            continue
        if judgement.is_right:
            excluded.update(case.caught_mistakes)
        elif judgement.verdict in ANSWER_VERDICTS:
            wrong_answers += 1
            explains.update(judgement.mistakes)
    candidates = [mistake for mistake in MISTAKES if mistake.name in explains and mistake.name not in excluded]
    candidates.sort(key=lambda mistake: -explains[mistake.name])
    return tuple(
        LikelyMistake(
            mistake=mistake.name,
            title=mistake.title,
            advice=mistake.advice,
            explains=explains[mistake.name],
            wrong_answers=wrong_answers,
        )
        for mistake in candidates[:MAX_LIKELY_MISTAKES]
        if 2 * explains[mistake.name] >= explains[candidates[0].name]
    )


def describe_mistake(judgement: Judgement, likely: Sequence[LikelyMistake]) -> str:
    """Return a sentence that names the likely mistake behind the judged answer; empty if no likely mistake fits.

    The requirement that the case tests need not be the violated one, because a case catches many mistakes.
    """
    match = next((one for one in likely if one.mistake in judgement.mistakes), None)
    return "" if match is None else f"This is the answer of a program that {match.title}."
