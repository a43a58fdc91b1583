"""A suite of cases in the terminal: what each tests, and which mistakes they catch together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import fill

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from outply.diagnosis.catalogue import MISTAKES
from outply.formats.question import Question
from outply.grading.suite.case import Case
from outply.grading.suite.coverage import Coverage
from outply.grading.suite.requirements import rule_of, sentence_of
from outply.text import escape_controls

WIDTH = 120  # columns that a table takes at most
TITLES = {mistake.name: mistake.title for mistake in MISTAKES}


def report(cases: Sequence[Case], *, matrix: bool = False, console: Console | None = None) -> None:
    """Print what the cases test, what they catch, and what they do not; `matrix` tells which catches which."""
    console = console or Console(highlight=False)
    if console.width > WIDTH:
        console = Console(highlight=False, width=WIDTH)
    coverage = Coverage(cases)
    console.print(_tested(cases))
    if any(case.rule for case in cases):
        console.print(_said(cases))
    in_all = len(coverage.caught) + len(coverage.missed)
    console.print(Text(f"{len(coverage.caught)} of {in_all} usual mistakes are caught", "bold"))
    if coverage.caught:
        console.print(_caught(coverage))
    _print_missed(console, coverage)
    if matrix:
        console.print()
        _print_matrix(console, cases, coverage)


def _tested(cases: Sequence[Case]) -> Table:
    table = _table("case", "question", "tests", "catches")
    for case in cases:
        _add(table, case.name, _asked(case.question), case.rule, str(len(case.catches)))
    return table


def _said(cases: Sequence[Case]) -> Table:
    """Return what the rules say that are tested, in the order of the cases."""
    table = _table("rule", "cases", "says")
    tested = Counter(case.rule for case in cases if case.rule)
    for rule, times in tested.items():
        _add(table, rule, str(times), sentence_of(rule))
    return table


def _caught(coverage: Coverage) -> Table:
    table = _table("mistake", "breaks", "cases", "what such a program does")
    for name, by in coverage.caught.items():
        _add(table, name, rule_of(name).name, str(len(by)), TITLES[name])
    return table


def _print_missed(console: Console, coverage: Coverage) -> None:
    reasons: dict[str, list[str]] = {}
    for name, reason in coverage.missed.items():
        reasons.setdefault(reason, []).append(name)
    for reason, names in reasons.items():
        text = f"Not caught: {', '.join(names)}: {reason}."
        console.print(Text(fill(text, console.width, subsequent_indent="  ", break_on_hyphens=False)))


def _print_matrix(console: Console, cases: Sequence[Case], coverage: Coverage) -> None:
    """Print a line for each mistake, and in it a character for each case, as many as there is room for."""
    margin = max(map(len, coverage.caught), default=0) + 2
    room = max(10, console.width - margin)
    for first in range(0, len(cases), room):
        shown = cases[first : first + room]
        numbers = [f"{number:3}" for number in range(first + 1, first + 1 + len(shown))]
        for digit in range(3):
            console.print(Text(" " * margin + "".join(number[digit] for number in numbers), "bold"))
        for name, by in coverage.caught.items():
            marks = "".join(_mark(case, name) if case.name in by else "." for case in shown)
            console.print(Text(f"{name:{margin}}{marks}"))
    console.print(Text("# by a case of the rule that the mistake breaks, + by another case"))


def _mark(case: Case, mistake: str) -> str:
    return "#" if case.rule == rule_of(mistake).name else "+"


def _asked(question: Question) -> str:
    position = question.position
    board = f"{position.size} x {position.size}, " if position.game == "warfare" else ""
    depth = "" if question.depth is None else f" {question.depth}"
    return f"{board}{question.mode}{depth}"


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        is_number = column in ("catches", "cases")
        table.add_column(column, justify="right" if is_number else "left", no_wrap=column is not columns[-1])
    return table


def _add(table: Table, *cells: str) -> None:
    table.add_row(*(Text(escape_controls(cell)) for cell in cells))  # a plain string would be read as markup
