"""What is said about somebody's answer: plain data that a terminal, a page and a grader can show."""

from __future__ import annotations

from outply.games.struct import Struct
from outply.search.window import json_bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.diagnosis.catalogue import Mistake

RIGHT = "right"
KINDS = (RIGHT, "format", "unreadable", "illegal", "move", "board", "evaluation", "value", "count", "visit")
"""What the first difference is in; `visit` is for lists of visited moves."""


class Cause(Struct):
    """A mistake that explains an answer, or the beginning of a list of visited moves if `visits` are not all."""

    __slots__ = ("mistake", "whole", "visits")

    mistake: Mistake
    whole: bool
    visits: int | None

    def __init__(self, mistake: Mistake, whole: bool = True, visits: int | None = None) -> None:
        self._set(mistake, whole, visits)


class Diagnosis(Struct):
    """Where an answer first differs from the right one, and why.

    `found` are sentences, the first difference first. `path` are the moves to the node concerned, none for
    the root; `window` is alpha and beta there, where they are known. `moves` are the node's, in the textbook's
    order, each with what it is worth to MAX (None: not known). `theirs` and `expected` are moves of that node.
    `causes` begin with the likeliest, and `untried` are mistakes that would have taken too long to try.
    """

    __slots__ = ("kind", "found", "path", "window", "moves", "theirs", "expected", "causes", "untried")

    kind: str
    found: tuple[str, ...]
    path: tuple[Any, ...]
    window: tuple[float, float] | None
    moves: tuple[tuple[Any, int | None], ...]
    theirs: Any
    expected: Any
    causes: tuple[Cause, ...]
    untried: tuple[Mistake, ...]

    def __init__(
        self,
        kind: str,
        found: tuple[str, ...],
        path: tuple[Any, ...] = (),
        window: tuple[float, float] | None = None,
        moves: tuple[tuple[Any, int | None], ...] = (),
        theirs: Any = None,
        expected: Any = None,
        causes: tuple[Cause, ...] = (),
        untried: tuple[Mistake, ...] = (),
    ) -> None:
        self._set(kind, found, path, window, moves, theirs, expected, causes, untried)

    @property
    def is_right(self) -> bool:
        return self.kind == RIGHT

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {
            "kind": self.kind,
            "right": self.is_right,
            "found": list(self.found),
            "path": [str(move) for move in self.path],
            "window": None if self.window is None else [json_bound(bound) for bound in self.window],
            "moves": [{"move": str(move), "value": value} for move, value in self.moves],
            "theirs": None if self.theirs is None else str(self.theirs),
            "expected": None if self.expected is None else str(self.expected),
            "causes": [
                {
                    "name": cause.mistake.name,
                    "title": cause.mistake.title,
                    "advice": cause.mistake.advice,
                    "whole": cause.whole,
                    "visits": cause.visits,
                }
                for cause in self.causes
            ],
            "untried": [mistake.name for mistake in self.untried],
        }
