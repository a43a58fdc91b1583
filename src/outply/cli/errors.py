"""Errors that the command line reports without a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from outply.cli.terminal import warn


class CommandError(click.ClickException):
    """Raised for an error of the user; its message is printed without a traceback."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        warn(self.message)


@contextmanager
def user_errors() -> Iterator[None]:
    """Convert errors about players, programs, suites and tournaments in the `with` block to `CommandError`."""
    try:
        yield
    except Exception as error:
        if isinstance(error, _user_error_types()):
            raise CommandError(str(error)) from None
        raise


def _user_error_types() -> tuple[type[Exception], ...]:
    # Imported only after an error, because no command needs all of these packages.
    from outply.arena.match import MatchError
    from outply.arena.tournament.plan import PlanError
    from outply.arena.tournament.state import StateError
    from outply.grading.gradescope.wheel import WheelError
    from outply.grading.result.rubric import RubricError
    from outply.grading.submissions.collect import SubmissionsError
    from outply.grading.submissions.recipe import RecipeError
    from outply.grading.submissions.roster import RosterError
    from outply.grading.submissions.tools import ToolError
    from outply.grading.suite.folder import SuiteError
    from outply.jobs.dask import ClusterError
    from outply.jobs.job import WorkerError
    from outply.players.forfeit import ForfeitError
    from outply.players.protocol import PlayerError
    from outply.sandbox.bubblewrap import NoSandboxError

    return (
        ClusterError,
        ForfeitError,
        SubmissionsError,
        MatchError,
        NoSandboxError,
        ToolError,
        PlanError,
        PlayerError,
        RecipeError,
        RosterError,
        RubricError,
        StateError,
        SuiteError,
        WheelError,
        WorkerError,
    )
