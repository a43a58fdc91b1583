"""Mistakes in reporting the result of a correct search: a wrong node count, or wrong lines in the output."""

from __future__ import annotations

from dataclasses import replace

from outply.diagnosis.mistake import ADDED, ALPHABETA, STARCIRCLE, WARFARE, Mistake, Reach, family
from outply.diagnosis.variant import SearchVariant, SimulatedAnswer, require_counter
from outply.games import warfare
from outply.games.protocol import Position
from outply.search.result import SearchResult


def _value_as_score(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, score=answer.value)


def _score_before_move(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, score=position.score(position.to_move))


def _score_of_opponent(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, score=-answer.score)


def _value_of_opponent(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, value=-answer.value)


def _swap_score_and_value(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, score=answer.value, value=answer.score)


def _board_before_move(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, after=position)


def _board_after_line(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    for move in result.principal_variation or ():
        position = position.play(move)
    return replace(answer, after=position)


def _board_without_conquest(
    answer: SimulatedAnswer, position: warfare.Position, result: SearchResult
) -> SimulatedAnswer:
    stake = warfare.Move(answer.move.row, answer.move.column, raid=False)
    return replace(answer, after=position.play(stake))


def _lines_of_star(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    sign = 1 if position.to_move == "Star" else -1
    return replace(answer, score=sign * answer.score, value=sign * answer.value)


def _swapped_cell(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    move = answer.move
    return replace(answer, move=warfare.Move(move.column, move.row, move.raid))


def _rows_from_zero(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    move = answer.move
    return replace(answer, move=warfare.Move(move.row - 1, move.column, move.raid))


def _rows_from_bottom(
    answer: SimulatedAnswer, position: warfare.Position, result: SearchResult
) -> SimulatedAnswer:
    move = answer.move
    return replace(answer, move=warfare.Move(position.size - 1 - move.row, move.column, move.raid))


def _raid_beside_own_cell(
    answer: SimulatedAnswer, position: warfare.Position, result: SearchResult
) -> SimulatedAnswer:
    raid = warfare.Move(answer.move.row, answer.move.column, raid=True)
    return replace(answer, move=raid if position.is_legal(raid) else answer.move)


def _always_stake(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, move=warfare.Move(answer.move.row, answer.move.column, raid=False))


NODE_COUNTS = (
    Mistake(
        name="root-uncounted",
        title="does not count the root",
        advice="The root is a node like any other: start counting with it.",
        variant=SearchVariant(node_count=lambda counters: counters.visited - 1),
        reach=Reach.COUNT,
        part="count",
    ),
    Mistake(
        name="root-twice",
        title="counts one node too many",
        advice="The root counts once. If the counter starts at 1, do not count the root on entry.",
        variant=SearchVariant(node_count=lambda counters: counters.visited + 1),
        reach=Reach.COUNT,
        part="count",
    ),
    Mistake(
        name="leaves-uncounted",
        title="counts only expanded nodes",
        advice="Leaves are visited nodes as well. Count each node on entry, before the test that ends the "
        "recursion.",
        variant=SearchVariant(node_count=lambda counters: require_counter(counters.expanded)),
        reach=Reach.COUNT,
        part="count",
    ),
    Mistake(
        name="leaves-only",
        title="counts only leaves",
        advice="Every visited node counts, not only the evaluated ones. Count each node on entry.",
        variant=SearchVariant(node_count=lambda counters: counters.visited - require_counter(counters.expanded)),
        reach=Reach.COUNT,
        part="count",
    ),
    Mistake(
        name="counted-once",
        title="counts a position only once, even if it is visited again",
        advice="Every visit counts, even if the position was visited before.",
        variant=SearchVariant(
            node_count=lambda counters: require_counter(counters.positions), track_positions=True
        ),
        reach=Reach.COUNT,
        part="count",
    ),
)

PRUNED_COUNTED = Mistake(
    name="cut-counted",
    title="counts pruned moves as nodes",
    advice="A node that alpha-beta prunes is not visited and does not count. Count on entry to a node, not when "
    "its move is generated.",
    variant=SearchVariant(node_count=lambda counters: counters.visited + require_counter(counters.pruned)),
    reach=Reach.COUNT,
    part="count",
    algorithms=ALPHABETA,
)

LINES = (
    Mistake(
        name="late-score",
        title="prints the minimax value in the second line",
        advice="The second line is the player's evaluation right after the move; the third is the value found by "
        "the search.",
        variant=SearchVariant(alter_answer=_value_as_score),
        games=STARCIRCLE,
    ),
    Mistake(
        name="early-score",
        title="prints the evaluation before the move in the second line",
        advice="The second line is the player's evaluation of the board after the move.",
        variant=SearchVariant(alter_answer=_score_before_move),
        games=STARCIRCLE,
    ),
    Mistake(
        name="score-side",
        title="prints the opponent's evaluation in the second line",
        advice="After the move it is the opponent's turn, but the evaluation is still for the player who moved.",
        variant=SearchVariant(alter_answer=_score_of_opponent),
        games=STARCIRCLE,
    ),
    Mistake(
        name="value-side",
        title="prints the value for the opponent in the third line",
        advice="The minimax value is for the player to move at the root.",
        variant=SearchVariant(alter_answer=_value_of_opponent),
        games=STARCIRCLE,
    ),
    Mistake(
        name="value-sign",
        title="prints the minimax value for the opponent",
        advice="The minimax value is for the player to move at the root.",
        variant=SearchVariant(alter_answer=_value_of_opponent),
        games=ADDED,
    ),
    Mistake(
        name="star-view",
        title="prints the second and the third line for Star even if Circle is to move",
        advice="Both numbers are for the player in the first line of the input: change their sign for Circle.",
        variant=SearchVariant(alter_answer=_lines_of_star),
        games=STARCIRCLE,
    ),
    Mistake(
        name="swapped-lines",
        title="swaps the second and the third line",
        advice="The second line is the evaluation right after the move, and the third line is the minimax value.",
        variant=SearchVariant(alter_answer=_swap_score_and_value),
        games=STARCIRCLE,
    ),
    Mistake(
        name="old-board",
        title="prints the board before the move",
        advice="Print the board after the move, with all cells that the move changes.",
        variant=SearchVariant(alter_answer=_board_before_move),
        part="board",
    ),
    Mistake(
        name="last-board",
        title="prints the board at the end of the principal variation",
        advice="Print the board right after the move, not one that the search reached later. If all nodes share a "
        "board, undo each move after its search.",
        variant=SearchVariant(alter_answer=_board_after_line),
        part="board",
    ),
    Mistake(
        name="raid-unprinted",
        title="does not update the conquered cells on the printed board",
        advice="Play the move on the printed board as in the search: conquered cells change their owner.",
        variant=SearchVariant(alter_answer=_board_without_conquest),
        games=WARFARE,
    ),
    *family(
        "cell-name",
        {
            "swapped": SearchVariant(alter_answer=_swapped_cell),
            "from-zero": SearchVariant(alter_answer=_rows_from_zero),
            "from-bottom": SearchVariant(alter_answer=_rows_from_bottom),
        },
        title="prints the wrong name of the cell",
        advice="The name of a cell is the letter of its column, A from the left, and the number of its row, 1 "
        "from the top: B3 is in the second column and the third row.",
        games=WARFARE,
    ),
    *family(
        "move-type",
        {
            "raid": SearchVariant(alter_answer=_raid_beside_own_cell),
            "stake": SearchVariant(alter_answer=_always_stake),
        },
        title="prints the wrong type of the move",
        advice="Print the type of the move that the search chose. A Stake next to an own cell is still a Stake, "
        "and of a Stake and a Raid with the same effect the Stake is played.",
        games=WARFARE,
    ),
)
