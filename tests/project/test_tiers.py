"""The tiers of tests, and what a run of the tests says about the tests that it left out."""

import subprocess
from collections import Counter
from collections.abc import Callable
from itertools import chain

import pytest
from hypothesis import given
from hypothesis.strategies import integers
from support.plugins.tiers import PATHS, SLOW_PATHS, TESTS, not_tested, tier_of


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


def run_program() -> None:
    subprocess.run(["true"], check=True)


@pytest.fixture
def running_program() -> None:
    run_program()


def adds() -> None:
    assert sum([1, 2]) == 3


def starts_a_program() -> None:
    subprocess.run(["true"], check=True)


def calls_a_function_that_starts_a_program() -> None:
    run_program()


def uses_a_fixture_that_starts_a_program(running_program: None) -> None:
    pass


def uses_the_sandbox(needs_sandbox: None) -> None:
    pass


@given(integers())
def states_a_property(number: int) -> None:
    assert number == number + 0


@given(integers())
def states_a_property_of_a_program(number: int) -> None:
    run_program()


@pytest.mark.parametrize(
    ("function", "tier"),
    [
        (adds, "unit"),
        (starts_a_program, "system"),
        (calls_a_function_that_starts_a_program, "system"),
        (uses_a_fixture_that_starts_a_program, "system"),
        (uses_the_sandbox, "system"),
        (states_a_property, "properties"),
        (states_a_property_of_a_program, "system"),
    ],
)
def test_tier_follows_from_fixtures_and_from_what_a_test_calls(
    function: Callable[..., None], tier: str, request: pytest.FixtureRequest
) -> None:
    module = request.node.getparent(pytest.Module)
    item = pytest.Function.from_parent(module, name=function.__name__, callobj=function)
    assert tier_of(item) == tier


def test_folders_and_modules_with_a_tier_of_their_own_exist() -> None:
    names = [*chain.from_iterable(PATHS.values()), *SLOW_PATHS]
    assert [name for name in names if not (TESTS / name).exists()] == []
