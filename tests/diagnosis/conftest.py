"""Questions that answers are compared with."""

import pytest

from outply.formats.question import read


@pytest.fixture
def war(examples):
    return read((examples / "warfare-3.in").read_bytes())


@pytest.fixture
def star(examples):
    return read((examples / "starcircle-1.in").read_bytes())
