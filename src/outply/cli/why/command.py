"""`outply why`: the differences between a program's answers and the right ones, and the mistakes behind them."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outply.cli.arguments import read_question
from outply.cli.options import Integer, LazyChoice, Seconds, json_option, refuse_options, rules_option
from outply.cli.progress import reporting_control, status_line, stop_on_interrupt
from outply.cli.terminal import CommandError, user_errors, warn
from outply.diagnosis.diagnose import OUTPUT, VISITS, diagnose
from outply.diagnosis.finding import Diagnosis
from outply.formats.atomic_io import STANDARD, read_input, write_output
from outply.formats.line_reader import FormatError
from outply.formats.question import Question, has_question_format
from outply.formats.student_output import MAX_TRACE_BYTES, find_move
from outply.games import all_games
from outply.grading.run.stopping import Deadline
from outply.search.native import Control, Stopped

if TYPE_CHECKING:
    from outply.cli.why.many import Options

WRONG = 1

ANSWER_TIME_LIMIT_S = 30.0
PROGRAM_TIME_LIMIT_S = 600.0

COMMAND = "outply.why.command"
"""Key in `click.Context.meta` under which the command after `--` is stored; None is stored without `--`."""


class _ProgramCommand(click.Command):
    """A click command that does not parse the arguments after the first `--`: they are the COMMAND to run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[COMMAND] = None
        if "--" in args:
            index = args.index("--")
            ctx.meta[COMMAND] = tuple(args[index + 1 :])
            args = args[:index]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND...]"]


def _games() -> list[str]:
    return list(filter(has_question_format, all_games()))


@click.command(cls=_ProgramCommand)
@click.argument("source", metavar="[INPUT]", required=False, type=click.Path(allow_dash=True, readable=False))
@click.argument("answer", metavar="[ANSWER]", required=False, type=click.Path(allow_dash=True, readable=False))
@click.option(
    "--type",
    "answer_type",
    type=click.Choice([OUTPUT, VISITS]),
    help="Read ANSWER as an output.txt or as a list of visited moves.  [default: by its content]",
)
@rules_option("the first of the game")
@click.option(
    "--experiment",
    is_flag=True,
    help="Run COMMAND on generated questions until one known mistake is left, or none.",
)
@click.option(
    "--game",
    type=LazyChoice(_games),
    help="Game of COMMAND, to diagnose it by experiment without INPUT.",
)
@click.option(
    "--questions",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write questions that distinguish the remaining mistakes, to run the program on elsewhere.",
)
@click.option(
    "--max-questions",
    metavar="N",
    type=Integer(1),
    help="Number of questions of an experiment (default: 150), or in --questions DIR (default: 10).",
)
@click.option("--seed", metavar="N", type=Integer(0), default=1, show_default=True, help="Seed of the questions.")
@click.option(
    "--time-limit",
    metavar="SECONDS",
    type=Seconds(),
    help=f"Stop after this time and report the results so far.  "
    f"[default: {ANSWER_TIME_LIMIT_S:g} for one answer, {PROGRAM_TIME_LIMIT_S:g} for many]",
)
@json_option("the diagnosis")
@click.pass_context
def why(
    ctx: click.Context,
    source: str | None,
    answer: str | None,
    answer_type: str | None,
    rules: str | None,
    experiment: bool,
    game: str | None,
    questions: Path | None,
    max_questions: int | None,
    seed: int,
    time_limit: float | None,
    json_file: str | None,
) -> int:
    """Show why answers are wrong: the first difference, and the known mistakes that lead to the same answers.

    ANSWER is the output.txt of a program for INPUT, which may be malformed, or a list of the moves that a program
    visited, one per line in the order of the visits. Indentation, numbers and a line for the root are optional;
    `outply tree --text` prints such a list. Either file may be - for standard input.

    One answer rarely shows which mistake a program has. INPUT may be a folder of cases and ANSWER a folder with
    the answers to them; or COMMAND is run on the cases, without a sandbox. With --experiment, COMMAND is also run
    on questions that are generated to distinguish the remaining mistakes.

    The exit status is 0 if all answers are right, 1 if an answer is wrong or missing, and 2 if INPUT is malformed.

    \b
    Examples:
      outply why input.txt output.txt            explain a wrong answer
      ./homework | outply why input.txt -        explain what a program prints
      outply why input.txt moves.log             find the first wrong visit
      outply why cases/ outputs/                 explain many answers together
      outply why cases/ -- python3 homework3.py  run a program on cases, explain its answers
      outply why --experiment cases/ -- ./homework
      outply why --game warfare -- ./homework    generate all questions
    """
    command: tuple[str, ...] | None = ctx.meta[COMMAND]
    _check_usage(ctx, source, answer, command)
    is_pair = command is None and source is not None and not os.path.isdir(source)
    seconds = time_limit if time_limit is not None else ANSWER_TIME_LIMIT_S if is_pair else PROGRAM_TIME_LIMIT_S
    deadline = Deadline.after(seconds)
    if is_pair:
        assert source is not None
        assert answer is not None
        if source == answer == STANDARD:
            raise click.UsageError("INPUT and ANSWER cannot both be standard input")
        with user_errors():
            return _explain_pair(
                source, answer, answer_type, rules, deadline, json_file, questions, max_questions, seed
            )
    from outply.cli.why import many

    options: Options = many.Options(
        rules=rules,
        experiment=experiment or source is None,
        game=game,
        questions=questions,
        max_questions=max_questions,
        seed=seed,
        deadline=deadline,
        json_file=json_file,
    )
    with user_errors():
        return many.explain(
            None if source is None else Path(source), None if answer is None else Path(answer), command, options
        )


def _check_usage(
    ctx: click.Context, source: str | None, answer: str | None, command: tuple[str, ...] | None
) -> None:
    """Raise UsageError if the arguments are neither a pair of files, nor folders, nor a command."""
    if command == ():
        raise click.UsageError("no command after --; expected for example: -- python3 homework3.py")
    if command is None:
        refuse_options(ctx, ("experiment", "game"), "requires a program: add -- COMMAND")
        if source is None or answer is None:
            raise click.UsageError(
                "expected INPUT and ANSWER, or a folder of cases and -- COMMAND; "
                "to test a program: outply why --game warfare -- COMMAND"
            )
    elif answer is not None:
        raise click.UsageError(f"ANSWER {answer} and -- COMMAND cannot be used together")
    elif source is None and ctx.params["game"] is None:
        raise click.UsageError("expected a folder of cases, or --game warfare, --game starcircle or an added game")
    elif source is not None:
        refuse_options(ctx, ("game",), "applies only without INPUT; the cases determine the game")
    if command is not None or os.path.isdir(source or ""):
        refuse_options(ctx, ("answer_type",), "applies to a single ANSWER")
    for name, other in ((source, answer), (answer, source)):
        is_mixed = name is not None and other not in (None, STANDARD) and os.path.isdir(name)
        if is_mixed and not os.path.exists(other or ""):
            raise click.UsageError(f"{other} does not exist")
        if is_mixed and not os.path.isdir(other or ""):
            raise click.UsageError(
                f"{name} is a folder, but {other} is not; "
                "give two files, or a folder of cases and a folder of answers"
            )


def _explain_pair(
    source: str,
    answer: str,
    answer_type: str | None,
    rules: str | None,
    deadline: Deadline,
    json_file: str | None,
    questions: Path | None,
    max_questions: int | None,
    seed: int,
) -> int:
    name, question = _read_question(source, answer, rules)
    if question.depth is None and answer_type == VISITS:
        raise click.UsageError("--type visits requires MINIMAX or ALPHABETA; the MODE of INPUT is COMPETITION")
    data = read_input(answer, MAX_TRACE_BYTES)
    diagnosis = _diagnose(question, data, answer_type, deadline)
    if json_file is not None:
        write_output(json_file, json.dumps({"input": name, "answer": answer, **diagnosis.as_dict()}) + "\n")
    if json_file != STANDARD:
        from outply.cli.why.render import print_diagnosis

        print_diagnosis(question, diagnosis, None if source == STANDARD else _tree_command(source, rules))
    if questions is not None:
        from outply.cli.why.many import write_questions

        write_questions(
            questions,
            question.position.game,
            [one.mistake for one in diagnosis.candidates],
            max_questions,
            seed,
            question.position.variant,
        )
    return 0 if diagnosis.is_right else WRONG


def _diagnose(question: Question, data: bytes, answer_type: str | None, deadline: Deadline) -> Diagnosis:
    """Diagnose an answer until the deadline or Ctrl-C, with a progress line.

    Raises CommandError if the right answer is still unknown when the diagnosis ends.
    """
    is_interrupted = False

    def interrupt() -> None:
        nonlocal is_interrupted
        is_interrupted = True
        control.stop()

    with status_line() as show, stop_on_interrupt(interrupt, lambda _: None, ""):
        control = reporting_control(show)
        _stop_at(control, deadline)

        def on_progress(number: int, total: int) -> None:
            show("simulating mistakes", f"{number} of {total}")

        def stop() -> bool:
            return is_interrupted or deadline.has_passed

        try:
            return diagnose(question, data, answer_type, control=control, on_progress=on_progress, stop=stop)
        except Stopped:
            if is_interrupted:
                raise click.Abort from None
            raise CommandError(
                "the right answer was not found within the time limit; allow more with --time-limit SECONDS"
            ) from None


def _stop_at(control: Control, deadline: Deadline) -> None:
    """Make a search stop at `deadline`, without suppressing its progress reports."""
    report: Callable[[int, int, int], None] | None = control.progress

    def on_progress(nodes: int, searched: int, total: int) -> None:
        if report is not None:
            report(nodes, searched, total)
        if deadline.has_passed:
            control.stop()

    control.progress = on_progress


def _read_question(source: str, answer: str, rules: str | None) -> tuple[str, Question]:
    """Read the question in `source`.

    Raises FormatError if it is malformed, with a hint if INPUT and ANSWER seem to be swapped.
    """
    try:
        return read_question(source, rules)
    except FormatError:
        if answer != STANDARD and source != STANDARD:
            hint = _swap_hint(source, answer, rules)
            if hint:
                warn(hint)
        raise


def _swap_hint(source: str, answer: str, rules: str | None) -> str:
    try:
        _, question = read_question(answer, rules)
        first_line = read_input(source, MAX_TRACE_BYTES).decode(errors="replace").split("\n", 1)[0]
    except (FormatError, OSError):
        return ""
    if find_move(first_line, question.position) is None:
        return ""
    return f"INPUT and ANSWER seem to be swapped; try: outply why {shlex.quote(answer)} {shlex.quote(source)}"


def _tree_command(source: str, rules: str | None) -> str:
    """Return the `outply tree` command that shows the search tree of the question in `source`."""
    return f"outply tree {shlex.quote(source)}" + (f" --rules {rules}" if rules else "")
