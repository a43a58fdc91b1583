"""Diagnose a list of visited moves: find the first wrong visit, and the known mistakes that lead to the list."""

from __future__ import annotations

from typing import Any

from outply.diagnosis.catalogue import MISTAKES, Mistake
from outply.diagnosis.evidence import Level, first_of_families
from outply.diagnosis.finding import Diagnosis, Finding, FittingMistake, OnProgress, Stop, diagnosis_at
from outply.diagnosis.mistake import families
from outply.diagnosis.output_diff import Difference
from outply.diagnosis.simulator import MistakeSimulator
from outply.diagnosis.trace_diff import Divergence
from outply.diagnosis.variant import BudgetExceededError
from outply.formats.question import Question
from outply.formats.student_output import parse_visits
from outply.search.trace import OpenNode

MAX_PARTIAL_CANDIDATES = 3
"""Maximum number of reported mistakes that lead to the beginning of a list of visits, but not to all of it."""

MIN_PROVEN_VISITS = 20
"""Least length of a list of visits that proves a mistake: shorter lists often fit several mistakes."""


def diagnose_visits(question: Question, data: bytes, on_progress: OnProgress, stop: Stop) -> Diagnosis:
    """Return the diagnosis of a list of visited moves, one per line; the question has a depth."""
    numbered_moves, error = parse_visits(data, question.position)
    if not numbered_moves:
        return Diagnosis(difference=Difference.UNREADABLE, sentences=(error or "The list contains no move.",))
    moves = [move for _, move in numbered_moves]
    divergence = Divergence(question, moves)
    if divergence.is_none:
        compared = "All" if divergence.is_exhaustive else "The first"
        sentence = f"{compared} {divergence.order - 1:,} visits are right."
        return Diagnosis(difference=Difference.NONE, sentences=(sentence, error) if error else (sentence,))
    list_has_ended = divergence.actual_move is None
    line = "" if list_has_ended else f"line {numbered_moves[divergence.order - 1][0]}"
    sentences = [divergence.describe(visit_suffix=f" ({line})", source=line)]
    if error and list_has_ended:
        sentences.append(error)
    simulator = MistakeSimulator(question.position, question.mode, question.depth or 1)
    finding = _mistakes_behind_visits(simulator, moves, divergence.order - 1, on_progress, stop)
    return diagnosis_at(divergence, Difference.VISIT, tuple(sentences), finding)


def _mistakes_behind_visits(
    simulator: MistakeSimulator, moves: list[Any], textbook_matches: int, on_progress: OnProgress, stop: Stop
) -> Finding:
    """Return the mistakes that lead to the whole wrong list of visits.

    If no mistake does, return the mistakes that match more moves from the beginning of the list than the textbook
    search, which matches `textbook_matches` moves.
    """
    complete, partial, not_simulated = [], [], []
    searching = [one for one in MISTAKES if not one.search_is_correct and simulator.is_applicable(one)]
    is_stopped = False
    for number, mistake in enumerate(searching, start=1):
        on_progress(number, len(searching))
        is_stopped = is_stopped or stop()
        if is_stopped:
            not_simulated.append(mistake)
            continue
        try:
            matching, is_all = _matching_visits(simulator, mistake, moves)
        except BudgetExceededError:
            not_simulated.append(mistake)
            continue
        if is_all:
            complete.append(FittingMistake(mistake=mistake, matching_visits=matching))
        elif matching > textbook_matches:
            partial.append(FittingMistake(mistake=mistake, explains_all=False, matching_visits=matching))
    complete.sort(key=lambda one: one.mistake.reach)
    partial.sort(key=lambda one: -(one.matching_visits or 0))
    complete, partial = (first_of_families(one, lambda one: one.mistake.name) for one in (complete, partial))
    is_proven = len(complete) == 1 and not not_simulated and len(moves) >= MIN_PROVEN_VISITS
    level = (
        (Level.PROVEN if is_proven else Level.ONE_OF)
        if complete
        else (Level.EXPLAINS_SOME if partial else Level.NONE)
    )
    return Finding(
        level=level,
        listed=len(families(mistake.name for mistake in searching)),
        candidates=tuple(complete or partial[:MAX_PARTIAL_CANDIDATES]),
        not_simulated=tuple(not_simulated),
        is_stopped=is_stopped,
    )


class _DivergedError(Exception):
    """Raised when a simulated search makes a visit that differs from the next move in the list."""


def _matching_visits(simulator: MistakeSimulator, mistake: Mistake, moves: list[Any]) -> tuple[int, bool]:
    """Return how many visits of a program with `mistake` match `moves` from the start, and whether all match.

    Raises BudgetExceededError if the simulator's budget is exceeded before a difference is found.
    """
    matching = 0

    def compare(node: OpenNode) -> None:
        nonlocal matching
        if node.order == 0:
            return
        if node.order > len(moves) or moves[node.order - 1] != node.move:
            raise _DivergedError
        matching = node.order

    search = simulator.search(mistake.variant, on_visit=compare)
    try:
        search.result()
        return matching, matching == len(moves)
    except _DivergedError:
        return matching, False
    finally:
        simulator.spend_visits(search.visited)
