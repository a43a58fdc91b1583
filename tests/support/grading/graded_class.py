"""A hand-made graded class: every verdict, known mistakes, a failed build and hostile texts."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from outply.diagnosis.wrong_outputs import WrongOutput
from outply.formats.question import Question, answer_parts, write_answer
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.submissions.tools import PYTHON3, Tool
from outply.grading.suite.case import Case
from outply.search import exact
from support.arena.tournaments import HOSTILE, OUTPUT, TRICKS
from support.grading.wrong_answers import questions

RULES = ("ties", "stakes-first", "idle-raids", "depth", "passes", "nodes", "jumps", "")
MISTAKES = (
    "ties",
    "raids-first",
    "useful-raids",
    "depth-less",
    "pass-uncounted",
    "root-uncounted",
    "no-capture",
    "",
)
RUN_FAILURES = {
    Verdict.TIMEOUT: "The program used 10.001 s of CPU time; the limit is 10.000 s.",
    Verdict.MEMORY_LIMIT: "The program used more than 1024 MiB of memory.",
    Verdict.OUTPUT_LIMIT: "The program printed more than 16 MiB.",
    Verdict.CRASH: "The program exited with status 1.",
    Verdict.NO_OUTPUT: "The program wrote no output.txt.",
}
RUBRIC = Rubric(default=2.0, by_case={"case-01": 5.0}, parts={"move": 0.25}, visibilities={"case-02": "hidden"})


def cases(count: int = 16) -> tuple[Case, ...]:
    """Return cases of both games, each with a requirement."""
    half = count // 2
    chosen = [*islice(questions("warfare"), half), *islice(questions("starcircle"), count - half)]
    return tuple(_case(number, question) for number, question in enumerate(chosen))


def _case(number: int, question: Question) -> Case:
    assert question.depth is not None
    expected = write_answer(question, exact.search(question.position, question.depth, question.mode))
    mistake = MISTAKES[number % 8]
    wrong_output = WrongOutput(output=_change_last_character(expected), mistakes=(mistake,))
    return Case(
        name=f"case-{number + 1:02}",
        question=question,
        expected=expected,
        requirement=RULES[number % 8],
        wrong_outputs=(wrong_output,) if mistake else (),
    )


def _change_last_character(expected: str) -> str:
    return expected[:-1] + ("1" if expected[-1] != "1" else "2")


def right(case: Case, seconds: float = 0.02) -> Judgement:
    return Judgement(
        verdict=Verdict.RIGHT,
        right_parts=answer_parts(case.question.position.game),
        cpu_seconds=seconds,
        wall_seconds=seconds * 1.5,
        memory_mib=12.5,
        output=case.expected,
    )


def wrong(case: Case, verdict: Verdict | None = None) -> Judgement:
    """Return a judgement with this verdict; by default on an answer whose last character differs."""
    if verdict in RUN_FAILURES:
        return Judgement(
            verdict=verdict,
            sentences=(RUN_FAILURES[verdict],),
            cpu_seconds=10.0,
            wall_seconds=10.5,
            memory_mib=1024.0,
            errors="Traceback (most recent call last):\n  ...\nIndexError" if verdict is Verdict.CRASH else "",
        )
    warfare = case.question.position.game == "warfare"
    sentence = "The first difference is here." if warfare else "The node count is 12, not 11 (1 too few)."
    return Judgement(
        verdict=verdict or (Verdict.WRONG_BOARD if warfare else Verdict.WRONG_NODE_COUNT),
        sentences=(sentence, "And more."),
        right_parts=("move",),
        mistakes=case.caught_mistakes,
        cpu_seconds=0.5,
        wall_seconds=0.75,
        memory_mib=20.0,
        output=_change_last_character(case.expected),
    )


def graded(
    name: str,
    suite: Sequence[Case],
    judge: Callable[[Case], Judgement],
    student: str | None = None,
    reached: int | None = None,
) -> GradedSubmission:
    """Return a submission with the judgements of `judge` on the first `reached` cases, by default on all cases."""
    reached = len(suite) if reached is None else reached
    judgements = tuple((case.name, judge(case) if at < reached else None) for at, case in enumerate(suite))
    return GradedSubmission(name=name, student=student or name, judgements=judgements)


def wrong_on(rule: str) -> Callable[[Case], Judgement]:
    """Return a judge of a program that fails the cases of a requirement."""
    return lambda case: wrong(case) if case.requirement == rule else right(case)


def crash_on_mode(mode: str) -> Callable[[Case], Judgement]:
    """Return a judge that gives the verdict crash to every question of a mode."""
    return lambda case: wrong(case, Verdict.CRASH) if case.question.mode == mode else right(case)


def broken(name: str, suite: Sequence[Case]) -> GradedSubmission:
    """Return a submission that could not be built."""
    return GradedSubmission(
        name=name,
        student=name,
        judgements=tuple((case.name, None) for case in suite),
        problem="There is no Makefile.",
        build_output=f"make: ***\n{OUTPUT}",
    )


PYTHON = Tool(name=PYTHON3, path="/usr/bin/python3", version="Python 3.11.2")
NOTE = "In the assignment, homework.py is a Python 2 program. It ran with Python 3.11.2."


def ungraded(name: str, suite: Sequence[Case]) -> GradedSubmission:
    """Return a submission that is ungraded because its interpreter is not installed."""
    return replace(
        broken(name, suite), problem="Python 2 is not installed here", build_output="", is_tool_missing=True
    )


def noted(name: str, suite: Sequence[Case]) -> GradedSubmission:
    """Return a right submission that ran with Python 3, with a note."""
    return replace(graded(name, suite, right), tools=(PYTHON,), notes=(NOTE,))


def given_up(name: str, suite: Sequence[Case]) -> GradedSubmission:
    """Return a submission that was given up after two timeouts in a row."""
    submission = graded(name, suite, lambda case: wrong(case, Verdict.TIMEOUT), reached=2)
    return replace(submission, given_up_after=2)


def hostile(suite: Sequence[Case]) -> GradedSubmission:
    """Return a submission with a hostile value for every text that a student can choose."""

    def judge(case: Case) -> Judgement:
        return Judgement(
            verdict=Verdict.MALFORMED,
            sentences=(f"The first line is {HOSTILE}.",),
            cpu_seconds=0.1,
            wall_seconds=0.1,
            memory_mib=1.0,
            output=OUTPUT,
            errors=OUTPUT,
        )

    return graded(HOSTILE, suite, judge, student=HOSTILE + "\u202e\x1b[31m")


def classroom(suite: Sequence[Case], count: int = 40) -> list[GradedSubmission]:
    """Return a class with all kinds of submissions."""
    many = [hostile(suite), broken("will not build", suite), graded("late", suite, right, reached=5)]
    many += [graded(trick, suite, wrong) for trick in TRICKS]
    many += [graded(verdict.value, suite, partial(wrong, verdict=verdict)) for verdict in Verdict]
    for number in range(count - len(many)):
        judge = wrong_on(RULES[number % 5]) if number % 3 else right
        many.append(graded(f"student{number:03}", suite, judge, student=f"Student Number {number}"))
    return many
