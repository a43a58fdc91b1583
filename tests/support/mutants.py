"""The program of tests/programs, with and without mistakes, as functions from input.txt to output.txt."""

import re
from functools import cache
from pathlib import Path

PROGRAM = Path(__file__).parent.parent / "programs" / "right.py"
SOURCE = PROGRAM.read_text()
NAMES = sorted(set(re.findall(r"# MUTANT\+? ([\w-]+): ", SOURCE)))


@cache
def solver(mutant=""):
    """Return a function from input.txt to output.txt with the mistake of a mutant, by default without any."""
    program = {"__name__": "homework"}
    exec(SOURCE, program)
    if mutant:
        exec(program["mutate"](SOURCE, mutant), program)
    return program["solve"]
