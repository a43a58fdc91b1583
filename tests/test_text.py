"""Text helpers."""

import pytest

from outply.text import escape_controls, join_and, join_or, os_reason, plural, plural_noun


def test_plural_agrees_with_the_count() -> None:
    assert [plural(count, "game") for count in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [plural(count, "entry", "entries") for count in (1, 2)] == ["1 entry", "2 entries"]
    assert f"{1000:,} {plural_noun(1000, 'visit')}" == "1,000 visits"


@pytest.mark.parametrize(
    ("items", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_enumeration_has_one_conjunction_before_its_last_item(items: list[str], text: str) -> None:
    assert join_and(items) == text
    assert join_or(iter(items)) == text.replace("and", "or")


def test_unprintable_characters_are_escaped() -> None:
    assert escape_controls("plain, Zürich, 囲碁") == "plain, Zürich, 囲碁"
    assert escape_controls("\x1b[31m\u202egpj.exe\n") == r"\x1b[31m\u202egpj.exe\n"
    assert escape_controls("a\tb\nc\r", keep="\n\t") == "a\tb\nc\\r"
    assert escape_controls("a\x00b\udcff", replacement="?") == "a?b?"


def test_os_reason_is_lower_case_and_never_empty() -> None:
    assert os_reason(FileNotFoundError(2, "No such file or directory")) == "no such file or directory"
    assert os_reason(OSError("Broken")) == "broken"
