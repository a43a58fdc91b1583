"""The settings file of a class: TOML that is checked, and can be changed while the server runs."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from outply.arena.tournament.plan import ROUND_ROBIN, SWISS, PlanError
from outply.classroom.settings.class_settings import (
    Checks,
    ClassLimits,
    ClassSettings,
    Course,
    Deadline,
    GameSettings,
    LadderSettings,
    Mark,
    MetricsSettings,
    NotificationSettings,
    ProgramBaseline,
    SignIn,
    StorageSettings,
    TournamentSettings,
    Visibility,
    ladder_board,
    preflight_start,
    tournament_plan,
)
from outply.errors import UserError
from outply.formats.start import StartError
from outply.games import all_games
from outply.players.protocol import PlayerError
from outply.players.registry import player
from outply.players.spec import is_external
from outply.text import join_or, os_reason

TOURNAMENT_FORMATS = (ROUND_ROBIN, SWISS)
SMTP_SECURITY = ("starttls", "tls", "none")
MIN_SECRET_CHARS = 16

SECTIONS: Mapping[str, type] = {
    "course": Course,
    "game": GameSettings,
    "checks": Checks,
    "limits": ClassLimits,
    "ladder": LadderSettings,
    "tournament": TournamentSettings,
    "visibility": Visibility,
    "sign_in": SignIn,
    "notifications": NotificationSettings,
    "storage": StorageSettings,
    "metrics": MetricsSettings,
}

MAXIMA = {
    "upload_mib": 64,
    "smtp_port": 65_535,
    "case_memory_mib": 65_536,
    "preflight_moves": 338,
}
MAY_BE_ZERO = ("give_up_after_timeouts", "hidden_points", "keep_versions", "keep_days")


class SettingsError(UserError):
    """The settings are invalid; the message names the file and the setting."""


def parse(text: str, source: str, folder: Path | None = None) -> ClassSettings:
    """Parse the settings in a TOML text. `source` is the name of the file in messages.

    With `folder`, the directory of the class, the public suite must be a folder inside it.

    Raises SettingsError if a setting is unknown or invalid.
    """
    try:
        content = tomllib.loads(text)
    except ValueError as error:
        raise SettingsError(f"{source} is not valid TOML: {error}") from None
    _refuse_unknown(content, (*SECTIONS, "baselines", "marks", "deadlines"), source, "")
    sections = {name: _section(cls, content.get(name, {}), f"{source}: {name}") for name, cls in SECTIONS.items()}
    settings = ClassSettings(
        **sections,
        baselines=_baselines(content.get("baselines", []), source),
        marks=_marks(content.get("marks", []), source),
        deadlines=_deadlines(content.get("deadlines", []), source),
    )
    _check(settings, source, folder)
    return settings


def _refuse_unknown(table: Mapping[str, Any], expected: tuple[str, ...], source: str, prefix: str) -> None:
    if unknown := sorted(table.keys() - set(expected)):
        raise SettingsError(f"{source}: unknown setting {prefix}{unknown[0]}; expected {join_or(expected)}")


def _section(cls: Any, table: Any, where: str) -> Any:
    if not isinstance(table, dict):
        raise SettingsError(f"{where}: expected a table, got {table!r}")
    source, _, name = where.rpartition(": ")
    defaults = {one.name: getattr(cls(), one.name) for one in fields(cls)}
    _refuse_unknown(table, tuple(defaults), source, f"{name}.")
    return cls(**{key: _value(value, defaults[key], f"{where}.{key}") for key, value in table.items()})


def _value(value: Any, default: Any, where: str) -> Any:
    """Return a value of the type of `default`.

    Raises SettingsError if it has another type or is out of range.
    """
    key = re.split(r"[.:] ?", where)[-1]
    if isinstance(default, bool):
        return _expect(value, isinstance(value, bool), where, "true or false")
    if isinstance(default, str):
        is_text = isinstance(value, str) and value.isprintable()
        return _expect(value, is_text, where, "a text without control characters")
    if isinstance(default, tuple):
        is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return tuple(_expect(value, is_list, where, "a list of texts"))
    is_number = isinstance(value, int if isinstance(default, int) else int | float) and not isinstance(value, bool)
    low, high = 0 if key in MAY_BE_ZERO else 1 if isinstance(default, int) else 0.01, MAXIMA.get(key, 1_000_000)
    kind = "a whole number" if isinstance(default, int) else "a number"
    is_valid = is_number and math.isfinite(value) and low <= value <= high
    return type(default)(_expect(value, is_valid, where, f"{kind} from {low} to {high:,}"))


def _expect(value: Any, is_valid: bool, where: str, expected: str) -> Any:
    if not is_valid:
        raise SettingsError(f"{where}: expected {expected}, got {value!r}")
    return value


def _tables(tables: Any, source: str, name: str) -> list[dict[str, Any]]:
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise SettingsError(f"{source}: {name}: expected tables [[{name}]], got {tables!r}")
    return tables


def _baselines(tables: Any, source: str) -> tuple[ProgramBaseline, ...]:
    baselines = []
    for number, table in enumerate(_tables(tables, source, "baselines"), start=1):
        where = f"baselines, entry {number}"
        _refuse_unknown(table, ("name", "directory"), source, f"{where}: ")
        directory = _value(table.get("directory"), "", f"{source}: {where}: directory")
        name = _value(table.get("name", Path(directory).name), "", f"{source}: {where}: name").strip()
        if not name or not directory or name.startswith("#"):
            raise SettingsError(f"{source}: {where}: expected a directory, and a name that does not begin with #")
        baselines.append(ProgramBaseline(name=name, directory=directory))
    if len({one.name.casefold() for one in baselines}) < len(baselines):
        raise SettingsError(f"{source}: two baselines have the same name")
    return tuple(baselines)


def _marks(tables: Any, source: str) -> tuple[Mark, ...]:
    marks = []
    for number, table in enumerate(_tables(tables, source, "marks"), start=1):
        where = f"marks, entry {number}"
        _refuse_unknown(table, ("name", "player", "points"), source, f"{where}: ")
        player_name = _value(table.get("player"), "", f"{source}: {where}: player")
        name = _value(table.get("name", f"beats {player_name}"), "", f"{source}: {where}: name")
        points = _value(table.get("points", 1), 1.0, f"{source}: {where}: points")
        marks.append(Mark(name=name, player=player_name, points=points))
    if len({mark.name for mark in marks}) < len(marks):
        raise SettingsError(f"{source}: two marks have the same name")
    return tuple(marks)


def _deadlines(tables: Any, source: str) -> tuple[Deadline, ...]:
    tables = _tables(tables, source, "deadlines")
    deadlines = []
    for number, table in enumerate(tables, start=1):
        where = f"deadlines, entry {number}"
        _refuse_unknown(table, tuple(one.name for one in fields(Deadline)), source, f"{where}: ")
        name = _value(table.get("name", f"Deadline {number}"), "", f"{source}: {where}: name")
        due = _time(table.get("due"), f"{source}: {where}: due")
        closes = _time(table["closes"], f"{source}: {where}: closes") if "closes" in table else due
        if closes < due:
            raise SettingsError(f"{source}: {where}: closes is before due")
        hidden = {
            key: _value(table[key], default, f"{source}: {where}: {key}")
            for key, default in (("hidden_suite", ""), ("hidden_points", 0.0), ("release_hidden", False))
            if key in table
        }
        deadlines.append(Deadline(name=name, due=due, closes=closes, **hidden))
    if len({deadline.name for deadline in deadlines}) < len(deadlines):
        raise SettingsError(f"{source}: two deadlines have the same name")
    return tuple(sorted(deadlines, key=lambda deadline: deadline.due))


def _time(value: Any, where: str) -> float:
    is_time = isinstance(value, datetime) and value.tzinfo is not None
    expected = "a date and time with its offset, such as 2026-12-01T23:59:00+01:00"
    if isinstance(value, date) and not is_time:  # includes datetime
        value = value.isoformat()
    return float(_expect(value, is_time, where, expected).timestamp())


def _check(settings: ClassSettings, source: str, folder: Path | None) -> None:
    """Raise SettingsError if the settings contradict each other or name things that do not exist."""

    def refuse(setting: str, problem: object) -> None:
        raise SettingsError(f"{source}: {setting}: {problem}")

    url = urlsplit(settings.course.url)
    if url.scheme not in ("http", "https") or not url.hostname:
        refuse(
            "course.url", f"expected an address such as https://class.example.edu/, got {settings.course.url!r}"
        )
    if url.path.strip("/") or url.query or url.fragment:
        refuse("course.url", f"expected an address without a path, got {settings.course.url!r}")
    if not settings.course.title.strip():
        refuse("course.title", "expected a title")
    games = all_games()
    if settings.game.name not in games:
        refuse("game.name", f"expected {join_or(games)}, got {settings.game.name!r}")
    game, rules = games[settings.game.name], settings.game.rules
    if rules not in game.variants:
        refuse("game.rules", f"expected {join_or(game.variants)}, got {rules!r}")
    checks = settings.checks
    if checks.preflight:
        try:
            player(checks.preflight_opponent)
        except PlayerError as error:
            refuse("checks.preflight_opponent", error)
        try:
            preflight_start(settings)
        except (StartError, ValueError) as error:
            refuse("checks.preflight_board", error)
    elif not checks.public_suite:
        refuse("checks", "nothing is checked; set preflight = true, or name a public_suite")
    for baseline in settings.ladder.baselines:
        try:
            player(baseline)
        except PlayerError as error:
            refuse("ladder.baselines", error)
        if is_external(baseline):
            refuse("ladder.baselines", f"expected built-in players, got {baseline}")
    for one in settings.baselines:
        if one.name in settings.ladder.baselines:
            refuse(f"baseline {one.name!r}", "this is also a player of ladder.baselines; choose another name")
        if folder is not None and not (folder / one.directory).resolve().is_relative_to(folder.resolve()):
            refuse(f"baseline {one.name!r}", f"expected a path in the directory of the class, got {one.directory}")
    for mark in settings.marks:
        if mark.player not in (*settings.ladder.baselines, *(one.name for one in settings.baselines)):
            expected = "a player of ladder.baselines or the name of a baseline"
            refuse(f"mark {mark.name!r}", f"expected {expected}, got {mark.player!r}")
    try:
        ladder_board(settings, 1)
    except PlanError as error:
        refuse("ladder.board", error)
    if settings.tournament.format not in TOURNAMENT_FORMATS:
        refuse("tournament.format", f"expected {join_or(TOURNAMENT_FORMATS)}, got {settings.tournament.format!r}")
    try:
        tournament_plan(settings)
    except PlanError as error:
        refuse("tournament.board", error)
    suites = {"checks.public_suite": checks.public_suite}
    suites |= {f"deadline {one.name!r}: hidden_suite": one.hidden_suite for one in settings.deadlines}
    for setting, suite in suites.items():
        if suite and folder is not None and not _is_inside(folder / suite, folder):
            refuse(setting, f"expected a folder in the directory of the class, got {suite}")
        if setting != "checks.public_suite" and suite and suite == checks.public_suite:
            refuse(setting, "this is the public suite, which students see")
    _check_notifications(settings.notifications, refuse)
    if settings.sign_in.trusted_header:
        if not re.fullmatch(r"[A-Za-z0-9-]+", settings.sign_in.trusted_header):
            refuse("sign_in.trusted_header", "expected the name of a header, such as X-Remote-User")
        if not settings.sign_in.trusted_proxies:
            refuse("sign_in.trusted_proxies", "expected the address of the reverse proxy, such as 127.0.0.1")


def _check_notifications(settings: NotificationSettings, refuse: Callable[[str, object], None]) -> None:
    if settings.webhook_url:
        url = urlsplit(settings.webhook_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            refuse("notifications.webhook_url", "expected an address such as https://bot.example.edu/class")
        if len(settings.webhook_secret) < MIN_SECRET_CHARS:
            refuse("notifications.webhook_secret", f"expected at least {MIN_SECRET_CHARS} characters")
    if settings.smtp_security not in SMTP_SECURITY:
        refuse("notifications.smtp_security", f"expected {join_or(SMTP_SECURITY)}")
    if settings.smtp_host and "@" not in settings.mail_from:
        refuse("notifications.mail_from", "expected the address of the sender")
    if settings.smtp_user and settings.smtp_security == "none":
        refuse("notifications.smtp_user", "a password is not sent without TLS; set smtp_security")


def _is_inside(path: Path, folder: Path) -> bool:
    """Return whether a directory is in the directory of the class."""
    return path.resolve().is_relative_to(folder.resolve()) and path.is_dir()


class SettingsFile:
    """The settings in the file `path`, read again when the file changes.

    An invalid change is not in force: the last valid settings stay, and `problem` says what is wrong.

    Raises SettingsError if the file is invalid at first.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        self._stamp = self._stat()
        self._settings = self._read()

    def current(self) -> ClassSettings:
        """Return the settings in force."""
        try:
            stamp = self._stat()
            if stamp != self._stamp:
                self._stamp = stamp
                self._settings, self.problem = self._read(), ""
        except SettingsError as error:
            self.problem = str(error)
        return self._settings

    def _stat(self) -> tuple[int, int, int]:
        try:
            status = self.path.stat()
        except OSError as error:
            raise SettingsError(f"cannot read {self.path}: {os_reason(error)}") from None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _read(self) -> ClassSettings:
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"cannot read {self.path}: {os_reason(error)}") from None
        except UnicodeDecodeError:
            raise SettingsError(f"{self.path} is not UTF-8") from None
        return parse(text, str(self.path), self.path.parent)
