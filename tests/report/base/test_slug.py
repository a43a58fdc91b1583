"""File-name slugs for untrusted names."""

import re

import pytest
from support.arena.tournaments import TRICKS

from outply.report.base.formatting import MAX_SLUG_CHARS, slug


def test_slug_has_lower_case_words_joined_by_dashes() -> None:
    assert slug("John  Smith (2)") == "john-smith-2"


@pytest.mark.parametrize("name", TRICKS)
def test_slug_is_a_safe_file_name(name: str) -> None:
    assert re.fullmatch(rf"|[a-z0-9]([a-z0-9-]{{0,{MAX_SLUG_CHARS - 2}}}[a-z0-9])?", slug(name))
