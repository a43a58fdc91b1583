"""A test case: a question, its right answer, the rule that it tests, and what usual mistakes answer to it."""

from __future__ import annotations

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.formats.question import Question


class Wrong(Struct):
    """An output.txt that programs with these mistakes write, by the mistakes' names."""

    __slots__ = ("answer", "mistakes")

    answer: str
    mistakes: tuple[str, ...]

    def __init__(self, answer: str, mistakes: tuple[str, ...]) -> None:
        self._set(answer, mistakes)


class Case(Struct):
    """A question by the name of its file.

    `expected` is the output.txt, to the byte; empty where any legal move is right. `rule` is the name of what the
    case tests (see `rules`), empty where nobody said. `wrong` are the answers of programs with usual mistakes.
    """

    __slots__ = ("name", "question", "expected", "rule", "wrong")

    name: str
    question: Question
    expected: str
    rule: str
    wrong: tuple[Wrong, ...]

    def __init__(
        self, name: str, question: Question, expected: str, rule: str = "", wrong: tuple[Wrong, ...] = ()
    ) -> None:
        self._set(name, question, expected, rule, wrong)

    @property
    def catches(self) -> tuple[str, ...]:
        """The names of the mistakes that it tells from a right program."""
        return tuple(mistake for wrong in self.wrong for mistake in wrong.mistakes)
