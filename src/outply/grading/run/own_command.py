"""Grade a local command without a sandbox, as in `outply grade CASES -- python3 homework3.py`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from outply.formats import question as questions
from outply.grading.result.judge import judge
from outply.grading.result.verdict import Judgement
from outply.grading.run.job import INPUT, MAX_OUTPUT_BYTES, OUTPUT
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import NO_DEADLINE, Deadline, run_cases
from outply.grading.submissions.recipe import RecipeError
from outply.grading.suite.case import Case
from outply.sandbox.limits import Limits, RunResult

SEARCH_PATH_VARIABLES = ("PYTHONPATH", "CLASSPATH")
"""Environment variables with the folders in which a program's modules are searched."""


def judge_command(
    command: list[str], cases: Iterable[Case], settings: Settings, deadline: Deadline = NO_DEADLINE
) -> Iterator[tuple[Case, Judgement]]:
    """Run a command on the cases and yield each judged case with its judgement.

    The command runs in a folder that contains only input.txt; file names in the command still refer to the current
    folder. Closing the iterator leaves no process behind. The case that reaches the deadline, all cases after it
    and the cases that the give-up policy skips are not judged.

    Raises RecipeError if the program of the command is not found.
    """
    program, environment = absolute_command(command), _environment()

    def run(case: Case) -> Judgement | None:
        return _run_case(case, program, environment, settings, deadline)

    return run_cases(cases, run, give_up_after=settings.give_up_after)


def absolute_command(command: list[str]) -> list[str]:
    """Return the command with absolute paths, so that it can run in another folder.

    `input.txt` and `output.txt` stay relative. A bare word is not taken for a folder, since `java homework` names
    a class.

    Raises RecipeError if the program is not found.
    """
    program, *arguments = command
    path = shutil.which(program)
    if path is None:
        is_file = Path(program).is_file()
        hint = f"; to run the file: -- python3 {program}, or -- ./{program} if it is executable" if is_file else ""
        raise RecipeError(f"program not found: {program}{hint}")
    is_path = os.path.dirname(program) != "" or Path(path).parent == Path()
    return [str(Path(path).absolute()) if is_path else program, *map(_absolute, arguments)]


def _absolute(argument: str) -> str:
    if argument in (INPUT, OUTPUT):
        return argument
    path = Path(argument)
    is_path = path.is_file() or (path.is_dir() and (argument == os.curdir or os.path.dirname(argument) != ""))
    return str(path.absolute()) if is_path else argument


def _environment() -> dict[str, str]:
    """Return this process's environment variables, with the current folder in the search paths of modules."""
    environment = dict(os.environ)
    for name in SEARCH_PATH_VARIABLES:
        # Java searches the working directory only if CLASSPATH is not set.
        environment[name] = os.pathsep.join(filter(None, [os.getcwd(), environment.get(name, "")]))
    return environment


def _run_case(
    case: Case, program: list[str], environment: dict[str, str], settings: Settings, deadline: Deadline
) -> Judgement | None:
    """Run the program on a case in a temporary folder and return the judgement.

    Returns None if the deadline ended the run.
    """
    with tempfile.TemporaryDirectory(prefix="outply-own-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / INPUT).write_bytes(questions.write(case.question).encode())
        result = deadline.run(settings.limits, lambda limits: _run(program, folder, limits, environment))
        return None if result is None else judge(case, result, _read(folder / OUTPUT), settings.strict)


def _run(program: list[str], folder: Path, limits: Limits, environment: dict[str, str]) -> RunResult:
    if sys.platform == "linux" and shutil.which("prlimit"):
        from outply.sandbox import run

        return run.run(program, folder, limits, sandboxed=False, environment=environment)
    from outply.sandbox import unsandboxed

    return unsandboxed.run(program, folder, limits, environment)


def _read(path: Path) -> bytes | None:
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return file.read(MAX_OUTPUT_BYTES)
