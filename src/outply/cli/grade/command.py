"""`outply grade`: grade a local command, the program in a directory, or the submissions of a class."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from outply.cli.arguments import read_suite
from outply.cli.grade import run
from outply.cli.grade.hints import swapped_arguments
from outply.cli.grade.modes import ANY_MODE, BUILT, GRADING, ONE_PROGRAM, Mode, check_mode, option, path_option
from outply.cli.grade.outputs import GradeOutputs
from outply.cli.options import UNSANDBOXED_WARNING, Integer, Seconds, refuse_options, require_sandbox
from outply.cli.terminal import user_errors, warn
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
from outply.grading.similarity.submissions import read_template
from outply.grading.submissions.recipe import RecipeOptions
from outply.grading.submissions.tools import ToolPaths
from outply.grading.suite.case import Case
from outply.jobs.cores import cores
from outply.jobs.executor import open_executor

WRONG = 1
MISSING_TOOL = 2
UNFINISHED = 130
DEFAULT_STATE = "grading.db"

FEW_CASES = 100
"""Up to this number of cases, one program is graded in one process, because starting more would take longer."""

STDOUT_HINT = "; - for standard output."


@click.command()
@click.argument("cases", metavar="CASES", type=click.Path(path_type=Path))
@click.argument("command", metavar="[-- COMMAND...]", nargs=-1, type=click.UNPROCESSED)
@path_option(
    "--program",
    modes=Mode.PROGRAM | Mode.CLASS,
    metavar="PATH",
    help="Grade the program in a directory or source file; with --submissions, the name of each main source file.",
)
@path_option(
    "--submissions",
    modes=Mode.CLASS,
    metavar="DIR",
    help="Grade every directory, archive and source file in this folder, in the sandbox.",
)
@path_option("--roster", modes=Mode.CLASS, help="Class roster (CSV with a header row).")
@option(
    "--similar", modes=Mode.CLASS, is_flag=True, help="List pairs of submissions that share much of their code."
)
@path_option(
    "--template",
    "templates",
    modes=Mode.CLASS,
    metavar="PATH",
    multiple=True,
    help="Code that was handed out and does not count for --similar: a file or folder; can be repeated.",
)
@option(
    "--run",
    "run_command",
    modes=BUILT | Mode.ARCHIVE,
    metavar="COMMAND",
    default="",
    help="Command that runs each program, in one word: 'python3 hw1.py'.  [default: by the names of the files]",
)
@option("--python2", modes=BUILT, metavar="PATH", default="", help="Python 2 for homework.py.")
@option("--python3", modes=BUILT, metavar="PATH", default="", help="Python 3 for homework3.py.")
@option("--java", modes=BUILT, metavar="PATH", default="", help="JDK for homework.java: its home, or its java.")
@option("--cxx", modes=BUILT, metavar="PATH", default="", help="C++ compiler for homework.cpp.")
@option("--strict", modes=ANY_MODE, is_flag=True, help="Compare answers byte by byte, including whitespace.")
@path_option("--rubric", modes=ANY_MODE, help="Points per case or requirement (TOML).")
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
    modes=GRADING,
    metavar="N",
    type=Integer(1),
    help=f"Number of parallel jobs.  [default: all cores; 1 for one program with up to {FEW_CASES} cases]",
)
@option(
    "--cluster", modes=Mode.CLASS, metavar="ADDRESS", help="Address of a Dask scheduler to grade on (tcp://...)."
)
@option("--unsafe", modes=BUILT, is_flag=True, help="Run programs without a sandbox, with all your permissions.")
@option(
    "--all", "show_all", modes=ONE_PROGRAM, is_flag=True, help="Show every wrong case, not only the first few."
)
@path_option("--html", modes=GRADING, metavar="DIR", help="Write HTML pages about the class and each submission.")
@option("--csv", modes=GRADING, metavar="FILE", help=f"Write CSV with one line per submission{STDOUT_HINT}")
@option(
    "--details",
    modes=GRADING,
    metavar="FILE",
    help=f"Write CSV with one line per submission and case{STDOUT_HINT}",
)
@option("--json", "json_file", modes=GRADING, metavar="FILE", help=f"Write all results as JSON{STDOUT_HINT}")
@option("--junit", modes=GRADING, metavar="FILE", help=f"Write JUnit XML for continuous integration{STDOUT_HINT}")
@option(
    "--similar-csv",
    modes=Mode.CLASS,
    metavar="FILE",
    help=f"Write CSV with one line per pair of similar submissions{STDOUT_HINT}",
)
@option("--gradescope", modes=ONE_PROGRAM, metavar="FILE", help=f"Write Gradescope's results.json{STDOUT_HINT}")
@path_option(
    "--leaderboard",
    modes=ANY_MODE,
    metavar="STATE",
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
    similar: bool,
    templates: tuple[Path, ...],
    run_command: str,
    python2: str,
    python3: str,
    java: str,
    cxx: str,
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

    CASES is a folder generated by `outply cases`, or any folder with files NAME.in and NAME.out, or input*.txt and
    output*.txt. A program reads input.txt and writes output.txt in its working directory. COMMAND is your own
    program; it runs with limits, but without a sandbox. A program directory contains a Makefile with a target
    `run`, or one of homework.py, homework3.py, homework.cpp, homework11.cpp and homework.java, or a single source
    file; the program runs in a sandbox. The exit status is 0 if all answers are right, 1 if an answer is wrong, 2
    if a compiler or interpreter is missing, and 130 if the grading is unfinished. For a finished class, it is
    always 0.

    \b
    Examples:
      outply grade cases/ -- python3 homework3.py          test your own program
      outply grade cases/ --program my-homework/ --all     show everything that is wrong
      outply grade cases/ --submissions handed-in/ --roster class.csv --rubric points.toml --html pages/
      outply grade cases/ --submissions handed-in/ --similar --template handed-out/ --html pages/
      outply grade cases/ --gradescope-zip autograder.zip  to upload to Gradescope
    """
    with user_errors():
        check_mode(ctx)
        if cluster is not None:
            refuse_options(ctx, ("jobs",), "cannot be used together with --cluster")
        _refuse_folders(submissions, program, outputs["html"])
        if not similar:
            refuse_options(ctx, ("templates", "similar_csv"), "requires --similar")
        for template in templates:
            read_template(template)  # before the grading, which may take long
        tools = ToolPaths(python2=python2, python3=python3, java=java, cxx=cxx)
        if cluster is None:
            tools.check()
        with swapped_arguments(cases, submissions or program):
            suite = read_suite(cases, rules)
        points = Rubric() if rubric is None else Rubric.read(rubric)
        points.check_names(suite)
        settings = Settings(
            limits=case_limits(seconds, wall, memory),
            strict=strict,
            sandboxed=not unsafe,
            give_up_after=give_up or 0,
            recipe=RecipeOptions(
                tools=tools,
                run_command=run_command,
                main_file=program.name if program is not None and submissions is not None else "",
            ),
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
        writer = GradeOutputs(suite, points, suite=cases.resolve().name, **outputs)
        _warn_about_answers(suite)
        if submissions is not None:
            _require_isolation(unsafe, is_remote=cluster is not None)
            with open_executor(jobs, cluster) as executor:
                graded_class, similarity, is_finished = run.grade_class(
                    suite,
                    submissions,
                    state,
                    settings,
                    roster=roster,
                    executor=executor,
                    time_limit_s=within,
                    templates=templates if similar else None,
                )
            writer.write_class(graded_class, similarity)
            return 0 if is_finished else UNFINISHED
        deadline = Deadline.after(within)
        jobs = jobs or (cores() if len(suite) > FEW_CASES and os.name == "posix" else 1)
        if program is not None:
            _require_isolation(unsafe)
            graded = run.grade_folder(suite, program, settings, deadline, jobs)
        else:
            graded = run.grade_command(suite, command, settings, deadline, jobs)
        writer.write_program(graded, show_all)
        if not graded.is_finished:
            return UNFINISHED
        if graded.is_tool_missing:
            return MISSING_TOOL
        return 0 if graded.right == len(suite) else WRONG


def _refuse_folders(submissions: Path | None, program: Path | None, html: Path | None) -> None:
    """Raise UsageError if pages would be graded as submissions, or if a folder is named as the main file."""
    if submissions is None:
        return
    if program is not None and program.is_dir():
        raise click.UsageError(
            f"--program {program} is a folder; with --submissions, give the name of each main source file"
        )
    if html is not None and html.resolve().is_relative_to(submissions.resolve()):
        raise click.UsageError(
            f"--html {html} is inside of {submissions}, where it would count as a submission; give another folder"
        )


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
