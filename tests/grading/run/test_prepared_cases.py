"""Runs on the next cases are prepared in the order of the cases, and every prepared run is closed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from support.grading.submissions import cases

from outply.grading.run.prepared_cases import PreparedCase, PreparedCases
from outply.grading.suite.case import Case

CASES = [replace(cases()[0], name=str(number)) for number in range(6)]


class Prepared:
    """A stand-in for a prepared case."""

    def __init__(self, case: Case) -> None:
        self.case, self.is_closed = case, False

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def prepared() -> Iterator[list[Prepared]]:
    """Collect the prepared cases, and check at the end of the test that all of them are closed."""
    runs: list[Prepared] = []
    yield runs
    assert all(run.is_closed for run in runs)


def preparation(prepared: list[Prepared], lookahead: int) -> PreparedCases:
    def prepare(case: Case) -> PreparedCase:
        prepared.append(Prepared(case))
        return cast("PreparedCase", prepared[-1])

    return PreparedCases(CASES, prepare, lookahead)


def case_of(run: PreparedCase) -> Case:
    return cast("Prepared", run).case


def test_as_many_cases_are_prepared_as_the_lookahead_allows(prepared: list[Prepared]) -> None:
    with preparation(prepared, lookahead=2) as runs:
        for index, case in enumerate(CASES):
            run = runs.take(case)
            assert case_of(run) is case
            assert len(prepared) <= index + 2
            runs.close_later(run)
    assert sorted(run.case.name for run in prepared) == [case.name for case in CASES]


def test_skipped_prepared_cases_are_closed(prepared: list[Prepared]) -> None:
    with preparation(prepared, lookahead=3) as runs:
        run = runs.take(CASES[4])
        assert case_of(run) is CASES[4]
        runs.close_later(run)


def test_prepared_cases_are_closed_after_an_error(prepared: list[Prepared]) -> None:
    def interrupted() -> None:
        with preparation(prepared, lookahead=3) as runs:
            runs.close_later(runs.take(CASES[0]))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()


def test_preparation_error_is_raised_when_its_case_is_taken() -> None:
    def prepare(case: Case) -> PreparedCase:
        raise OSError(case.name)

    with PreparedCases(CASES, prepare, 2) as runs, pytest.raises(OSError, match="0"):
        runs.take(CASES[0])
