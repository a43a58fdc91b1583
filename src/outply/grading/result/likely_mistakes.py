"""Likely mistakes of a submission, inferred from all of its answers together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from outply.diagnosis.catalogue import MISTAKES, MISTAKES_BY_NAME
from outply.diagnosis.evidence import AnswerEvidence, Candidate, Evidence, Level, weigh
from outply.diagnosis.wording import candidate_title, describe_candidate, short_candidate
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

NO_ANSWER_VERDICTS = (Verdict.CRASH, Verdict.NO_OUTPUT)
"""Verdicts on runs without an answer.

Such a run is evidence only for mistakes that lead to no answer, and only if the program answers other cases: a
program that always crashes need not have any of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelyMistake:
    """A known mistake that explains `explains` of the `wrong_answers` wrong answers of a submission.

    `level` is how certain the explanation is, and `chance` is the chance of a coincidence (see
    `diagnosis.evidence`). `statement` describes both in sentences, and `summary` in a few words.
    """

    mistake: str
    title: str
    advice: str
    explains: int
    wrong_answers: int
    level: Level
    chance: float
    statement: str
    summary: str


def likely_mistakes(cases: Sequence[Case], graded: GradedSubmission) -> tuple[LikelyMistake, ...]:
    """Return the known mistakes that explain wrong answers of a submission, the likeliest first.

    A mistake is excluded if a program with the mistake would have failed a case that the submission passes. At
    most `MAX_LIKELY_MISTAKES` are returned.
    """
    evidence = weigh_judgements(cases, graded)
    judgements = dict(graded.judgements)
    wrong = sum((one := judgements.get(case.name)) is not None and not one.is_right for case in cases)
    return tuple(
        _likely_mistake(evidence, candidate, wrong) for candidate in evidence.candidates[:MAX_LIKELY_MISTAKES]
    )


def weigh_judgements(cases: Sequence[Case], graded: GradedSubmission) -> Evidence:
    """Return the evidence that the judged answers of a submission give about its mistake."""
    judgements = dict(graded.judgements)
    judged = [(case, judgement) for case in cases if (judgement := judgements.get(case.name)) is not None]
    if not any(judgement.is_right or judgement.verdict in ANSWER_VERDICTS for _, judgement in judged):
        judged = []
    games = {case.question.position.game for case, _ in judged}
    names = [mistake.name for mistake in MISTAKES if any(map(mistake.applies_to, games))]
    answers = [_answer_evidence(case, judgement, frozenset(names)) for case, judgement in judged]
    return weigh([answer for answer in answers if answer is not None], names)


def describe_mistake(judgement: Judgement, likely: Sequence[LikelyMistake]) -> str:
    """Return a sentence that names the likely mistake behind the judged answer; empty if no likely mistake fits.

    The requirement that the case tests need not be the violated one, because a case catches many mistakes.
    """
    match = next((one for one in likely if one.mistake in judgement.mistakes), None)
    return "" if match is None else f"A program that {match.title} gives this very answer."


def _answer_evidence(case: Case, judgement: Judgement, names: frozenset[str]) -> AnswerEvidence | None:
    """Return the evidence that a judged answer gives about the listed mistakes; None if it gives none."""
    question = case.question
    if question.depth is None:
        return None
    evidence = AnswerEvidence(
        algorithm=question.mode,
        player=question.position.to_move,
        depth=question.depth,
        is_right=judgement.is_right,
        wrong_mistakes=frozenset(case.caught_mistakes),
    )
    if judgement.is_right:
        return evidence
    if judgement.verdict in ANSWER_VERDICTS:
        return replace(evidence, matching=frozenset(judgement.mistakes) & names)
    if judgement.verdict in NO_ANSWER_VERDICTS:
        silent = frozenset(name for wrong in case.wrong_outputs if not wrong.output for name in wrong.mistakes)
        if silent:
            return replace(evidence, matching=silent, not_simulated=names - silent)
    return None


def _likely_mistake(evidence: Evidence, candidate: Candidate, wrong: int) -> LikelyMistake:
    """Return a candidate as the likely mistake of a submission with `wrong` wrong cases."""
    mistake = MISTAKES_BY_NAME[candidate.mistake]
    return LikelyMistake(
        mistake=mistake.name,
        title=candidate_title(candidate),
        advice=mistake.advice,
        explains=candidate.explained,
        wrong_answers=evidence.wrong,
        level=evidence.level,
        chance=candidate.chance,
        statement=describe_candidate(evidence, candidate, wrong - evidence.wrong),
        summary=short_candidate(evidence, candidate),
    )
