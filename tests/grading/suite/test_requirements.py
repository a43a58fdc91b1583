"""The rules that cases test."""

from collections import Counter

import pytest

from outply.diagnosis.catalogue import MISTAKES
from outply.grading.suite.requirements import FORMAT, RULES, rule_of, sentence_of


def test_every_usual_mistake_breaks_exactly_one_rule():
    broken = Counter(mistake for rule in RULES for mistake in rule.mistakes)
    assert broken == Counter(mistake.name for mistake in MISTAKES)


def test_names_and_sentences_are_different():
    assert len({rule.name for rule in RULES}) == len({rule.sentence for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_is_one_short_sentence_found_by_its_name(rule):
    assert sentence_of(rule.name) == rule.sentence
    assert rule.sentence.endswith(".")
    assert len(rule.sentence) <= 100
    assert "\n" not in rule.sentence


def test_the_bytes_of_the_output_are_a_rule_that_no_solver_breaks():
    assert sentence_of(FORMAT)
    assert next(rule for rule in RULES if rule.name == FORMAT).mistakes == ()


def test_the_rule_of_a_mistake_is_the_one_that_names_it():
    assert rule_of("ties").name == "ties"
    assert rule_of("pass-uncounted").name == "passes"
    with pytest.raises(KeyError):
        rule_of("no such mistake")


def test_an_unknown_rule_has_no_sentence():
    assert sentence_of("") == sentence_of("no such rule") == ""
