"""The checks of tools/check_prose.py."""

import pytest
from conftest import ROOT
from support.modules import load_module

check_prose = load_module(ROOT / "tools" / "check_prose.py")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("x = 1  # nobody reads this", "nobody"),  # prose: ok
        ("It works there, too.", ", too"),  # prose: ok
        ("programs of strangers", "strangers"),  # prose: ok
        ("behind walls", "walls"),  # prose: ok
        ("the page is told", "told"),  # prose: ok
        ("a file that there is not", "that there is not"),  # prose: ok
    ],
)
def test_banned_word_is_reported_with_its_line(text: str, word: str) -> None:
    ((line, found, advice),) = check_prose.find_words(f"fine\n{text}\n")
    assert (line, found) == (2, word)
    assert advice


@pytest.mark.parametrize("text", ["seconds of wall time", "the wall clock", "too large", "x  # nobody, prose: ok"])
def test_technical_terms_and_justified_uses_of_banned_words_are_allowed(text: str) -> None:
    assert list(check_prose.find_words(text)) == []


@pytest.mark.parametrize(
    "subject", ["Add a glossary", "grading: merge duplicate roster rows", "docs: pass the board by name"]
)
def test_imperative_commit_subject_is_accepted(subject: str) -> None:
    assert check_prose.check_subject(subject) is None


@pytest.mark.parametrize(
    ("subject", "problem"),
    [
        ("Merge the duplicate rows of a roster and report an empty submission as what it is", "characters"),
        ("What one does is not lost", "imperative"),
        ("grading: merges duplicate rows", "imperative"),
        ("Added a glossary", "imperative"),
        ("cli: renaming of options", "imperative"),
    ],
)
def test_bad_commit_subject_is_reported_with_the_reason(subject: str, problem: str) -> None:
    assert problem in check_prose.check_subject(subject)
