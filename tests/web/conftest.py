import pytest
from support.serving import serving

from outply.web.search_slots import SearchSlots


@pytest.fixture(scope="session")
def server():
    with serving() as running:
        yield running


@pytest.fixture
def small_server():
    """A server with a single search slot and no queue."""
    with serving(SearchSlots(slots=1, max_queued=0)) as running:
        yield running
