"""Graded programs in the terminal."""

from __future__ import annotations

import shutil
import textwrap

from outply.grading.result.likely_mistakes import describe_mistake
from outply.grading.suite.requirements import requirement_violated_by
from outply.text import escape_controls, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console
    from rich.table import Table

    from outply.grading.result.likely_mistakes import LikelyMistake
    from outply.report.grading.class_summary import ClassSummary
    from outply.report.grading.scored import ScoredCase, ScoredSubmission

SHOWN = 5  # wrong cases that are told in full
LINES = 6  # of what a program printed
WIDTH = 100
LONGEST_NAME = 28
MOST_CASES = 8  # those that failed most


def show_program(console: Console, one: ScoredSubmission, everything: bool) -> None:
    """Print what came of one program: the likely mistake, then what is wrong, then how it does by rules."""
    if one.graded.problem:
        console.print(_line("It cannot be run", f"{one.graded.problem}."), style="red", markup=False)
        _indented(console, one.graded.build_output)
        return
    for suspect in one.likely_mistakes:
        told = f"{suspect.explains} of {suspect.wrong_answers} wrong answers match a program that {suspect.title}."
        console.print(textwrap.fill(told, _width()), style="bold", markup=False)
        advice = f"{suspect.advice} Requirement: {requirement_violated_by(suspect.mistake).name}."
        console.print(textwrap.indent(textwrap.fill(advice, _width() - 2), "  "), "\n", sep="", markup=False)
    wrong = [mark for mark in one.cases if mark.is_wrong]
    for mark in wrong if everything else wrong[:SHOWN]:
        _tell(console, mark, one.likely_mistakes)
    if len(wrong) > SHOWN and not everything:
        console.print(f"... and {len(wrong) - SHOWN} more wrong; --all tells them, too\n", markup=False)
    unexplained = wrong and not any(suspect.explains == len(wrong) for suspect in one.likely_mistakes)
    if unexplained and any(mark.case.requirement for mark in one.cases):
        # Where one mistake explains all, this would make it seem to be many.
        console.print(_by_rule(one.cases))
    elif unexplained:
        hint = "Without a suite.json no mistakes are known here; `outply why` looks for the one of an answer."
        console.print(textwrap.fill(hint, _width()), markup=False)
    console.print(_summary(one), style="green" if one.right == len(one.cases) else "bold", markup=False)


def show_class(console: Console, seen: ClassSummary) -> None:
    """Print a line for each submission, and which cases failed most."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column, justify in (("submission", "left"), ("points", "right"), ("right", "right"), ("", "left")):
        table.add_column(column, justify=justify, no_wrap=column != "")  # type: ignore[arg-type]
    for _, one in seen.ranking():
        points = f"{one.score:g}"
        remark = one.graded.problem or "; ".join(_remarks(one))
        table.add_row(_short(one.graded.student), points, str(one.right), _plain(remark))
    console.print(table)
    for suspect, count in seen.likely_mistakes()[:MOST_CASES]:
        console.print(f"{plural(count, 'submission')}: {suspect.title}", markup=False)
    failed = sorted((tally for tally in seen.case_statistics() if tally.wrong), key=lambda tally: -tally.wrong)
    if failed:
        console.print("Cases that failed most, and what each of them tests:", markup=False)
    for tally in failed[:MOST_CASES]:
        console.print(f"  {tally.case.name:24} {tally.wrong:4} wrong  {tally.requirement}", markup=False)
    console.print(
        f"{seen.fully_right} of {len(seen.submissions)} have everything right, "
        f"{len(seen.not_runnable)} could not be run; {seen.total:g} points are all",
        markup=False,
    )


def _tell(console: Console, mark: ScoredCase, found: Sequence[LikelyMistake]) -> None:
    judgement = mark.judgement
    assert judgement is not None
    console.print(f"{escape_controls(mark.case.name)}: {mark.label}", style="bold red", markup=False)
    for sentence in filter(None, (describe_mistake(judgement, found), *judgement.sentences)):
        console.print(textwrap.indent(textwrap.fill(escape_controls(sentence), _width() - 2), "  "), markup=False)
    if mark.requirement:
        console.print(_line("  This case tests", mark.requirement), style="dim", markup=False)
    if not judgement.right_parts:
        _indented(console, judgement.errors)
    console.print()


def _by_rule(marks: Sequence[ScoredCase]) -> Table:
    """Return how many cases of each rule are right, those that are all right together."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("cases that test", no_wrap=True)
    table.add_column("right", justify="right", no_wrap=True)
    table.add_column("")
    rules: dict[str, list[ScoredCase]] = {}
    for mark in marks:
        rules.setdefault(mark.case.requirement, []).append(mark)
    whole = {rule for rule, same in rules.items() if all(mark.is_right for mark in same)}
    for rule, same in rules.items():
        if rule not in whole:
            table.add_row(_plain(rule), _share(same), _plain(same[0].requirement))
    if whole:
        cases = sum(len(rules[rule]) for rule in whole)
        table.add_row(f"{len(whole)} others", f"{cases}/{cases}", "")
    return table


def _share(marks: Sequence[ScoredCase]) -> str:
    """Return how many of the cases that were run are right, and how many were not run."""
    run = [mark for mark in marks if mark.judgement is not None]
    told = [f"{sum(mark.is_right for mark in run)}/{len(run)}"] if run else []
    if len(run) < len(marks):
        told.append(f"{len(marks) - len(run)} not run" if run else "not run")
    return ", ".join(told)


def _summary(one: ScoredSubmission) -> str:
    told = [f"{one.right} of {len(one.cases)} cases are right, {one.score:g} of {one.total:g} points"]
    if one.not_run:
        were = "was" if one.not_run == 1 else "were"
        told.append(f"{one.not_run} {were} {one.graded.missing_label}: {one.graded.missing_reason}")
    return "; ".join(told)


def _remarks(one: ScoredSubmission) -> Iterator[str]:
    if one.likely_mistakes:
        yield one.likely_mistakes[0].title
    if failures := [f"{word} ({count})" for word, count in one.failures]:
        yield ", ".join(failures[:3])
    if one.graded.given_up_after:
        yield one.graded.missing_reason.removeprefix("the program was ")


def _indented(console: Console, text: str) -> None:
    """Print the end of what a program printed."""
    lines = text.strip().splitlines()[-LINES:]
    for line in lines:
        console.print(f"  | {escape_controls(line)[: _width() - 4]}", style="dim", markup=False)


def _line(label: str, text: str) -> str:
    return textwrap.fill(f"{label}: {escape_controls(text)}", _width(), subsequent_indent="  ")


def _width() -> int:
    return min(WIDTH, shutil.get_terminal_size().columns)


def _short(name: str) -> str:
    name = escape_controls(name)
    return _plain(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…")


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(escape_controls(text))
