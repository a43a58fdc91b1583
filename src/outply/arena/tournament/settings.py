"""Read the settings of a tournament from a TOML file, and make a plan from them."""

from __future__ import annotations

import os
import secrets
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from outply.arena.tournament.boards import default_board, find_board
from outply.arena.tournament.plan import ROUND_ROBIN, SCHEDULE_VERSION, TOTAL, Plan, PlanError
from outply.players.spec import PROGRAM
from outply.text import join_and, os_reason

DEFAULT_GAMES = 6
DEFAULT_CPU_SECONDS = 200.0

MAX_RANDOM_SEED = 999_999
"""Highest seed of a tournament whose settings name no seed. The names of its random boards contain the seed."""

SETTING_TYPES: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "rules": str,
    "format": str,
    "games": int,
    "boards": list,
    "seconds": (int, float),
    "cpu_time": str,
    "seed": int,
    "rounds": int,
    "title": str,
    "players": list,
}


def read_settings(path: Path) -> dict[str, Any]:
    """Read settings from a TOML file. Paths in the file are relative to the directory of the file.

    Raises PlanError if the file cannot be read or a setting is invalid.
    """
    try:
        settings = tomllib.loads(path.read_text())
    except OSError as error:
        raise PlanError(f"cannot read {path}: {os_reason(error)}") from None
    except UnicodeDecodeError:
        raise PlanError(f"{path} is not valid TOML: expected UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"{path} is not valid TOML: {error}") from None
    if "kind" in settings:  # the name of the setting in Outply 0.1
        settings.setdefault("format", settings.pop("kind"))
    if unknown := sorted(set(settings) - set(SETTING_TYPES)):
        raise PlanError(f"{path}: unknown setting {unknown[0]!r}; expected {', '.join(SETTING_TYPES)}")
    for name, value in settings.items():
        _check_type(path, name, value)
    for name in {"players", "boards"} & settings.keys():
        settings[name] = [_relative_to(path.parent, item) for item in settings[name]]
    return settings


def make_plan(settings: Mapping[str, Any], current: Plan | None = None) -> Plan:
    """Return the plan with these settings. Missing settings come from the `current` plan, or have their defaults.

    The default seed is random, so that no contestant can choose its name for the lot.

    Raises PlanError if a setting is invalid.
    """
    values: dict[str, Any] = {
        "format": ROUND_ROBIN,
        "games": DEFAULT_GAMES,
        "seconds": DEFAULT_CPU_SECONDS,
        "seed": secrets.randbelow(MAX_RANDOM_SEED + 1),
        "rounds": None,
        "title": "",
        "schedule_version": SCHEDULE_VERSION,
        "cpu_time": TOTAL,
    }
    if current is not None:
        values = {name: getattr(current, name) for name in values}
        if settings.get("format", current.format) != current.format:
            values["rounds"] = None  # only Swiss tournaments have it
    values |= {name: value for name, value in settings.items() if name in values}
    game, rules = settings.get("game"), settings.get("rules")
    boards = tuple(find_board(name, game, rules) for name in settings.get("boards", ()))
    if not boards and current is not None:
        boards = current.boards
        _check_game(current, game, rules)
    if not boards:
        seeds = range(values["seed"], values["seed"] + (values["games"] + 1) // 2)
        boards = tuple(find_board(default_board(game, seed), game, rules) for seed in seeds)
    if len(played := {"/".join(board.start.split("/")[:2]) for board in boards}) > 1:
        raise PlanError(f"expected boards of one game with the same rules, got {join_and(sorted(played))}")
    return Plan(**values | {"seconds": float(values["seconds"]), "boards": boards})


def _check_game(plan: Plan, game: str | None, rules: str | None) -> None:
    """Raise PlanError if the game or the rules differ from those of the plan."""
    for setting, actual in zip((game, rules), plan.boards[0].start.split("/"), strict=False):
        if setting not in (None, actual):
            raise PlanError(
                f"the tournament has already been started with {actual}, got {setting}. "
                "Use --state FILE to start a new tournament."
            )


def _check_type(path: Path, name: str, value: Any) -> None:
    if not isinstance(value, SETTING_TYPES[name]) or isinstance(value, bool):
        raise PlanError(f"{path}: invalid value of {name}: {value!r}")
    if isinstance(value, list) and not all(isinstance(item, str) for item in value):
        raise PlanError(f"{path}: expected a list of strings for {name}, got {value!r}")


def _relative_to(directory: Path, name: str) -> str:
    """Return the path of the player or board `name` below `directory`; if that does not exist, return `name`."""
    prefix = PROGRAM if name.startswith(PROGRAM) else ""
    path = directory / name.removeprefix(PROGRAM)
    return f"{prefix}{path}" if os.path.exists(path) else name
