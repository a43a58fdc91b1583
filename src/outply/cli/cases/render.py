"""A suite in the terminal: the requirement of each case, and the mistakes that the suite catches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import fill

from rich.console import Console
from rich.text import Text

from outply.cli.terminal import PlainTable
from outply.diagnosis.catalogue import MISTAKES
from outply.formats.question import Question
from outply.games import game_of
from outply.games.protocol import HasRandomBoards
from outply.grading.suite.case import Case
from outply.grading.suite.coverage import Coverage
from outply.grading.suite.requirements import requirement_sentence, requirement_violated_by

MAX_WIDTH = 120  # columns
TITLES = {mistake.family: mistake.title for mistake in MISTAKES}


def print_suite(cases: Sequence[Case], *, matrix: bool = False, console: Console | None = None) -> None:
    """Print the cases, their requirements and the mistakes that are caught and missed.

    `matrix` adds a table of which case catches which mistake.
    """
    console = console or Console(highlight=False)
    if console.width > MAX_WIDTH:
        console = Console(highlight=False, width=MAX_WIDTH)
    coverage = Coverage(cases)
    console.print(_case_table(cases))
    if any(case.requirement for case in cases):
        console.print(_requirement_table(cases))
    console.print(Text(f"{coverage.summary()}.", "bold"))
    console.print(Text("A program may make mistakes that are not listed here."))
    if coverage.caught:
        console.print(_mistake_table(coverage))
    _print_missed(console, coverage)
    if matrix:
        console.print()
        _print_matrix(console, cases, coverage)


def _case_table(cases: Sequence[Case]) -> PlainTable:
    table = PlainTable("case", "question", "requirement", "catches", numbers=("catches",))
    for case in cases:
        table.add_row(
            case.name, _question_summary(case.question), case.requirement, str(len(case.caught_families))
        )
    return table


def _requirement_table(cases: Sequence[Case]) -> PlainTable:
    """Return a table of the requirements that the cases test, in the order of the cases."""
    table = PlainTable("requirement", "cases", "description", numbers=("cases",))
    counts = Counter(case.requirement for case in cases if case.requirement)
    for requirement, count in counts.items():
        table.add_row(requirement, str(count), requirement_sentence(requirement))
    return table


def _mistake_table(coverage: Coverage) -> PlainTable:
    table = PlainTable("mistake", "violates", "cases", "the program ...", numbers=("cases",))
    for name, cases in coverage.caught.items():
        table.add_row(name, requirement_violated_by(name).name, str(len(cases)), TITLES[name])
    return table


def _print_missed(console: Console, coverage: Coverage) -> None:
    for heading, missed in (("Not caught", coverage.missed), ("Cannot be caught", coverage.undetectable)):
        reasons: dict[str, list[str]] = {}
        for name, reason in missed.items():
            reasons.setdefault(reason, []).append(name)
        for reason, names in reasons.items():
            text = f"{heading}: {', '.join(names)}: {reason}."
            console.print(Text(fill(text, console.width, subsequent_indent="  ", break_on_hyphens=False)))


def _print_matrix(console: Console, cases: Sequence[Case], coverage: Coverage) -> None:
    """Print a matrix with one line per mistake and one character per case, in blocks that fit the width."""
    margin = max(map(len, coverage.caught), default=0) + 2
    width = max(10, console.width - margin)
    for first in range(0, len(cases), width):
        block = cases[first : first + width]
        numbers = [f"{number:3}" for number in range(first + 1, first + 1 + len(block))]
        for digit in range(3):
            console.print(Text(" " * margin + "".join(number[digit] for number in numbers), "bold"))
        for name, catching in coverage.caught.items():
            row = "".join(_matrix_cell(case, name) if case.name in catching else "." for case in block)
            console.print(Text(f"{name:{margin}}{row}"))
    console.print(Text("# caught by a case of the violated requirement, + by another case"))


def _matrix_cell(case: Case, mistake: str) -> str:
    return "#" if case.requirement == requirement_violated_by(mistake).name else "+"


def _question_summary(question: Question) -> str:
    position = question.position
    view = game_of(position).view(position)
    has_sizes = isinstance(game_of(position), HasRandomBoards)
    board = f"{len(view.rows)} x {len(view.columns)}, " if has_sizes else ""
    depth = "" if question.depth is None else f" {question.depth}"
    return f"{board}{question.mode}{depth}"
