"""The results of a grading on the terminal and in files."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.grade.render import print_class, print_program, print_similar
from outply.cli.options import refuse_shared_stdout
from outply.cli.terminal import stdout_console
from outply.formats.atomic_io import STANDARD, write_folder, write_output
from outply.grading.gradescope.leaderboard import Entries, read_leaderboards
from outply.grading.gradescope.results import build_results
from outply.grading.gradescope.results_file import write_results
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission
from outply.grading.similarity.submissions import ClassSimilarity
from outply.grading.suite.case import Case
from outply.report.grading import export
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.export import cases_csv, submissions_csv
from outply.report.grading.junit import junit
from outply.report.grading.scored import score_submission

if TYPE_CHECKING:
    from outply.report.grading.site_page import Heading


class GradeOutputs:
    """The outputs that the options of `outply grade` select. `suite` is the name of the folder of cases.

    Raises UsageError if the options contradict each other.
    """

    def __init__(
        self,
        cases: Sequence[Case],
        rubric: Rubric,
        *,
        suite: str,
        html: Path | None,
        csv: str | None,
        details: str | None,
        json_file: str | None,
        junit: str | None,
        similar_csv: str | None,
        gradescope: str | None,
        leaderboard: Path | None,
        contestant: str | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if leaderboard and not gradescope:
            raise click.UsageError("--leaderboard requires --gradescope")
        if leaderboard is not None and contestant is None:
            raise click.UsageError("--leaderboard requires --contestant")
        if contestant is not None and leaderboard is None:
            raise click.UsageError("--contestant requires --leaderboard")
        targets = {"csv": csv, "details": details, "json": json_file, "junit": junit}
        targets |= {"similar-csv": similar_csv, "gradescope": gradescope}
        refuse_shared_stdout(**targets)
        self._uses_stdout = STANDARD in targets.values()
        self._cases, self._rubric, self._suite = cases, rubric, suite
        self._html, self._csv, self._details = html, csv, details
        self._json, self._junit, self._similar_csv = json_file, junit, similar_csv
        self._gradescope, self._leaderboard, self._contestant = gradescope, leaderboard, contestant
        self._clock, self._started = clock, clock()

    def write_program(self, graded: GradedSubmission, show_all: bool) -> None:
        """Write the results of one program to the selected outputs; `show_all` prints every wrong case."""
        if self._gradescope:
            seconds = self._clock() - self._started
            results = build_results(self._cases, graded, self._rubric, seconds, self._standing())
            write_results(self._gradescope, results)
        if self._html:
            from outply.report.grading.case_trees import FILE_PATTERNS
            from outply.report.grading.class_site import program_pages

            files = program_pages(self._cases, graded, self._rubric, heading=self._heading())
            write_folder(self._html, files, stale=FILE_PATTERNS)
        if self._json:
            _write_json(self._json, export.submission_to_dict(self._cases, graded, self._rubric))
        self._write_tables([graded])
        if not self._uses_stdout:
            print_program(stdout_console(), score_submission(self._cases, graded, self._rubric), show_all)

    def write_class(
        self, submissions: Sequence[GradedSubmission], similarity: ClassSimilarity | None = None
    ) -> None:
        """Write the results of all submissions of a class to the selected outputs.

        `similarity` is the comparison of the submissions with each other; None if they were not compared.
        """
        if self._html:
            from outply.report.grading.class_site import FILE_PATTERNS, pages

            files = pages(self._cases, submissions, self._rubric, heading=self._heading(), similarity=similarity)
            write_folder(self._html, files, stale=FILE_PATTERNS)
        if self._json:
            _write_json(self._json, export.class_to_dict(self._cases, submissions, self._rubric, similarity))
        if self._similar_csv and similarity is not None:
            write_output(self._similar_csv, export.similar_csv(similarity))
        self._write_tables(submissions)
        if not self._uses_stdout:
            print_class(stdout_console(), ClassSummary(self._cases, submissions, self._rubric))
            if similarity is not None:
                print_similar(stdout_console(), similarity)

    def _heading(self) -> Heading:
        from outply.report.grading.site_page import Heading

        return Heading(suite=self._suite, day=date.today())

    def _standing(self) -> Entries:
        if self._leaderboard is None or self._contestant is None:
            return []
        return read_leaderboards(self._leaderboard).get(self._contestant, [])

    def _write_tables(self, submissions: Sequence[GradedSubmission]) -> None:
        if self._csv:
            write_output(self._csv, submissions_csv(self._cases, submissions, self._rubric))
        if self._details:
            write_output(self._details, cases_csv(self._cases, submissions, self._rubric))
        if self._junit:
            write_output(self._junit, junit(self._cases, submissions))


def _write_json(path: str, data: dict[str, Any]) -> None:
    write_output(path, json.dumps(data, indent=1) + "\n")
