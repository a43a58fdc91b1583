"""`outply why`: the first difference between a given answer and the right answer, and its likely cause."""

from __future__ import annotations

import json
import shlex

import click

from outply.cli.arguments import read_question
from outply.cli.options import json_option
from outply.cli.progress import reporting_control, status_line
from outply.diagnosis.diagnose import OUTPUT, VISITS, diagnose
from outply.formats.atomic_io import STANDARD, read_input, write_output
from outply.formats.student_output import MAX_TRACE_BYTES
from outply.games.warfare import RULES

WRONG = 1


@click.command()
@click.argument("source", metavar="INPUT", type=click.Path(allow_dash=True, readable=False))
@click.argument("answer", metavar="ANSWER", type=click.Path(allow_dash=True, readable=False))
@click.option(
    "--type",
    "answer_type",
    type=click.Choice([OUTPUT, VISITS]),
    help="Read ANSWER as an output.txt or as a list of visited moves.  [default: by its content]",
)
@click.option("--rules", type=click.Choice(RULES), help="Rule variant of Warfare.  [default: raid]")
@json_option("the diagnosis")
def why(source: str, answer: str, answer_type: str | None, rules: str | None, json_file: str | None) -> int:
    """Show where ANSWER first differs from the right answer to INPUT, and name the mistake that explains it.

    ANSWER is an output.txt, which may be malformed, or a list of the moves that a program visited, one per line in
    the order of the visits. Indentation, numbers and a line for the root are optional; `outply tree --text` prints
    such a list. Either file may be - for standard input. The exit status is 0 if the answer is right, 1 if it is
    wrong, and 2 if INPUT is malformed.

    \b
    Examples:
      outply why input.txt output.txt            explain a wrong answer
      ./homework | outply why input.txt -        explain what a program prints
      outply why input.txt moves.log             find the first wrong visit
      outply why input.txt output.txt --json -   print the diagnosis as JSON
    """
    if source == answer == STANDARD:
        raise click.UsageError("INPUT and ANSWER cannot both be standard input")
    name, question = read_question(source, rules)
    if question.depth is None and answer_type == VISITS:
        raise click.UsageError("--type visits requires MINIMAX or ALPHABETA; the MODE of INPUT is COMPETITION")
    data = read_input(answer, MAX_TRACE_BYTES)
    with status_line() as show:

        def on_progress(number: int, total: int) -> None:
            show("simulating mistakes", f"{number} of {total}")

        diagnosis = diagnose(question, data, answer_type, control=reporting_control(show), on_progress=on_progress)
    if json_file is not None:
        write_output(json_file, json.dumps({"input": name, "answer": answer, **diagnosis.as_dict()}) + "\n")
    if json_file != STANDARD:
        from outply.cli.why.render import print_diagnosis

        print_diagnosis(question, diagnosis, None if source == STANDARD else _tree_command(source, rules))
    return 0 if diagnosis.is_right else WRONG


def _tree_command(source: str, rules: str | None) -> str:
    """Return the `outply tree` command that shows the search tree of the question in `source`."""
    return f"outply tree {shlex.quote(source)}" + (f" --rules {rules}" if rules else "")
