from collections.abc import Iterator

import pytest
from support.web.serving import Server, serving

from outply.web.search_slots import SearchSlots


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def small_server() -> Iterator[Server]:
    """A server with a single search slot and no queue."""
    with serving(SearchSlots(slots=1, max_queued=0)) as running:
        yield running
