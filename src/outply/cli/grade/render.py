"""Print the results of graded programs in the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from outply.cli.terminal import PlainTable, shorten
from outply.grading.result.common_features import HEADING
from outply.grading.result.likely_mistakes import LikelyMistake, describe_mistake
from outply.grading.similarity.compare import SimilarPair
from outply.grading.similarity.submissions import NOT_PROOF, ClassSimilarity
from outply.grading.submissions.tools import MISSING_TOOL_REMEDY
from outply.grading.suite.requirements import requirement_violated_by
from outply.report.grading.class_summary import ClassSummary, FrequentMistake
from outply.report.grading.scored import ScoredCase, ScoredSubmission
from outply.text import escape_controls, plural, plural_noun

if TYPE_CHECKING:
    from rich.console import Console

MAX_WRONG_CASES = 5  # shown in detail without --all
FIRST_LINES, LAST_LINES = 4, 8  # shown of a program's output
TAB = "\t"
MAX_WIDTH = 100  # columns
NAME_WIDTH = 28  # columns
MAX_PAIRS = 20  # of similar submissions
MIN_PAIR_TABLE_WIDTH = 60  # columns; narrower terminals get lines of text
MIN_TOOLS_WIDTH = 110  # columns; narrower tables of a class omit "ran with"
MAX_FREQUENT = 8  # mistakes, and failed cases, listed for a class


def print_program(console: Console, scored: ScoredSubmission, show_all: bool) -> None:
    """Print the likely mistakes of one program, its wrong cases with their common features, and a table."""
    if scored.graded.problem:
        console.print(_wrap("Cannot be run", f"{scored.graded.problem}."), style="red", markup=False)
        if scored.graded.is_tool_missing:
            console.print(_wrap("Not graded", f"{MISSING_TOOL_REMEDY}."), style="bold yellow", markup=False)
        _print_output(console, scored.graded.build_output)
        return
    for note in scored.graded.notes:
        console.print(_wrap("Note", note), style="yellow", markup=False)
    for likely in scored.likely_mistakes:
        console.print(textwrap.fill(likely.statement, _width()), style="bold", markup=False)
        advice = f"{likely.advice} Requirement: {requirement_violated_by(likely.mistake).name}."
        console.print(textwrap.indent(textwrap.fill(advice, _width() - 2), "  "), "\n", sep="", markup=False)
    if scored.common_features:
        console.print(f"{HEADING}:", style="bold", markup=False)
    for finding in scored.common_features:
        console.print(textwrap.indent(textwrap.fill(finding.sentence, _width() - 2), "  "), markup=False)
    if scored.common_features:
        console.print()
    wrong = [case for case in scored.cases if case.is_wrong]
    for case in wrong if show_all else wrong[:MAX_WRONG_CASES]:
        _print_case(console, case, scored.likely_mistakes)
    if len(wrong) > MAX_WRONG_CASES and not show_all:
        more = plural(len(wrong) - MAX_WRONG_CASES, "more wrong case")
        console.print(f"... and {more}; show all with --all\n", markup=False)
    is_unexplained = wrong and not any(likely.explains == len(wrong) for likely in scored.likely_mistakes)
    if is_unexplained and any(case.case.requirement for case in scored.cases):
        # If one mistake explains every wrong answer, this table would suggest several mistakes.
        console.print(_requirement_table(scored.cases))
    elif is_unexplained:
        hint = (
            "CASES contains no suite.json, so mistakes were not identified. "
            "`outply why CASES -- COMMAND` simulates them."
        )
        console.print(textwrap.fill(hint, _width()), markup=False)
    if scored.graded.tools:
        console.print(_wrap("Ran with", "; ".join(map(str, scored.graded.tools))), style="dim", markup=False)
    console.print(_summary(scored), style="green" if scored.right == len(scored.cases) else "bold", markup=False)


def print_class(console: Console, summary: ClassSummary) -> None:
    """Print one line per submission, the most frequent mistakes, and the cases that failed most."""
    extra = summary.roster_columns
    numbers = ("attempt", "points", "right")
    has_several_tools = len({scored.graded.tools for scored in summary.submissions}) > 1
    ran_with = ("ran with",) if has_several_tools and console.width >= MIN_TOOLS_WIDTH else ()
    headings = ("submission", *extra, "points", "right", *ran_with, "remarks")
    table = PlainTable(*headings, numbers=numbers, name_width=NAME_WIDTH)
    for _, scored in summary.ranking():
        name, remarks = scored.graded.student, scored.graded.problem or "; ".join(_remarks(scored))
        cells = (str(getattr(scored.graded, column) or "") for column in extra)
        score = f"{scored.score:g}" if scored.graded.has_score else ""
        tools = (", ".join(tool.short for tool in scored.graded.tools),) if ran_with else ()
        table.add_row(name, *cells, score, str(scored.right), *tools, remarks)
    console.print(table)
    if summary.unfinished_notice:
        console.print(_wrap("Unfinished", summary.unfinished_notice), style="bold yellow", markup=False)
    if summary.ungraded_notice:
        console.print(_wrap("Not graded", summary.ungraded_notice), style="bold yellow", markup=False)
    for frequent in summary.likely_mistakes()[:MAX_FREQUENT]:
        console.print(_hang(_describe_frequent(frequent)), markup=False)
    failed = sorted((case for case in summary.case_statistics() if case.wrong), key=lambda case: -case.wrong)
    if failed:
        console.print("Cases that failed most:", markup=False)
        failures = PlainTable("case", "wrong", "requirement", numbers=("wrong",))
        for case in failed[:MAX_FREQUENT]:
            failures.add_row(case.case.name, str(case.wrong), case.requirement)
        console.print(failures)
    for tool, count in summary.tools():
        console.print(_wrap(f"{plural(count, 'submission')} ran with", str(tool)), style="dim", markup=False)
    without_score = f", {len(summary.not_submitted)} without a submission" if summary.not_submitted else ""
    without_score += f", {len(summary.ungraded)} not graded" if summary.ungraded else ""
    without_score += f", {len(summary.unfinished)} unfinished" if summary.unfinished else ""
    console.print(
        f"{summary.fully_right} of {plural(len(summary.submitted), 'submission')} fully right, "
        f"{len(summary.not_runnable)} could not be run{without_score}; maximum {summary.total:g} points",
        markup=False,
    )


def print_similar(console: Console, similarity: ClassSimilarity) -> None:
    """Print the pairs of similar submissions, the most similar first."""
    if similarity.common_note:
        console.print(textwrap.fill(escape_controls(similarity.common_note), _width()), style="bold", markup=False)
    if not similarity.pairs:
        rest = "other " if similarity.common_note else ""
        console.print(f"No two {rest}submissions share suspiciously much code.", markup=False)
        return
    count = plural(len(similarity.pairs), "pair of submissions shares", "pairs of submissions share")
    console.print(f"\n{count} much of their code.", style="bold", markup=False)
    console.print(textwrap.fill(NOT_PROOF, _width()), markup=False)
    rows = [_pair_cells(similarity, pair) for pair in similarity.pairs[:MAX_PAIRS]]
    if console.width < MIN_PAIR_TABLE_WIDTH:
        for first, first_share, second, second_share, passages in rows:
            line = f"{first} ({first_share}) and {second} ({second_share}): {passages}"
            text = textwrap.fill(escape_controls(line), console.width, subsequent_indent="  ")
            console.print(text, markup=False)
    else:
        numbers = ("share", "its share")
        table = PlainTable("submission", "share", "other", "its share", "longest passage", numbers=numbers)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    if len(similarity.pairs) > MAX_PAIRS:
        more = plural(len(similarity.pairs) - MAX_PAIRS, "more pair")
        console.print(f"... and {more}; all are written by --similar-csv, --json and --html", markup=False)


def _pair_cells(similarity: ClassSimilarity, pair: SimilarPair) -> tuple[str, ...]:
    longest = pair.passages[0]
    return (
        shorten(similarity.submissions[pair.first].student, NAME_WIDTH),
        f"{100 * pair.first_share:.0f} %",
        shorten(similarity.submissions[pair.second].student, NAME_WIDTH),
        f"{100 * pair.second_share:.0f} %",
        f"{similarity.place(pair.first, longest.first)}; {similarity.place(pair.second, longest.second)}",
    )


def _describe_frequent(frequent: FrequentMistake) -> str:
    possible = frequent.submissions - frequent.explains_all
    count = plural(frequent.submissions, "submission")
    if not frequent.explains_all:
        count = f"perhaps {count}"
    elif possible:
        count += f" ({frequent.explains_all} explained, {possible} possibly)"
    return f"{count}: {frequent.mistake.title}"


def _print_case(console: Console, case: ScoredCase, likely: Sequence[LikelyMistake]) -> None:
    judgement = case.judgement
    assert judgement is not None
    console.print(f"{escape_controls(case.case.name)}: {case.label}", style="bold red", markup=False)
    for sentence in filter(None, (describe_mistake(judgement, likely), *judgement.sentences)):
        console.print(textwrap.indent(textwrap.fill(escape_controls(sentence), _width() - 2), "  "), markup=False)
    if case.requirement:
        console.print(_wrap("  Requirement tested", case.requirement), style="dim", markup=False)
    if not judgement.right_parts:
        _print_output(console, judgement.errors)
    console.print()


def _requirement_table(cases: Sequence[ScoredCase]) -> PlainTable:
    """Return a table with the number of right cases of each requirement.

    The requirements whose cases are all right share one row.
    """
    table = PlainTable("requirement", "right", "description", numbers=("right",))
    by_requirement: dict[str, list[ScoredCase]] = {}
    for case in cases:
        by_requirement.setdefault(case.case.requirement, []).append(case)
    fully_right = {name for name, group in by_requirement.items() if all(case.is_right for case in group)}
    for name, group in by_requirement.items():
        if name not in fully_right:
            table.add_row(name, _right_count(group), group[0].requirement)
    if fully_right:
        count = sum(len(by_requirement[name]) for name in fully_right)
        table.add_row(plural(len(fully_right), "other"), f"{count}/{count}", "")
    return table


def _right_count(cases: Sequence[ScoredCase]) -> str:
    """Return text such as `3/5, 2 not run`: the right cases among those that were run, and the cases not run."""
    run = [case for case in cases if case.judgement is not None]
    parts = [f"{sum(case.is_right for case in run)}/{len(run)}"] if run else []
    if len(run) < len(cases):
        parts.append(f"{len(cases) - len(run)} not run" if run else "not run")
    return ", ".join(parts)


def _summary(scored: ScoredSubmission) -> str:
    text = (
        f"{scored.right} of {plural(len(scored.cases), 'case')} right, {scored.score:g} of {scored.total:g} points"
    )
    if scored.not_run:
        was = plural_noun(scored.not_run, "was", "were")
        text += f"; {scored.not_run} {was} {scored.graded.missing_label}: {scored.graded.missing_reason}"
    return text


def _remarks(scored: ScoredSubmission) -> Iterator[str]:
    if scored.graded.notes:
        yield scored.graded.notes[0].partition(". ")[0]
    if scored.likely_mistakes:
        yield scored.likely_mistakes[0].summary
    elif scored.common_features:
        yield scored.common_features[0].sentence.removesuffix(".")
    if failures := [f"{label} ({count})" for label, count in scored.failures]:
        yield ", ".join(failures[:3])
    if scored.graded.given_up_after:
        yield scored.graded.missing_reason.removeprefix("the program was ")


def _print_output(console: Console, text: str) -> None:
    """Print the first and the last lines of a program's output without truncating them."""
    lines = text.strip("\n").splitlines()
    if len(lines) > FIRST_LINES + LAST_LINES + 1:
        omitted = f"[{len(lines) - FIRST_LINES - LAST_LINES} lines omitted]"
        lines = [*lines[:FIRST_LINES], omitted, *lines[-LAST_LINES:]]
    for line in lines:
        console.print(f"  | {escape_controls(line, keep=TAB)}", style="dim", markup=False, soft_wrap=True)


def _wrap(label: str, text: str) -> str:
    return _hang(f"{label}: {escape_controls(text)}")


def _hang(text: str) -> str:
    """Return the text, wrapped with a hanging indent."""
    return textwrap.fill(text, _width(), subsequent_indent="  ")


def _width() -> int:
    return min(MAX_WIDTH, shutil.get_terminal_size().columns)
