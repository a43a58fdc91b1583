"""Print a diagnosis: the first difference, the node where it occurs, known mistakes, and related commands."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from textwrap import fill
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment, SegmentLines
from rich.table import Table
from rich.text import Text

from outply.cli.board import Board
from outply.diagnosis.catalogue import MISTAKES_BY_NAME
from outply.diagnosis.evidence import Evidence, Level
from outply.diagnosis.finding import Diagnosis
from outply.diagnosis.mistake import families
from outply.diagnosis.program import ProgramDiagnosis
from outply.diagnosis.wording import candidate_title, describe_candidate, describe_evidence, describe_refuted
from outply.formats.question import Question, write
from outply.games import game_of
from outply.grading.run.experiment import Conclusion, ExperimentResult, Round
from outply.search.trace import format_bound
from outply.text import escape_controls, plural

MAX_WIDTH = 100  # columns
MAX_MOVES = 12
MAX_NAMES = 12  # of wrong cases
MAX_CANDIDATES = 5  # shown with advice
MAX_ROUND_NAMES = 4  # of mistakes that fit after a round

HEADINGS = {
    "right": "Right",
    "format": "Right, but in the wrong format",
    "incomplete": "Incomplete answer",
    "unreadable": "Unreadable answer",
    "illegal": "Illegal move",
    "move": "Wrong move",
    "board": "Wrong board",
    "evaluation": "Wrong evaluation",
    "value": "Wrong value",
    "count": "Wrong node count",
    "visit": "Wrong order of visits",
}


def print_diagnosis(
    question: Question, diagnosis: Diagnosis, tree_command: str | None, console: Console | None = None
) -> None:
    """Print a diagnosis; `tree_command` is the command that shows the search tree, or None to omit it."""
    console = console or Console(highlight=False)
    if console.width > MAX_WIDTH:
        console = Console(highlight=False, width=MAX_WIDTH)
    console.print(Text(HEADINGS[diagnosis.difference], "bold"))
    for sentence in diagnosis.sentences:
        print_text(console, sentence, indent=2)
    if diagnosis.is_right or diagnosis.difference in ("format", "incomplete", "unreadable"):
        return
    console.print()
    print_text(console, _node_heading(question, diagnosis), "bold")
    print_trimmed(console, Padding(_node(question, diagnosis, console), (0, 0, 0, 2), expand=False))
    if question.depth is None:
        return
    console.print()
    _print_candidates(console, diagnosis)
    if tree_command is not None:
        console.print()
        below = "".join(f" --below {shlex.quote(str(move))}" for move in _path_to_show(question, diagnosis))
        command = escape_controls(f"{tree_command}{below}")
        console.print(Text.assemble("Show it: ", (command, "bold")), soft_wrap=True)
        if question.mode == "ALPHABETA" and diagnosis.move_values:
            print_text(
                console, "Values above are exact; where alpha-beta prunes, the tree shows a bound.", indent=2
            )
    if diagnosis.level is not Level.PROVEN:
        game = question.position.game
        more = f"outply why --game {game} -- COMMAND"
        console.print(Text.assemble("Ask the program more: ", (more, "bold")), soft_wrap=True)


def _node_heading(question: Question, diagnosis: Diagnosis) -> str:
    """Return a heading for the node of the first difference: its path, the player to move and the window."""
    player = game_of(question.position).player_label(
        _position(question, diagnosis).to_move, question.position.variant
    )
    node = f"After {', '.join(map(str, diagnosis.path))}" if diagnosis.path else "At the root"
    role = "MAX" if len(diagnosis.path) % 2 == 0 else "MIN"
    window = ""
    if diagnosis.window is not None and question.mode == "ALPHABETA":
        alpha, beta = diagnosis.window
        window = f", alpha {format_bound(alpha)}, beta {format_bound(beta)}"
    return f"{node}: {player} to move ({role}){window}"


def _position(question: Question, diagnosis: Diagnosis) -> Any:
    position = question.position
    for move in diagnosis.path:
        position = position.play(move)
    return position


def _node(question: Question, diagnosis: Diagnosis, console: Console) -> RenderableType:
    """Return the board at the node of the first difference, with the moves and their values beside or below it."""
    position = _position(question, diagnosis)
    board = Board(game_of(position).view(position))
    if not diagnosis.move_values:
        return board
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    moves = _moves_to_show(diagnosis)
    for move, value in moves:
        note = (
            "expected" if move == diagnosis.expected_move else "answered" if move == diagnosis.actual_move else ""
        )
        table.add_row("?" if value is None else f"{value:,}", Text(str(move), "bold" if note else ""), note)
    if len(moves) < len(diagnosis.move_values):
        table.add_row("", Text(f"{len(diagnosis.move_values) - len(moves)} more", "dim"), "")
    values = Group(Text("value for MAX", "dim"), table)
    columns = Table.grid(padding=(0, 4, 0, 0))
    columns.add_row(board, values)
    is_narrow = Measurement.get(console, console.options, columns).maximum > console.width - 2
    return Group(board, "", values) if is_narrow else columns


def _moves_to_show(diagnosis: Diagnosis) -> list[tuple[Any, int | None]]:
    """Return the first moves of the node with their values, including the expected and the answered move."""
    compared = [
        (move, value)
        for move, value in diagnosis.move_values
        if move in (diagnosis.expected_move, diagnosis.actual_move)
    ]
    others = [pair for pair in diagnosis.move_values if pair not in compared][: MAX_MOVES - len(compared)]
    return [pair for pair in diagnosis.move_values if pair in compared or pair in others]


def print_program_diagnosis(
    diagnosis: ProgramDiagnosis,
    result: ExperimentResult | None,
    *,
    hint: str,
    limit_verdicts: int = 0,
    missing: int = 0,
    failure: str = "",
    console: Console | None = None,
) -> None:
    """Print the diagnosis of a program from many answers.

    `limit_verdicts` is the number of runs that a limit ended, `missing` that of the cases without a file with an
    answer, and `failure` describes a run without an answer; `hint` is printed at the end.
    """
    console = console or Console(highlight=False)
    if console.width > MAX_WIDTH:
        console = Console(highlight=False, width=MAX_WIDTH)
    evidence, wrong = diagnosis.evidence, diagnosis.wrong
    right = len(diagnosis.answers) - len(wrong)
    summary = f"{right} of {plural(len(diagnosis.answers) + missing, 'answer')} right, {len(wrong)} wrong"
    print_text(console, f"{summary}, {missing} missing." if missing else f"{summary}.", "bold")
    if limit_verdicts:
        runs = plural(limit_verdicts, "run was ended by a limit", "runs were ended by a limit")
        print_text(console, f"{runs} and not compared.")
    if wrong:
        names = ", ".join(one.name for one in wrong[:MAX_NAMES])
        more = f" and {len(wrong) - MAX_NAMES} more" if len(wrong) > MAX_NAMES else ""
        print_text(console, f"Wrong: {names}{more}", indent=2)
        if malformed := [one for one in wrong if one.is_malformed]:
            which = plural(len(malformed), "wrong answer is malformed", "wrong answers are malformed")
            print_text(
                console, f"{which}, for example {malformed[0].name}: {malformed[0].format_errors[0]}", indent=2
            )
        if empty := sum(one.is_missing for one in wrong):
            answers = plural(empty, "wrong answer is", "wrong answers are")
            print_text(console, f"{answers} empty: the program crashed, or wrote no output.txt.", indent=2)
        for line in failure.splitlines():
            console.print(Text(f"  {escape_controls(line)}"), soft_wrap=True)
        console.print()
        if evidence.wrong:
            _print_evidence(console, evidence)
        elif diagnosis.not_compared:
            print_text(console, "The diagnosis was stopped before a wrong answer was compared.", "bold")
        else:
            reason = "every wrong answer is malformed or empty"
            print_text(console, f"No known mistake is named, because {reason}. Correct this first.", "bold")
    if diagnosis.not_compared:
        stopped = plural(diagnosis.not_compared, "answer was", "answers were")
        print_text(console, f"{stopped} not compared, because the diagnosis was stopped.", "dim")
    if result is not None:
        _print_conclusion(console, result)
    if hint and wrong:
        console.print()
        console.print(Text(escape_controls(hint)), soft_wrap=True)


def _print_evidence(console: Console, evidence: Evidence) -> None:
    if evidence.level is Level.EXPLAINS_ALL:
        candidate = evidence.candidates[0]
        print_text(console, describe_candidate(evidence, candidate), "bold")
        print_text(console, MISTAKES_BY_NAME[candidate.mistake].advice, indent=2)
        return
    print_text(console, describe_evidence(evidence), "bold")
    for candidate in evidence.candidates[:MAX_CANDIDATES]:
        mistake = MISTAKES_BY_NAME[candidate.mistake]
        is_part = evidence.level is Level.EXPLAINS_SOME
        statement = (
            describe_candidate(evidence, candidate) if is_part else f"A program that {candidate_title(candidate)}."
        )
        print_text(console, f"- {statement}")
        print_text(console, mistake.advice, indent=2)
    if len(evidence.candidates) > MAX_CANDIDATES:
        others = [candidate_title(candidate) for candidate in evidence.candidates[MAX_CANDIDATES:]]
        print_text(console, f"- {_others(others)}")
    for candidate in evidence.refuted:
        print_text(console, f"- {describe_refuted(evidence, candidate)}")


def print_round(finished: Round, console: Console | None = None) -> None:
    """Print the result of a round of an experiment."""
    count = len(finished.remaining)
    names = ", ".join(finished.remaining[:MAX_ROUND_NAMES]) + (", …" if count > MAX_ROUND_NAMES else "")
    fits = f"{plural(count, 'known mistake fits', 'known mistakes fit')}: {names}"
    if not count:
        fits = "no known mistake fits" if finished.wrong else "all right"
    questions = plural(finished.questions, "question")
    print_text(
        console or Console(highlight=False),
        f"Round {finished.number}, {finished.purpose}: {questions}, {finished.wrong} wrong; {fits}",
    )


def _print_conclusion(console: Console, result: ExperimentResult) -> None:
    console.print()
    asked = plural(sum(one.questions for one in result.rounds), "question")
    match result.conclusion:
        case Conclusion.RIGHT:
            text = f"No wrong answer to {asked} of all kinds. The program may still have an unlisted mistake."
        case Conclusion.CONFIRMED:
            text = f"The experiment ends after {asked}: one known mistake is left, and it predicted every answer."
        case Conclusion.UNCONFIRMED:
            doubts = result.diagnosis.evidence.doubts
            text = (
                f"The experiment ends after {asked}: one known mistake is left and predicted every answer, "
                f"but an unlisted one is not ruled out{f': {doubts[0].value}' if doubts else ''}."
            )
        case Conclusion.INDISTINGUISHABLE:
            text = f"The experiment ends after {asked}: no question was found that distinguishes these mistakes."
        case Conclusion.UNEXPLAINED:
            text = f"The experiment ends after {asked}: no known mistake predicts every answer."
        case Conclusion.LIMIT:
            text = f"The experiment was stopped after {asked}, before it was decided."
    print_text(console, text)
    smallest = result.smallest_wrong
    if smallest is not None:
        console.print()
        print_text(console, "The smallest question that the program answers wrongly:", "bold")
        for label, content in (
            ("input.txt", write(smallest.answer.question)),
            ("expected output.txt", smallest.expected),
            ("output.txt of the program", smallest.answer.output.decode(errors="replace") or "(none)"),
        ):
            print_text(console, f"{label}:", indent=2)
            for line in content.rstrip("\n").split("\n"):
                console.print(Text(f"    {escape_controls(line)}"), soft_wrap=True)


def _print_candidates(console: Console, diagnosis: Diagnosis) -> None:
    """Print the known mistakes that lead to the answer, and how far the answer identifies one of them."""
    print_text(console, _finding(diagnosis), "bold")
    for one in diagnosis.candidates[:MAX_CANDIDATES]:
        extent = "" if one.explains_all else f" (first {one.matching_visits:,} visits)"
        print_text(console, f"- A program that {one.mistake.title}{extent}.")
        print_text(console, one.mistake.advice, indent=2)
    if len(diagnosis.candidates) > MAX_CANDIDATES:
        others = [one.mistake.title for one in diagnosis.candidates[MAX_CANDIDATES:]]
        print_text(console, f"- {_others(others)}")
    if missing := families(mistake.name for mistake in diagnosis.not_simulated):
        reason = "the diagnosis was stopped" if diagnosis.is_stopped else "the question is too large"
        names = ", ".join(sorted(missing)) if len(missing) <= MAX_NAMES else plural(len(missing), "mistake")
        print_text(console, f"Not simulated, because {reason}: {names}.", "dim")


def _others(titles: Iterable[str]) -> str:
    """Return one sentence about further mistakes; several forms of a mistake have one title."""
    return f"Also a program that {'; or one that '.join(dict.fromkeys(titles))}."


def _finding(diagnosis: Diagnosis) -> str:
    """Return a sentence on how far the answer identifies the mistake of the program."""
    if not diagnosis.listed:
        return "The answer is incomplete, so it is not compared with the known mistakes."
    if diagnosis.difference != "visit":
        return describe_evidence(diagnosis.evidence)
    known, count = f"the {diagnosis.listed} known mistakes", len(diagnosis.candidates)
    visits = plural(diagnosis.candidates[0].matching_visits or 0, "visit") if count else ""
    match diagnosis.level:
        case Level.PROVEN:
            return f"Exactly one of {known} leads to this list, visit by visit ({visits})."
        case Level.ONE_OF:
            leads = "lead to this list; it cannot distinguish them" if count > 1 else "leads to this list"
            return f"{count if count > 1 else 'One'} of {known} {leads} ({visits})."
        case Level.EXPLAINS_SOME:
            return f"None of {known} leads to this list of visits. Its beginning fits best:"
        case _:
            return f"None of {known} leads to this list of visits."


def print_text(console: Console, text: str, style: str = "", *, indent: int = 0) -> None:
    """Print a paragraph, wrapped to the width of the console, with control characters escaped.

    A list item, which begins with a hyphen, has a hanging indent.
    """
    first = " " * indent
    rest = first + "  " * text.startswith("- ")
    lines = fill(
        escape_controls(text),
        console.width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )
    console.print(Text(lines, style))


def print_trimmed(console: Console, renderable: RenderableType) -> None:
    """Print a table or a board without trailing blanks."""
    has_colours = console.color_system is not None
    lines = [_trim(line, has_colours=has_colours) for line in console.render_lines(renderable, pad=False)]
    console.print(SegmentLines(lines, new_lines=True), end="")


def _trim(line: list[Segment], *, has_colours: bool) -> list[Segment]:
    line = list(line)
    while line and not (has_colours and line[-1].style and line[-1].style.bgcolor):
        text = line[-1].text.rstrip()
        if text:
            line[-1] = Segment(text, line[-1].style)
            break
        line.pop()
    return line


def _path_to_show(question: Question, diagnosis: Diagnosis) -> tuple[Any, ...]:
    """Return the moves from the root to the part of the search tree that shows the first difference."""
    if diagnosis.path or diagnosis.difference != "move" or (question.depth or 1) < 2:
        return diagnosis.path
    return (diagnosis.actual_move,)
