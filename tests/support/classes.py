"""A class that was graded by hand: every verdict, usual mistakes, one that would not build, hostile texts."""

from itertools import islice

from outply.formats.question import write_answer
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import Graded, Judgement, Verdict
from outply.grading.suite.case import Case, Wrong
from outply.search import exact
from support.tournaments import HOSTILE, OUTPUT, TRICKS
from support.wrong_answers import questions

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
ENDS = {
    Verdict.TIMEOUT: "It was ended after 10.0 s of CPU time.",
    Verdict.MEMORY: "It was ended when it took more memory than it may.",
    Verdict.TOO_MUCH: "It was ended when it had printed more than it may.",
    Verdict.CRASH: "It exited with status 1.",
    Verdict.NOTHING: "It wrote no output.txt.",
}
RUBRIC = Rubric(2.0, None, {"case-01": 5.0}, parts={"move": 0.25}, shown={"case-02": "hidden"})


def cases(count=16):
    """Return cases of both games, each of a rule."""
    half = count // 2
    asked = [*islice(questions("warfare"), half), *islice(questions("starcircle"), count - half)]
    return tuple(_case(number, question) for number, question in enumerate(asked))


def _case(number, question):
    expected = write_answer(question, exact.search(question.position, question.depth, question.mode))
    wrong = (Wrong(_altered(expected), (MISTAKES[number % 8],)),) if MISTAKES[number % 8] else ()
    return Case(f"case-{number + 1:02}", question, expected, RULES[number % 8], wrong)


def _altered(expected):
    """Return an answer of which the last character is another."""
    return expected[:-1] + ("1" if expected[-1] != "1" else "2")


def right(case, seconds=0.02):
    parts = (
        ("move", "board") if case.question.position.game == "warfare" else ("move", "evaluation", "value", "count")
    )
    return Judgement(Verdict.RIGHT, (), parts, (), seconds, seconds * 1.5, 12.5, case.expected)


def wrong(case, verdict=None):
    """Return a judgement of that verdict; of an answer that differs in its last character if none is said."""
    if verdict in ENDS:
        errors = "Traceback (most recent call last):\n  ...\nIndexError" if verdict is Verdict.CRASH else ""
        return Judgement(verdict, (ENDS[verdict],), (), (), 10.0, 10.5, 1024.0, "", errors)
    warfare = case.question.position.game == "warfare"
    verdict = verdict or (Verdict.BOARD if warfare else Verdict.COUNT)
    sentence = "The first difference is here." if warfare else "12 nodes are visited, not 11: 1 too few."
    answer = _altered(case.expected)
    return Judgement(verdict, (sentence, "And more."), ("move",), case.catches, 0.5, 0.75, 20.0, answer)


def graded(name, suite, judge, who=None, reached=None):
    """Return a submission as `judge` judges its cases; those after the first `reached` have no judgement."""
    reached = len(suite) if reached is None else reached
    found = tuple((case.name, judge(case) if at < reached else None) for at, case in enumerate(suite))
    return Graded(name, who or name, found)


def mistaken(rule):
    """Return a judge of a program that has the cases of a rule wrong."""
    return lambda case: wrong(case) if case.rule == rule else right(case)


def broken(name, suite):
    return Graded(
        name, name, tuple((case.name, None) for case in suite), "There is no Makefile.", f"make: ***\n{OUTPUT}"
    )


def tired(name, suite):
    """Return a submission that was given up after two timeouts in a row."""
    one = graded(name, suite, lambda case: wrong(case, Verdict.TIMEOUT), reached=2)
    return Graded(name, name, one.judgements, given_up=2)


def hostile(suite):
    """Return a submission of which every text that a stranger can choose is hostile."""

    def judge(case):
        return Judgement(
            Verdict.MALFORMED, (f"The first line is {HOSTILE}.",), (), (), 0.1, 0.1, 1.0, OUTPUT, OUTPUT
        )

    return graded(HOSTILE, suite, judge, who=HOSTILE + "\u202e\x1b[31m")


def classroom(suite, count=40):
    """Return a class with all kinds of submissions."""
    many = [hostile(suite), broken("will not build", suite), graded("late", suite, right, reached=5)]
    many += [graded(trick, suite, wrong) for trick in TRICKS]
    many += [
        graded(verdict.value, suite, lambda case, verdict=verdict: wrong(case, verdict)) for verdict in Verdict
    ]
    for number in range(count - len(many)):
        rule = RULES[number % 5]
        judge = mistaken(rule) if number % 3 else right
        many.append(graded(f"student{number:03}", suite, judge, who=f"Student Number {number}"))
    return many
