"""Right searches, wrongly reported: the count of nodes, and what is printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import Answer, Habits, known
from outply.games.warfare import Move
from outply.search.result import SearchResult

WARFARE, STARCIRCLE = ("warfare",), ("starcircle",)


def _score_at_the_end(answer: Answer, position: Any, result: SearchResult) -> Answer:
    return replace(answer, score=answer.value)


def _score_before(answer: Answer, position: Any, result: SearchResult) -> Answer:
    return replace(answer, score=position.score(position.to_move))


def _others_score(answer: Answer, position: Any, result: SearchResult) -> Answer:
    return replace(answer, score=-answer.score)


def _others_value(answer: Answer, position: Any, result: SearchResult) -> Answer:
    return replace(answer, value=-answer.value)


def _changed_places(answer: Answer, position: Any, result: SearchResult) -> Answer:
    return replace(answer, score=answer.value, value=answer.score)


def _board_before(answer: Answer, position: Any, result: SearchResult) -> Answer:
    return replace(answer, after=position)


def _board_at_the_end(answer: Answer, position: Any, result: SearchResult) -> Answer:
    for move in result.principal_variation or ():
        position = position.play(move)
    return replace(answer, after=position)


def _board_without_conquest(answer: Answer, position: Any, result: SearchResult) -> Answer:
    return replace(answer, after=position.play(Move(answer.move.row, answer.move.column, raid=False)))


COUNTS = (
    Mistake(
        "root-uncounted",
        "the root is not counted",
        "The root is a node like any other: begin to count with it.",
        Habits(count=lambda tally: tally.visited - 1),
        Reach.COUNT,
        STARCIRCLE,
    ),
    Mistake(
        "leaves-uncounted",
        "only nodes that were expanded are counted",
        "Leaves are visited nodes, too. Count on entry, before the test that ends the search.",
        Habits(count=lambda tally: known(tally.expanded)),
        Reach.COUNT,
        STARCIRCLE,
    ),
    Mistake(
        "leaves-only",
        "only leaves are counted",
        "Every visited node counts, not only those that are evaluated. Count on entry.",
        Habits(count=lambda tally: tally.visited - known(tally.expanded)),
        Reach.COUNT,
        STARCIRCLE,
    ),
    Mistake(
        "counted-once",
        "a position counts once, however often it is visited",
        "Every visit counts, also of a position that was seen before.",
        Habits(count=lambda tally: known(tally.distinct), knows_again=True),
        Reach.COUNT,
        STARCIRCLE,
    ),
)

CUT_COUNTED = Mistake(
    "cut-counted",
    "moves that were cut are counted as well",
    "A node that alpha-beta cuts off is not visited and does not count. Count on entry to a node, not when "
    "its move is generated.",
    Habits(count=lambda tally: tally.visited + known(tally.cut)),
    Reach.COUNT,
    STARCIRCLE,
    ("ALPHABETA",),
)

PRINTS = (
    Mistake(
        "late-score",
        "the second line is the evaluation at the end of the line of play",
        "The second line is the player's evaluation right after the move; the third one is what the search found.",
        Habits(prints=_score_at_the_end),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "early-score",
        "the second line is the evaluation before the move",
        "The second line is the player's evaluation of the board after the move.",
        Habits(prints=_score_before),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "score-side",
        "the second line is the evaluation for the other player",
        "After the move it is the other player's turn, but the evaluation is still that of the player who moved.",
        Habits(prints=_others_score),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "value-side",
        "the third line is the value for the other player",
        "The minimax value is that of the player who moves at the root.",
        Habits(prints=_others_value),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "swapped-lines",
        "the second and the third line have changed places",
        "The evaluation right after the move comes first, then the minimax value.",
        Habits(prints=_changed_places),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "old-board",
        "the board is printed as it was before the move",
        "The board after the move is printed, with the taken cell and what it conquered.",
        Habits(prints=_board_before),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "last-board",
        "the board at the end of the line of play is printed",
        "The board right after the move is printed, not the one that the search looked ahead to. A board that is "
        "shared by all nodes has to be put back as it was.",
        Habits(prints=_board_at_the_end),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "raid-unprinted",
        "the cells that a Raid conquers are not changed on the printed board",
        "Play the move on the board that is printed just as in the search: what is conquered changes its owner.",
        Habits(prints=_board_without_conquest),
        Reach.VALUE,
        WARFARE,
    ),
)
