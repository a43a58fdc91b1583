"""Diagnose an answer: find its first difference from the right answer, and the known mistakes that lead to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outply.diagnosis.catalogue import MISTAKES, Mistake, Reach
from outply.diagnosis.evidence import (
    AnswerEvidence,
    Candidate,
    Evidence,
    Level,
    first_of_families,
    weigh,
)
from outply.diagnosis.mistake import families
from outply.diagnosis.output_diff import (
    Difference,
    board_sentence,
    find_differences,
    illegal_move_sentence,
    is_incomplete,
    unreadable_sentence,
)
from outply.diagnosis.simulator import MistakeSimulator, ObservedAnswer
from outply.diagnosis.trace_diff import Divergence, divergence_of_mistake
from outply.diagnosis.variant import BudgetExceededError
from outply.formats.question import Question, write_answer
from outply.formats.student_output import ParsedOutput, is_visit_list, parse_output, parse_visits
from outply.search import exact
from outply.search.native import Control
from outply.search.result import SearchResult
from outply.search.trace import OpenNode, json_bound

OUTPUT, VISITS = "output", "visits"

MAX_PARTIAL_CANDIDATES = 3
"""Maximum number of reported mistakes that lead to the beginning of a list of visits, but not to all of it."""

MIN_PROVEN_VISITS = 20
"""Least length of a list of visits that proves a mistake: shorter lists often fit several mistakes."""

OnProgress = Callable[[int, int], None]
"""Called as `on_progress(number, total)` before each mistake is simulated."""


Stop = Callable[[], bool]
"""Returns whether the diagnosis should end; the mistakes that are not simulated yet are then left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FittingMistake:
    """A mistake that leads to an answer.

    `chance` is the chance that a listed mistake fits the answer by coincidence (see `diagnosis.evidence`). For a
    list of visits, `chance` is None, `matching_visits` is the number of visits from the beginning that a program
    with the mistake makes as well, and `explains_all` is whether the whole list matches.
    """

    mistake: Mistake
    chance: float | None = None
    explains_all: bool = True
    matching_visits: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """The first difference between an answer and the right answer, and the known mistakes that lead to the answer.

    `sentences` describe all differences in order. `path` is the moves from the root to the node where the first
    difference occurs, and `window` is the alpha and beta of that node (None: unknown). `move_values` are the legal
    moves of that node in the move order, with their values for MAX (None: unknown). `actual_move` is the move of
    the answer at the first difference, and `expected_move` the right one; each is None if there is no move.
    `candidates` are sorted, the most frequent mistake first; `level` is how certain it is that the program has one
    of them, and `listed` is the number of mistakes that were considered, 0 for an incomplete answer.
    `not_simulated` are the mistakes that would take too long to simulate, or that were not reached before the
    diagnosis was stopped.
    """

    difference: Difference
    sentences: tuple[str, ...]
    path: tuple[Any, ...] = ()
    window: tuple[float, float] | None = None
    move_values: tuple[tuple[Any, int | None], ...] = ()
    actual_move: Any = None
    expected_move: Any = None
    level: Level = Level.NONE
    listed: int = 0
    candidates: tuple[FittingMistake, ...] = ()
    not_simulated: tuple[Mistake, ...] = ()
    is_stopped: bool = False

    @property
    def is_right(self) -> bool:
        return self.difference is Difference.NONE

    @property
    def evidence(self) -> Evidence:
        """The evidence that this one wrong answer gives for the candidates."""
        return Evidence(
            level=self.level,
            candidates=tuple(
                Candidate(mistake=one.mistake.name, explained=1, contradicted=0, chance=one.chance or 0.0)
                for one in self.candidates
            ),
            right=0,
            wrong=1,
            listed=self.listed,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the diagnosis as JSON-serializable data; infinite bounds of the window are None."""
        return {
            "difference": self.difference.value,
            "right": self.is_right,
            "sentences": list(self.sentences),
            "path": [str(move) for move in self.path],
            "window": None if self.window is None else [json_bound(bound) for bound in self.window],
            "moves": [{"move": str(move), "value": value} for move, value in self.move_values],
            "actual_move": None if self.actual_move is None else str(self.actual_move),
            "expected_move": None if self.expected_move is None else str(self.expected_move),
            "level": self.level.value,
            "listed": self.listed,
            "candidates": [
                {
                    "mistake": one.mistake.name,
                    "title": one.mistake.title,
                    "advice": one.mistake.advice,
                    "chance": one.chance,
                    "explains_all": one.explains_all,
                    "matching_visits": one.matching_visits,
                }
                for one in self.candidates
            ],
            "not_simulated": [mistake.name for mistake in self.not_simulated],
            "stopped": self.is_stopped,
        }


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
    return _diagnose_visits(question, data, on_progress, stop)


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
            return _at_divergence(divergence, difference, (*sentences, sentence), finding)
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


def _diagnose_visits(question: Question, data: bytes, on_progress: OnProgress, stop: Stop) -> Diagnosis:
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
    return _at_divergence(divergence, Difference.VISIT, tuple(sentences), finding)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """The mistakes that lead to an answer; the fields are those of `Diagnosis`."""

    level: Level
    listed: int
    candidates: tuple[FittingMistake, ...]
    not_simulated: tuple[Mistake, ...]
    is_stopped: bool

    def fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def _at_divergence(
    divergence: Divergence, difference: Difference, sentences: tuple[str, ...], finding: _Finding
) -> Diagnosis:
    return Diagnosis(
        difference=difference,
        sentences=sentences,
        path=divergence.path,
        window=divergence.window,
        move_values=divergence.move_values(),
        actual_move=divergence.actual_move,
        expected_move=divergence.expected_move,
        **finding.fields(),
    )


def _mistakes_behind_output(
    simulator: MistakeSimulator, output: ParsedOutput, reach: Reach, on_progress: OnProgress, stop: Stop
) -> _Finding:
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
    answer = AnswerEvidence(is_right=False, wrong_mistakes=names, matching=names)
    evidence = weigh([answer], [mistake.name for mistake in applicable])
    chance = evidence.candidates[0].chance if evidence.candidates else None
    return _Finding(
        level=evidence.level,
        listed=evidence.listed,
        candidates=tuple(
            FittingMistake(mistake=mistake, chance=chance)
            for mistake in first_of_families(matches, lambda mistake: mistake.name)
        ),
        not_simulated=tuple(not_simulated),
        is_stopped=is_stopped,
    )


def _mistakes_behind_visits(
    simulator: MistakeSimulator, moves: list[Any], textbook_matches: int, on_progress: OnProgress, stop: Stop
) -> _Finding:
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
    return _Finding(
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
