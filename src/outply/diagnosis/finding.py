"""The diagnosis of one answer: its first difference, and the known mistakes that lead to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outply.diagnosis.catalogue import Mistake
from outply.diagnosis.evidence import Candidate, Evidence, Level
from outply.diagnosis.output_diff import Difference
from outply.diagnosis.trace_diff import Divergence
from outply.search.trace import json_bound

OnProgress = Callable[[int, int], None]
"""Called as `on_progress(number, total)` before each mistake is simulated."""

Stop = Callable[[], bool]
"""Returns whether the diagnosis should end; the mistakes that are not simulated yet are then left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FittingMistake:
    """A mistake that leads to an answer.

    `chance` is the chance that a listed mistake fits the answer by coincidence (see `diagnosis.evidence`). For a
    list of visits, `chance` is None, `matching_visits` is the number of visits from the beginning that a program
    with the mistake makes as well, and `explains_all` is whether the whole list matches.
    """

    mistake: Mistake
    chance: float | None = None
    explains_all: bool = True
    matching_visits: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """The first difference between an answer and the right answer, and the known mistakes that lead to the answer.

    `sentences` describe all differences in order. `path` is the moves from the root to the node where the first
    difference occurs, and `window` is the alpha and beta of that node (None: unknown). `move_values` are the legal
    moves of that node in the move order, with their values for MAX (None: unknown). `actual_move` is the move of
    the answer at the first difference, and `expected_move` the right one; each is None if there is no move.
    `candidates` are sorted, the most frequent mistake first; `level` is how certain it is that the program has one
    of them, and `listed` is the number of mistakes that were considered, 0 for an incomplete answer.
    `not_simulated` are the mistakes that would take too long to simulate, or that were not reached before the
    diagnosis was stopped.
    """

    difference: Difference
    sentences: tuple[str, ...]
    path: tuple[Any, ...] = ()
    window: tuple[float, float] | None = None
    move_values: tuple[tuple[Any, int | None], ...] = ()
    actual_move: Any = None
    expected_move: Any = None
    level: Level = Level.NONE
    listed: int = 0
    candidates: tuple[FittingMistake, ...] = ()
    not_simulated: tuple[Mistake, ...] = ()
    is_stopped: bool = False

    @property
    def is_right(self) -> bool:
        return self.difference is Difference.NONE

    @property
    def evidence(self) -> Evidence:
        """The evidence that this one wrong answer gives for the candidates."""
        return Evidence(
            level=self.level,
            candidates=tuple(
                Candidate(mistake=one.mistake.name, explained=1, contradicted=0, chance=one.chance or 0.0)
                for one in self.candidates
            ),
            right=0,
            wrong=1,
            listed=self.listed,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the diagnosis as JSON-serializable data; infinite bounds of the window are None."""
        return {
            "difference": self.difference.value,
            "right": self.is_right,
            "sentences": list(self.sentences),
            "path": [str(move) for move in self.path],
            "window": None if self.window is None else [json_bound(bound) for bound in self.window],
            "moves": [{"move": str(move), "value": value} for move, value in self.move_values],
            "actual_move": None if self.actual_move is None else str(self.actual_move),
            "expected_move": None if self.expected_move is None else str(self.expected_move),
            "level": self.level.value,
            "listed": self.listed,
            "candidates": [
                {
                    "mistake": one.mistake.name,
                    "title": one.mistake.title,
                    "advice": one.mistake.advice,
                    "chance": one.chance,
                    "explains_all": one.explains_all,
                    "matching_visits": one.matching_visits,
                }
                for one in self.candidates
            ],
            "not_simulated": [mistake.name for mistake in self.not_simulated],
            "stopped": self.is_stopped,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The mistakes that lead to an answer; the fields are those of `Diagnosis`."""

    level: Level
    listed: int
    candidates: tuple[FittingMistake, ...]
    not_simulated: tuple[Mistake, ...]
    is_stopped: bool

    def fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def diagnosis_at(
    divergence: Divergence, difference: Difference, sentences: tuple[str, ...], finding: Finding
) -> Diagnosis:
    """Return the diagnosis of an answer whose first difference is a visit, with the node of that visit."""
    return Diagnosis(
        difference=difference,
        sentences=sentences,
        path=divergence.path,
        window=divergence.window,
        move_values=divergence.move_values(),
        actual_move=divergence.actual_move,
        expected_move=divergence.expected_move,
        **finding.fields(),
    )
