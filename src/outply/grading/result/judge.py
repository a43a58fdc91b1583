"""Judge a program's run on a case: how the run ended, and whether output.txt contains the expected answer."""

from __future__ import annotations

from dataclasses import dataclass

from outply.diagnosis.diagnose import OUTPUT, diagnose
from outply.diagnosis.output_diff import Difference, find_differences, unreadable_sentence
from outply.formats import question as questions
from outply.formats.question import Question, answer_parts
from outply.formats.student_output import ParsedOutput, normalize, parse_output
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.suite.case import Case
from outply.sandbox.limits import RunResult, Termination
from outply.search import exact
from outply.search.result import SearchResult

MAX_OUTPUT_CHARS = 4000
"""Maximum number of stored characters: of the beginning of output.txt, and of both ends of standard error. An
answer with a board of 26 x 26 cells has 710."""

MAX_QUOTE_CHARS = 60
"""Characters quoted of a line on standard output."""

MAX_LINE_MOVES = 6
"""Moves shown of a line of play."""

PARSED_FIELDS = {"move": "move", "board": "rows", "evaluation": "score", "value": "value", "count": "node_count"}
"""The field of `ParsedOutput` for each part of an answer."""

DIFFERENCE_VERDICTS = {
    Difference.MOVE: Verdict.WRONG_MOVE,
    Difference.ILLEGAL: Verdict.WRONG_MOVE,
    Difference.BOARD: Verdict.WRONG_BOARD,
    Difference.EVALUATION: Verdict.WRONG_EVALUATION,
    Difference.VALUE: Verdict.WRONG_VALUE,
    Difference.COUNT: Verdict.WRONG_NODE_COUNT,
    Difference.FORMAT: Verdict.MALFORMED,
    Difference.INCOMPLETE: Verdict.MALFORMED,
    Difference.UNREADABLE: Verdict.MALFORMED,
}
"""Verdicts by the first difference from the expected answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """Verdict on a run with its reasons; the fields are those of `Judgement`."""

    verdict: Verdict
    sentences: tuple[str, ...] = ()
    right_parts: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()


def judge(case: Case, run: RunResult, output: bytes | None, strict: bool = False) -> Judgement:
    """Return the judgement of a program's run on a case.

    `output` is the content of output.txt; None if the file is missing. Whitespace and line endings are ignored
    unless `strict` is set, which compares bytes.
    """
    finding = _judge_run(case, run, output, strict)
    return Judgement(
        verdict=finding.verdict,
        sentences=finding.sentences,
        right_parts=finding.right_parts,
        mistakes=finding.mistakes,
        cpu_seconds=run.cpu_seconds,
        wall_seconds=run.wall_seconds,
        memory_mib=run.memory_mib,
        output=(output or b"")[:MAX_OUTPUT_CHARS].decode(errors="replace"),
        errors=_shorten(run.stderr),
    )


def _shorten(text: str) -> str:
    """Return the first and last lines of a long text; some languages print the cause first, others last."""
    if len(text) <= MAX_OUTPUT_CHARS:
        return text
    beginning, end = text[: MAX_OUTPUT_CHARS // 2], text[-MAX_OUTPUT_CHARS // 2 :]
    beginning, end = beginning[: beginning.rfind("\n") + 1] or beginning, end[end.find("\n") + 1 :] or end
    return f"{beginning}[{len(text) - len(beginning) - len(end):,} characters omitted]\n{end}"


def expects_right_answer(case: Case) -> bool:
    """Return whether the expected answer of a case is the right one by the rules of the game.

    An outdated suite, or the suite of another course, may expect a different answer.
    """
    question = case.question
    if not case.expected or question.depth is None:
        return True
    return _is_expected(case, exact.search(question.position, question.depth, question.mode))


def _is_expected(case: Case, result: SearchResult) -> bool:
    return questions.write_answer(case.question, result) == case.expected.rstrip()


def _judge_run(case: Case, run: RunResult, output: bytes | None, strict: bool) -> _Finding:
    if run.termination.exceeded_limit:
        return _failed_run(run)
    answer = _judge_output(case, output, strict) if output and not output.isspace() else None
    if run.termination is Termination.ERROR and (answer is None or answer.verdict is not Verdict.RIGHT):
        partial = () if output is None else ("Its output.txt does not contain the right answer.",)
        return _failed_run(run, *partial)
    return answer or _Finding(verdict=Verdict.NO_OUTPUT, sentences=_explain_no_output(run, output))


def _failed_run(run: RunResult, *sentences: str) -> _Finding:
    verdict = Verdict.of_termination(run.termination)
    return _Finding(verdict=verdict, sentences=(f"The program {run.explanation}.", *sentences))


def _explain_no_output(run: RunResult, output: bytes | None) -> tuple[str, ...]:
    missing = "The program wrote no output.txt." if output is None else "The program's output.txt is empty."
    printed = run.stdout.strip().split("\n")[0][:MAX_QUOTE_CHARS]
    if not printed:
        return (missing,)
    return missing, f"It printed {printed!r} to standard output; the answer belongs in output.txt."


def _judge_output(case: Case, output: bytes, strict: bool) -> _Finding:
    parts = answer_parts(case.question.position.game)
    if not case.expected:
        return _judge_any_move(case.question, output, strict, parts)
    expected_output = case.expected.encode()
    if output == expected_output or (not strict and normalize(output) == normalize(expected_output)):
        return _Finding(verdict=Verdict.RIGHT, right_parts=parts)
    if not strict:
        output = normalize(output)
    actual, expected = parse_output(output, case.question), parse_output(expected_output, case.question)
    difference, sentences = _first_difference(case, actual, expected)
    return _Finding(
        verdict=DIFFERENCE_VERDICTS[difference],
        sentences=(*sentences, *actual.format_errors),
        right_parts=tuple(part for part in parts if _is_part_right(actual, expected, part)),
        mistakes=_matching_mistakes(case, output),
    )


def _judge_any_move(question: Question, output: bytes, strict: bool, parts: tuple[str, ...]) -> _Finding:
    """Judge `output` as the answer to a question for which every legal move is right."""
    diagnosis = diagnose(question, output if strict else normalize(output), OUTPUT)
    is_format = diagnosis.difference is Difference.FORMAT
    if diagnosis.is_right:
        return _Finding(verdict=Verdict.RIGHT, right_parts=parts)
    right_parts = parts if is_format else parts[:1] if diagnosis.difference is Difference.BOARD else ()
    return _Finding(
        verdict=DIFFERENCE_VERDICTS[diagnosis.difference], sentences=diagnosis.sentences, right_parts=right_parts
    )


def _is_part_right(actual: ParsedOutput, expected: ParsedOutput, part: str) -> bool:
    value = getattr(actual, PARSED_FIELDS[part])
    return value is not None and value == getattr(expected, PARSED_FIELDS[part])


def _first_difference(
    case: Case, actual: ParsedOutput, expected: ParsedOutput
) -> tuple[Difference, tuple[str, ...]]:
    """Return the first difference between the actual and the expected answer, and sentences about all differences.

    The first difference is FORMAT if the answers differ only in their format.
    """
    question = case.question
    position = question.position
    if actual.move is None:
        return Difference.UNREADABLE, (unreadable_sentence(actual, expected.move),)
    assert question.depth is not None
    result = exact.search(position, question.depth, question.mode)
    if not _is_expected(case, result):
        return _first_unexpected_part(case, actual, expected)
    values = dict(exact.move_values(position, question.depth))
    differences = find_differences(position, actual, result, values)
    first = differences[0][0] if differences else Difference.FORMAT
    if first is Difference.FORMAT or (first is Difference.BOARD and actual.rows is None):
        return Difference.FORMAT, ()
    sentences = [sentence for _, sentence in differences]
    is_board_right = actual.rows is not None and actual.rows == expected.rows
    if first is Difference.MOVE and values[actual.move] != result.value and not is_board_right:
        sentences.insert(1, _describe_continuation(question, actual.move, values[actual.move]))
    return first, tuple(filter(None, sentences))


def _first_unexpected_part(
    case: Case, actual: ParsedOutput, expected: ParsedOutput
) -> tuple[Difference, tuple[str, ...]]:
    """Return the first difference, and a sentence, if the expected answer itself is wrong by the game's rules.

    Returns FORMAT and no sentence if all parts of the answer are as expected.
    """
    for part in answer_parts(case.question.position.game):
        if not _is_part_right(actual, expected, part):
            return Difference(part), (f"The {part} differs from the expected {part}.",)
    return Difference.FORMAT, ()


def _describe_continuation(question: Question, move: object, value: int) -> str:
    """Return a sentence with the best line of play after the wrong `move`; empty if no move follows."""
    assert question.depth is not None
    line = exact.principal_variation(question.position, move, question.depth, question.mode)
    if len(line) < 2:
        return ""
    players = question.position.to_move, question.position.play(move).to_move
    shown = [f"{players[ply % 2]} {line[ply]}" for ply in range(1, min(len(line), MAX_LINE_MOVES + 1))]
    more = ", …" if len(line) > MAX_LINE_MOVES + 1 else ""
    return f"After {move} the best line of play is {', '.join(shown)}{more}, with the value {value}."


def _matching_mistakes(case: Case, output: bytes) -> tuple[str, ...]:
    """Return the names of the known mistakes that produce `output` for this case, whitespace aside."""
    output = normalize(output)
    return tuple(
        name
        for wrong in case.wrong_outputs
        for name in wrong.mistakes
        if normalize(wrong.output.encode()) == output
    )
