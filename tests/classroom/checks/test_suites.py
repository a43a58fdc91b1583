"""The public suite of a class: only cases of its game."""

from pathlib import Path

import pytest

from outply.classroom.checks.suites import read_suite
from outply.classroom.settings.class_settings import GameSettings
from outply.grading.suite.folder import SuiteError


def test_cases_of_other_games_are_left_out(examples: Path) -> None:
    for name, variant in (("warfare", "raid"), ("starcircle", "forward")):
        suite = read_suite(examples, GameSettings(name=name, rules=variant))
        assert {case.question.position.game for case in suite.cases} == {name}


def test_suite_without_a_case_of_the_game_is_refused(examples: Path, tmp_path: Path) -> None:
    for path in examples.glob("warfare-1.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(SuiteError, match="no case of the game of the class, starcircle"):
        read_suite(tmp_path, GameSettings(name="starcircle", rules="forward"))
