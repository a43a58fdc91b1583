"""Statistics of a class: scores, failures by case, and the most frequent mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outply.diagnosis.catalogue import MISTAKES_BY_NAME, Mistake
from outply.diagnosis.evidence import Level
from outply.diagnosis.mistake import family_of
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission
from outply.grading.submissions.collect import NO_SUBMISSION
from outply.grading.submissions.tools import MISSING_TOOL_REMEDY, Tool
from outply.grading.suite.case import Case
from outply.report.grading.scored import ScoredSubmission, requirement_text, score_submission
from outply.text import plural

HISTOGRAM_BINS = 10
"""Number of bins of equal width. Submissions with all points are in an additional bin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseStatistics:
    """The results of a class on one case. `failures` are the verdicts other than right with their frequencies."""

    case: Case
    right: int
    wrong: int
    not_run: int
    failures: tuple[tuple[str, int], ...]

    @property
    def requirement(self) -> str:
        """The requirement that the case tests, as a sentence; empty if unknown."""
        return requirement_text(self.case)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrequentMistake:
    """A mistake, and the number of submissions that have it as their likeliest mistake.

    `explains_all` is the number of those submissions for which the mistake, and no other, explains all answers.
    """

    mistake: Mistake
    submissions: int
    explains_all: int


class ClassSummary:
    """The scored submissions of a class, in the given order, and statistics of the class."""

    def __init__(self, cases: Sequence[Case], submissions: Iterable[GradedSubmission], rubric: Rubric) -> None:
        self.cases = tuple(cases)
        self.submissions = [score_submission(self.cases, graded, rubric) for graded in submissions]
        self.total = rubric.total(self.cases)

    @property
    def fully_right(self) -> int:
        """The number of submissions with every case right."""
        return sum(scored.right == len(self.cases) for scored in self.submissions)

    @property
    def not_runnable(self) -> list[ScoredSubmission]:
        """The submissions whose program could not be run, for a reason other than a missing tool."""
        return [one for one in self.submitted if one.graded.problem and not one.graded.is_tool_missing]

    @property
    def submitted(self) -> list[ScoredSubmission]:
        """The entries of students who submitted something."""
        return [one for one in self.submissions if one.graded.problem != NO_SUBMISSION]

    @property
    def not_submitted(self) -> list[ScoredSubmission]:
        """The entries of students on the roster who submitted nothing."""
        return [one for one in self.submissions if one.graded.problem == NO_SUBMISSION]

    @property
    def ungraded(self) -> list[ScoredSubmission]:
        """The submissions without a score, because a compiler or interpreter is not installed."""
        return [scored for scored in self.submissions if scored.graded.is_tool_missing]

    @property
    def ungraded_notice(self) -> str:
        """A notice about the submissions without a score; empty if there are none."""
        if not self.ungraded:
            return ""
        they = "They have no score, and lose" if len(self.ungraded) > 1 else "It has no score, and loses"
        return (
            f"{plural(len(self.ungraded), 'submission')}, because a compiler or interpreter is not installed on "
            f"this machine. {they} no points: {MISSING_TOOL_REMEDY}."
        )

    @property
    def unfinished(self) -> list[ScoredSubmission]:
        """The submissions without a score, because some of their cases are still to be run."""
        return [scored for scored in self.submissions if not scored.graded.is_finished]

    @property
    def unfinished_notice(self) -> str:
        """A notice about the submissions that are not completely graded; empty if there are none."""
        if not self.unfinished:
            return ""
        they = "They have" if len(self.unfinished) > 1 else "It has"
        return (
            f"{plural(len(self.unfinished), 'submission')} with cases that are still to be run. {they} no score "
            "yet: repeat the command to continue."
        )

    def tools(self) -> list[tuple[Tool, int]]:
        """Return the compilers and interpreters that ran, each with its number of submissions, most used first."""
        return Counter(tool for scored in self.submissions for tool in scored.graded.tools).most_common()

    @property
    def roster_columns(self) -> list[str]:
        """The columns among `late` and `attempt` that have a value for at least one submission."""
        columns = ("late", "attempt")
        return [name for name in columns if any(getattr(scored.graded, name) for scored in self.submissions)]

    def case_statistics(self) -> list[CaseStatistics]:
        """Return the statistics of each case, in the order of the cases."""
        return [self._case_statistics(index, case) for index, case in enumerate(self.cases)]

    def _case_statistics(self, index: int, case: Case) -> CaseStatistics:
        scored = [submission.cases[index] for submission in self.submissions]
        right, wrong = sum(one.is_right for one in scored), sum(one.is_wrong for one in scored)
        failures = Counter(one.label for one in scored if one.is_wrong).most_common()
        return CaseStatistics(
            case=case, right=right, wrong=wrong, not_run=len(scored) - right - wrong, failures=tuple(failures)
        )

    def likely_mistakes(self) -> list[FrequentMistake]:
        """Return the likeliest mistakes of the submissions, the most frequent first.

        Only the likeliest mistake of a submission is counted.
        """
        likeliest = [scored.likely_mistakes[0] for scored in self.submissions if scored.likely_mistakes]
        by_family = {family_of(likely.mistake): MISTAKES_BY_NAME[likely.mistake] for likely in likeliest}
        certain = [likely for likely in likeliest if likely.level is Level.EXPLAINS_ALL]
        explains_all = Counter(family_of(likely.mistake) for likely in certain)
        return [
            FrequentMistake(mistake=by_family[family], submissions=count, explains_all=explains_all[family])
            for family, count in Counter(family_of(likely.mistake) for likely in likeliest).most_common()
        ]

    def ranking(self) -> list[tuple[int, ScoredSubmission]]:
        """Return the submissions in descending order of score, each with its place; equal scores share a place."""
        ranking: list[tuple[int, ScoredSubmission]] = []
        graded_first = sorted(self.submissions, key=lambda scored: (not scored.graded.has_score, -scored.score))
        for index, scored in enumerate(graded_first):
            is_tied = bool(ranking) and ranking[-1][1].score == scored.score
            ranking.append((ranking[-1][0] if is_tied else index + 1, scored))
        return ranking

    def score_histogram(self) -> list[tuple[float, float, int]]:
        """Return the histogram of the scores: (low, high, count) for each bin.

        Submissions without a score are not counted. A bin includes `low` and excludes `high`. The last bin is for
        submissions with all points.
        """
        counts = [0] * (HISTOGRAM_BINS + 1)
        for scored in self.submissions:
            if not scored.graded.has_score:
                continue
            share = scored.score / self.total if self.total else 1.0
            counts[min(int(share * HISTOGRAM_BINS + 1e-9), HISTOGRAM_BINS)] += 1
        width = self.total / HISTOGRAM_BINS
        return [(width * step, width * min(step + 1, HISTOGRAM_BINS), count) for step, count in enumerate(counts)]
