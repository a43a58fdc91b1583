"""Compare the content of an output.txt with the right answer."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from outply.formats.question import answer_parts, board_format, format_of
from outply.formats.student_output import ParsedOutput
from outply.games.protocol import Position
from outply.games.registry import explain_illegal_move
from outply.games.starcircle import PASS
from outply.search.result import SearchResult

MAX_QUOTED_CHARS = 40


class Difference(StrEnum):
    """The kinds of differences between an answer and the right answer; NONE means that the answer is right.

    VISIT is a difference between lists of visits; the other members are for the content of an output.txt.
    """

    NONE = "right"
    FORMAT = "format"
    INCOMPLETE = "incomplete"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    MOVE = "move"
    BOARD = "board"
    EVALUATION = "evaluation"
    VALUE = "value"
    COUNT = "count"
    VISIT = "visit"


def find_differences(
    position: Position, output: ParsedOutput, right: SearchResult, move_values: dict[Any, int]
) -> list[tuple[Difference, str]]:
    """Return the differences of `output` from `right`, each with a sentence, in the order of the output's lines.

    `output` must contain a move. `move_values` maps every legal move to its value.
    """
    move, player = output.move, position.to_move
    if move != right.move and is_board_right(position, output, right):
        kind = Difference.MOVE if position.is_legal(move) else Difference.ILLEGAL
        return [(kind, f"The board is right, but line 1 should be {right.move}.")]
    if not position.is_legal(move):
        return [
            (Difference.ILLEGAL, illegal_move_sentence(position, move)),
            (Difference.MOVE, f"The right move is {right.move}."),
        ]
    differences = []
    if move != right.move:
        differences.append((Difference.MOVE, _move_sentence(player, move, right, move_values)))
    if sentence := board_sentence(position, output):
        differences.append((Difference.BOARD, sentence))
    if "value" not in answer_parts(position.game):
        return differences
    score = position.play(move).score(player)
    if output.score not in (None, score):
        after = "a pass" if move == PASS else move
        sentence = f"The evaluation for {player} after {after} is {score}, not {output.score}."
        differences.append((Difference.EVALUATION, sentence))
    if output.value not in (None, right.value):
        differences.append((Difference.VALUE, f"The minimax value is {right.value}, not {output.value}."))
    count = right.reported_nodes
    if output.node_count is not None and output.node_count != count:
        excess = output.node_count - count
        comparison = f"{abs(excess):,} too {'many' if excess > 0 else 'few'}"
        sentence = f"The node count is {count:,}, not {output.node_count:,} ({comparison})."
        differences.append((Difference.COUNT, sentence))
    return differences


def is_incomplete(position: Position, output: ParsedOutput) -> bool:
    """Return whether a part of an answer is missing from `output` or unreadable."""
    fields = {"board": output.rows, "evaluation": output.score, "value": output.value, "count": output.node_count}
    return any(fields[part] is None for part in answer_parts(position.game) if part in fields)


def is_board_right(position: Position, output: ParsedOutput, right: SearchResult) -> bool:
    """Return whether `output` contains the board after the right move, whatever move it contains."""
    if output.rows is None or right.move is None:
        return False
    return list(output.rows) == format_of(position.game).answer_rows(position.play(right.move))


def unreadable_sentence(output: ParsedOutput, example: Any) -> str:
    """Return a sentence that quotes the first line, which is not a move, and shows the move `example` instead."""
    return f"The first line is {output.first_line[:MAX_QUOTED_CHARS]!r}; expected a move such as {example}."


def illegal_move_sentence(position: Position, move: Any) -> str:
    """Return sentences that say that `move` is illegal in `position` and explain why."""
    return f"{move} is not a legal move. {explain_illegal_move(position, move)}"


def board_sentence(position: Position, output: ParsedOutput) -> str:
    """Return a sentence about a wrong or missing board in `output`, whose move must be legal.

    Returns an empty string if the board is right, or if outputs of the game contain no board.
    """
    if "board" not in answer_parts(position.game):
        return ""
    answers = board_format(position.game)
    if output.rows is None:
        return f"The output has no {answers.board_description(position)} after the move."
    expected = answers.answer_rows(position.play(output.move))
    difference = answers.board_difference(output.rows, expected)
    return f"The board after {output.move} is wrong: {difference}." if difference else ""


def _move_sentence(player: str, move: Any, right: SearchResult, move_values: dict[Any, int]) -> str:
    if move_values[move] == right.value:
        return (
            f"The answer plays {move}; the right move is {right.move}. Both are worth {right.value} to {player}, "
            f"but {right.move} comes first in the move order."
        )
    return (
        f"The answer plays {move}, which is worth {move_values[move]} to {player}; "
        f"the right move is {right.move}, which is worth {right.value}."
    )
