"""Questions of the assignments to diagnose answers to."""

import pytest

from outply.formats.question import read


@pytest.fixture
def warfare_question(examples):
    return read((examples / "warfare-3.in").read_bytes())


@pytest.fixture
def starcircle_question(examples):
    return read((examples / "starcircle-1.in").read_bytes())
