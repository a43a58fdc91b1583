"""Which usual mistake a submission makes, by all its answers together."""

from __future__ import annotations

from outply.diagnosis.catalogue import MISTAKES
from outply.games.struct import Struct
from outply.grading.result.verdict import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.grading.result.verdict import Graded, Judgement
    from outply.grading.suite.case import Case

MOST = 3
ANSWERS = (Verdict.MOVE, Verdict.BOARD, Verdict.EVALUATION, Verdict.VALUE, Verdict.COUNT)
"""Verdicts on what an answer says; the others are about how the program ran or how it writes."""


class Suspect(Struct):
    """A usual mistake that explains so many of a submission's wrong answers."""

    __slots__ = ("mistake", "title", "advice", "explains", "of")

    mistake: str
    title: str
    advice: str
    explains: int
    of: int

    def __init__(self, mistake: str, title: str, advice: str, explains: int, of: int) -> None:
        self._set(mistake, title, advice, explains, of)


def suspects(cases: Sequence[Case], graded: Graded) -> tuple[Suspect, ...]:
    """Return the mistakes that explain wrong answers, the likeliest first.

    One that would have got a case wrong which the submission has right is not suspected, nor is one that explains
    less than half of what another does.
    """
    judgements = dict(graded.judgements)
    wrong, explained, excluded = 0, dict[str, int](), set[str]()
    for case in cases:
        judgement = judgements.get(case.name)
        if judgement is None:
            continue
        if judgement.is_right:
            excluded.update(case.catches)
        elif judgement.verdict in ANSWERS:
            wrong += 1
            for name in judgement.mistakes:
                explained[name] = explained.get(name, 0) + 1
    found = [mistake for mistake in MISTAKES if mistake.name in explained and mistake.name not in excluded]
    found.sort(key=lambda mistake: -explained[mistake.name])
    likely = [one for one in found[:MOST] if 2 * explained[one.name] >= explained[found[0].name]]
    return tuple(Suspect(one.name, one.title, one.advice, explained[one.name], wrong) for one in likely)


def explained(judgement: Judgement, found: Sequence[Suspect]) -> str:
    """Return a sentence that says which of these mistakes gives this very answer; empty if none does.

    A case catches many mistakes, so the rule that it tests need not be the one that was broken.
    """
    suspect = next((one for one in found if one.mistake in judgement.mistakes), None)
    return "" if suspect is None else f"This is the answer of a program where {suspect.title}."
