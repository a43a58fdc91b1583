"""What stands after the colon of a player's name: how far, how long or by what to look ahead, or a seed."""

from __future__ import annotations

import re

from outply.games import evaluations
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Form(Struct):
    """One way to write an argument: what it means, and an example of it."""

    __slots__ = ("pattern", "meaning", "example")

    pattern: str  # its first group, if it has one, is a number, and its second a word
    meaning: str
    example: str

    def __init__(self, pattern: str, meaning: str, example: str) -> None:
        self._set(pattern, meaning, example)


_DEPTH = r"([1-9][0-9]{0,8})"
_SECONDS = r"((?=[0-9.]*[1-9])[0-9]{1,9}(?:\.[0-9]{1,9})?)s"

NOTHING = Form(r"", "nothing", "")
SEED = Form(r"([0-9]{1,9})", "a seed", "7")
DEPTH = Form(_DEPTH, "a depth from 1", "4")
DEPTH_AND_EVALUATION = Form(
    f"{_DEPTH}:({'|'.join(evaluations.NAMES)})",
    f"a depth and an evaluation, {', '.join(evaluations.NAMES[:-1])} or {evaluations.NAMES[-1]}",
    f"4:{evaluations.NAMES[-1]}",
)
LEVEL = Form(r"([1-8])", "a level from 1 to 8", "3")
NODES = Form(r"([1-9][0-9]{0,14})n", "a number of nodes", "50000n")
SECONDS = Form(_SECONDS, "CPU seconds a move", "0.5s")
SECONDS_A_GAME = Form(_SECONDS + "/game", "CPU seconds a game", "10s/game")
SOLVE = Form(r"solve", "solve", "solve")
DIRECTORY = Form(r"()(.+)", "a directory", "my-agent")
THEIRS = Form(r"theirs", "theirs", "theirs")


class Argument(Struct):
    """An argument as it was read; a form without a number has the amount 0, one without a word the word ""."""

    __slots__ = ("form", "amount", "word")

    form: Form
    amount: float
    word: str

    def __init__(self, form: Form, amount: float = 0, word: str = "") -> None:
        self._set(form, amount, word)

    @classmethod
    def parse(cls, text: str, forms: Iterable[Form]) -> Argument | None:
        """Read an argument in one of these forms; None if it has none of them."""
        for form in forms:
            if match := re.fullmatch(form.pattern, text):
                amount, word, *_ = (*match.groups(), "", "")
                return cls(form, float(amount or 0), word)
        return None
