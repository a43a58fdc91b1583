"""Modes of `outply grade`, and the options that each of them accepts."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto
from typing import Any, TypeVar

import click

from outply.cli.options.parameters import refuse_options
from outply.text import join_or


class Mode(Flag):
    """What is graded; ARCHIVE writes an autograder for Gradescope and grades nothing."""

    COMMAND = auto()
    PROGRAM = auto()
    CLASS = auto()
    ARCHIVE = auto()


ONE_PROGRAM = Mode.COMMAND | Mode.PROGRAM
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
    """An option with the modes that accept it.

    `modes` is a required argument, so that every option says where it is accepted. The autograder passes every
    option of Mode.ARCHIVE on to `outply grade`.
    """

    def __init__(self, *args: Any, modes: Mode, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.modes = modes


def option(*names: str, modes: Mode, **settings: Any) -> Callable[[F], F]:
    """Declare an option of `outply grade`."""
    return click.option(*names, cls=GradeOption, modes=modes, **settings)


def check_mode(ctx: click.Context) -> None:
    """Check that one mode is selected, and that it accepts all options that were given.

    Raises UsageError if not.
    """
    modes = [mode for mode, name in MODE_PARAMETERS.items() if ctx.params[name] not in (None, ())]
    if len(modes) != 1:
        raise click.UsageError(f"give exactly one of {join_or(MODE_SWITCHES.values())}")
    for param in ctx.command.params:
        if isinstance(param, GradeOption) and modes[0] not in param.modes:
            switches = join_or(MODE_SWITCHES[mode] for mode in param.modes)
            refuse_options(ctx, (str(param.name),), f"requires {switches}")
