"""Diagnose a program from many of its answers, or by experiment."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from outply.cli.progress import clear_line, status_line, stop_on_interrupt
from outply.cli.terminal import CommandError, warn
from outply.cli.why.answers import ProgramRunner, read_answers, read_cases
from outply.diagnosis.catalogue import MISTAKES_BY_NAME, Mistake
from outply.diagnosis.evidence import Level
from outply.diagnosis.program import AnsweredQuestion, ProgramDiagnosis, diagnose_program
from outply.diagnosis.wording import candidate_title, describe_candidate
from outply.formats import question as question_files
from outply.formats.atomic_io import STANDARD, make_folder, write_output
from outply.formats.question import Question
from outply.games import game_named
from outply.grading.run.experiment import MAX_QUESTIONS, Experiment, ExperimentResult, Round, mistake_of
from outply.grading.run.stopping import Deadline
from outply.grading.suite.distinguishing_questions import (
    POOL_SIZE,
    QuestionSource,
    choose_confirming,
    choose_distinguishing,
)
from outply.grading.suite.kinds import CaseConstraints
from outply.text import plural

WRONG, INTERRUPTED = 1, 130
WRITTEN_QUESTIONS = 10
"""Default number of questions that `--questions` writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of `outply why` for many answers."""

    rules: str | None
    experiment: bool
    game: str | None
    questions: Path | None
    max_questions: int | None
    seed: int
    deadline: Deadline
    json_file: str | None


class _Interrupt:
    """A stop flag that Ctrl-C or the deadline sets; the results so far are still reported."""

    def __init__(self, deadline: Deadline) -> None:
        self.is_set = False
        self._deadline = deadline

    def set(self) -> None:
        self.is_set = True

    def __call__(self) -> bool:
        return self.is_set or self._deadline.has_passed


def explain(
    cases_folder: Path | None, outputs: Path | None, command: tuple[str, ...] | None, options: Options
) -> int:
    """Diagnose the answers in a folder, or the answers of a command, and print the diagnosis."""
    cases = {} if cases_folder is None else read_cases(cases_folder, options.rules, outputs)
    game, rule_variant = _game(cases, options)
    stop = _Interrupt(options.deadline)
    result: ExperimentResult | None = None
    runner = None if command is None else ProgramRunner(command, options.deadline, stop)
    missing = 0
    with stop_on_interrupt(stop.set, _notify, "stopping; press Ctrl-C again to abort"), status_line() as show:
        if runner is None:
            assert outputs is not None
            replies, missing = read_answers(cases, outputs)
        else:
            count = 0

            def on_answer() -> None:
                nonlocal count
                count += 1
                show("running the program", plural(count, "question"))

            runner.on_answer = on_answer
            replies = runner.ask(list(cases.items())) if cases else []
        answers = [AnsweredQuestion(reply) for reply in replies]
        if options.experiment:
            assert runner is not None
            result = Experiment(
                game,
                runner.ask,
                seed=options.seed,
                answers=answers,
                constraints=CaseConstraints(rule_variant=rule_variant),
                max_questions=options.max_questions or MAX_QUESTIONS,
                stop=stop,
                on_round=_print_round if options.json_file != STANDARD else lambda _: None,
                on_progress=lambda task, number, total: show(task, f"{number} of {total}"),
            ).run()
            diagnosis = result.diagnosis
        else:
            diagnosis = diagnose_program(
                answers,
                stop=stop,
                on_progress=lambda number, total: show("comparing answers", f"{number} of {total}"),
            )
    if not diagnosis.answers:
        raise CommandError("the program answered no question within the limits")
    data = as_dict(diagnosis, result) | {"missing": missing}
    if options.json_file is not None:
        write_output(options.json_file, json.dumps(data) + "\n")
    if options.json_file != STANDARD:
        from outply.cli.why.render import print_program_diagnosis

        hint = "" if options.experiment else _hint(diagnosis, cases_folder, command)
        limit_verdicts = 0 if runner is None else runner.limit_verdicts
        failure = "" if runner is None else runner.failure
        print_program_diagnosis(
            diagnosis, result, hint=hint, limit_verdicts=limit_verdicts, missing=missing, failure=failure
        )
    if options.questions is not None:
        mistakes = [mistake_of(one) for one in diagnosis.evidence.candidates]
        write_questions(options.questions, game, mistakes, options.max_questions, options.seed, rule_variant)
    if stop.is_set:
        return INTERRUPTED
    return WRONG if diagnosis.wrong or missing else 0


def as_dict(diagnosis: ProgramDiagnosis, result: ExperimentResult | None = None) -> dict[str, Any]:
    """Return the diagnosis of a program as JSON-serializable data."""
    evidence = diagnosis.evidence
    data: dict[str, Any] = {
        "right": len(diagnosis.answers) - len(diagnosis.wrong),
        "wrong": len(diagnosis.wrong),
        "not_compared": diagnosis.not_compared,
        "level": evidence.level.value,
        "listed": evidence.listed,
        "candidates": [
            {
                "mistake": one.mistake,
                "only_in": one.only_in or None,
                "title": candidate_title(one),
                "advice": MISTAKES_BY_NAME[one.mistake].advice,
                "explains": one.explained,
                "contradicted": one.contradicted,
                "chance": one.chance,
                "statement": describe_candidate(evidence, one),
            }
            for one in evidence.candidates
        ],
        "refuted": [
            {"mistake": one.mistake, "explains": one.explained, "failed_right": one.failed_right}
            for one in evidence.refuted
        ],
        "wrong_answers": [one.name for one in diagnosis.wrong],
    }
    if result is not None:
        smallest = result.smallest_wrong
        data["experiment"] = {
            "conclusion": result.conclusion.value,
            "rounds": [
                {
                    "purpose": one.purpose.value,
                    "questions": one.questions,
                    "wrong": one.wrong,
                    "remaining": list(one.remaining),
                }
                for one in result.rounds
            ],
            "smallest_wrong": None
            if smallest is None
            else {
                "input": question_files.write(smallest.answer.question),
                "expected": smallest.expected,
                "answer": smallest.answer.output.decode(errors="replace"),
            },
        }
    return data


def write_questions(
    folder: Path,
    game: str,
    mistakes: Sequence[Mistake],
    count: int | None,
    seed: int,
    rule_variant: str,
) -> None:
    """Write questions that distinguish programs with these `mistakes` and a right program from each other."""
    constraints = CaseConstraints(rule_variant=rule_variant)
    pool = QuestionSource(game, seed, constraints).take(POOL_SIZE)
    count = count or WRITTEN_QUESTIONS
    chosen = choose_distinguishing(pool, mistakes, count, include_right=True)
    rest = [one for one in pool if one not in chosen]
    chosen += choose_confirming(rest, mistakes, count - len(chosen))
    if not chosen:
        reason = (
            "no question was found that programs with known mistakes answer wrongly"
            if mistakes
            else "no mistake fits"
        )
        warn(f"{folder} was not written: {reason}")
        return
    make_folder(str(folder))
    for number, one in enumerate(chosen, start=1):
        write_output(str(folder / f"question-{number:02}.in"), question_files.write(one.question))
    click.echo(
        f"wrote {plural(len(chosen), 'question')} to {folder}; "
        f"put the answer to question-01.in into question-01.out and so on, then: outply why {folder} {folder}"
    )


def _game(cases: dict[str, Question], options: Options) -> tuple[str, str]:
    """Return the game and the rule variant for which to generate questions."""
    if not cases:
        assert options.game is not None
        variants = game_named(options.game).variants
        if options.rules is not None and options.rules not in variants:
            raise click.UsageError(f"{options.game} has no {options.rules} rules; drop --rules")
        return options.game, options.rules or variants[0]
    positions = [question.position for question in cases.values()]
    games = {position.game for position in positions}
    if len(games) > 1 and (options.experiment or options.questions):
        raise click.UsageError(f"the cases are of {len(games)} games; an experiment needs cases of one game")
    return positions[0].game, positions[0].variant


def _hint(diagnosis: ProgramDiagnosis, cases: Path | None, command: tuple[str, ...] | None) -> str:
    """Return a sentence with the command for an experiment; empty if it would not help."""
    if diagnosis.evidence.level not in (Level.ONE_OF, Level.NONE) or not diagnosis.evidence.wrong:
        return ""
    program = "COMMAND" if command is None else " ".join(command)
    return f"To find the mistake, ask more questions: outply why --experiment {cases} -- {program}"


def _print_round(finished: Round) -> None:
    from outply.cli.why.render import print_round

    clear_line()
    print_round(finished)


def _notify(message: str) -> None:
    clear_line()
    warn(message)
