"""What programs with the usual mistakes write as their output.txt."""

from __future__ import annotations

from typing import Any

from outply.diagnosis.catalogue import MISTAKES, Mistake
from outply.diagnosis.simulator import Attempts
from outply.diagnosis.variant import Answer, TooLongError
from outply.formats.question import Question, write_answer
from outply.grading.suite.case import Wrong
from outply.search import exact

EACH = 20_000
IN_ALL = 400_000
"""Visits of one program, and of all together."""


class Mistaken:
    """The answers to one question, found when they are asked for; `right` is the right one.

    In a competition there is no right answer, and none that is wrong by a usual mistake.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.right = ""
        self._answers: dict[str, str | None] = {}
        if question.depth is not None:
            result = exact.search(question.position, question.depth, question.mode)
            self.right = write_answer(question, result)
            self._attempts = Attempts(question.position, question.mode, question.depth, each=EACH, in_all=IN_ALL)

    def wrong(self, mistake: Mistake) -> str | None:
        """Return the wrong answer of a program with that mistake; None if it is right, or nobody knows.

        Empty text is the answer of a program that sees no move.
        """
        if mistake.name not in self._answers:
            self._answers[mistake.name] = self._found(mistake)
        return self._answers[mistake.name]

    def all_wrong(self) -> tuple[Wrong, ...]:
        """Return all wrong answers, each with the mistakes that give it; the most usual mistake is first."""
        groups: dict[str, list[str]] = {}
        for mistake in MISTAKES:
            answer = self.wrong(mistake)
            if answer is not None:
                groups.setdefault(answer, []).append(mistake.name)
        return tuple(Wrong(answer, tuple(names)) for answer, names in groups.items())

    def _found(self, mistake: Mistake) -> str | None:
        if self.question.depth is None or not self._attempts.can_happen(mistake):
            return None
        try:
            answer = printed(self.question.position, self._attempts.answer(mistake))
        except TooLongError:
            return None
        return None if answer == self.right else answer


def printed(position: Any, answer: Answer | None) -> str:
    """Return the output.txt that says so; empty for no answer."""
    if answer is None:
        return ""
    if position.game == "warfare":
        return "\n".join([str(answer.move), *answer.after.rows])
    return f"{answer.move}\n{answer.score}\n{answer.value}\n{answer.visited}"
