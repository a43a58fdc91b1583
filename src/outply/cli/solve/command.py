"""`outply solve`: read input.txt and write output.txt."""

from __future__ import annotations

import json
import os

import click

from outply.cli.options import Integer, json_option, refuse_shared_stdout
from outply.cli.progress import search_progress
from outply.cli.solve import batch
from outply.cli.solve.answer import SolveOptions, answer, read_solvable
from outply.formats.atomic_io import STANDARD, write_output
from outply.formats.line_reader import FormatError
from outply.games.warfare import RULES

DEFAULT_INPUT, DEFAULT_OUTPUT = "input.txt", "output.txt"


def _refuse_depth(ctx: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise click.UsageError(
            "the depth is in the input, not an option; "
            f"outply tree INPUT --depth {value} searches to another depth"
        )


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]...", type=click.Path(allow_dash=True, readable=False))
@click.option("-o", "--output", metavar="FILE", help="Answer file; - for standard output.  [default: output.txt]")
@click.option(
    "--out-dir",
    metavar="DIR",
    help="Folder for the answers to several inputs or folders: x.out for x.in, output*.txt for input*.txt.",
)
@click.option("--stats", is_flag=True, help="Show value, principal variation, node count, time and speed.")
@click.option("--moves", is_flag=True, help="Show the value of every legal move.")
@json_option("answer and statistics, one line per input,")
@click.option(
    "--literal", is_flag=True, help="Visit every node of the textbook search, and report its node counts."
)
@click.option(
    "--rules",
    type=click.Choice(RULES),
    help="Rule variant of Warfare; moves are written Stake and Raid under both.  [default: raid]",
)
@click.option(
    "--move",
    "move_number",
    metavar="N",
    type=Integer(1),
    help="Solve the position before move N of a game record.  [default: 1]",
)
@click.option("--depth", hidden=True, expose_value=False, callback=_refuse_depth)
def solve(
    inputs: tuple[str, ...],
    output: str | None,
    out_dir: str | None,
    stats: bool,
    moves: bool,
    json_file: str | None,
    literal: bool,
    rules: str | None,
    move_number: int | None,
) -> int:
    """Solve INPUT (default: input.txt) and write the answer exactly as the assignment demands.

    INPUT is a Warfare or Star/Circle input.txt, a game record, or - for standard input. If an input is malformed,
    the exit status is 2 and an existing output file is left unchanged.

    \b
    Examples:
      outply solve                            read input.txt, write output.txt
      outply solve question.txt -o -          print the answer
      outply solve --stats --moves            show the value of each move
      outply solve cases/ --out-dir answers/  solve every *.in and input*.txt
      outply solve a.record --move 7 --moves  alternatives to move 7
    """
    options = SolveOptions(
        rules=rules,
        literal=literal,
        stats=stats,
        moves=moves,
        as_json=json_file is not None,
        move_number=move_number,
    )
    if out_dir is not None:
        if output is not None:
            raise click.UsageError("--output and --out-dir cannot be used together")
        return batch.solve(inputs or (DEFAULT_INPUT,), out_dir, options, json_file)
    if len(inputs) > 1 or any(batch.is_folder(name) for name in inputs):
        is_answer = len(inputs) == 2 and not os.path.exists(inputs[1])
        hint = f"; to write the answer to a file: outply solve {inputs[0]} -o {inputs[1]}" if is_answer else ""
        raise click.UsageError(f"several inputs or a folder require --out-dir{hint}")
    if not inputs and not os.path.exists(DEFAULT_INPUT):
        raise FormatError(DEFAULT_INPUT, None, "no such file or directory; name an input: outply solve FILE")

    source = inputs[0] if inputs else DEFAULT_INPUT
    target = DEFAULT_OUTPUT if output is None else output
    if target != STANDARD and os.path.realpath(source) == os.path.realpath(target):
        raise click.UsageError(f"the answer would overwrite the input {source}")
    refuse_shared_stdout(output=target, json=json_file)
    name, question = read_solvable(source, options)
    with search_progress() as control:
        result = answer(name, question, options, control)
    write_output(target, result.text)
    if json_file is not None:
        write_output(json_file, json.dumps(result.as_dict(target)) + "\n")
    if json_file == STANDARD:
        return 0
    if stats or moves:
        click.echo(result.report(options), err=target == STANDARD)
    elif target != STANDARD:
        click.echo(f"{result.move_text(result.result.move)} (value {result.result.value:,}) -> {target}")
    return 0
