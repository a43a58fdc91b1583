"""Exercises of `outply tree --exercise`: two pages to print, one with the solutions."""

from __future__ import annotations

import os
import shlex
from itertools import islice

import click

from outply.cli.arguments import find_start
from outply.cli.terminal import CommandError
from outply.formats.atomic_io import STANDARD, require_writable, write_output
from outply.games import game_of
from outply.games.evaluations import DEFAULT, evaluation
from outply.report.tree.exercise import NoExerciseError, random_exercises
from outply.report.tree.exercise_sheet import exercise_sheet
from outply.text import plural

DEFAULT_DEPTH = 3
MIN_DEPTH, MAX_DEPTH = 2, 4


def write_exercises(
    output: str | None,
    *,
    game_name: str | None,
    rules: str | None,
    depth: int | None,
    evaluation_name: str,
    seed: int,
    count: int,
) -> None:
    """Write random exercises and, to a file beside them, their solutions.

    Raises UsageError if an option does not fit exercises, and CommandError if no suitable position is found.
    """
    target = output or "exercise.html"
    if target == STANDARD:
        raise click.UsageError("--exercise writes two files; name the first one with -o, such as -o exercise.html")
    depth = DEFAULT_DEPTH if depth is None else depth
    if not MIN_DEPTH <= depth <= MAX_DEPTH:
        raise click.UsageError(f"exercises have depth {MIN_DEPTH} to {MAX_DEPTH}, got --depth {depth}")
    _, start = find_start(game_name, rules, None)
    game = game_of(start)
    try:
        evaluation(evaluation_name, game.name)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stem, extension = os.path.splitext(target)
    targets = {target: False, f"{stem}-solutions{extension}": True}
    for path in targets:
        require_writable(path)
    found = random_exercises(game, start.variant, seed=seed, depth=depth, evaluation=evaluation_name)
    try:
        exercises = list(islice(found, count))
    except NoExerciseError as error:
        raise CommandError(str(error)) from None
    settings = {"--game": game.name, "--rules": start.variant, "--depth": depth, "--seed": seed, "--count": count}
    if len(game.variants) < 2:
        del settings["--rules"]
    if evaluation_name != DEFAULT:
        settings["--evaluation"] = evaluation_name
    words = [str(word) for setting in settings.items() for word in setting]
    command = shlex.join(["outply", "tree", "--exercise", *words])
    for path, is_solved in targets.items():
        write_output(path, exercise_sheet(exercises, command=command, is_solved=is_solved))
        click.echo(f"{path}: {plural(count, 'solution' if is_solved else 'exercise')}, seed {seed}")
