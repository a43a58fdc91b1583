"""input.txt to output.txt and nothing else, for `homework3.py`: nothing is imported that it does not need."""

from __future__ import annotations

import sys

from outply.formats.atomic_io import FileError, read_input, write_output
from outply.formats.line_reader import FormatError
from outply.formats.question import read, write_answer
from outply.search.solve import solve


def main() -> int:
    """Answer the input.txt of the working directory; return the exit status."""
    try:
        question = read(read_input("input.txt"), "input.txt")
        result = solve(question.position, question.mode, question.depth, question.seconds)
        write_output("output.txt", write_answer(question, result))
    except (FormatError, FileError) as error:
        print(error, file=sys.stderr)
        return 2
    except MemoryError:
        print("input.txt: there is not enough memory to answer it", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
