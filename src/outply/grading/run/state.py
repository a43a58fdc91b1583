"""The state of a grading: what came of which program on which case, by what they are and not by their names.

So a grading that was interrupted goes on where it was, and what has changed is run again, and nothing else.
"""

from __future__ import annotations

import hashlib
import json

from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import Outcome
from outply.grading.suite import folder
from outply.jobs.sqlite_state import Database, StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.grading.suite.case import Case

__all__ = ["Store", "StoreError", "mark"]


class Store(Database):
    """The file. Each judgement goes in as a whole, at once."""

    WHAT = "grading"
    VERSION = 1
    TABLES = """
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
    PRIMARY KEY (submission, settings)
) WITHOUT ROWID;
"""
    NEEDED = frozenset(("judgements", "outcomes"))

    def judgements(self, submission: str, settings: str) -> dict[str, Judgement]:
        """Return what came of the submission of that mark, by the marks of the cases that it was run on."""
        with self._explained():
            rows = self._database.execute(
                "SELECT question, judgement FROM judgements WHERE submission = ? AND settings = ?",
                [submission, settings],
            )
            return {question: _judgement(text) for question, text in rows}

    def outcome(self, submission: str, settings: str) -> Outcome | None:
        """Return how the submission of that mark came through; None if nobody knows yet."""
        with self._explained():
            row = self._database.execute(
                "SELECT problem, evidence FROM outcomes WHERE submission = ? AND settings = ?",
                [submission, settings],
            ).fetchone()
        return None if row is None else Outcome(*row)

    def keep(self, submission: str, settings: str, case: str, judgement: Judgement) -> None:
        """Keep what came of a submission on a case, all by their marks."""
        told = {name: getattr(judgement, name) for name in Judgement.__slots__}
        told["verdict"] = judgement.verdict.value
        with self._explained():
            self._database.execute(
                "INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?)",
                [submission, case, settings, json.dumps(told)],
            )

    def keep_outcome(self, submission: str, settings: str, outcome: Outcome) -> None:
        """Keep how a submission came through."""
        with self._explained():
            self._database.execute(
                "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?)",
                [submission, settings, outcome.problem, outcome.build_output],
            )


def mark(case: Case) -> str:
    """Return a mark of all of a case that a judgement depends on, also of its rule and of usual mistakes."""
    about = [folder.digest(case), case.rule, [[wrong.answer, list(wrong.mistakes)] for wrong in case.wrong]]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:32]


def _judgement(text: str) -> Judgement:
    told: dict[str, Any] = json.loads(text)
    fields: dict[str, Any] = {key: tuple(told[key]) if isinstance(told[key], list) else told[key] for key in told}
    fields["verdict"] = Verdict(told["verdict"])
    return Judgement(**fields)
