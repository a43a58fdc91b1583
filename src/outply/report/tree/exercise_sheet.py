"""Exercises and their solutions as pages to print, one exercise on each sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.games.svg import render_position
from outply.report.base.jinja_env import environment
from outply.report.base.theme import REPORT_VARIABLES
from outply.report.tree.exercise import Exercise
from outply.report.tree.exercise_svg import ExerciseDrawing
from outply.text import plural

BOARD_WIDTH_PX = 150


def exercise_sheet(exercises: Sequence[Exercise], *, command: str, is_solved: bool) -> str:
    """Return the exercises as an HTML page; with `is_solved`, their solutions.

    `command` is the command that generates the same exercises again.
    """
    return (
        environment()
        .get_template("exercise.html")
        .render(
            title="Search tree solutions" if is_solved else "Search tree exercises",
            theme=REPORT_VARIABLES,
            is_solved=is_solved,
            command=command,
            exercises=[_describe(exercise, is_solved) for exercise in exercises],
        )
    )


def _describe(exercise: Exercise, is_solved: bool) -> dict[str, Any]:
    tree = exercise.minimax
    position, game = tree.position, game_of(tree.position)
    mover = game.player_label(position.to_move, position.variant)
    rules = f" with {position.variant} rules" if len(game.variants) > 1 else ""
    evaluation = "" if tree.evaluation == DEFAULT else f" Leaves are evaluated by: {tree.evaluation}."
    cuts = exercise.alphabeta.cuts
    return {
        "setting": f"{game.title}{rules}, depth {tree.depth}. MAX is {mover}, who moves at the root.{evaluation}",
        "answer": (
            f"{tree.result.move}, value {tree.result.value}. Minimax visits {plural(tree.visited, 'node')}, "
            f"alpha-beta {exercise.alphabeta.visited}: it cuts {plural(sum(cuts), 'move')} "
            f"at {plural(sum(map(bool, cuts)), 'node')}."
        ),
        "board": Markup(render_position(position, size=BOARD_WIDTH_PX)),
        "drawing": Markup(ExerciseDrawing(exercise, is_solved=is_solved).svg()),
    }
