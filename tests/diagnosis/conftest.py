"""Questions of the assignments, for tests that diagnose answers to them."""

from pathlib import Path

import pytest

from outply.formats.question import Question, read


@pytest.fixture
def warfare_question(examples: Path) -> Question:
    return read((examples / "warfare-3.in").read_bytes())


@pytest.fixture
def starcircle_question(examples: Path) -> Question:
    return read((examples / "starcircle-1.in").read_bytes())
