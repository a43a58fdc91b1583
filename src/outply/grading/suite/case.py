"""A test case of a suite."""

from __future__ import annotations

from dataclasses import dataclass

from outply.diagnosis.catalogue import families
from outply.diagnosis.wrong_outputs import WrongOutput
from outply.formats.question import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question with its expected answer.

    `name` is the stem of the case's file names. `expected` is the right output.txt to the byte, or empty if any
    legal move is right. `requirement` is the name of the requirement that the case tests, or empty if unknown.
    `wrong_outputs` are the outputs of programs with known mistakes.
    """

    name: str
    question: Question
    expected: str
    requirement: str = ""
    wrong_outputs: tuple[WrongOutput, ...] = ()

    @property
    def caught_mistakes(self) -> tuple[str, ...]:
        """The names of the mistakes that lead to a wrong answer to this case."""
        return tuple(name for wrong in self.wrong_outputs for name in wrong.mistakes)

    @property
    def caught_families(self) -> tuple[str, ...]:
        """The families of the mistakes that this case catches."""
        return families(self.caught_mistakes)
