"""Who is given up after timeouts in a row, and what is to be run after all."""

import pytest
from support.submissions import cases

from outply.grading.result.verdict import Verdict
from outply.grading.run.stopping import Patience, wanted

CASES = cases()
LETTERS = {"T": Verdict.TIMEOUT, "R": Verdict.RIGHT, "C": Verdict.CRASH}


@pytest.mark.parametrize(
    ("verdicts", "most", "over"),
    [
        ("TT", 2, True),
        ("T", 2, False),
        ("TRT", 2, False),
        ("TCT", 2, False),
        ("RTT", 2, True),
        ("TTTTTT", 0, False),
    ],
)
def test_it_is_over_after_so_many_timeouts_in_a_row(verdicts, most, over):
    patience = Patience(most)
    for letter in verdicts:
        patience.hear(LETTERS[letter])
    assert patience.is_over == over


@pytest.mark.parametrize(
    ("known", "most", "runs", "given_up"),
    [
        ("....", 2, "0123", False),
        ("TT..", 2, "", True),
        ("TT..", 0, "23", False),
        ("TT..", 3, "23", False),
        ("T.T.", 2, "13", False),
        ("TTR.", 2, "3", False),
        ("TT.R", 2, "", True),
        ("TTTT", 2, "", False),
    ],
)
def test_what_is_known_counts_and_what_is_not_is_run_until_it_is_over(known, most, runs, given_up):
    verdicts = {case.name: LETTERS[one] for case, one in zip(CASES, known, strict=True) if one != "."}
    assert wanted(CASES, verdicts, most) == (tuple(CASES[int(index)] for index in runs), given_up)
