"""Sentences for users about the evidence for a program's mistake."""

from __future__ import annotations

from outply.diagnosis.catalogue import MISTAKES_BY_NAME
from outply.diagnosis.evidence import Candidate, Doubt, Evidence, Level
from outply.text import plural, plural_noun


def candidate_title(candidate: Candidate) -> str:
    """Return what a program with the candidate does; completes the phrase "a program that ..."."""
    title = MISTAKES_BY_NAME[candidate.mistake].title
    return f"{title}, in {candidate.only_in} only" if candidate.only_in else title


def describe_candidate(evidence: Evidence, candidate: Candidate, not_compared: int = 0) -> str:
    """Return sentences on the answers that a candidate explains, and on how certain the explanation is.

    `not_compared` is the number of wrong answers, such as crashes, that are not part of the evidence.
    """
    program = f"A program that {candidate_title(candidate)}"
    program += "," * bool(candidate.only_in)
    if evidence.level is Level.EXPLAINS_SOME:
        others = evidence.wrong - candidate.explained
        compared = " that could be compared" if not_compared else ""
        return (
            f"{program} gives {candidate.explained} of the {evidence.wrong} wrong answers{compared}, "
            f"but not the other {others if others > 1 else 'one'}."
        )
    sentence = f"{program} gives {_answers(evidence)}"
    if unknown := evidence.wrong + not_compared - candidate.explained:
        right = f"all {plural(evidence.right, 'right answer')} and " if evidence.right > 1 else ""
        sentence = (
            f"{program} gives {right}{candidate.explained} of the {candidate.explained + unknown} wrong answers "
            f"(the other {unknown if unknown > 1 else 'one'} could not be compared)"
        )
    if evidence.level is Level.EXPLAINS_ALL:
        return (
            f"{sentence}, and no other known mistake does. It is unlikely ({_bound(candidate.chance)}) "
            "that a program with another mistake gives the same answers."
        )
    others = len(evidence.candidates) - 1
    if others:
        return f"{sentence}, as {plural_noun(others, 'does', 'do')} {plural(others, 'other known mistake')}."
    return f"{sentence}. This may be a coincidence: {_shortage(evidence)}."


def describe_refuted(evidence: Evidence, candidate: Candidate) -> str:
    """Return a sentence on a mistake that explains wrong answers but contradicts right ones."""
    fails = plural(candidate.failed_right, "question", "questions")
    return (
        f"A program that {MISTAKES_BY_NAME[candidate.mistake].title} gives {candidate.explained} of the "
        f"{evidence.wrong} wrong answers, but fails {fails} that this program answers right."
    )


def describe_evidence(evidence: Evidence) -> str:
    """Return a sentence that introduces the list of candidates, or states that no mistake fits."""
    known = f"the {evidence.listed} known mistakes"
    count = len(evidence.candidates)
    if evidence.level is Level.NONE:
        wrong = "this answer" if evidence.wrong == 1 else f"these {evidence.wrong} wrong answers"
        return f"None of {known} explains {wrong}."
    if evidence.level is Level.EXPLAINS_SOME:
        return f"None of {known} explains all {evidence.wrong} wrong answers."
    leads = plural_noun(count, "leads", "lead")
    sentence = f"{count if count > 1 else 'One'} of {known} {leads} to {_answers(evidence)}"
    if evidence.level is not Level.ONE_OF:
        return f"{sentence}."
    if count > 1:
        answers = "one answer" if evidence.right + evidence.wrong == 1 else "these answers"
        return f"{sentence}; {answers} cannot distinguish them."
    return f"{sentence}. This may be a coincidence: {_shortage(evidence)}."


def short_candidate(evidence: Evidence, candidate: Candidate) -> str:
    """Return a phrase for a table cell: the title of the mistake, qualified unless it explains all answers."""
    title = candidate_title(candidate)
    if evidence.level is Level.EXPLAINS_SOME:
        return f"{candidate.explained} of {evidence.wrong} wrong answers fit: {title}"
    if evidence.level is Level.ONE_OF:
        others = [candidate_title(other) for other in evidence.candidates if other is not candidate]
        if len(others) == 1:
            return f"either {title}, or {others[0]}"
        return f"one of {len(others) + 1} that fit: {title}" if others else f"perhaps: {title}"
    return title


def _answers(evidence: Evidence) -> str:
    total = evidence.right + evidence.wrong
    if total == 1:
        return "this answer"
    if not evidence.right:
        return f"exactly these {total} wrong answers"
    return f"exactly these {total} answers, {evidence.wrong} of them wrong"


def _shortage(evidence: Evidence) -> str:
    if evidence.wrong == 1:
        return "one wrong answer cannot rule out other mistakes"
    if evidence.doubts and evidence.doubts[0] is not Doubt.COINCIDENCE:
        return evidence.doubts[0].value
    return "these wrong answers cannot rule out unlisted mistakes"


def _bound(chance: float) -> str:
    """Return an upper bound of the chance that an explanation is a coincidence, coarse on purpose."""
    return f"less than 1 in {1000 if chance < 0.001 else 100:,}"
