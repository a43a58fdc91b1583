"""`outply tree`: what a search visits, in what order and why, as a page, a drawing, JSON or text."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence
from typing import Any

import click

from outply.cli.errors import Explained
from outply.cli.options.position import game_option, rules_option
from outply.cli.options.types import one_of, refuse
from outply.cli.progress import ticker
from outply.cli.tree import question as asking
from outply.formats.atomic_io import STANDARD, expect_writable, read_input, write_output
from outply.formats.question import Question
from outply.games.evaluations import DEFAULT, NAMES
from outply.search.textbook import ALGORITHMS
from outply.search.tree import MOST, NotVisitedError, Tree, record

ENDINGS = {".html": "html", ".svg": "svg", ".json": "json", ".txt": "text"}
"""What the name of the output says of its form, where no option does."""

ON_SCREEN = ("json", "text")
COMPARED = ("MINIMAX", "ALPHABETA")


@click.command()
@click.argument("source", metavar="[INPUT]", required=False, type=click.Path(allow_dash=True, readable=False))
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where it goes; - for the screen.  [default: x.tree.html for x.txt; the screen for text and JSON]",
)
@click.option("--html", is_flag=True, help="A page that unfolds, searches and steps.  [the default]")
@click.option("--svg", is_flag=True, help="A drawing to print; large trees are folded.")
@click.option("--json", is_flag=True, help="Every visit as plain JSON.")
@click.option("--text", is_flag=True, help="A line for each visit, to read and to compare by diff.")
@game_option
@rules_option("raid")
@click.option("--board", metavar="BOARD", help="A named board or random:SIZE:SEED, instead of INPUT.")
@click.option(
    "--after",
    metavar="MOVE",
    multiple=True,
    help="Search the position after this move; several times for a line of moves.",
)
@click.option("--depth", type=click.IntRange(1), help="The depth limit.  [default: that of INPUT]")
@click.option(
    "--algorithm",
    type=click.Choice([name.lower() for name in ALGORITHMS], case_sensitive=False),
    help="The search.  [default: that of INPUT]",
)
@click.option(
    "--evaluation", type=click.Choice(NAMES), default=DEFAULT, show_default=True, help="What leaves are worth."
)
@click.option(
    "--below",
    metavar="MOVE",
    multiple=True,
    help='Only the part below this move: --below "C3 Raid"; several times for a line of moves.',
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1),
    default=MOST,
    show_default=True,
    help="Record at most so many visits; plies below that are counted.",
)
@click.option("--compare", is_flag=True, help="Minimax and alpha-beta side by side, and what was saved.")
@click.pass_context
def tree(
    ctx: click.Context,
    source: str | None,
    output: str | None,
    html: bool,
    svg: bool,
    json: bool,
    text: bool,
    game_name: str | None,
    rules: str | None,
    board: str | None,
    after: tuple[str, ...],
    depth: int | None,
    algorithm: str | None,
    evaluation: str,
    below: tuple[str, ...],
    limit: int,
    compare: bool,
) -> int:
    """Show the search tree of INPUT: each visit with its move, value and window, and what was cut and why.

    INPUT is a Warfare or a Star/Circle input.txt, or - for standard input. With --depth it may also be a board: a
    table of values, or a game record, whose first position is taken. Any game's set-ups are searched by --game and
    --board instead. The search is the textbook's; whatever part of it is recorded, it runs from that position.

    \b
    Examples:
      outply tree input.txt                         input.tree.html, to open in a browser
      outply tree input.txt --text                  the same on the screen
      outply tree input.txt --svg --depth 2 -o small.svg
      outply tree input.txt --below "C3 Raid"       only what is below that move
      outply tree input.txt --compare               minimax beside alpha-beta
      outply tree input.txt --compare --text        what alpha-beta saves at each ply
      outply tree --game starcircle --depth 3       from the beginning of a game
      outply tree --game starcircle --depth 3 --after C1-D2
    """
    asked = one_of(html=html, svg=svg, json=json, text=text)
    form = asked or ENDINGS.get(os.path.splitext(output or "")[1], "html")
    if compare:
        refuse(ctx, ("algorithm",), "is for one of the two algorithms, and --compare is of both")
        if form not in ("html", "text"):
            raise click.UsageError(f"--compare is a page or a table of text; leave out --{form}")
    wanted = algorithm and algorithm.upper()
    if source is not None:
        refuse(ctx, ("game_name", "board"), "is for a set-up, and INPUT has a position")
        name = "standard input" if source == STANDARD else source
        question = asking.of_input(read_input(source), name, rules, depth, wanted, compare)
    elif game_name is None and board is None:
        raise click.UsageError("Missing argument 'INPUT'; or name a set-up by --game or --board.")
    else:
        question = asking.of_setup(game_name, rules, board, depth, wanted)
    question = asking.after(question, after)
    target = output or (STANDARD if form in ON_SCREEN else _beside(source or f"{question.position.game}.", form))
    if source and target != STANDARD and os.path.realpath(source) == os.path.realpath(target):
        raise click.UsageError(f"the tree of {source} would overwrite it")
    path = asking.moves(question.position, below, "--below")
    expect_writable(target)
    algorithms = COMPARED if compare else (question.mode,)
    # For a table of counts nothing needs to be recorded.
    most = 1 if compare and form == "text" else limit
    trees = [_searched(question, each, evaluation, path, most) for each in algorithms]
    size = _write(target, form, trees)
    if target != STANDARD:
        drawn = form == "svg"  # which says itself how much of the tree it shows
        held = [f"{each.visited:,} visits" if drawn else _extent(each) for each in trees]
        click.echo(f"{target}: {_size(size)}, {' and '.join(held)}")
    return 0


def _beside(source: str, form: str) -> str:
    """Return where a tree goes where nobody says: beside its input."""
    return f"{'' if source == STANDARD else os.path.splitext(source)[0] + '.'}tree.{form}"


def _searched(question: Question, algorithm: str, evaluation: str, path: Sequence[Any], most: int) -> Tree:
    assert question.depth is not None
    try:
        with ticker() as control:
            return record(
                question.position,
                question.depth,
                algorithm,
                evaluation=evaluation,
                path=path,
                most=most,
                control=control,
            )
    except NotVisitedError as error:
        raise Explained(f"there is no such part of {algorithm}'s tree: {error}") from None
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _write(target: str, form: str, trees: Sequence[Tree]) -> int:
    """Write the trees, and return the number of bytes."""
    data = _joined(_lines(form, trees))
    write_output(target, data)
    return len(data)


def _lines(form: str, trees: Sequence[Tree]) -> Iterable[str]:
    if form == "html":
        from outply.report.tree.html import page

        return [page(trees)]
    if form == "svg":
        from outply.report.tree.svg import svg

        return [svg(trees[0])]
    if form == "json":
        from outply.report.tree.json_export import json_lines

        return json_lines(trees[0])
    from outply.report.tree.text import comparison_lines, text_lines

    return comparison_lines(*trees) if len(trees) > 1 else text_lines(trees[0])


def _joined(lines: Iterable[str]) -> bytes:
    """Return the lines as one; a million of them are not held twice."""
    written = io.BytesIO()
    for line in lines:
        written.write(line.encode())
        written.write(b"\n")
    return written.getvalue()


def _extent(shown: Tree) -> str:
    if shown.is_whole:
        return f"all {shown.visited:,} visits"
    return f"{len(shown):,} of {shown.visited:,} visits (down to ply {shown.deepest})"


def _size(octets: int) -> str:
    return f"{octets / 1e6:.1f} MB" if octets >= 1e6 else f"{max(octets, 1000) / 1e3:.0f} kB"
