"""What options of several commands have in common."""

from __future__ import annotations

import math
from typing import Any

import click


class Seconds(click.FloatRange):
    """A time from 0 on, which is a number."""

    name = "seconds"

    def __init__(self, longest: float | None = None) -> None:
        super().__init__(0, longest)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value} is not a time in seconds.", param, ctx)
        return seconds


def one_of(**flags: bool) -> str | None:
    """Return the name of the flag that is given, None if none is; two of them are refused."""
    given = [name for name, is_given in flags.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"--{given[0]} and --{given[1]} cannot both be; give one of them")
    return given[0] if given else None


def refuse(ctx: click.Context, names: tuple[str, ...], reason: str) -> None:
    """Refuse the parameters of these names, for the reason, unless they were left to their defaults."""
    for param in ctx.command.params:
        if param.name not in names or ctx.params[param.name] == ():  # of which older Clicks say that it was given
            continue
        if ctx.get_parameter_source(param.name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{param.opts[0]} {reason}")
