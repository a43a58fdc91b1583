"""Somebody's output.txt against the right one."""

from __future__ import annotations

from typing import Any

from outply.diagnosis import candidates
from outply.diagnosis.catalogue import Reach
from outply.diagnosis.finding import RIGHT, Diagnosis
from outply.diagnosis.illegal_move import objection
from outply.diagnosis.simulator import Attempts, Wanted
from outply.diagnosis.trace_diff import parting_of
from outply.formats.question import Question, write_answer
from outply.formats.student_output import Reading, read_answer
from outply.games.starcircle import PASS
from outply.games.warfare import COLUMNS
from outply.search import exact
from outply.search.result import SearchResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.diagnosis.candidates import OnTry
    from outply.search.native import Control


def of_output(
    question: Question, data: bytes, control: Control | None = None, on_try: OnTry = lambda *_: None
) -> Diagnosis:
    """Return what is to be said about an output.txt."""
    reading = read_answer(data, question)
    position, depth = question.position, question.depth
    if reading.move is None:
        example = position.moves()[0]
        sentence = f"The first line is {reading.first[:40]!r}, expected a move such as {example}."
        return Diagnosis("unreadable", (sentence, *reading.faults) if reading.first else reading.faults)
    if depth is None:
        return _of_any_move(question, data, reading)
    result = exact.search(position, depth, question.mode, control=control)
    if data == write_answer(question, result).encode():
        return Diagnosis(RIGHT, ("The answer is right.",), expected=result.move, theirs=result.move)
    values = tuple(exact.move_values(position, depth, control=control))
    found = differences(position, reading, result, dict(values))
    if not found:
        return Diagnosis("format", ("The answer is right but for the format.", *reading.faults), moves=values)
    kind = found[0][0]
    wanted = Wanted(reading.move, reading.rows, reading.score, reading.value, reading.visited)
    reach = Reach.VALUE
    if reading.value in (None, result.value):
        reach = {"count": Reach.COUNT, "move": Reach.MOVE}.get(kind, Reach.VALUE)
    attempts = Attempts(position, question.mode, depth)
    likely, untried = candidates.of_answer(attempts, wanted, reach, on_try)
    sentences = [*(sentence for _, sentence in found), *reading.faults]
    if kind == "count" and likely and (parting := parting_of(question, attempts, likely[0].mistake)):
        sentences.append(parting.tell(" of such a program", "such a program"))
        return parting.diagnosis(kind, sentences, likely, untried)
    return Diagnosis(kind, tuple(sentences), (), None, values, reading.move, result.move, likely, untried)


def _of_any_move(question: Question, data: bytes, reading: Reading) -> Diagnosis:
    """Return what is to be said where any legal move is right: in a competition."""
    position, move = question.position, reading.move
    if not position.is_legal(move):
        return Diagnosis("illegal", (_illegal(position, move), *reading.faults), theirs=move)
    if wrong := _wrong_board(position, reading):
        return Diagnosis("board", (wrong, *reading.faults), theirs=move)
    if data == write_answer(question, SearchResult(move, 0, (move,), 0)).encode():
        return Diagnosis(RIGHT, ("The move is legal, and the board is the one after it.",), theirs=move)
    return Diagnosis("format", ("The answer is right but for the format.", *reading.faults), theirs=move)


def differences(
    position: Any, reading: Reading, right: SearchResult, values: dict[Any, int]
) -> list[tuple[str, str]]:
    """Return what is different, each a kind and a sentence, in the order of the lines."""
    move, player = reading.move, position.to_move
    found = []
    if not position.is_legal(move):
        return [("illegal", _illegal(position, move)), ("move", f"The right move is {right.move}.")]
    if move != right.move:
        found.append(("move", _wrong_move(player, move, right, values)))
    if wrong := _wrong_board(position, reading):
        found.append(("board", wrong))
    if position.game == "warfare":
        return found
    score = position.play(move).score(player)
    if reading.score not in (None, score):
        after = "a pass" if move == PASS else move
        found.append(("evaluation", f"The evaluation for {player} after {after} is {score}, not {reading.score}."))
    if reading.value not in (None, right.value):
        found.append(("value", f"The minimax value is {right.value}, not {reading.value}."))
    count = right.reported_nodes
    if reading.visited not in (None, count):
        more = (reading.visited or 0) - count
        compared = f"{abs(more):,} too {'many' if more > 0 else 'few'}"
        found.append(("count", f"{count:,} nodes are visited, not {reading.visited:,}: {compared}."))
    return found


def _illegal(position: Any, move: Any) -> str:
    return f"{move} is not a legal move. {objection(position, move)}"


def _wrong_move(player: str, move: Any, right: SearchResult, values: dict[Any, int]) -> str:
    if values[move] == right.value:
        return (
            f"They play {move}, the answer is {right.move}. Both are worth {right.value} to {player}: theirs is "
            f"as good, but not the first of the best moves."
        )
    return (
        f"They play {move}, the answer is {right.move}. Theirs is worth {values[move]} to {player}, the right one "
        f"{right.value}."
    )


def _wrong_board(position: Any, reading: Reading) -> str:
    """Return what is wrong with the board after the move; empty if nothing is, or the game asks for none."""
    if position.game != "warfare":
        return ""
    if reading.rows is None:
        return f"There is no board of {position.size} x {position.size} cells after the move."
    return _wrong_cells(position, reading)


def _wrong_cells(position: Any, reading: Reading) -> str:
    """Return which cells of the board are not as the move leaves them; empty if there are none."""
    expected = position.play(reading.move).rows
    cells = [
        (f"{COLUMNS[column]}{row + 1}", reading.rows[row][column], expected[row][column])
        for row in range(position.size)
        for column in range(position.size)
        if reading.rows is not None and reading.rows[row][column] != expected[row][column]
    ]
    if not cells:
        return ""
    name, found, right = cells[0]
    more = (
        f" {len(cells) - 1} more cells are wrong."
        if len(cells) > 2
        else " 1 more cell is wrong." * (len(cells) - 1)
    )
    return f"The board is not the one after {reading.move}: {name} is {found!r}, and should be {right!r}.{more}"
