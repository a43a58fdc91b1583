"""The program of tests/programs, with and without mistakes, as functions from input.txt to output.txt."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

Solver = Callable[[str], str]
"""A function from input.txt to output.txt."""

PROGRAM = Path(__file__).parents[2] / "programs" / "right.py"
SOURCE = PROGRAM.read_text()
NAMES = sorted(set(re.findall(r"# MUTANT\+? ([\w-]+): ", SOURCE)))


@cache
def solver(mutant: str = "") -> Solver:
    """Return a function from input.txt to output.txt with the mistake of a mutant, by default without any."""
    program: dict[str, Any] = {"__name__": "homework"}
    exec(SOURCE, program)
    if mutant:
        exec(program["mutate"](SOURCE, mutant), program)
    solve: Solver = program["solve"]
    return solve
