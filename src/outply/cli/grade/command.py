"""`outply grade`: is this program right? One's own, a directory's, or those of a whole class."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from outply.cli.errors import user_errors
from outply.cli.grade import run
from outply.cli.grade.modes import ANY_MODE, GRADING, ONE_PROGRAM, Mode, check_mode, option
from outply.cli.grade.outputs import GradeOutputs
from outply.cli.options.parameters import Seconds
from outply.cli.options.sandbox import UNSANDBOXED_WARNING, require_sandbox
from outply.cli.terminal import warn
from outply.formats import question as questions
from outply.formats.atomic_io import write_output
from outply.games.warfare import RULES
from outply.grading.gradescope import autograder
from outply.grading.result.rubric import Rubric
from outply.grading.run.settings import (
    CASE_CPU_SECONDS,
    CASE_MEMORY_MIB,
    CASE_WALL_SECONDS,
    Settings,
    case_limits,
)
from outply.grading.run.stopping import Deadline
from outply.grading.suite import folder as suites
from outply.jobs.executor import open_executor
from outply.search import exact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.grading.suite.case import Case

WRONG = 1
UNFINISHED = 130
STATE = "grading.db"


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
    help="Grade every directory and archive in there; needs the sandbox.",
)
@option(
    "--roster",
    modes=Mode.CLASS,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Who hands in what: a CSV file with headers.",
)
@option("--strict", modes=ANY_MODE, is_flag=True, help="Blanks and ends of lines count, too: by the byte.")
@option("--rubric", modes=ANY_MODE, metavar="FILE", type=click.Path(path_type=Path), help="Points, a TOML file.")
@option(
    "--rules",
    modes=ANY_MODE,
    type=click.Choice(RULES),
    help="Warfare's rules where CASES say none.  [default: raid]",
)
@option(
    "--seconds",
    modes=ANY_MODE,
    type=Seconds(),
    default=CASE_CPU_SECONDS,
    show_default=True,
    help="CPU time for a case.",
)
@option(
    "--wall", modes=ANY_MODE, type=Seconds(), default=CASE_WALL_SECONDS, show_default=True, help="Time for a case."
)
@option(
    "--memory",
    modes=ANY_MODE,
    metavar="MIB",
    type=click.IntRange(16),
    default=CASE_MEMORY_MIB,
    show_default=True,
    help="Memory of all processes of a program.",
)
@option(
    "--within",
    modes=ANY_MODE,
    metavar="SECONDS",
    type=Seconds(),
    help="Cut all off after so long; what is done counts.",
)
@option(
    "--give-up",
    modes=ANY_MODE,
    metavar="N",
    type=click.IntRange(1),
    help="After N timeouts in a row, do not run the rest of a program's cases: they earn nothing, also one that it"
    " would have answered.  [default: run all]",
)
@option(
    "--state",
    modes=Mode.CLASS,
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=STATE,
    show_default=True,
    help="Where a class's grading is kept, so that it can go on.",
)
@option(
    "--jobs",
    modes=Mode.CLASS,
    metavar="N",
    type=click.IntRange(1),
    help="Submissions side by side.  [default: all cores]",
)
@option(
    "--cluster",
    modes=Mode.CLASS,
    metavar="ADDRESS",
    help="Grade on the Dask cluster whose scheduler is there: tcp://...",
)
@option("--unsafe", modes=GRADING, is_flag=True, help="Run programs without a sandbox, where a container is one.")
@option(
    "--all",
    "everything",
    modes=GRADING,
    is_flag=True,
    help="Tell every wrong case of a program, not the first few.",
)
@option(
    "--html",
    modes=GRADING,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Pages: the class, each submission.",
)
@option("--csv", modes=GRADING, metavar="FILE", help="A line for each submission.")
@option("--details", modes=GRADING, metavar="FILE", help="CSV with a line for each submission and case.")
@option("--json", "as_json", modes=GRADING, metavar="FILE", help="Everything, for programs; - is the screen.")
@option("--junit", modes=GRADING, metavar="FILE", help="JUnit's XML, for continuous integration.")
@option("--gradescope", modes=ONE_PROGRAM, metavar="FILE", help="Gradescope's results.json, of one program.")
@option(
    "--leaderboard",
    modes=ANY_MODE,
    metavar="STATE",
    type=click.Path(path_type=Path),
    help="For Gradescope: how an entrant, in an autograder everybody, stands in the tournament of that database.",
)
@option(
    "--entrant", modes=GRADING, metavar="NAME", help="With --gradescope and --leaderboard: who it is in there."
)
@option(
    "--gradescope-zip",
    "archive",
    modes=Mode.ARCHIVE,
    metavar="FILE",
    help="Make Gradescope's autograder, and run nothing.",
)
@option(
    "--wheel",
    "wheels",
    modes=Mode.ARCHIVE,
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="With --gradescope-zip: a wheel of Outply to put into it; several times.  [default: of this one]",
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
    everything: bool,
    archive: str | None,
    wheels: tuple[Path, ...],
    **outputs: Any,
) -> int:
    """Run programs on test CASES and say what is right, what is wrong and why.

    CASES is a folder that `outply cases` made, or any with files NAME.in and NAME.out. A program reads input.txt
    and writes output.txt where it is started. COMMAND is your own program: it runs with limits alone. A directory
    has a Makefile with `run`, or one of homework.py, homework3.py, homework.cpp, homework11.cpp, homework.java.
    Programs of others run in a sandbox. The exit status is 0 if all is right, 1 if not; that of a class is 0. An
    unfinished grading's is 130.

    \b
    Examples:
      outply grade cases/ -- python3 homework3.py          is mine right?
      outply grade cases/ --program my-homework/ --all     everything that is wrong with it
      outply grade cases/ --submissions handed-in/ --roster class.csv --rubric points.toml --html marks/
      outply grade cases/ --gradescope-zip autograder.zip  to upload to Gradescope
    """
    with user_errors():
        check_mode(ctx)
        warfare = rules or RULES[0]
        found = suites.read(cases, warfare)
        points = Rubric() if rubric is None else Rubric.read(rubric)
        points.check_names(found)
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
                rules=warfare,
                time_limit_s=autograder.TIME_LIMIT_S if within is None else within,
                leaderboard=outputs["leaderboard"],
            )
            return _pack(archive, data)
        sheets = GradeOutputs(found, points, **outputs)
        _warn_of_answers(found)
        deadline = Deadline.after(within)
        if submissions is not None:
            _isolate(unsafe, elsewhere=cluster is not None)
            with open_executor(jobs, cluster) as executor:
                many, is_finished = run.grade_class(
                    found,
                    submissions,
                    state,
                    settings,
                    roster=roster,
                    executor=executor,
                    time_limit_s=within,
                )
            sheets.of_class(many)
            return 0 if is_finished else UNFINISHED
        if program is not None:
            _isolate(unsafe)
            graded = run.grade_folder(found, program, settings, deadline)
        else:
            graded = run.grade_command(found, command, settings, deadline)
        sheets.of_one(graded, everything)
        if not graded.is_finished:
            return UNFINISHED
        return 0 if graded.right == len(found) else WRONG


def _pack(target: str, data: bytes) -> int:
    write_output(target, data)
    click.echo(f"{target}: {len(data) / 1e6:.1f} MB, to upload to Gradescope")
    return 0


def _isolate(unsafe: bool, elsewhere: bool = False) -> None:
    if unsafe:
        warn(UNSANDBOXED_WARNING)
    elif not elsewhere:
        require_sandbox()


def _warn_of_answers(cases: Sequence[Case]) -> None:
    """Say which cases expect what the rules do not say: an old answer, or another course's rules."""
    odd = [case.name for case in cases if case.expected and not _is_ours(case)]
    if odd:
        more = f" and {len(odd) - 1} more" if len(odd) > 1 else ""
        warn(f"warning: {odd[0]}.out{more} is not the answer that the rules give; it is graded as it stands")


def _is_ours(case: Case) -> bool:
    question = case.question
    if question.depth is None:
        return True
    result = exact.search(question.position, question.depth, question.mode)
    return questions.write_answer(question, result) == case.expected.rstrip()
