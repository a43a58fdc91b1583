"""State of a grading: judgements by the fingerprints of submission, case and settings, not by their names.

An interrupted grading resumes where it stopped. Only changed submissions and cases are run again, or all of them
if the settings have changed.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import suppress
from dataclasses import asdict
from typing import Any, ClassVar

from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.grading.submissions.tools import Tool
from outply.grading.suite import folder
from outply.grading.suite.case import Case
from outply.jobs.sqlite_state import SqliteState, StateError

__all__ = ["GradingState", "StateError", "fingerprint", "parse_judgement", "write_judgement"]


class GradingState(SqliteState):
    """SQLite file with the judgements and build outcomes; each is written in one transaction.

    A column that files of version 0.1 lack is added on opening. Judgements of an earlier version are not used,
    because the fingerprint of the settings includes the version.
    """

    SUBJECT = "grading"
    START_COMMAND = "outply grade CASES --submissions DIR"
    VERSION = 2
    SCHEMA = """
CREATE TABLE judgements (
    submission TEXT NOT NULL,
    question TEXT NOT NULL,
    settings TEXT NOT NULL,
    judgement TEXT NOT NULL,
    PRIMARY KEY (submission, question, settings)
) WITHOUT ROWID;
CREATE TABLE outcomes (
    submission TEXT NOT NULL,
    settings TEXT NOT NULL,
    problem TEXT NOT NULL,
    evidence TEXT NOT NULL,
    details TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (submission, settings)
) WITHOUT ROWID;
"""
    TABLES = frozenset(("judgements", "outcomes"))
    MIGRATIONS: ClassVar = {1: "ALTER TABLE outcomes ADD COLUMN details TEXT NOT NULL DEFAULT '{}';"}

    def _open(self, write: bool) -> None:
        super()._open(write)
        if write:
            # A write-ahead log survives a killed process without waiting for the disk at each judgement: 24 ms on
            # a busy machine. A power failure loses the last judgements, and the grading repeats them.
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._database.execute("PRAGMA journal_mode = DELETE")  # leaves a single file
        super().close()

    def judgements(self, submission: str, settings: str) -> dict[str, Judgement]:
        """Return the saved judgements of a submission by the fingerprint of the case.

        `submission` and `settings` are fingerprints.
        """
        with self._sqlite_errors():
            rows = self._database.execute(
                "SELECT question, judgement FROM judgements WHERE submission = ? AND settings = ?",
                [submission, settings],
            )
            return {case: parse_judgement(text) for case, text in rows}

    def build_outcome(self, submission: str, settings: str) -> BuildOutcome | None:
        """Return the saved build outcome of a submission; None if no build outcome is saved.

        `submission` and `settings` are fingerprints.
        """
        with self._sqlite_errors():
            row = self._database.execute(
                "SELECT problem, evidence, details FROM outcomes WHERE submission = ? AND settings = ?",
                [submission, settings],
            ).fetchone()
        if row is None:
            return None
        details = json.loads(row[2])
        return BuildOutcome(
            problem=row[0],
            build_output=row[1],
            tools=tuple(Tool(**tool) for tool in details.get("tools", ())),
            notes=tuple(details.get("notes", ())),
        )

    def save_judgement(self, submission: str, settings: str, case: str, judgement: Judgement) -> None:
        """Save the judgement of a submission on a case; `submission`, `settings` and `case` are fingerprints."""
        with self._sqlite_errors():
            self._database.execute(
                "INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?)",
                [submission, case, settings, write_judgement(judgement)],
            )

    def save_build_outcome(self, submission: str, settings: str, outcome: BuildOutcome) -> None:
        """Save the build outcome of a submission; `submission` and `settings` are fingerprints."""
        details = json.dumps({"tools": [asdict(tool) for tool in outcome.tools], "notes": outcome.notes})
        with self._sqlite_errors():
            self._database.execute(
                "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?)",
                [submission, settings, outcome.problem, outcome.build_output, details],
            )


def fingerprint(case: Case) -> str:
    """Return a hash of everything in a case that a judgement depends on, including the known wrong outputs."""
    content = [
        folder.fingerprint(case),
        case.requirement,
        [[wrong.output, list(wrong.mistakes)] for wrong in case.wrong_outputs],
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]


def write_judgement(judgement: Judgement) -> str:
    """Return a judgement as JSON text."""
    return json.dumps(asdict(judgement) | {"verdict": judgement.verdict.value})


def parse_judgement(text: str) -> Judgement:
    """Parse a judgement that `write_judgement` wrote."""
    fields: dict[str, Any] = json.loads(text)
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return Judgement(**fields | {"verdict": Verdict(fields["verdict"])})
