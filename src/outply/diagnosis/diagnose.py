"""Diagnose an answer: find its first difference from the right answer, and the known mistakes that lead to it."""

from __future__ import annotations

from outply.diagnosis.catalogue import MISTAKES, Reach
from outply.diagnosis.evidence import AnswerEvidence, first_of_families, weigh
from outply.diagnosis.finding import Diagnosis, Finding, FittingMistake, OnProgress, Stop, diagnosis_at
from outply.diagnosis.output_diff import (
    Difference,
    board_sentence,
    find_differences,
    illegal_move_sentence,
    is_incomplete,
    unreadable_sentence,
)
from outply.diagnosis.simulator import MistakeSimulator, ObservedAnswer
from outply.diagnosis.trace_diff import divergence_of_mistake
from outply.diagnosis.variant import BudgetExceededError
from outply.diagnosis.visit_list import diagnose_visits
from outply.formats.question import Question, write_answer
from outply.formats.student_output import ParsedOutput, is_visit_list, parse_output
from outply.search import exact
from outply.search.native import Control
from outply.search.result import SearchResult

OUTPUT, VISITS = "output", "visits"


def diagnose(
    question: Question,
    data: bytes,
    content: str | None = None,
    *,
    control: Control | None = None,
    on_progress: OnProgress = lambda number, total: None,
    stop: Stop = lambda: False,
) -> Diagnosis:
    """Find the first difference between an answer and the right answer, and the mistakes that lead to the answer.

    `data` is either the content of an output.txt, well-formed or not, or a list of visited moves, one per line.
    `content` is OUTPUT or VISITS accordingly; by default it is detected from `data`. After `stop` has returned
    true, no further mistake is simulated.

    Raises ValueError if `content` is VISITS and the question has no depth.
    """
    if content is None:
        is_list = question.depth is not None and is_visit_list(data, question.position)
        content = VISITS if is_list else OUTPUT
    if content == OUTPUT:
        return _diagnose_output(question, data, control, on_progress, stop)
    if question.depth is None:
        raise ValueError("a list of visited moves can only be compared for a MINIMAX or ALPHABETA question")
    return diagnose_visits(question, data, on_progress, stop)


def _diagnose_output(
    question: Question, data: bytes, control: Control | None, on_progress: OnProgress, stop: Stop
) -> Diagnosis:
    output = parse_output(data, question)
    position, depth = question.position, question.depth
    if output.move is None:
        sentences = output.format_errors
        if output.first_line:
            sentences = (unreadable_sentence(output, position.moves()[0]), *sentences)
        return Diagnosis(difference=Difference.UNREADABLE, sentences=sentences)
    if depth is None:
        return _diagnose_competition(question, data, output)
    right = exact.search(position, depth, question.mode, control=control)
    if data == write_answer(question, right).encode():
        return Diagnosis(
            difference=Difference.NONE,
            sentences=("The answer is right.",),
            actual_move=right.move,
            expected_move=right.move,
        )
    move_values = tuple(exact.move_values(position, depth, control=control))
    differences = find_differences(position, output, right, dict(move_values))
    sentences = (*(sentence for _, sentence in differences), *output.format_errors)
    if is_incomplete(position, output):
        difference = differences[0][0] if differences else Difference.INCOMPLETE
        return Diagnosis(
            difference=Difference.INCOMPLETE if difference is Difference.BOARD else difference,
            sentences=sentences,
            move_values=move_values,
            actual_move=output.move,
            expected_move=right.move,
        )
    if not differences:
        return Diagnosis(
            difference=Difference.FORMAT, sentences=_format_sentences(output), move_values=move_values
        )
    difference = differences[0][0]
    reach = Reach.VALUE
    if output.value in (None, right.value):
        reach = {Difference.COUNT: Reach.COUNT, Difference.MOVE: Reach.MOVE}.get(difference, Reach.VALUE)
    simulator = MistakeSimulator(position, question.mode, depth)
    finding = _mistakes_behind_output(simulator, output, reach, on_progress, stop)
    if difference is Difference.COUNT and len(finding.candidates) == 1:
        mistake = finding.candidates[0].mistake
        divergence = divergence_of_mistake(question, simulator, mistake)
        if divergence is not None:
            program = f"a program that {mistake.title}"
            sentence = divergence.describe(visit_suffix=f", in {program},", source=program)
            return diagnosis_at(divergence, difference, (*sentences, sentence), finding)
    return Diagnosis(
        difference=difference,
        sentences=sentences,
        move_values=move_values,
        actual_move=output.move,
        expected_move=right.move,
        **finding.fields(),
    )


def _diagnose_competition(question: Question, data: bytes, output: ParsedOutput) -> Diagnosis:
    """Return the diagnosis of an answer to a COMPETITION question, to which any legal move is right."""
    position, move = question.position, output.move
    if not position.is_legal(move):
        difference, sentence = Difference.ILLEGAL, illegal_move_sentence(position, move)
    elif sentence := board_sentence(position, output):
        difference = Difference.BOARD
    elif data == write_answer(question, SearchResult(move=move, value=0)).encode():
        sentence = "The move is legal, and the board after it is right."
        return Diagnosis(difference=Difference.NONE, sentences=(sentence,), actual_move=move)
    else:
        return Diagnosis(difference=Difference.FORMAT, sentences=_format_sentences(output), actual_move=move)
    return Diagnosis(difference=difference, sentences=(sentence, *output.format_errors), actual_move=move)


def _format_sentences(output: ParsedOutput) -> tuple[str, ...]:
    return ("The answer is right, but its format is wrong.", *output.format_errors)


def _mistakes_behind_output(
    simulator: MistakeSimulator, output: ParsedOutput, reach: Reach, on_progress: OnProgress, stop: Stop
) -> Finding:
    """Return the mistakes that lead to a wrong output and whose reach is at least `reach`.

    The mistakes that change the fewest parts of an answer come first.
    """
    observed = ObservedAnswer(
        move=output.move, rows=output.rows, score=output.score, value=output.value, node_count=output.node_count
    )
    applicable = [mistake for mistake in MISTAKES if simulator.is_applicable(mistake)]
    possible = [mistake for mistake in applicable if mistake.reach >= reach]
    possible.sort(key=lambda mistake: (mistake.cost, mistake.reach))
    matches, not_simulated = [], []
    is_stopped = False
    for number, mistake in enumerate(possible, start=1):
        on_progress(number, len(possible))
        is_stopped = is_stopped or stop()
        try:
            if is_stopped:
                not_simulated.append(mistake)
            elif simulator.reproduces(mistake, observed):
                matches.append(mistake)
        except BudgetExceededError:
            not_simulated.append(mistake)
    matches.sort(key=lambda mistake: (mistake.reach, MISTAKES.index(mistake)))
    names = frozenset(mistake.name for mistake in matches)
    answer = AnswerEvidence(
        algorithm=simulator.algorithm,
        player=simulator.position.to_move,
        depth=simulator.depth,
        is_right=False,
        wrong_mistakes=names,
        matching=names,
    )
    evidence = weigh([answer], [mistake.name for mistake in applicable])
    chance = evidence.candidates[0].chance if evidence.candidates else None
    return Finding(
        level=evidence.level,
        listed=evidence.listed,
        candidates=tuple(
            FittingMistake(mistake=mistake, chance=chance)
            for mistake in first_of_families(matches, lambda mistake: mistake.name)
        ),
        not_simulated=tuple(not_simulated),
        is_stopped=is_stopped,
    )
