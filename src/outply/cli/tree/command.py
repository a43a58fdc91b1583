"""`outply tree`: the visits of a search in order, as a page, a drawing, JSON or text."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence
from typing import Any

import click

from outply.cli.arguments import DEFAULT_RULES, find_start, source_name
from outply.cli.options import Integer, complete_board, game_option, json_option, refuse_options, rules_option
from outply.cli.progress import search_progress
from outply.cli.terminal import CommandError
from outply.cli.tree.exercise import write_exercises
from outply.formats import notation
from outply.formats.atomic_io import STANDARD, read_input, require_writable, write_output
from outply.formats.game_record import is_record
from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read
from outply.games import game_of
from outply.games.evaluations import DEFAULT, NAMES
from outply.games.move_input import find_move
from outply.games.registry import explain_illegal_move
from outply.games.warfare import RULES
from outply.search.textbook import ALGORITHMS
from outply.search.tree import MAX_RECORDED_VISITS, NotVisitedError, SearchTree, record_tree

EXTENSIONS = {".html": "html", ".svg": "svg", ".json": "json", ".txt": "text"}
"""Output format by the extension of --output, if no option selects a format."""

COMPARED = ("MINIMAX", "ALPHABETA")
MAX_EXERCISES = 100
NOT_FOR_EXERCISES = (
    *("html", "svg", "text", "json_file", "board", "after", "algorithm", "below", "limit", "compare"),
)
DEFAULT_ALGORITHM = "ALPHABETA"


@click.command()
@click.argument("source", metavar="[INPUT]", required=False, type=click.Path(allow_dash=True, readable=False))
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Output file; - for standard output.  [default: x.tree.html for x.txt; standard output for text]",
)
@click.option(
    "--html",
    is_flag=True,
    help="Write an interactive page: fold nodes, find moves, step through the search.  [default]",
)
@click.option("--svg", is_flag=True, help="Write a drawing to print; large trees are folded.")
@click.option("--text", is_flag=True, help="Write one line per visit, to read or to compare with diff.")
@json_option("every visit")
@game_option
@rules_option("raid")
@click.option(
    "--board",
    metavar="BOARD",
    shell_complete=complete_board,
    help="Named board or random:SIZE:SEED, instead of INPUT.",
)
@click.option(
    "--after",
    metavar="MOVE",
    multiple=True,
    help="Search the position after this move; repeat for a line of moves.",
)
@click.option("--depth", type=Integer(1), help="Depth limit.  [default: the depth of INPUT]")
@click.option(
    "--algorithm",
    type=click.Choice([name.lower() for name in ALGORITHMS], case_sensitive=False),
    help="Search algorithm.  [default: the MODE of INPUT]",
)
@click.option(
    "--evaluation", type=click.Choice(NAMES), default=DEFAULT, show_default=True, help="Evaluation of the leaves."
)
@click.option(
    "--below",
    metavar="MOVE",
    multiple=True,
    help='Show only the part below this move: --below "C3 Raid"; repeat for a line of moves.',
)
@click.option(
    "--limit",
    metavar="N",
    type=Integer(1),
    default=MAX_RECORDED_VISITS,
    show_default=True,
    help="Maximum number of recorded visits; visits at deeper plies are only counted.",
)
@click.option("--compare", is_flag=True, help="Show minimax and alpha-beta side by side.")
@click.option(
    "--exercise",
    is_flag=True,
    help="Write exercises to print, and their solutions: random positions with small trees.",
)
@click.option(
    "--seed",
    type=Integer(0),
    default=1,
    show_default=True,
    help="Random seed of --exercise; equal seeds, equal exercises.",
)
@click.option(
    "--count",
    metavar="N",
    type=Integer(1, MAX_EXERCISES),
    default=4,
    show_default=True,
    help="Number of exercises.",
)
@click.pass_context
def tree(
    ctx: click.Context,
    source: str | None,
    output: str | None,
    html: bool,
    svg: bool,
    text: bool,
    json_file: str | None,
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
    exercise: bool,
    seed: int,
    count: int,
) -> int:
    """Show the search tree of INPUT: the move, value and window of every visit, and every cutoff with its reason.

    INPUT is a Warfare or Star/Circle input.txt, or - for standard input. With --depth, INPUT may also be a table
    of board values, or a game record whose start position is searched. Without INPUT, --game and --board select
    the start position of any game. The textbook search is always run from the root, even if only a part of its
    tree is shown.

    \b
    Examples:
      outply tree input.txt                         write input.tree.html
      outply tree input.txt --text                  print the tree as text
      outply tree input.txt --svg --depth 2 -o small.svg
      outply tree input.txt --below "C3 Raid"       only the part below that move
      outply tree input.txt --compare               minimax beside alpha-beta
      outply tree input.txt --compare --text        nodes that alpha-beta saves at each ply
      outply tree --game starcircle --depth 3       the start position of a game
      outply tree --game starcircle --depth 3 --after C1-D2
      outply tree --exercise --seed 7               write exercise.html and exercise-solutions.html
    """
    if exercise:
        if source is not None:
            raise click.UsageError("--exercise takes no INPUT: its positions are random (--seed)")
        refuse_options(ctx, NOT_FOR_EXERCISES, "cannot be used together with --exercise")
        write_exercises(
            output,
            game_name=game_name,
            rules=rules,
            depth=depth,
            evaluation_name=evaluation,
            seed=seed,
            count=count,
        )
        return 0
    refuse_options(ctx, ("seed", "count"), "requires --exercise")
    if json_file is not None:
        refuse_options(ctx, ("output",), "cannot be used together with --json FILE, which is the output file")
        output = json_file
    form = _output_format(output, html=html, svg=svg, text=text, json=json_file is not None)
    if compare:
        refuse_options(ctx, ("algorithm",), "cannot be used together with --compare, which shows both algorithms")
        if form not in ("html", "text"):
            raise click.UsageError(f"--compare writes a page or text, not {form.upper()}")
        if form == "text":
            refuse_options(ctx, ("limit",), "does not apply to --compare --text, which records no visits")
    mode = algorithm and algorithm.upper()
    if source is not None:
        refuse_options(
            ctx, ("game_name", "board"), "cannot be used together with INPUT, which contains the position"
        )
        question = _question_from_input(read_input(source), source_name(source), rules, depth, mode, compare)
    elif game_name is None and board is None:
        raise click.UsageError("missing argument 'INPUT'; to search a start position, add --game or --board")
    else:
        question = _question_from_start(game_name, rules, board, depth, mode)
    question = _after_moves(question, after)
    target = output or (
        STANDARD if form == "text" else _default_target(source or f"{question.position.game}.", form)
    )
    if source and target != STANDARD and os.path.realpath(source) == os.path.realpath(target):
        raise click.UsageError(f"the output would overwrite the input {source}")
    path = _parse_moves(question.position, below, "--below")
    require_writable(target)
    algorithms = COMPARED if compare else (question.mode,)
    # The text of a comparison is a table of counts, for which no visit needs to be recorded.
    max_visits = 1 if compare and form == "text" else limit
    trees = [_search(question, each, evaluation, path, max_visits) for each in algorithms]
    size = _write(target, form, trees)
    if target != STANDARD:
        is_svg = form == "svg"  # the drawing itself says how much of the tree it shows
        extents = [f"{each.visited:,} visits" if is_svg else _extent(each) for each in trees]
        click.echo(f"{target}: {_file_size(size)}, {' and '.join(extents)}")
    return 0


def _output_format(output: str | None, **flags: bool) -> str:
    """Return the output format: from a flag, otherwise from the extension of `output`, otherwise `html`.

    Raises UsageError if more than one flag is given.
    """
    selected = [name for name, is_given in flags.items() if is_given]
    if len(selected) > 1:
        raise click.UsageError(f"--{selected[0]} and --{selected[1]} cannot be used together")
    return selected[0] if selected else EXTENSIONS.get(os.path.splitext(output or "")[1], "html")


def _default_target(source: str, form: str) -> str:
    """Return the default output for the format `form`: standard output for text, else a file next to the input."""
    if form == "text":
        return STANDARD
    return f"{'' if source == STANDARD else os.path.splitext(source)[0] + '.'}tree.{form}"


def _search(
    question: Question, algorithm: str, evaluation: str, path: Sequence[Any], max_visits: int
) -> SearchTree:
    assert question.depth is not None
    try:
        with search_progress() as control:
            return record_tree(
                question.position,
                question.depth,
                algorithm,
                evaluation=evaluation,
                path=path,
                max_visits=max_visits,
                control=control,
            )
    except NotVisitedError as error:
        raise CommandError(f"--below is not in the {algorithm} tree: {error}") from None
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _write(target: str, form: str, trees: Sequence[SearchTree]) -> int:
    """Write the trees to `target` in the format `form`. Return the number of bytes written."""
    data = _join_lines(_render(form, trees))
    write_output(target, data)
    return len(data)


def _render(form: str, trees: Sequence[SearchTree]) -> Iterable[str]:
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


def _join_lines(lines: Iterable[str]) -> bytes:
    """Return the lines as bytes, each with a newline, without holding all lines in memory."""
    buffer = io.BytesIO()
    for line in lines:
        buffer.write(line.encode())
        buffer.write(b"\n")
    return buffer.getvalue()


def _extent(tree: SearchTree) -> str:
    if tree.is_complete:
        return f"all {tree.visited:,} visits"
    return f"{len(tree):,} of {tree.visited:,} visits (down to ply {tree.max_ply})"


def _file_size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size, 1000) / 1e3:.0f} kB"


def _question_from_input(
    data: bytes, source: str, rules: str | None, depth: int | None, algorithm: str | None, compare: bool
) -> Question:
    """Return the question in an input file; `depth` and `algorithm` override those of the file.

    Raises UsageError if the options contradict the input, or if the depth is missing.
    """
    question = _read_question(data, source, rules if rules in RULES else DEFAULT_RULES, depth)
    position = question.position
    if rules not in (None, position.variant):
        raise click.UsageError(f"{source} has {position.variant} rules; drop --rules {rules}")
    if position.is_over:
        raise click.UsageError(f"{source}: the game is over, so there is nothing to search")
    if question.depth is None and depth is None:
        needed = "--depth" if algorithm or compare else "--depth and --algorithm"
        raise click.UsageError(f"{source} has no depth: its MODE is COMPETITION; add {needed}")
    mode = question.mode if question.mode in ALGORITHMS else DEFAULT_ALGORITHM
    return Question(position, algorithm or mode, depth or question.depth)


def _question_from_start(
    game_name: str | None, rules: str | None, board: str | None, depth: int | None, algorithm: str | None
) -> Question:
    """Return a question about the start position that `game_name`, `rules` and `board` select.

    Raises UsageError if the start position does not exist, or if the depth is missing.
    """
    if depth is None:
        raise click.UsageError("a start position has no search depth; add --depth")
    _, position = find_start(game_name, rules, board)
    return Question(position, algorithm or DEFAULT_ALGORITHM, depth)


def _after_moves(question: Question, texts: Sequence[str]) -> Question:
    """Return the same question about the position after the moves of `--after`.

    Raises BadParameter if a move is illegal or the game is over after the moves.
    """
    position = question.position
    for move in _parse_moves(position, texts, "--after"):
        if not position.is_legal(move):
            reason = explain_illegal_move(position, move)
            raise click.BadParameter(f"{move} is illegal in this position. {reason}", param_hint="--after")
        position = position.play(move)
    if position.is_over:
        raise click.BadParameter("the game is over after these moves", param_hint="--after")
    return Question(position, question.mode, question.depth)


def _parse_moves(position: Any, texts: Sequence[str], option: str) -> list[Any]:
    """Parse the moves that were given with `option` and are played from `position`, ignoring case.

    Raises BadParameter if a text is not a move.
    """
    moves = []
    for text in texts:
        try:
            move = _parse_move(position, text)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint=option) from None
        moves.append(move)
        if position.is_legal(move):
            position = position.play(move)
    return moves


def _parse_move(position: Any, text: str) -> Any:
    game = game_of(position)
    for move in position.moves():
        if text.casefold() in (str(move).casefold(), game.move_text(move, position.variant).casefold()):
            return move
    try:
        return game.parse_move(text)
    except ValueError:
        return find_move(position, text)


def _read_question(data: bytes, source: str, rules: str, depth: int | None) -> Question:
    """Return the question in an input file.

    For a board or a game record, the question is an alpha-beta search of the start position to `depth`.
    Raises UsageError if the depth is missing.
    """
    try:
        if not is_record(data):
            return read(data, source, rules)
    except FormatError:
        try:
            position = notation.read_file(data, source, rules)
        except FormatError:
            position = None
        if position is None:
            raise
    if depth is None:
        raise click.UsageError(f"{source} is a board without a search depth; add --depth")
    return Question(notation.read_file(data, source, rules), DEFAULT_ALGORITHM, depth)
