"""Programs that loop: after so many timeouts in a row, the cases that are left are not run.

A program that is given up might have answered a later case. So nobody is given up unless that is asked for, and
what is known of a case counts anyhow: only those are left out that would have to be run.
"""

from __future__ import annotations

from outply.grading.result.verdict import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from outply.grading.suite.case import Case


class Patience:
    """Counts the timeouts of one program in a row; it is over after `most` of them, and never if that is 0."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._in_a_row = 0

    @property
    def is_over(self) -> bool:
        return 0 < self._most <= self._in_a_row

    def hear(self, verdict: Verdict | None) -> None:
        """Take in what came of the next case; None if nobody knows."""
        self._in_a_row = self._in_a_row + 1 if verdict is Verdict.TIMEOUT else 0


def to_run(cases: Iterable[Case], known: Mapping[str, Verdict], most: int) -> Iterator[Case]:
    """Yield the cases that are to be run; whoever runs one adds its verdict to what is `known` before the next."""
    patience = Patience(most)
    for case in cases:
        if case.name not in known:
            if patience.is_over:
                continue
            yield case
        patience.hear(known.get(case.name))


def wanted(cases: Sequence[Case], known: Mapping[str, Verdict], most: int) -> tuple[tuple[Case, ...], bool]:
    """Return the cases that are to be run by what is known of others, and whether some are given up."""
    found = tuple(to_run(cases, known, most))
    return found, len(found) < sum(case.name not in known for case in cases)
