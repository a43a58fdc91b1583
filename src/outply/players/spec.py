"""The argument of a player name, after the colon: a depth, a time, a level, a seed or a directory."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from outply.games import evaluations
from outply.text import join_or

PROGRAM = "program:"
ENGINE_PROCESS = "engine-process:"


def is_external(name: str) -> bool:
    """Return whether a player's name is that of a program, which needs a sandbox."""
    return name.startswith((PROGRAM, ENGINE_PROCESS))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentSpec:
    """One form that the argument of a player name can have.

    The first group of `pattern` (if any) is a number, the second (if any) a word. `title` is a template for the
    argument in a player's title, `limit` for the description of a player with this argument; `limit` is empty if
    the argument is not a search limit.
    """

    pattern: str
    meaning: str
    example: str
    title: str = "{amount}"
    limit: str = ""


_DEPTH = r"([1-9][0-9]{0,8})"
_SECONDS = r"((?=[0-9.]*[1-9])[0-9]{1,9}(?:\.[0-9]{1,9})?)s"

NO_ARGUMENT = ArgumentSpec(pattern=r"", meaning="nothing", example="", title="")
SEED = ArgumentSpec(pattern=r"([0-9]{1,9})", meaning="a seed", example="7")
DEPTH = ArgumentSpec(pattern=_DEPTH, meaning="a depth of at least 1", example="4", limit="to depth {amount}")
DEPTH_AND_EVALUATION = ArgumentSpec(
    pattern=f"{_DEPTH}:({'|'.join(evaluations.NAMES)})",
    meaning=f"a depth and an evaluation, {join_or(evaluations.NAMES)}",
    example=f"4:{evaluations.NAMES[-1]}",
    title="{amount} ({word})",
)
LEVEL = ArgumentSpec(pattern=r"([1-8])", meaning="a level from 1 to 8", example="3")
NODES = ArgumentSpec(
    pattern=r"([1-9][0-9]{0,14})n",
    meaning="a number of nodes",
    example="50000n",
    title="{amount} nodes",
    limit="{amount} nodes per move",
)
SECONDS = ArgumentSpec(
    pattern=_SECONDS,
    meaning="CPU seconds per move",
    example="0.5s",
    title="{amount} s",
    limit="{amount} s of CPU time per move",
)
SECONDS_PER_GAME = ArgumentSpec(
    pattern=_SECONDS + "/game",
    meaning="CPU seconds per game",
    example="10s/game",
    title="{amount} s per game",
    limit="{amount} s of CPU time per game",
)
SOLVE = ArgumentSpec(
    pattern=r"solve", meaning="solve", example="solve", title="solving", limit="to the end of the game"
)
DIRECTORY = ArgumentSpec(pattern=r"()(.+)", meaning="a directory", example="my-agent")
COMMAND = ArgumentSpec(pattern=r"()(.+)", meaning="a command", example="./my-engine")
OPPONENT_TIME = ArgumentSpec(
    pattern=r"theirs",
    meaning="theirs",
    example="theirs",
    title="in the opponent's time",
    limit="the CPU time of the opponent's last move",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """The parsed argument of a player name. `amount` is 0 and `word` is empty if the pattern has no such group."""

    spec: ArgumentSpec
    amount: float = 0
    word: str = ""

    @classmethod
    def parse(cls, text: str, specs: Iterable[ArgumentSpec]) -> Argument | None:
        """Parse the argument `text` by the first of `specs` that matches; return None if no spec matches."""
        for spec in specs:
            if match := re.fullmatch(spec.pattern, text):
                amount, word, *_ = (*match.groups(), "", "")
                return cls(spec=spec, amount=float(amount or 0), word=word)
        return None
