"""Why somebody's answer is different."""

from __future__ import annotations

from outply.diagnosis.finding import Diagnosis
from outply.diagnosis.output_diff import of_output
from outply.diagnosis.trace_diff import of_list
from outply.formats.question import Question
from outply.formats.student_output import is_a_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.diagnosis.candidates import OnTry
    from outply.search.native import Control

OUTPUT, VISITS = "output", "visits"


def diagnose(
    question: Question,
    theirs: bytes,
    what: str | None = None,
    *,
    control: Control | None = None,
    on_try: OnTry = lambda *_: None,
) -> Diagnosis:
    """Return where an answer to the question first differs from the right one, and the usual cause if it is one.

    `theirs` is an output.txt of any quality, or a list of visited moves, one a line. `what` says which, `output`
    or `visits`; its content does if it is left out. A list needs a question with a depth, or it is a `ValueError`.
    `on_try` hears which of the usual mistakes is tried next, and of how many.
    """
    if what is None:
        what = VISITS if question.depth is not None and is_a_list(theirs, question.position) else OUTPUT
    if what == OUTPUT:
        return of_output(question, theirs, control, on_try)
    if question.depth is None:
        raise ValueError("a list of visited moves is the answer to MINIMAX or ALPHABETA only")
    return of_list(question, theirs, on_try)
