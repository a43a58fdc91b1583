"""`outply grade`: is this program right? One's own, a directory's, or those of a whole class."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from outply.cli.errors import user_errors
from outply.cli.grade import run
from outply.cli.grade.outputs import GradeOutputs
from outply.cli.options.parameters import Seconds, refuse_options
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

OF_A_CLASS = ("roster", "state", "jobs", "cluster")
OF_RUNNING = (
    *("command", "program", "submissions", *OF_A_CLASS, "unsafe", "everything"),
    *("html", "csv", "details", "as_json", "junit", "gradescope", "entrant"),
)


@click.command()
@click.argument("cases", metavar="CASES", type=click.Path(path_type=Path))
@click.argument("command", metavar="[-- COMMAND...]", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--program", metavar="DIR", type=click.Path(path_type=Path), help="Grade the program in a directory."
)
@click.option(
    "--submissions",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Grade every directory and archive in there; needs the sandbox.",
)
@click.option(
    "--roster", metavar="FILE", type=click.Path(path_type=Path), help="Who hands in what: a CSV file with headers."
)
@click.option("--strict", is_flag=True, help="Blanks and ends of lines count, too: by the byte.")
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="Points, a TOML file.")
@click.option("--rules", type=click.Choice(RULES), help="Warfare's rules where CASES say none.  [default: raid]")
@click.option(
    "--seconds", type=Seconds(), default=CASE_CPU_SECONDS, show_default=True, help="CPU time for a case."
)
@click.option("--wall", type=Seconds(), default=CASE_WALL_SECONDS, show_default=True, help="Time for a case.")
@click.option(
    "--memory",
    metavar="MIB",
    type=click.IntRange(16),
    default=CASE_MEMORY_MIB,
    show_default=True,
    help="Memory of all processes of a program.",
)
@click.option(
    "--within", metavar="SECONDS", type=Seconds(), help="Cut all off after so long; what is done counts."
)
@click.option(
    "--give-up",
    metavar="N",
    type=click.IntRange(1),
    help="After N timeouts in a row, do not run the rest of a program's cases: they earn nothing, also one that it"
    " would have answered.  [default: run all]",
)
@click.option(
    "--state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=STATE,
    show_default=True,
    help="Where a class's grading is kept, so that it can go on.",
)
@click.option(
    "--jobs", metavar="N", type=click.IntRange(1), help="Submissions side by side.  [default: all cores]"
)
@click.option("--cluster", metavar="ADDRESS", help="Grade on the Dask cluster whose scheduler is there: tcp://...")
@click.option("--unsafe", is_flag=True, help="Run programs without a sandbox, where a container is one.")
@click.option("--all", "everything", is_flag=True, help="Tell every wrong case of a program, not the first few.")
@click.option("--html", metavar="DIR", type=click.Path(path_type=Path), help="Pages: the class, each submission.")
@click.option("--csv", metavar="FILE", help="A line for each submission.")
@click.option("--details", metavar="FILE", help="CSV with a line for each submission and case.")
@click.option("--json", "as_json", metavar="FILE", help="Everything, for programs; - is the screen.")
@click.option("--junit", metavar="FILE", help="JUnit's XML, for continuous integration.")
@click.option("--gradescope", metavar="FILE", help="Gradescope's results.json, of one program.")
@click.option(
    "--leaderboard",
    metavar="STATE",
    type=click.Path(path_type=Path),
    help="For Gradescope: how an entrant, in an autograder everybody, stands in the tournament of that database.",
)
@click.option("--entrant", metavar="NAME", help="With --gradescope and --leaderboard: who it is in there.")
@click.option("--gradescope-zip", "archive", metavar="FILE", help="Make Gradescope's autograder, and run nothing.")
@click.option(
    "--wheel",
    "wheels",
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
            refuse_options(ctx, OF_RUNNING, "is for grading, and --gradescope-zip grades nothing")
            usual = autograder.WITHIN if within is None else within
            data = autograder.archive(
                cases,
                rubric,
                settings,
                wheels,
                rules=warfare,
                within=usual,
                leaderboard=outputs["leaderboard"],
            )
            return _pack(archive, data)
        if [bool(command), program is not None, submissions is not None].count(True) != 1:
            raise click.UsageError("give one of -- COMMAND, --program, --submissions and --gradescope-zip")
        refuse_options(ctx, ("wheels",), "is for --gradescope-zip")
        sheets = GradeOutputs(found, points, **outputs)
        _warn_of_answers(found)
        deadline = Deadline.after(within)
        if submissions is not None:
            sheets.expect_class()
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
        refuse_options(ctx, OF_A_CLASS, "is for --submissions")
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
