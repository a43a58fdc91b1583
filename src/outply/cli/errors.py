"""Errors of players and their games, as a message instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from outply.arena.match import MatchError
from outply.arena.tournament.plan import PlanError
from outply.arena.tournament.state import StoreError
from outply.cli.terminal import complain
from outply.grading.gradescope.wheel import WheelError
from outply.grading.result.rubric import RubricError
from outply.grading.submissions.collect import SubmissionsError
from outply.grading.submissions.recipe import MissingToolError, RecipeError
from outply.grading.submissions.roster import RosterError
from outply.grading.suite.folder import SuiteError
from outply.jobs.dask import ClusterError
from outply.jobs.job import WorkerError
from outply.players.forfeit import ForfeitError
from outply.players.protocol import PlayerError
from outply.sandbox.bubblewrap import NoSandboxError

ERRORS = (
    ClusterError,
    ForfeitError,
    SubmissionsError,
    MatchError,
    NoSandboxError,
    MissingToolError,
    PlanError,
    PlayerError,
    RecipeError,
    RosterError,
    RubricError,
    StoreError,
    SuiteError,
    WheelError,
    WorkerError,
)


class Explained(click.ClickException):
    """An error that its sentence says everything about."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        complain(self.message)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what goes wrong with players and their games into a message."""
    try:
        yield
    except ERRORS as error:
        raise Explained(str(error)) from None
