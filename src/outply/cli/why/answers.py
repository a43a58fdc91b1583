"""The answers of a program to many questions: read from a folder, or produced by running the program."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from outply.cli.arguments import read_question, read_suite
from outply.cli.terminal import CommandError, warn
from outply.diagnosis.program import ProgramAnswer
from outply.formats.atomic_io import read_input
from outply.formats.case_files import NO_INPUTS, answer_path, find_inputs
from outply.formats.question import Question, write_answer
from outply.formats.student_output import MAX_OUTPUT_BYTES
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.grade import grade_command
from outply.grading.run.settings import Settings, case_limits
from outply.grading.run.stopping import Deadline
from outply.grading.suite import folder as suites
from outply.grading.suite.case import Case
from outply.search import exact
from outply.text import plural

LIMIT_VERDICTS = (Verdict.TIMEOUT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)
"""Verdicts on runs that a limit ended; such a run has no answer to diagnose."""

FAILURE_VERDICTS = (Verdict.CRASH, Verdict.NO_OUTPUT)

MAX_ERROR_LINES = 5
"""Maximum number of lines shown of standard error."""

OnAnswer = Callable[[], None]
"""Called after each run of the program."""


def read_cases(folder: Path, rules: str | None, answers: Path | None = None) -> dict[str, Question]:
    """Read the questions in a folder, keyed by path relative to the folder; or the question in a single file.

    COMPETITION questions are left out with a warning, since any legal move answers them. `answers` is the folder
    with the answers, if there is one.
    Raises UsageError if there is no question with a depth, with a hint if the two folders seem to be swapped.
    """
    if not folder.exists():
        raise CommandError(f"folder {folder} does not exist")
    if folder.is_file():
        cases = {folder.name: _read(folder, rules)}
    elif (folder / suites.INDEX).is_file():  # it states the rule variants
        cases = {f"{case.name}.in": case.question for case in read_suite(folder, rules)}
    else:
        files, unreadable = find_inputs(folder)
        cases = {str(path.relative_to(folder)): _read(path, rules) for path in [*files, *unreadable]}
    if not cases:
        hint = ""
        if answers is not None and answers.is_dir() and find_inputs(answers)[0]:
            swapped = shlex.join(["outply", "why", str(answers), str(folder)])
            hint = f"; INPUT and ANSWER seem to be swapped; try: {swapped}"
        raise click.UsageError(f"{folder} contains {NO_INPUTS}{hint}")
    searches = {name: question for name, question in cases.items() if question.depth is not None}
    if skipped := len(cases) - len(searches):
        warn(f"{plural(skipped, 'COMPETITION question')} left out: any legal move answers it")
    if not searches:
        raise click.UsageError(f"{folder} contains no MINIMAX or ALPHABETA question")
    return searches


def read_answers(cases: dict[str, Question], folder: Path) -> tuple[list[ProgramAnswer], int]:
    """Read the answers to `cases` from the files with matching names in a folder; count the cases without one.

    Raises CommandError if the folder has no answer to any of the questions.
    """
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder" if folder.exists() else f"folder {folder} does not exist")
    answers, missing = [], []
    for name, question in cases.items():
        path = folder / answer_path(Path(name))
        if path.is_file():
            output = read_input(str(path), MAX_OUTPUT_BYTES)
            answers.append(ProgramAnswer(name=name, question=question, output=output))
        else:
            missing.append(path)
    if not answers:
        raise CommandError(f"{folder} contains no answer to a case, such as {missing[0]}")
    if missing:
        others = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        warn(f"no answer in {missing[0]}{others}")
    return answers, len(missing)


class ProgramRunner:
    """Runs a command on questions, with limits for each run but without a sandbox.

    After `stop` has returned true, no further question is asked. `limit_verdicts` counts the runs that
    gave no answer because they exceeded a limit, and `failure` describes the first run that crashed or wrote no
    output.txt, with the end of its standard error. `on_answer` is called after each run.
    """

    def __init__(self, command: Sequence[str], deadline: Deadline, stop: Callable[[], bool]) -> None:
        self._command = command
        self._deadline = deadline
        self._stop = stop
        self._settings = Settings(limits=case_limits())
        self.on_answer: OnAnswer = lambda: None
        self.limit_verdicts = 0
        self.failure = ""

    def ask(self, questions: Sequence[tuple[str, Question]]) -> list[ProgramAnswer]:
        """Run the program on named questions and return its answers; runs that a limit ended have no answer.

        Raises RecipeError if the program is not found.
        """
        by_name = dict(questions)

        def on_judgement(*_: object) -> None:
            self.on_answer()
            if self._stop():
                raise KeyboardInterrupt  # ends the grading, with the answers given so far

        cases = [Case(name=name, question=question, expected=_expected(question)) for name, question in questions]
        graded = grade_command(
            cases,
            self._command,
            self._settings,
            deadline=self._deadline,
            on_judgement=on_judgement,
        )
        judgements = [(name, judgement) for name, judgement in graded.judgements if judgement is not None]
        answers = []
        for name, judgement in judgements:
            if judgement.verdict in LIMIT_VERDICTS:
                self.limit_verdicts += 1
            else:
                answers.append(ProgramAnswer(name=name, question=by_name[name], output=_output(judgement)))
            if judgement.verdict in FAILURE_VERDICTS and not self.failure:
                self.failure = _describe_failure(name, judgement)
        return answers


def _read(path: Path, rules: str | None) -> Question:
    return read_question(str(path), rules)[1]


def _expected(question: Question) -> str:
    assert question.depth is not None
    return write_answer(question, exact.search(question.position, question.depth, question.mode))


def _output(judgement: Judgement) -> bytes:
    """Return the answer of a run; empty if the program crashed or wrote no output.txt."""
    return b"" if judgement.verdict in FAILURE_VERDICTS else judgement.output.encode()


def _describe_failure(name: str, judgement: Judgement) -> str:
    """Return lines on why a run has no answer, with the last lines of its standard error."""
    errors = judgement.errors.rstrip().splitlines()[-MAX_ERROR_LINES:]
    sentences = f"{name}: {' '.join(judgement.sentences)}"
    if not errors:
        return sentences
    return "\n".join([f"{sentences} Its standard error ends:", *(f"  {line}" for line in errors)])
