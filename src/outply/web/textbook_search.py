"""Textbook searches for the play page: the answer to an input.txt, with the values of all moves."""

from __future__ import annotations

import time
from collections.abc import Callable

from outply.formats import question as questions
from outply.formats.question import Question, write_answer
from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.games.protocol import Position
from outply.search import literal
from outply.search.native import Control, Stopped
from outply.search.trace import TraceScope
from outply.web.event_stream import Emit
from outply.web.events import TreeProgress
from outply.web.positions import PositionError
from outply.web.requests import SolveRequest
from outply.web.responses import SolveResponse, TextbookMoveValue
from outply.web.search_limits import SearchLimits
from outply.web.search_trees import too_large

ROOT_MOVES = TraceScope(max_plies=1)


def solve(request: SolveRequest, position: Position, control: Control, limits: SearchLimits) -> SolveResponse:
    """Return the answer of a textbook search of `position`.

    Raises PositionError if the evaluation is unknown or the search exceeds the time limit.
    """
    started = time.perf_counter()
    try:
        result = literal.search(
            position,
            request.depth,
            request.mode,
            evaluation=request.evaluation,
            trace=ROOT_MOVES,
            control=control,
        )
    except Stopped:
        raise too_large(position, request.depth, request.mode, request.evaluation, limits) from None
    except ValueError as error:
        raise PositionError(str(error)) from None
    seconds = time.perf_counter() - started
    assert result.node_count is not None
    assert result.expanded is not None
    line, move_text = result.principal_variation or (), game_of(position).move_text
    # The assignments evaluate leaves by the difference of the totals; other evaluations have other answers.
    has_output = request.evaluation == DEFAULT and questions.has_question_format(position.game)
    return SolveResponse(
        move=str(result.move),
        text=move_text(result.move, position.variant),
        value=result.value,
        node_count=result.node_count,
        expanded=result.expanded,
        principal_variation=[str(move) for move in line],
        principal_variation_text=[move_text(move, position.variant) for move in line],
        move_values=[
            TextbookMoveValue(move=str(visit.move), value=visit.value, is_upper_bound=visit.relation == "≤")
            for visit in (result.trace or ())[1:]
        ],
        seconds=round(seconds, 6),
        output=write_answer(Question(position, request.mode, request.depth), result) if has_output else None,
    )


def progress_events(
    emit: Emit, interval_s: float, clock: Callable[[], float] = time.monotonic
) -> Callable[[int, int, int], None]:
    """Return a function that reports the progress of a textbook search as events, one per `interval_s`."""
    due = 0.0

    def on_progress(visits: int, searched: int, total: int) -> None:
        nonlocal due
        now = clock()
        if now < due:
            return
        due = now + interval_s
        emit("progress", TreeProgress(visits=visits, root_moves_searched=searched, root_moves=total))

    return on_progress
