"""`outply why`: where somebody's answer differs from the right one, and the usual cause."""

from __future__ import annotations

import json
import shlex

import click

from outply.cli.options.types import one_of
from outply.cli.progress import followed, line
from outply.cli.solve.answer import Wanted, ask
from outply.diagnosis.diagnose import VISITS, diagnose
from outply.formats.atomic_io import STANDARD, read_input
from outply.formats.student_output import MOST_BYTES
from outply.games.warfare import RULES

DIFFERENT = 1


@click.command()
@click.argument("source", metavar="INPUT", type=click.Path(allow_dash=True, readable=False))
@click.argument("theirs", metavar="THEIRS", type=click.Path(allow_dash=True, readable=False))
@click.option("--output", is_flag=True, help="THEIRS is an output.txt, whatever it looks like.")
@click.option("--visits", is_flag=True, help="THEIRS is a list of visited moves.")
@click.option("--rules", type=click.Choice(RULES), help="Warfare's rules.  [default: raid]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
def why(source: str, theirs: str, output: bool, visits: bool, rules: str | None, as_json: bool) -> int:
    """Say where THEIRS first differs from the right answer to INPUT, and name the cause if it is a usual one.

    THEIRS is an output.txt of any quality, or the list of the moves that a program visited: one on a line, in the
    order of the visits, with or without indentation, numbers and the root; what `outply tree --text` writes is
    such a list. Its content tells which it is. Either file may be - for standard input. The exit status is 0 if
    the answer is right, 1 if not, and 2 if INPUT is bad.

    \b
    Examples:
      outply why input.txt output.txt          what is wrong with this answer?
      ./homework | outply why input.txt -      the same, of what a program prints
      outply why input.txt moves.log           where does the search go astray?
      outply why input.txt output.txt --json   for programs
    """
    if source == theirs == STANDARD:
        raise click.UsageError("only one of INPUT and THEIRS can be standard input")
    what = one_of(output=output, visits=visits)
    name, question = ask(source, Wanted(rules=rules))
    if question.depth is None and what == VISITS:
        raise click.UsageError("--visits is for MINIMAX and ALPHABETA; COMPETITION visits what it likes")
    data = read_input(theirs, MOST_BYTES)
    with line() as show:

        def on_try(number: int, in_all: int) -> None:
            show("trying usual mistakes", f"{number} of {in_all}")

        found = diagnose(question, data, what, control=followed(show), on_try=on_try)
    if as_json:
        click.echo(json.dumps({"input": name, "answer": theirs, **found.as_dict()}))
    else:
        from outply.cli.why.render import explain

        explain(question, found, None if source == STANDARD else _tree(source, rules))
    return 0 if found.is_right else DIFFERENT


def _tree(source: str, rules: str | None) -> str:
    """Return the command that shows the search tree."""
    return f"outply tree {shlex.quote(source)}" + (f" --rules {rules}" if rules else "")
