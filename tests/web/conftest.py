import pytest
from support.serving import serving

from outply.web.search_slots import Desk


@pytest.fixture(scope="session")
def server():
    with serving() as running:
        yield running


@pytest.fixture
def small_server():
    """A server with one search at a time and nobody waiting."""
    with serving(Desk(slots=1, waiting=0)) as running:
        yield running
