"""The build of a contestant as a job."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from outply.arena.tournament.plan import Entrant
from outply.jobs.job import Job, JobContext, SourceDirectory
from outply.players.contestant import BuiltContestant, build
from outply.players.forfeit import DISK_MIB, ForfeitError


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildResult:
    """The result of a build: `problem` is why it failed, empty if it succeeded, with the output of make."""

    problem: str = ""
    output: str = ""
    errors: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildJob(Job):
    """Builds a contestant's directory once per machine."""

    entrant: Entrant
    sandboxed: bool

    def sources(self) -> tuple[SourceDirectory, ...]:
        return source_directories(self.entrant)

    def __call__(self, context: JobContext) -> BuildResult:
        try:
            build_contestant(self.entrant, context, sandboxed=self.sandboxed)
        except ForfeitError as forfeit:
            return BuildResult(problem=forfeit.explanation, output=forfeit.stdout, errors=forfeit.stderr)
        return BuildResult()

    def __str__(self) -> str:
        return f"the build of {self.entrant.name}"


def build_contestant(entrant: Entrant, context: JobContext, *, sandboxed: bool) -> BuiltContestant:
    """Return the contestant's program, built once per machine.

    Raises ForfeitError if it cannot be built.
    """
    path = entrant.folder
    assert path is not None
    key = hashlib.sha256(repr((entrant.name, entrant.digest, sandboxed)).encode()).hexdigest()

    def build_here(work_dir: Path) -> Path:
        with context.source(path) as source:
            return build(source, sandboxed, work_dir).folder

    return BuiltContestant(context.build_once(key, build_here), sandboxed)


def source_directories(*entrants: Entrant) -> tuple[SourceDirectory, ...]:
    """Return the directories of those entrants that are programs."""
    return tuple(
        SourceDirectory(path=entrant.folder, digest=entrant.digest, max_mib=DISK_MIB)
        for entrant in entrants
        if entrant.folder is not None
    )
