"""Errors of players and their games, as a message instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from outply.arena.cluster import ClusterError
from outply.arena.match import MatchError
from outply.arena.plan import PlanError
from outply.arena.store import StoreError
from outply.arena.workers import WorkerError
from outply.cli.messages import complain
from outply.grading.handed_in import HandedInError
from outply.grading.recipe import NoToolError, RecipeError
from outply.grading.roster import RosterError
from outply.grading.rubric import RubricError
from outply.grading.suite import SuiteError
from outply.grading.wheel import WheelError
from outply.players.contract import PlayerError
from outply.players.failure import ForfeitError
from outply.sandbox.bubblewrap import NoSandboxError

ERRORS = (
    ClusterError,
    ForfeitError,
    HandedInError,
    MatchError,
    NoSandboxError,
    NoToolError,
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
