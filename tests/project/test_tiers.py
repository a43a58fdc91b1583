"""What a run of the tests says about the tests that it left out."""

from collections import Counter

import pytest
from support.plugins.tiers import not_tested, tier_of


def skip(reason: str) -> pytest.TestReport:
    place = ("tests/test_x.py", 1, f"Skipped: {reason}")
    return pytest.TestReport("x", ("x", 1, "x"), {}, "skipped", place, "setup")


def test_complete_run_says_nothing() -> None:
    assert list(not_tested(Counter(), [])) == []


def test_tiers_that_were_not_selected_are_counted() -> None:
    (sentence,) = not_tested(Counter({"browser": 3, "system": 1200}), [])
    assert sentence == "Not selected: 1,200 system, 3 browser. To run everything: python3 run.py pytest"


def test_skipped_tests_are_counted_by_reason_with_the_command_that_installs_what_is_missing() -> None:
    bubblewrap = "bubblewrap is not installed; install it with: apt-get install bubblewrap"
    (sentence,) = not_tested(Counter(), [skip("no node"), skip(bubblewrap), skip(bubblewrap)])
    assert sentence.startswith("Not tested: 2 because bubblewrap is not installed; 1 because no node. ")
    assert sentence.endswith("python3 run.py --install-tools")


def test_command_is_named_only_if_it_installs_what_is_missing() -> None:
    assert list(not_tested(Counter(), [skip("no node")])) == ["Not tested: 1 because no node."]


def test_tier_follows_from_fixtures_and_from_what_a_test_calls(request: pytest.FixtureRequest) -> None:
    assert tier_of(request.node) == "unit"
