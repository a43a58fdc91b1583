"""The number of examples of properties in a run of the tests."""

import pytest
from conftest import ROOT
from hypothesis import settings
from support.plugins.hypothesis_profiles import profile_of


@pytest.mark.parametrize(
    ("arguments", "markers", "keywords", "profile"),
    [
        (["tests"], "", "", "complete"),
        (["tests"], "unit", "", "outply"),
        (["tests"], "", "search", "outply"),
        (["tests/search"], "", "", "outply"),
        (["tests", "docs"], "", "", "outply"),
    ],
)
def test_run_of_all_tests_tries_more_examples(
    arguments: list[str], markers: str, keywords: str, profile: str
) -> None:
    assert profile_of([str(ROOT / argument) for argument in arguments], markers, keywords) == profile


def test_profile_of_the_run_is_in_force(request: pytest.FixtureRequest) -> None:
    """Test modules import conftest.py again, which must not reset the profile."""
    profile = request.config.option.hypothesis_profile
    assert settings().max_examples == settings.get_profile(profile).max_examples
