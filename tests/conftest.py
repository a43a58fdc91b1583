from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent

# How long an example takes depends on the machine, and no test here is about time.
settings.register_profile("outply", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("outply")


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of the assignments' own examples: x.in and x.out."""
    return ROOT / "examples"
