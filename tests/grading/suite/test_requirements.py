"""The requirements that cases test."""

from collections import Counter

import pytest

from outply.diagnosis.catalogue import MISTAKES
from outply.grading.suite.requirements import (
    FORMAT,
    REQUIREMENTS,
    Requirement,
    requirement_sentence,
    requirement_violated_by,
)


def test_every_mistake_violates_exactly_one_requirement() -> None:
    violations = Counter(mistake for requirement in REQUIREMENTS for mistake in requirement.mistakes)
    assert violations == Counter(mistake.name for mistake in MISTAKES)


def test_names_and_sentences_are_unique() -> None:
    assert (
        len({requirement.name for requirement in REQUIREMENTS})
        == len({requirement.sentence for requirement in REQUIREMENTS})
        == len(REQUIREMENTS)
    )


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.name)
def test_requirement_is_one_short_sentence(requirement: Requirement) -> None:
    assert requirement_sentence(requirement.name) == requirement.sentence
    assert requirement.sentence.endswith(".")
    assert len(requirement.sentence) <= 100
    assert "\n" not in requirement.sentence


def test_output_format_is_a_requirement_without_mistakes() -> None:
    assert requirement_sentence(FORMAT)
    assert next(requirement for requirement in REQUIREMENTS if requirement.name == FORMAT).mistakes == ()


def test_requirement_of_a_mistake_is_found() -> None:
    assert requirement_violated_by("ties").name == "ties"
    assert requirement_violated_by("pass-uncounted").name == "passes"
    with pytest.raises(KeyError):
        requirement_violated_by("no such mistake")


def test_unknown_requirement_has_no_sentence() -> None:
    assert requirement_sentence("") == requirement_sentence("no such requirement") == ""
