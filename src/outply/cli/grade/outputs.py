"""What is written about graded programs: on the screen and to files."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import click

from outply.cli.grade.render import show_class, show_program
from outply.formats.atomic_io import STANDARD, write_folder, write_output
from outply.grading.gradescope.leaderboard import Entries, read_leaderboards
from outply.grading.gradescope.results import build_results, write_results
from outply.report.grading import json_export
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.csv_export import cases_csv, submissions_csv
from outply.report.grading.junit import junit
from outply.report.grading.scored import score_submission

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission
    from outply.grading.suite.case import Case


class GradeOutputs:
    """The forms that were asked for."""

    def __init__(
        self,
        cases: Sequence[Case],
        rubric: Rubric,
        *,
        html: Path | None,
        csv: str | None,
        details: str | None,
        as_json: str | None,
        junit: str | None,
        gradescope: str | None,
        leaderboard: Path | None,
        entrant: str | None,
    ) -> None:
        if leaderboard and not gradescope:
            raise click.UsageError("--leaderboard is a part of --gradescope")
        if (leaderboard is None) != (entrant is None):
            raise click.UsageError(
                "--leaderboard and --entrant go together: which tournament, and whose place in it"
            )
        self._cases, self._rubric = cases, rubric
        self._html, self._csv, self._details = html, csv, details
        self._json, self._junit = as_json, junit
        self._gradescope, self._leaderboard, self._entrant = gradescope, leaderboard, entrant
        self._began = time.monotonic()

    def of_one(self, graded: GradedSubmission, everything: bool) -> None:
        """Write what came of one program."""
        if self._gradescope:
            seconds = time.monotonic() - self._began
            results = build_results(self._cases, graded, self._rubric, seconds, self._standing())
            write_results(self._gradescope, results)
        if self._html:
            from outply.report.grading.class_site import INDEX, page

            write_folder(self._html, [(INDEX, page(self._cases, graded, self._rubric, include_hidden=True))])
        if self._json:
            _write_json(self._json, json_export.submission_to_dict(self._cases, graded, self._rubric))
        self._write_tables([graded])
        if not self._takes_screen:
            show_program(_console(), score_submission(self._cases, graded, self._rubric), everything)

    def of_class(self, many: Sequence[GradedSubmission]) -> None:
        """Write what came of all submissions."""
        if self._html:
            from outply.report.grading.class_site import FOLDER, pages

            told = pages(self._cases, many, self._rubric)
            write_folder(self._html, told, stale=[f"{FOLDER}/*.html"])
        if self._json:
            _write_json(self._json, json_export.class_to_dict(self._cases, many, self._rubric))
        self._write_tables(many)
        if not self._takes_screen:
            show_class(_console(), ClassSummary(self._cases, many, self._rubric))

    def _standing(self) -> Entries:
        if self._leaderboard is None or self._entrant is None:
            return []
        return read_leaderboards(self._leaderboard).get(self._entrant, [])

    @property
    def _takes_screen(self) -> bool:
        return STANDARD in (self._csv, self._details, self._json, self._junit, self._gradescope)

    def _write_tables(self, many: Sequence[GradedSubmission]) -> None:
        if self._csv:
            write_output(self._csv, submissions_csv(self._cases, many, self._rubric))
        if self._details:
            write_output(self._details, cases_csv(self._cases, many, self._rubric))
        if self._junit:
            write_output(self._junit, junit(self._cases, many))


def _write_json(path: str, told: dict[str, Any]) -> None:
    write_output(path, json.dumps(told, indent=1) + "\n")


def _console() -> Any:
    from rich.console import Console

    # In a file or a pipe nothing is cut.
    return Console(highlight=False, width=None if sys.stdout.isatty() else 160)
