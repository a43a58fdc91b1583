"""The program of other hands in tests/programs, right and with its mistakes, as functions from text to text."""

import re
from functools import cache
from pathlib import Path

PROGRAM = Path(__file__).parent.parent / "programs" / "right.py"
SOURCE = PROGRAM.read_text()
NAMES = sorted(set(re.findall(r"# MUTANT ([\w-]+)(?:, too)?: ", SOURCE)))


@cache
def solver(mutant=""):
    """Return what answers an input.txt as the mutant does; as the right program does, without a name."""
    program = {"__name__": "homework"}
    exec(SOURCE, program)
    if mutant:
        exec(program["mutated"](SOURCE, mutant), program)
    return program["solve"]
