"""A pytest plugin with the Hypothesis profiles. `complete` is the default of a run of all tests.

Examples are derandomized, so that a failure is caused by a change of the code. They have no deadline, because the
duration of an example depends on the machine.

This is not in conftest.py, which is imported once more by each test module that imports from it: the second import
would load the default again.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.errors import InvalidArgument

from support.plugins.selection import runs_everything

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("outply", PATIENT, max_examples=40, derandomize=True)
settings.register_profile("complete", PATIENT, max_examples=200, derandomize=True)
settings.register_profile("explore", PATIENT, max_examples=2000)
settings.load_profile("outply")


@pytest.hookimpl(tryfirst=True)  # the plugin of Hypothesis then loads the profile
def pytest_configure(config: pytest.Config) -> None:
    if config.option.hypothesis_profile is None:
        config.option.hypothesis_profile = profile_of(config.args, config.option.markexpr, config.option.keyword)
    try:
        settings.get_profile(config.option.hypothesis_profile)
    except InvalidArgument as error:
        raise pytest.UsageError(f"{error}; expected outply, complete or explore") from None


def profile_of(arguments: Sequence[str], markers: str, keywords: str) -> str:
    """Return the profile of a run of the tests that these options of pytest select."""
    return "complete" if runs_everything(arguments, markers, keywords) else "outply"
