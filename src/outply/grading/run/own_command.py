"""One's own command on the cases: `outply grade CASES -- python3 homework3.py`. No sandbox."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from outply.formats import question as questions
from outply.grading.result.judge import judge
from outply.grading.run.deadline import was_cut
from outply.grading.run.job import INPUT, LONGEST, NEVER, OUTPUT
from outply.grading.run.stopping import to_run
from outply.grading.submissions.recipe import RecipeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from outply.grading.result.verdict import Judgement, Verdict
    from outply.grading.run.deadline import Deadline
    from outply.grading.run.settings import Settings
    from outply.grading.suite.case import Case
    from outply.sandbox.limits import Limits, RunResult

SEARCHED = ("PYTHONPATH", "CLASSPATH")
"""Variables that say where to look for what a program imports."""


def grade(
    command: list[str], cases: Iterable[Case], settings: Settings, deadline: Deadline = NEVER
) -> Iterator[tuple[Case, Judgement]]:
    """Yield each case with what came of the command on it, run in a folder that has nothing but an input.txt.

    What the command names in the current folder it finds from there, too. A `RecipeError` if there is no such
    program. When nobody listens any more, nothing is left running. At the deadline the command is cut off, and
    that case and those after it are not told of; nor are those after which it is given up.
    """
    return _graded(from_elsewhere(command), _environment(), cases, settings, deadline)


def _graded(
    program: list[str], environment: dict[str, str], cases: Iterable[Case], settings: Settings, deadline: Deadline
) -> Iterator[tuple[Case, Judgement]]:
    known: dict[str, Verdict] = {}
    for case in to_run(cases, known, settings.give_up):
        judgement = _on(case, program, environment, settings, deadline)
        if judgement is None:
            return
        known[case.name] = judgement.verdict
        yield case, judgement


def from_elsewhere(command: list[str]) -> list[str]:
    """Return the command as it can be given in another folder: names of files are made absolute.

    `input.txt` and `output.txt` are those of the folder it runs in. A folder is meant where it is written as one,
    since `java homework` names a class.
    """
    program, *arguments = command
    found = shutil.which(program)
    if found is None:
        here = Path(program).is_file()
        hint = f"; the file is here: -- python3 {program}, or -- ./{program} if it can be run" if here else ""
        raise RecipeError(f"there is no program {program}{hint}")
    is_named = os.path.dirname(program) != "" or Path(found).parent == Path()
    return [str(Path(found).absolute()) if is_named else program, *map(_absolute, arguments)]


def _absolute(argument: str) -> str:
    if argument in (INPUT, OUTPUT):
        return argument
    path = Path(argument)
    is_path = path.is_file() or (path.is_dir() and (argument == os.curdir or os.path.dirname(argument) != ""))
    return str(path.absolute()) if is_path else argument


def _environment() -> dict[str, str]:
    here = os.getcwd()
    own = dict(os.environ)
    for name in SEARCHED:
        # Java looks into the folder that it runs in only where the variable says nothing.
        own[name] = os.pathsep.join(filter(None, [here, own.get(name, "")]))
    return own


def _on(
    case: Case, program: list[str], environment: dict[str, str], settings: Settings, deadline: Deadline
) -> Judgement | None:
    """Run the program on a case, in a folder of its own; None if there was no time for it."""
    if deadline.is_over:
        return None
    with tempfile.TemporaryDirectory(prefix="outply-own-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / INPUT).write_bytes(questions.write(case.question).encode())
        given = deadline.cut(settings.limits)
        ended = _run(program, folder, given, environment)
        if was_cut(ended, given, settings.limits):
            return None
        return judge(case, ended, _read(folder / OUTPUT), settings.strict)


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
        return file.read(LONGEST)
