"""What stands after the colon of a player's name: how far or how long to look ahead, or a seed."""

from __future__ import annotations

import re

from outply.games.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Form(Value):
    """One way to write an argument: what it means, and an example of it."""

    __slots__ = ("pattern", "meaning", "example")

    pattern: str  # its group, if it has one, is a number
    meaning: str
    example: str

    def __init__(self, pattern: str, meaning: str, example: str) -> None:
        self._set(pattern, meaning, example)


_SECONDS = r"((?=[0-9.]*[1-9])[0-9]{1,9}(?:\.[0-9]{1,9})?)s"

NOTHING = Form(r"", "nothing", "")
SEED = Form(r"([0-9]{1,9})", "a seed", "7")
DEPTH = Form(r"([1-9][0-9]{0,8})", "a depth from 1", "4")
NODES = Form(r"([1-9][0-9]{0,14})n", "a number of nodes", "50000n")
SECONDS = Form(_SECONDS, "CPU seconds a move", "0.5s")
SECONDS_A_GAME = Form(_SECONDS + "/game", "CPU seconds a game", "10s/game")
SOLVE = Form(r"solve", "solve", "solve")
THEIRS = Form(r"theirs", "theirs", "theirs")


class Argument(Value):
    """An argument as it was read; a form without a number has the amount 0."""

    __slots__ = ("form", "amount")

    form: Form
    amount: float

    def __init__(self, form: Form, amount: float = 0) -> None:
        self._set(form, amount)

    @classmethod
    def parse(cls, text: str, forms: Iterable[Form]) -> Argument | None:
        """Read an argument in one of these forms; None if it has none of them."""
        for form in forms:
            if match := re.fullmatch(form.pattern, text):
                return cls(form, float("".join(match.groups()) or 0))
        return None
