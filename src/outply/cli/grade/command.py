"""`outply grade`: grade a local command, the program in a directory, or the submissions of a class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from outply.cli.arguments import read_suite
from outply.cli.errors import user_errors
from outply.cli.grade import run
from outply.cli.grade.modes import ANY_MODE, GRADING, ONE_PROGRAM, Mode, check_mode, option
from outply.cli.grade.outputs import GradeOutputs
from outply.cli.options import UNSANDBOXED_WARNING, Integer, Seconds, refuse_options, require_sandbox
from outply.cli.terminal import warn
from outply.formats.atomic_io import write_output
from outply.games.warfare import RULES
from outply.grading.gradescope import autograder
from outply.grading.result.judge import expects_right_answer
from outply.grading.result.rubric import Rubric
from outply.grading.run.settings import (
    CASE_CPU_SECONDS,
    CASE_MEMORY_MIB,
    CASE_WALL_SECONDS,
    Settings,
    case_limits,
)
from outply.grading.run.stopping import Deadline
from outply.grading.suite.case import Case
from outply.jobs.executor import open_executor

WRONG = 1
UNFINISHED = 130
DEFAULT_STATE = "grading.db"


@click.command()
@click.argument("cases", metavar="CASES", type=click.Path(path_type=Path))
@click.argument("command", metavar="[-- COMMAND...]", nargs=-1, type=click.UNPROCESSED)
@option(
    "--program",
    modes=Mode.PROGRAM,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Grade the program in a directory.",
)
@option(
    "--submissions",
    modes=Mode.CLASS,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Grade every directory and archive in this folder, in the sandbox.",
)
@option(
    "--roster",
    modes=Mode.CLASS,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Class roster (CSV with a header row).",
)
@option("--strict", modes=ANY_MODE, is_flag=True, help="Compare answers byte by byte, including whitespace.")
@option(
    "--rubric",
    modes=ANY_MODE,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Points per case or requirement (TOML).",
)
@option(
    "--rules",
    modes=ANY_MODE,
    type=click.Choice(RULES),
    help="Rule variant of Warfare cases if the suite names none.  [default: raid]",
)
@option(
    "--seconds",
    modes=ANY_MODE,
    type=Seconds(),
    default=CASE_CPU_SECONDS,
    show_default=True,
    help="CPU time per case, in seconds.",
)
@option(
    "--wall",
    modes=ANY_MODE,
    type=Seconds(),
    default=CASE_WALL_SECONDS,
    show_default=True,
    help="Wall time per case, in seconds.",
)
@option(
    "--memory",
    modes=ANY_MODE,
    metavar="MIB",
    type=Integer(16),
    default=CASE_MEMORY_MIB,
    show_default=True,
    help="Memory of a program, including all its processes, in MiB.",
)
@option(
    "--within",
    modes=ANY_MODE,
    metavar="SECONDS",
    type=Seconds(),
    help="Time limit for the whole grading; cases that finish in time count.",
)
@option(
    "--give-up",
    modes=ANY_MODE,
    metavar="N",
    type=Integer(1),
    help="Give up on a program after N timeouts in a row; its remaining cases earn no points.  [default: run all]",
)
@option(
    "--state",
    modes=Mode.CLASS,
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=DEFAULT_STATE,
    show_default=True,
    help="Database for the results of a class; if it exists, the grading is resumed.",
)
@option(
    "--jobs",
    modes=Mode.CLASS,
    metavar="N",
    type=Integer(1),
    help="Number of parallel jobs.  [default: all cores]",
)
@option(
    "--cluster",
    modes=Mode.CLASS,
    metavar="ADDRESS",
    help="Address of a Dask scheduler to grade on (tcp://...).",
)
@option(
    "--unsafe",
    modes=Mode.PROGRAM | Mode.CLASS,
    is_flag=True,
    help="Run programs without a sandbox, with all your permissions.",
)
@option(
    "--all",
    "show_all",
    modes=ONE_PROGRAM,
    is_flag=True,
    help="Show every wrong case, not only the first few.",
)
@option(
    "--html",
    modes=GRADING,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write HTML pages about the class and each submission.",
)
@option(
    "--csv", modes=GRADING, metavar="FILE", help="Write CSV with one line per submission; - for standard output."
)
@option(
    "--details",
    modes=GRADING,
    metavar="FILE",
    help="Write CSV with one line per submission and case; - for standard output.",
)
@option(
    "--json",
    "json_file",
    modes=GRADING,
    metavar="FILE",
    help="Write all results as JSON; - for standard output.",
)
@option(
    "--junit",
    modes=GRADING,
    metavar="FILE",
    help="Write JUnit XML for continuous integration; - for standard output.",
)
@option(
    "--gradescope",
    modes=ONE_PROGRAM,
    metavar="FILE",
    help="Write Gradescope's results.json; - for standard output.",
)
@option(
    "--leaderboard",
    modes=ANY_MODE,
    metavar="STATE",
    type=click.Path(path_type=Path),
    help="Tournament database whose standings Gradescope shows as a leaderboard.",
)
@option(
    "--contestant",
    modes=ONE_PROGRAM,
    metavar="NAME",
    help="Contestant name on the leaderboard (with --gradescope --leaderboard).",
)
@option(
    "--gradescope-zip",
    "archive",
    modes=Mode.ARCHIVE,
    metavar="FILE",
    help="Write an autograder for Gradescope instead of grading.",
)
@option(
    "--wheel",
    "wheels",
    modes=Mode.ARCHIVE,
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Wheel to include in the autograder; can be repeated.  [default: this installation of Outply]",
)
@click.pass_context
def grade(
    ctx: click.Context,
    /,
    cases: Path,
    command: tuple[str, ...],
    program: Path | None,
    submissions: Path | None,
    roster: Path | None,
    rules: str | None,
    rubric: Path | None,
    strict: bool,
    seconds: float,
    wall: float,
    memory: int,
    within: float | None,
    give_up: int | None,
    state: Path,
    jobs: int | None,
    cluster: str | None,
    unsafe: bool,
    show_all: bool,
    archive: str | None,
    wheels: tuple[Path, ...],
    **outputs: Any,
) -> int:
    """Run programs on test CASES and show which answers are wrong, and why.

    CASES is a folder generated by `outply cases`, or any folder with files NAME.in and NAME.out. A program reads
    input.txt and writes output.txt in its working directory. COMMAND is your own program; it runs with limits, but
    without a sandbox. A program directory contains a Makefile with a target `run`, or one of homework.py,
    homework3.py, homework.cpp, homework11.cpp and homework.java; the program runs in a sandbox. The exit status is
    0 if all answers are right, 1 if an answer is wrong, and 130 if the grading is unfinished. For a finished
    class, it is always 0.

    \b
    Examples:
      outply grade cases/ -- python3 homework3.py          test your own program
      outply grade cases/ --program my-homework/ --all     show everything that is wrong
      outply grade cases/ --submissions handed-in/ --roster class.csv --rubric points.toml --html pages/
      outply grade cases/ --gradescope-zip autograder.zip  to upload to Gradescope
    """
    with user_errors():
        check_mode(ctx)
        if cluster is not None:
            refuse_options(ctx, ("jobs",), "cannot be used together with --cluster")
        suite = read_suite(cases, rules)
        points = Rubric() if rubric is None else Rubric.read(rubric)
        points.check_names(suite)
        settings = Settings(
            limits=case_limits(seconds, wall, memory),
            strict=strict,
            sandboxed=not unsafe,
            give_up_after=give_up or 0,
        )
        if archive is not None:
            data = autograder.build_archive(
                cases,
                rubric,
                settings,
                wheels,
                rules=rules,
                time_limit_s=autograder.TIME_LIMIT_S if within is None else within,
                leaderboard=outputs["leaderboard"],
            )
            write_output(archive, data)
            click.echo(f"wrote {archive} ({len(data) / 1e6:.1f} MB), to upload to Gradescope")
            return 0
        writer = GradeOutputs(suite, points, **outputs)
        _warn_about_answers(suite)
        if submissions is not None:
            _require_isolation(unsafe, is_remote=cluster is not None)
            with open_executor(jobs, cluster) as executor:
                graded_class, is_finished = run.grade_class(
                    suite,
                    submissions,
                    state,
                    settings,
                    roster=roster,
                    executor=executor,
                    time_limit_s=within,
                )
            writer.write_class(graded_class)
            return 0 if is_finished else UNFINISHED
        deadline = Deadline.after(within)
        if program is not None:
            _require_isolation(unsafe)
            graded = run.grade_folder(suite, program, settings, deadline)
        else:
            graded = run.grade_command(suite, command, settings, deadline)
        writer.write_program(graded, show_all)
        if not graded.is_finished:
            return UNFINISHED
        return 0 if graded.right == len(suite) else WRONG


def _require_isolation(unsafe: bool, is_remote: bool = False) -> None:
    """Warn if programs run without a sandbox (`unsafe`); otherwise require that this machine has a sandbox.

    With `is_remote`, programs run on other machines, and this machine needs no sandbox.
    """
    if unsafe:
        warn(UNSANDBOXED_WARNING)
    elif not is_remote:
        require_sandbox()


def _warn_about_answers(cases: Sequence[Case]) -> None:
    """Warn if the expected answer of a case is not the right answer by the rules."""
    doubtful = [case.name for case in cases if not expects_right_answer(case)]
    if doubtful:
        others = f" (and {len(doubtful) - 1} more)" if len(doubtful) > 1 else ""
        warn(f"warning: {doubtful[0]}.out{others} differs from the answer by the rules, but is used for grading")
