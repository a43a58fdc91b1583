"""`outply solve`: from input.txt to output.txt."""

from __future__ import annotations

import json
import os

import click

from outply.cli.progress import ticker
from outply.cli.solve import batch
from outply.cli.solve.answer import Wanted, answer, ask
from outply.formats.atomic_io import STANDARD, write_output
from outply.games.warfare import RULES

DEFAULT_INPUT, DEFAULT_OUTPUT = "input.txt", "output.txt"


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]...", type=click.Path(allow_dash=True, readable=False))
@click.option(
    "-o", "--output", metavar="FILE", help="Where the answer goes; - for the screen.  [default: output.txt]"
)
@click.option(
    "--out-dir",
    metavar="DIR",
    help="Answer several inputs, or folders of them, into this folder: x.in as x.out, input*.txt as output*.txt.",
)
@click.option("--stats", is_flag=True, help="Show value, line of play, visited nodes, time and speed.")
@click.option("--moves", is_flag=True, help="Show the value of every legal move.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print all of that as JSON, a line for each input as it is done."
)
@click.option("--literal", is_flag=True, help="Walk the textbook's tree node by node, and count what it counts.")
@click.option(
    "--rules",
    type=click.Choice(RULES),
    help="Warfare's rules (moves are called Stake and Raid under both).  [default: raid]",
)
@click.option(
    "--move",
    "number",
    metavar="N",
    type=click.IntRange(1),
    help="Of a game record: answer what move N answered.  [default: 1]",
)
def solve(
    inputs: tuple[str, ...],
    output: str | None,
    out_dir: str | None,
    stats: bool,
    moves: bool,
    as_json: bool,
    literal: bool,
    rules: str | None,
    number: int | None,
) -> int:
    """Answer INPUT (default: input.txt) exactly as the course's grader does.

    INPUT is a Warfare or a Star/Circle input.txt, a game record, or - for standard input. A bad input is explained
    on standard error with exit status 2, and an existing output file stays as it was.

    \b
    Examples:
      outply solve                            input.txt to output.txt, here
      outply solve question.txt -o -          the answer on the screen
      outply solve --stats --moves            how good each move is
      outply solve cases/ --out-dir answers/  every *.in and input*.txt there
      outply solve a.record --move 7 --moves  why move 7 of a game was played
    """
    wanted = Wanted(rules=rules, literally=literal, stats=stats or as_json, moves=moves, number=number)
    if out_dir is not None:
        if output is not None:
            raise click.UsageError("--output is for one input and --out-dir for several; give one of them")
        return batch.solve(inputs or (DEFAULT_INPUT,), out_dir, wanted, as_json)
    if len(inputs) > 1 or any(batch.is_folder(name) for name in inputs):
        raise click.UsageError("several inputs, or a folder of them, need --out-dir to say where the answers go")

    source = inputs[0] if inputs else DEFAULT_INPUT
    target = DEFAULT_OUTPUT if output is None else output
    if target != STANDARD and os.path.realpath(source) == os.path.realpath(target):
        raise click.UsageError(f"the answer to {source} would overwrite it")
    if as_json and target == STANDARD:
        raise click.UsageError("--json takes standard output for itself; give --output a file")
    name, question = ask(source, wanted)
    with ticker() as control:
        found = answer(name, question, wanted, control)
    write_output(target, found.text)
    if as_json:
        click.echo(json.dumps(found.as_dict(target)))
    elif stats or moves:
        click.echo(found.report(wanted), err=target == STANDARD)
    elif target != STANDARD:
        click.echo(f"{found.result.move} (value {found.result.value:,}) -> {target}")
    return 0
