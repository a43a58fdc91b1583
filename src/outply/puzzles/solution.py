"""Decide by solving whether a position is a puzzle, and how difficult it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.formats import notation
from outply.games import game_of
from outply.games.protocol import Position
from outply.players.engine import LEVELS
from outply.puzzles.puzzle import Puzzle
from outply.search import exact
from outply.search.engine import Engine
from outply.search.native import Control
from outply.search.time_control import TimeControl

MAX_NODES = 200_000
"""Nodes within which a position has to be solved, values of all moves included."""

MAX_CHECK_NODES = 100 * MAX_NODES
"""The same for a puzzle that is checked. The generator, which solves a game from its end, needs fewer nodes."""

MIN_MOVES = 4
"""Minimum number of legal moves in a puzzle."""

OBVIOUS_DEPTHS = (1, 2)
"""Depths at which the textbook search must not find the solution; depth 1 is the greedy player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The final scores after each legal move in a solved position, and best play for both sides."""

    values: tuple[tuple[Any, int], ...]
    line: tuple[Any, ...]

    @property
    def ranking(self) -> list[tuple[Any, int]]:
        """The moves with their values, best first."""
        return sorted(self.values, key=lambda move_and_value: -move_and_value[1])

    @property
    def decides(self) -> bool:
        """Whether only the best move keeps the result: a win, or else a draw."""
        if len(self.values) < 2:
            return False
        (_, best), (_, second) = self.ranking[:2]
        return best > 0 >= second or best == 0 > second


def solve(
    position: Position, engine: Engine, *, max_nodes: int = MAX_NODES, control: Control | None = None
) -> Solution | None:
    """Return the solution of a position; None if it cannot be solved within `max_nodes`."""
    for info in engine.analyse_moves(position, TimeControl.to_nodes(max_nodes), control=control):
        last = info
    if not last.proven:
        return None
    best = max(last.move_values, key=lambda move_and_value: move_and_value[1])[0]
    return Solution(values=last.move_values, line=_best_play(position, best, engine))


def _best_play(position: Position, move: Any, engine: Engine) -> tuple[Any, ...]:
    """Return best play from a solved position to the end of the game, beginning with `move`."""
    line = [move]
    while not (position := position.play(line[-1])).is_over:
        line.append(engine.search(position, TimeControl.until_solved()).move)
    return tuple(line)


def is_obvious(position: Position, move: Any) -> bool:
    """Return whether the textbook search finds the move at one of `OBVIOUS_DEPTHS`."""
    return any(exact.search(position, depth, "ALPHABETA").move == move for depth in OBVIOUS_DEPTHS)


def success_of_levels(position: Position, move: Any) -> tuple[int, ...]:
    """Return the percentage of tries in which each level plays `move`: by its search, or by a random move.

    `move` is the only best move. The full-strength level solves every puzzle within its time, so that it always
    finds the move; its search is not measured by a clock.
    """
    return tuple(
        round(
            100
            * (
                (1 - level.blunder_rate) * _finds(position, move, level.time_control)
                + level.blunder_rate / len(position.moves())
            )
        )
        for level in LEVELS
    )


def _finds(position: Position, move: Any, time_control: TimeControl) -> bool:
    if time_control.move_seconds is not None:
        return True
    return bool(Engine().search(position, time_control).move == move)


def to_puzzle(name: str, position: Position, solution: Solution) -> Puzzle:
    """Return the puzzle for a solved position whose best move decides."""
    game = game_of(position)
    (best, value), (_, next_value) = solution.ranking[:2]
    return Puzzle(
        name=name,
        position=notation.to_line(position),
        line=tuple(game.move_text(move, position.variant) for move in solution.line),
        value=value,
        next_value=next_value,
        success=success_of_levels(position, best),
    )


def find_fault(puzzle: Puzzle, engine: Engine) -> str | None:
    """Solve a puzzle again and return what is wrong with it; None if it is right."""
    position = puzzle.start
    if position.is_over or len(position.moves()) < MIN_MOVES:
        return f"has fewer than {MIN_MOVES} moves"
    solution = solve(position, engine, max_nodes=MAX_CHECK_NODES)
    if solution is None:
        return f"cannot be solved within {MAX_CHECK_NODES:,} nodes"
    if not solution.decides:
        return "has no move that alone keeps the result"
    (best, value), (_, next_value) = solution.ranking[:2]
    if is_obvious(position, best):
        return "is solved by the greedy player or by the textbook search to depth 2"
    try:
        score = _final_score(position, puzzle.line)
    except ValueError as error:
        return f"has a wrong line: {error}"
    if game_of(position).parse_move(puzzle.solution) != best:
        return f"has the solution {puzzle.solution}, expected {best}"
    if (score, puzzle.value, puzzle.next_value) != (value, value, next_value):
        return f"has the values {puzzle.value} and {puzzle.next_value}, expected {value} and {next_value}"
    if puzzle.success != (success := success_of_levels(position, best)):
        return f"is found by the levels in {puzzle.success} % of their tries, expected {success} %"
    return None


def _final_score(position: Position, line: tuple[str, ...]) -> int:
    """Return the score of the player to move after a line that ends the game.

    Raises ValueError if the line contains an illegal move or does not end the game.
    """
    player, game = position.to_move, game_of(position)
    for text in line:
        move = game.parse_move(text)
        if position.is_over or not position.is_legal(move):
            raise ValueError(f"{text} is not legal")
        position = position.play(move)
    if not position.is_over:
        raise ValueError("the game is not over at its end")
    return position.score(player)
