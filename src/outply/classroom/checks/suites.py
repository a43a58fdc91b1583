"""Suites of a class: their cases, and a hash by which a change of their content is noticed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from outply.classroom.settings.class_settings import GameSettings
from outply.grading.run.state import fingerprint
from outply.grading.suite import folder as suites
from outply.grading.suite.case import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassSuite:
    """The cases of a suite, and a hash of everything on which their verdicts depend."""

    cases: tuple[Case, ...] = ()
    hash: str


def read_suite(folder: Path | None, game: GameSettings) -> ClassSuite:
    """Return the suite in a folder, which is read again when its files change; without cases if there is none.

    Cases of other games than that of the class are left out.

    Raises SuiteError if the suite is invalid or has no case of the game, and OSError if the folder cannot be read.
    """
    return ClassSuite(hash=_hash((), game)) if folder is None else _read_suite(folder, game, _stamp(folder))


@lru_cache(maxsize=8)
def _read_suite(folder: Path, game: GameSettings, stamp: tuple[object, ...]) -> ClassSuite:
    del stamp  # only part of the cache key
    cases = tuple(case for case in suites.read(folder, game.rules) if case.question.position.game == game.name)
    if not cases:
        raise suites.SuiteError(f"{folder.name} contains no case of the game of the class, {game.name}")
    return ClassSuite(cases=cases, hash=_hash(cases, game))


def _hash(cases: tuple[Case, ...], game: GameSettings) -> str:
    content = [game.name, game.rules, *(f"{case.name} {fingerprint(case)}" for case in cases)]
    return hashlib.sha256("\n".join(content).encode()).hexdigest()[:32]


def _stamp(folder: Path) -> tuple[object, ...]:
    """Return a value that changes when the files of a suite change."""
    return tuple(sorted((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in folder.iterdir()))
