"""The entry point of homework3.py: answers input.txt in output.txt, with as few imports as possible."""

from __future__ import annotations

import sys

from outply.formats.atomic_io import FileError, read_input, write_output
from outply.formats.line_reader import FormatError
from outply.formats.question import read, write_answer
from outply.search.solve import solve


def main() -> int:
    """Write the answer to input.txt to output.txt in the working directory, and return the exit status."""
    try:
        question = read(read_input("input.txt"), "input.txt")
        result = solve(question.position, question.mode, question.depth, question.seconds)
        write_output("output.txt", write_answer(question, result))
    except (FormatError, FileError) as error:
        print(error, file=sys.stderr)
        return 2
    except MemoryError:
        print("input.txt: not enough memory to answer it", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
