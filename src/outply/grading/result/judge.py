"""How a program did on a case: its output.txt and how it ended against what is expected."""

from __future__ import annotations

from outply.diagnosis.output_diff import differences, of_output
from outply.formats import question as questions
from outply.formats.student_output import read_answer
from outply.grading.result.verdict import PARTS, Judgement, Verdict
from outply.sandbox.limits import Termination
from outply.search import exact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.formats.question import Question
    from outply.formats.student_output import Reading
    from outply.grading.suite.case import Case
    from outply.sandbox.limits import RunResult

SHOWN = 4000
"""Characters that are kept of what a program writes; a board of 26 x 26 has 710."""

WORDS = 60
"""Characters that are told of what it printed on the screen."""

FEW = 6
"""Moves of a line of play that are told."""

FIELDS = {"move": "move", "board": "rows", "evaluation": "score", "value": "value", "count": "visited"}
"""What a reading calls the parts of an answer."""

VERDICTS = {
    "move": Verdict.MOVE,
    "illegal": Verdict.MOVE,
    "board": Verdict.BOARD,
    "evaluation": Verdict.EVALUATION,
    "value": Verdict.VALUE,
    "count": Verdict.COUNT,
    "format": Verdict.MALFORMED,
    "unreadable": Verdict.MALFORMED,
}


def judge(case: Case, ended: RunResult, data: bytes | None, strict: bool = False) -> Judgement:
    """Return what came of a program that ended so, and left `data` in output.txt; None if there is no such file.

    Blanks and ends of lines do not matter unless it is `strict`, which is by the byte.
    """
    verdict, sentences, right, mistakes = _judged(case, ended, data, strict)
    return Judgement(
        verdict,
        sentences,
        right,
        mistakes,
        ended.cpu_seconds,
        ended.wall_seconds,
        ended.memory_mib,
        (data or b"")[:SHOWN].decode(errors="replace"),
        ended.stderr[:SHOWN],
    )


_Judged = tuple[Verdict, tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def _judged(case: Case, ended: RunResult, data: bytes | None, strict: bool) -> _Judged:
    if ended.termination.exceeded_limit:
        return Verdict.of_termination(ended.termination), (f"It {ended.explanation}.",), (), ()
    answer = _answered(case, data, strict) if data and not data.isspace() else None
    if ended.termination is Termination.ERROR and (answer is None or answer[0] is not Verdict.RIGHT):
        left = "" if data is None else " What it left in output.txt is not right."
        return Verdict.of_termination(ended.termination), (f"It {ended.explanation}.{left}",), (), ()
    if answer is None:
        sentences = ["It wrote no output.txt." if data is None else "Its output.txt is empty."]
        if said := ended.stdout.strip().split("\n")[0][:WORDS]:
            sentences.append(f"It printed {said!r} on the screen, where nobody reads it.")
        return Verdict.NOTHING, tuple(sentences), (), ()
    return answer


def _answered(case: Case, data: bytes, strict: bool) -> _Judged:
    parts = PARTS[case.question.position.game]
    if not case.expected:
        return _of_any_move(case.question, data, strict, parts)
    theirs, wanted = read_answer(data, case.question), read_answer(case.expected.encode(), case.question)
    if data == case.expected.encode() or (not strict and _words(data) == _words(case.expected.encode())):
        return Verdict.RIGHT, (), parts, ()
    right = tuple(part for part in parts if _has(theirs, wanted, part))
    kind, sentences = _first_difference(case, theirs, wanted)
    return VERDICTS[kind], (*sentences, *theirs.faults), right, _mistakes(case, data)


def _of_any_move(question: Question, data: bytes, strict: bool, parts: tuple[str, ...]) -> _Judged:
    found = of_output(question, data)
    blanks_only = found.kind == "format" and _words(data) == _words(_written(question, data))
    if found.is_right or (blanks_only and not strict):
        return Verdict.RIGHT, (), parts, ()
    right = parts if found.kind == "format" else parts[:1] if found.kind == "board" else ()
    return VERDICTS[found.kind], found.found, right, ()


def _written(question: Question, data: bytes) -> bytes:
    """Return the move of an answer as it should have been written, with its board."""
    move = read_answer(data, question).move
    return "\n".join([str(move), *question.position.play(move).rows]).encode()


def _has(theirs: Reading, wanted: Reading, part: str) -> bool:
    found = getattr(theirs, FIELDS[part])
    return found is not None and found == getattr(wanted, FIELDS[part])


def _words(data: bytes) -> list[list[bytes]]:
    """Return the words of each line that has any."""
    return [words for line in data.replace(b"\r", b"\n").split(b"\n") if (words := line.split())]


def _first_difference(case: Case, theirs: Reading, wanted: Reading) -> tuple[str, tuple[str, ...]]:
    """Return what differs first and sentences about it; `format` if the answer says what is expected."""
    question = case.question
    position = question.position
    if theirs.move is None:
        return "unreadable", (f"The first line is {theirs.first[:40]!r}, expected a move such as {wanted.move}.",)
    assert question.depth is not None
    result = exact.search(position, question.depth, question.mode)
    if questions.write_answer(question, result) != case.expected.rstrip():
        return _against_another(case, theirs, wanted)
    values = dict(exact.move_values(position, question.depth))
    found = differences(position, theirs, result, values)
    if not found or (found[0][0] == "board" and theirs.rows is None):
        return "format", ()
    sentences = [sentence for _, sentence in found]
    if found[0][0] == "move" and values[theirs.move] != result.value:
        sentences.insert(1, _continued(question, theirs.move, values[theirs.move]))
    return found[0][0], tuple(filter(None, sentences))


def _against_another(case: Case, theirs: Reading, wanted: Reading) -> tuple[str, tuple[str, ...]]:
    """Return the first difference where the case expects what the rules do not say."""
    for part in PARTS[case.question.position.game]:
        if not _has(theirs, wanted, part):
            return part, (f"The {part} is not the one that the case expects.",)
    return "format", ()


def _continued(question: Question, move: object, value: int) -> str:
    """Return how play goes on after a wrong move; empty if the move is the last that is looked at."""
    assert question.depth is not None
    line = exact.line_of_play(question.position, move, question.depth, question.mode)
    if len(line) < 2:
        return ""
    players = question.position.to_move, question.position.play(move).to_move
    told = [f"{players[ply % 2]} {line[ply]}" for ply in range(1, min(len(line), FEW + 1))]
    more = ", and so on" if len(line) > FEW + 1 else ""
    return f"After {move} the best play goes on {', '.join(told)}{more}, which reaches {value}."


def _mistakes(case: Case, data: bytes) -> tuple[str, ...]:
    """Return the names of the usual mistakes that give this answer."""
    words = _words(data)
    return tuple(name for wrong in case.wrong for name in wrong.mistakes if _words(wrong.answer.encode()) == words)
