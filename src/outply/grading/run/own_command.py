"""Grade a local command without a sandbox, as in `outply grade CASES -- python3 homework3.py`."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from outply.formats import question as questions
from outply.formats.case_files import is_case_file
from outply.grading.result.judge import judge
from outply.grading.result.verdict import Judgement
from outply.grading.run.job import INPUT, MAX_OUTPUT_BYTES, OUTPUT
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import NO_DEADLINE, Deadline, run_cases
from outply.grading.submissions.recipe import RecipeError
from outply.grading.suite.case import Case
from outply.jobs.job import Job, JobContext
from outply.sandbox.limits import Limits, RunResult

RUN_FOLDER = ".outply-run"

INTERPRETERS = re.compile(r"(python|pypy|node|perl|ruby)[\d.]*(\.exe)?")
"""Names of programs whose first argument, unless it is an option, is the file of a program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandJob(Job):
    """Runs a local command on the cases, and reports the name and the judgement of each case."""

    command: tuple[str, ...]
    cases: tuple[Case, ...]
    settings: Settings
    deadline: Deadline = NO_DEADLINE

    def __call__(self, context: JobContext) -> None:
        for case, judgement in judge_command(list(self.command), self.cases, self.settings, self.deadline):
            context.report((case.name, judgement))

    def __str__(self) -> str:
        return f"the grading of {self.command[0]}"


def judge_command(
    command: list[str], cases: Iterable[Case], settings: Settings, deadline: Deadline = NO_DEADLINE
) -> Iterator[tuple[Case, Judgement]]:
    """Run a command on the cases and yield each judged case with its judgement.

    The command runs in a temporary folder that contains input.txt and links to the files of the current folder, so
    that its arguments mean the same in both. Closing the iterator leaves no process behind. The case that reaches
    the deadline, all cases after it and the cases that the give-up policy skips are not judged.

    Raises RecipeError if the program of the command is not found.
    """
    program = [find_command(command), *command[1:]]
    with _RunFolder(Path.cwd(), command[1:]) as folder:

        def run(case: Case) -> Judgement | None:
            folder.reset(questions.write(case.question).encode())
            result = deadline.run(settings.limits, lambda limits: _run(program, folder.path, limits))
            return None if result is None else judge(case, result, _read(folder.path / OUTPUT), settings.strict)

        yield from run_cases(cases, run, give_up_after=settings.give_up_after)


def find_command(command: Sequence[str]) -> str:
    """Return the path of the program of a command, as `find_program` does.

    Raises RecipeError if the program is not found, or the file that an interpreter is to run.
    """
    program = find_program(command[0])
    script = command[1] if len(command) > 1 else "-"
    is_script = INTERPRETERS.fullmatch(os.path.basename(program)) and not script.startswith("-")
    if is_script and not os.path.exists(script):
        raise RecipeError(f"program not found: {script} does not exist")
    return program


def find_program(program: str) -> str:
    """Return the path of a program; a path relative to the current folder becomes absolute.

    Raises RecipeError if the program is not found.
    """
    path = shutil.which(program)
    if path is None:
        if not Path(program).is_file():
            raise RecipeError(f"program not found: {program}")
        if os.path.dirname(program) and not os.access(program, os.X_OK):
            raise RecipeError(f"{program} is not executable; run chmod +x {program}, or -- python3 {program}")
        hint = f"-- python3 {program}, or -- ./{program} if it is executable"
        raise RecipeError(f"program not found: {program}; to run the file: {hint}")
    is_path = os.path.dirname(program) != "" or Path(path).parent == Path()
    return str(Path(path).absolute()) if is_path else program


class _RunFolder:
    """A temporary folder with links to the entries of the folder `source`, except input.txt and output.txt.

    Parent folders that `arguments` refer to with `..` are also imitated by folders of links.
    """

    def __init__(self, source: Path, arguments: Iterable[str]) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="outply-own-", ignore_cleanup_errors=True)
        self.path = Path(self._temporary.name)
        arguments = list(arguments)
        depth = max((Path(argument).parts.count("..") for argument in arguments), default=0)
        for parent in reversed(list(source.parents)[:depth]):
            for entry in parent.iterdir():
                _link(entry, self.path / entry.name)
            self.path /= RUN_FOLDER
            self.path.mkdir()
        self._entries = {
            entry.name: entry
            for entry in source.iterdir()
            if entry.name not in (INPUT, OUTPUT) and (not is_case_file(entry.name) or entry.name in arguments)
        }
        self._has_links = True
        for name, entry in self._entries.items():
            self._has_links &= _link(entry, self.path / name)

    def reset(self, question: bytes) -> None:
        """Remove the files that the program has created, restore the links and write input.txt."""
        names = set()
        for entry in list(os.scandir(self.path)):
            if entry.name in self._entries and (entry.is_symlink() or not self._has_links):
                names.add(entry.name)
            elif entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)
        for name in self._entries.keys() - names:
            _link(self._entries[name], self.path / name)
        (self.path / INPUT).write_bytes(question)

    def __enter__(self) -> _RunFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self._temporary.cleanup()


def _link(source: Path, target: Path) -> bool:
    """Create the link `target` to `source` and return True; if links are not allowed, copy and return False."""
    try:
        target.symlink_to(source)
    except OSError:  # Windows without developer mode
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, target)
        return False
    return True


def _run(program: list[str], folder: Path, limits: Limits) -> RunResult:
    if sys.platform == "linux" and shutil.which("prlimit"):
        from outply.sandbox import run

        return run.run(program, folder, limits, sandboxed=False, environment=dict(os.environ))
    from outply.sandbox import unsandboxed

    return unsandboxed.run(program, folder, limits, dict(os.environ))


def _read(path: Path) -> bytes | None:
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return file.read(MAX_OUTPUT_BYTES)
