"""Settings of a class: the template, errors that name the setting, and changes while the server runs."""

import os
from pathlib import Path

import pytest
from support.web.classrooms import make_class

from outply.classroom.settings.class_settings import ClassSettings, preflight_start
from outply.classroom.settings.file import SettingsError, SettingsFile, parse
from outply.classroom.settings.template import template

NEW = template("AI", "https://class.example.edu/", "warfare", "raid", public_suite="", preflight=True)
DEADLINES = """
[[deadlines]]
name = "Second"
due = 2027-02-01T00:00:00+01:00
[[deadlines]]
name = "First"
due = 2027-01-01T00:00:00+00:00
closes = 2027-01-03T00:00:00+00:00
"""


def test_template_states_the_defaults() -> None:
    settings = parse(NEW, "class.toml")
    defaults = ClassSettings()
    assert (settings.checks, settings.limits, settings.sign_in) == (
        defaults.checks,
        defaults.limits,
        defaults.sign_in,
    )
    assert settings.course.title == "AI"


def test_title_with_quotes_and_backslashes_survives_the_template() -> None:
    text = template('A "B" \\ C', "http://x.edu/", "warfare", "blitz", public_suite="", preflight=True)
    assert parse(text, "class.toml").course.title == 'A "B" \\ C'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[course", "is not valid TOML"),
        ("[cuorse]", "unknown setting cuorse; expected course, game"),
        ("[limits]\nupload = 3", "unknown setting limits.upload; expected upload_mib"),
        ("[limits]\nupload_mib = 0", "limits.upload_mib: expected a whole number from 1 to 64, got 0"),
        ("[limits]\nupload_mib = true", "limits.upload_mib: expected a whole number"),
        ("[limits]\ncase_cpu_seconds = nan", "limits.case_cpu_seconds: expected a number"),
        ("[checks]\npreflight = 1", "checks.preflight: expected true or false, got 1"),
        ("[checks]\npreflight_opponent = 'boss'", "checks.preflight_opponent: unknown player 'boss'"),
        ("[checks]\npreflight_board = 'Nowhere'", "checks.preflight_board: "),
        ("[checks]\npreflight = false", "checks: nothing is checked"),
        ("[game]\nname = 'chess'", "game.name: expected "),
        ("[game]\nrules = 'slow'", "game.rules: expected raid or blitz, got 'slow'"),
        ("[game]\nname = 'starcircle'\nrules = 'course'", "game.rules: "),
        ("[course]\nurl = 'class.edu'", "course.url: expected an address such as"),
        ("[course]\nurl = 'https://class.edu/ai/'", "course.url: expected an address without a path"),
        ("[course]\ntitle = ''", "course.title: expected a title"),
        ("[sign_in]\ntrusted_header = 'X-User'", "sign_in.trusted_proxies: expected the address"),
        ("[[deadlines]]\ndue = 2027-01-01", "deadlines, entry 1: due: expected a date and time with its offset"),
        ("[[deadlines]]\ndue = 2027-01-01T08:00:00", "+01:00, got '2027-01-01T08:00:00'"),
        ("[[deadlines]]\ndue = 2027-01-02T00:00:00Z\ncloses = 2027-01-01T00:00:00Z", "closes is before due"),
        ("deadlines = 3", "deadlines: expected tables"),
    ],
)
def test_error_names_the_file_and_the_setting(text: str, problem: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(text, "class.toml")
    assert str(caught.value).startswith("class.toml")
    assert problem in str(caught.value)


def test_deadlines_are_in_order_of_time() -> None:
    settings = parse(DEADLINES, "class.toml")
    first, second = settings.deadlines
    assert (first.name, second.name) == ("First", "Second")
    assert second.closes == second.due
    assert settings.deadline_at(first.due + 1) == first
    assert settings.deadline_at(first.closes + 1) == second
    assert not settings.is_closed(second.closes)
    assert settings.is_closed(second.closes + 1)


def test_suite_outside_of_the_class_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="expected a folder in the directory of the class"):
        parse("[checks]\npublic_suite = '..'", "class.toml", tmp_path)


def test_change_is_in_force_at_once_and_an_invalid_change_is_not(tmp_path: Path) -> None:
    path = tmp_path / "class.toml"
    path.write_text(NEW)
    file = SettingsFile(path)
    assert file.current().course.title == "AI"
    path.write_text(NEW.replace('"AI"', '"Search"'))
    assert file.current().course.title == "Search"
    path.write_text("[limits]\nupload_mib = 'big'")
    assert file.current().course.title == "Search"
    assert "limits.upload_mib" in file.problem
    os.remove(path)
    assert file.current().course.title == "Search"
    assert "cannot read" in file.problem
    path.write_text(NEW)
    assert (file.current().course.title, file.problem) == ("AI", "")


def test_class_uses_changed_settings(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        path = tmp_path / "class" / "class.toml"
        path.write_text(path.read_text().replace("upload_mib = 4", "upload_mib = 11"))
        assert classroom.settings.limits.upload_mib == 11


def test_preflight_has_a_default_board_in_every_game() -> None:
    warfare = parse("[checks]\npreflight_board = 'Narvik'", "class.toml")
    assert len({preflight_start(warfare), preflight_start(ClassSettings())}) == 2
    starcircle = parse("[game]\nname = 'starcircle'\nrules = 'standard'", "class.toml")
    assert preflight_start(starcircle).game == "starcircle"
