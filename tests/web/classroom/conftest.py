"""The class server in process, with a clock that stands still."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.web.classrooms import FakeClock, Site, make_class


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def site(tmp_path: Path, clock: FakeClock) -> Iterator[Site]:
    with make_class(tmp_path / "class", clock=clock) as classroom:
        yield Site.of(classroom)
