"""Modes of `outply grade`, and the options that each of them accepts."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto
from pathlib import Path
from typing import Any, TypeVar

import click

from outply.cli.options import refuse_options
from outply.text import join_or


class Mode(Flag):
    """What `outply grade` grades; in mode ARCHIVE, it grades nothing and writes an autograder for Gradescope."""

    COMMAND = auto()
    PROGRAM = auto()
    CLASS = auto()
    ARCHIVE = auto()


ONE_PROGRAM = Mode.COMMAND | Mode.PROGRAM
BUILT = Mode.PROGRAM | Mode.CLASS
GRADING = ONE_PROGRAM | Mode.CLASS
ANY_MODE = GRADING | Mode.ARCHIVE

MODE_PARAMETERS = {
    Mode.COMMAND: "command",
    Mode.PROGRAM: "program",
    Mode.CLASS: "submissions",
    Mode.ARCHIVE: "archive",
}
"""The parameter that selects each mode."""

MODE_SWITCHES = {
    Mode.COMMAND: "-- COMMAND",
    Mode.PROGRAM: "--program",
    Mode.CLASS: "--submissions",
    Mode.ARCHIVE: "--gradescope-zip",
}

F = TypeVar("F", bound=Callable[..., Any])


class GradeOption(click.Option):
    """An option of `outply grade`, with the modes that accept the option.

    `modes` has no default, so that the modes are stated for every option. The autograder passes every
    option of Mode.ARCHIVE on to `outply grade`.
    """

    def __init__(self, *args: Any, modes: Mode, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.modes = modes


def option(*names: str, modes: Mode, **settings: Any) -> Callable[[F], F]:
    """Declare an option of `outply grade` that is accepted only in the given `modes`."""
    return click.option(*names, cls=GradeOption, modes=modes, **settings)


def path_option(*names: str, modes: Mode, metavar: str = "FILE", **settings: Any) -> Callable[[F], F]:
    """Declare an option of `outply grade` whose value is a path."""
    return option(*names, modes=modes, metavar=metavar, type=click.Path(path_type=Path), **settings)


def check_mode(ctx: click.Context) -> None:
    """Check the options of `outply grade` on the command line.

    Raises UsageError if not exactly one mode is selected, or if the mode does not accept one of the options.
    """
    modes = [mode for mode, name in MODE_PARAMETERS.items() if ctx.params[name] not in (None, ())]
    if modes == [Mode.PROGRAM, Mode.CLASS]:  # here, --program names the main file of the submissions
        modes.remove(Mode.PROGRAM)
    if len(modes) != 1:
        raise click.UsageError(f"give exactly one of {join_or(MODE_SWITCHES.values())}")
    for param in ctx.command.params:
        if isinstance(param, GradeOption) and modes[0] not in param.modes:
            switches = join_or(MODE_SWITCHES[mode] for mode in param.modes)
            refuse_options(ctx, (str(param.name),), f"requires {switches}")
