"""Compute the wrong output.txt that each mistake produces for a question."""

from __future__ import annotations

from dataclasses import dataclass

from outply.diagnosis.catalogue import MISTAKES, Mistake, Reach
from outply.diagnosis.simulator import MistakeSimulator
from outply.diagnosis.variant import BudgetExceededError, SimulatedAnswer
from outply.formats.question import Question, answer_parts, format_of, write_answer
from outply.games import game_named
from outply.games.protocol import Position
from outply.search import exact

MAX_VISITS_PER_MISTAKE = 20_000
MAX_VISITS_TOTAL = 400_000

_SAME_ANSWERS = {
    ("useful-raids", "raid"): "a Stake on the same cell has the same effect and comes first",
    ("cell-by-cell", "blitz"): "a cell has only one move under blitz rules, so the order is right",
    ("move-type/raid", "blitz"): "every move next to an own cell is a blitz",
    ("stake-conquers/beside-own", "blitz"): "every move next to an own cell is a blitz",
    ("raid-source", "blitz"): "a cell has only one move under blitz rules, so the order is right",
}
"""Reasons why a mistake never changes an answer, by name or family of the mistake, and rule variant."""


def undetectable_reason(mistake: Mistake, *, game: str, rule_variant: str) -> str:
    """Return the reason why no question of `game` under `rule_variant` can reveal `mistake`.

    Returns an empty string if no such reason is known.
    """
    if mistake.reach == Reach.COUNT and "count" not in answer_parts(game):
        return f"it changes only the node count, which is not part of {game_named(game).title}'s output"
    by_family = _SAME_ANSWERS.get((mistake.family, rule_variant), "")
    return _SAME_ANSWERS.get((mistake.name, rule_variant), by_family)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongOutput:
    """The content of a wrong output.txt, and the names of the mistakes that produce it."""

    output: str
    mistakes: tuple[str, ...]


class WrongOutputs:
    """The wrong outputs that mistakes produce for one question, computed on demand; `correct` is the right output.

    For a COMPETITION question `correct` is empty, and there are no wrong outputs. `not_simulated` are the names of
    the mistakes whose output was requested but not computed, because the simulation exceeds the budget.
    """

    def __init__(
        self,
        question: Question,
        *,
        max_visits_per_mistake: int = MAX_VISITS_PER_MISTAKE,
        max_visits_total: int = MAX_VISITS_TOTAL,
    ) -> None:
        self.question = question
        self.correct = ""
        self.not_simulated: set[str] = set()
        self._outputs: dict[str, str | None] = {}
        if question.depth is not None:
            result = exact.search(question.position, question.depth, question.mode)
            self.correct = write_answer(question, result)
            self._simulator = MistakeSimulator(
                question.position,
                question.mode,
                question.depth,
                max_visits_per_mistake=max_visits_per_mistake,
                max_visits_total=max_visits_total,
            )

    def of(self, mistake: Mistake) -> str | None:
        """Return the output of a program with `mistake` if the output is wrong.

        Returns None if the output is right, if `mistake` is not applicable to the question, or if the simulation
        exceeds the budget. The output of a program that finds no move is empty.
        """
        if self.question.mode not in mistake.algorithms:
            return None
        if mistake.name not in self._outputs:
            self._outputs[mistake.name] = self._simulate(mistake)
        return self._outputs[mistake.name]

    def all(self) -> tuple[WrongOutput, ...]:
        """Return each distinct wrong output with the mistakes that produce it, in the order of the catalogue."""
        names_by_output: dict[str, list[str]] = {}
        for mistake in MISTAKES:
            output = self.of(mistake)
            if output is not None:
                names_by_output.setdefault(output, []).append(mistake.name)
        return tuple(
            WrongOutput(output=output, mistakes=tuple(names)) for output, names in names_by_output.items()
        )

    def _simulate(self, mistake: Mistake) -> str | None:
        position = self.question.position
        if self.question.depth is None or not self._simulator.is_applicable(mistake):
            return None
        if undetectable_reason(mistake, game=position.game, rule_variant=position.variant):
            return None
        try:
            output = format_answer(position, self._simulator.answer(mistake))
        except BudgetExceededError:
            self.not_simulated.add(mistake.name)
            return None
        return None if output == self.correct else output


def format_answer(position: Position, answer: SimulatedAnswer | None) -> str:
    """Return `answer` as the content of an output.txt, or an empty string if `answer` is None."""
    if answer is None:
        return ""
    return format_of(position.game).write_output(
        answer.move, answer.after, answer.score, answer.value, answer.node_count
    )
