"""Enter players and settings, given as arguments or in a TOML file, into a tournament."""

from __future__ import annotations

import os
import secrets
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from outply.arena.tournament.plan import (
    OPEN_FORMATS,
    ROUND_ROBIN,
    SCHEDULE_VERSION,
    TOTAL,
    Board,
    Contestant,
    Plan,
    PlanError,
)
from outply.arena.tournament.state import TournamentState
from outply.formats import notation
from outply.formats.start import StartError, find_start
from outply.games import all_games
from outply.games.protocol import HasRandomBoards
from outply.players.contestant import fingerprint, has_makefile
from outply.players.protocol import PlayerError
from outply.players.registry import player
from outply.players.spec import PROGRAM
from outply.text import join_and, join_or, os_reason, plural

DEFAULT_GAMES = 6
DEFAULT_BOARD_SIZE = 8
DEFAULT_CPU_SECONDS = 200.0
DEFAULT_GAME = "warfare"

OPENING_PLIES = 4
"""Random moves at the start if the game has no random boards, because programs would repeat the same game.

The number is even, so that the first player is to move."""

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


def enter_players(
    state: TournamentState,
    players: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    *,
    without: Collection[str] = (),
    new_versions: bool = False,
) -> list[str]:
    """Start a tournament with `players`, or resume one and add `players` to its contestants.

    A player is a directory with a Makefile, a directory of such directories or the name of a built-in player.
    `settings` has the keys of `SETTING_TYPES`. A missing setting keeps its value in a resumed tournament and has
    its default in a new one. `without` names earlier contestants to remove. With `new_versions`, a directory
    replaces the earlier contestant of the same name. Returns notices about contestants that join, have changed or
    cannot take part.

    Raises PlanError if a player or a setting is invalid, or if a setting differs from the resumed tournament's.
    """
    settings = dict(settings or {})
    earlier = state.contestants
    found = find_contestants([*settings.pop("players", []), *players], earlier, new_versions=new_versions)
    problems = [problem for contestant in found if (problem := _name_problem(contestant))]
    new = [contestant for contestant in found if not _name_problem(contestant)]
    replaced = {*without, *(contestant.name for contestant in new)}
    staying = {one.name: one for one in _updated(one for one in earlier if one.name not in replaced)}
    # A contestant that is entered again keeps its place in the order of entry.
    places = {contestant.name: index for index, contestant in enumerate(earlier)}
    contestants = sorted([*staying.values(), *new], key=lambda one: places.get(one.name, len(places)))
    if len(contestants) < 2:
        raise PlanError(". ".join(["a tournament needs at least two contestants", *problems]))
    plan = make_plan(settings, state.plan)
    notices = [*problems, *_notices(state, contestants)]
    if (unused := len(plan.boards) - (plan.games + 1) // 2) > 0:
        notices.append(
            f"a pairing of {plural(plan.games, 'game')} uses {plural(len(plan.boards) - unused, 'board')}; "
            f"the last {unused} of {len(plan.boards)} boards are not used"
        )
    enter(state, plan, contestants, without)
    return notices


def enter(
    state: TournamentState, plan: Plan, contestants: Sequence[Contestant], without: Collection[str] = ()
) -> None:
    """Start a tournament in `state`, or resume it.

    After the first game, contestants may join or change only if the format is one of `OPEN_FORMATS`.
    `without` names earlier contestants that may be missing from `contestants`.

    Raises PlanError if the contestants are invalid, or if the plan or the contestants are inconsistent with the
    tournament in `state`.
    """
    if len(contestants) < 2:
        raise PlanError("a tournament needs at least two contestants")
    names = [contestant.name for contestant in contestants]
    if len(set(names)) < len(names):
        duplicate = next(name for name in names if names.count(name) > 1)
        raise PlanError(f"duplicate contestant name {duplicate!r}; a program is named after its directory")
    current_plan = state.plan
    if current_plan is not None and (differences := current_plan.differences(plan)):
        raise PlanError(
            f"{state.path} was created with other settings: {'; '.join(differences)}. "
            "Use --state FILE to start a new tournament."
        )
    old = {contestant.name: contestant.fingerprint for contestant in state.contestants}
    new = {contestant.name: contestant.fingerprint for contestant in contestants}
    if gone := sorted(set(old) - set(new) - set(without)):
        raise PlanError(
            f"missing contestants of {state.path}: {join_and(gone)}. Use --without NAME to remove a contestant."
        )
    if old and old != new and plan.format not in OPEN_FORMATS and state.outcomes():
        changed = sorted(name for name in old | new if old.get(name) != new.get(name))
        raise PlanError(
            f"the contestants of a {plan.format} tournament cannot change after its start: {join_and(changed)}"
        )
    state.begin(plan, contestants)


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


def find_contestants(
    players: Iterable[str], earlier: Iterable[Contestant] = (), *, new_versions: bool = False
) -> list[Contestant]:
    """Return the contestants for the players, which are given as in `enter_players`.

    A program is named after its directory. Directories of the same name are distinguished by a longer part of
    their paths, so that all names, including the names of `earlier` contestants, are unique. With `new_versions`,
    a directory has the name of the earlier contestant whose directory has the same name.

    Raises PlanError if a name is neither a directory with programs nor a built-in player.
    """
    contestants: list[Contestant] = []
    for name in players:
        directory = Path(name.removeprefix(PROGRAM))
        if not directory.is_dir():
            _require_player(name)
            contestants.append(Contestant(name, name))
            continue
        directories = [directory]
        if not has_makefile(directory):
            # Directories without a Makefile enter as well, so that their failed build is reported.
            directories = sorted(
                child for child in directory.iterdir() if child.is_dir() and child.name[0] not in "._"
            )
            if not any(map(has_makefile, directories)):
                raise PlanError(f"neither {name} nor a directory in it has a Makefile")
        contestants += map(_program, directories)
    return _with_unique_names(contestants, list(earlier), new_versions)


def find_contestant(player: str) -> Contestant:
    """Return the contestant for a directory or a built-in player. The contestant's name is `player`.

    Raises PlanError if there is no such player, or if the directory contains more than one program.
    """
    contestants = find_contestants([player])
    if len(contestants) != 1:
        raise PlanError(f"expected one program in {player}, found {len(contestants)}")
    if problem := _name_problem(contestants[0]):
        raise PlanError(problem)
    return replace(contestants[0], name=player.rstrip("/"))


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


def default_board(game: str | None, seed: int) -> str:
    """Return the name of the board with this seed: a random board, or random first moves if the game has none."""
    definition = all_games()[game or DEFAULT_GAME]
    is_random = isinstance(definition, HasRandomBoards)
    return f"random:{DEFAULT_BOARD_SIZE}:{seed}" if is_random else f"opening:{OPENING_PLIES}:{seed}"


def find_board(name: str, game: str | None = None, rules: str | None = None) -> Board:
    """Return the board with the given name or file name, of Warfare with raid rules by default.

    Raises PlanError if the board does not exist, if the second player is to move on it, or if the positions of the
    game cannot be written as text.
    """
    definition = all_games().get(game or DEFAULT_GAME)
    if definition is None:
        raise PlanError(f"unknown game {game!r}; expected {join_or(all_games())}")
    if not notation.has_text_format(definition):
        raise PlanError(f"a tournament needs positions as text, and {definition.title} has no `to_lines`")
    try:
        board_name, position = find_start(name, game_name=definition.name, rules=rules)
    except StartError as error:
        raise PlanError(str(error)) from None
    first, second = definition.players
    if position.to_move != first:
        message = f"expected a board on which {first} is to move, got {board_name}, on which {second} is to move"
        raise PlanError(message)
    return Board(board_name, notation.to_line(position))


def _check_game(plan: Plan, game: str | None, rules: str | None) -> None:
    """Raise PlanError if the game or the rules differ from those of the plan."""
    for setting, actual in zip((game, rules), plan.boards[0].start.split("/"), strict=False):
        if setting not in (None, actual):
            raise PlanError(f"the tournament has already been started with {actual}, got {setting}")


def _updated(contestants: Iterable[Contestant]) -> list[Contestant]:
    """Return the contestants with the current fingerprints of their directories.

    Raises PlanError if a directory no longer exists.
    """
    updated = []
    for contestant in contestants:
        if contestant.directory is not None:
            if not Path(contestant.directory).is_dir():
                raise PlanError(f"the directory of {contestant.name} is missing: {contestant.directory}")
            contestant = replace(contestant, fingerprint=fingerprint(Path(contestant.directory)))
        updated.append(contestant)
    return updated


def _notices(state: TournamentState, contestants: Sequence[Contestant]) -> list[str]:
    """Return notices about contestants that have changed, or that join a tournament after its start."""
    earlier = {contestant.name: contestant for contestant in state.contestants}
    notices = []
    if earlier and (late := [contestant.name for contestant in contestants if contestant.name not in earlier]):
        joins = "joins" if len(late) == 1 else "join"
        notices.append(
            f"{join_and(late)} {joins} the tournament in {state.path}, which has {len(earlier)} contestants and "
            f"{plural(len(state.outcomes()), 'game')}. Use --state FILE to start a new tournament."
        )
        bases = {PurePath(name).name: name for name in earlier}
        notices += [
            f"{name} joins in addition to {other}; use --new-versions if it is a new version of {other}"
            for name in late
            if "/" in name and (other := bases.get(PurePath(name).name))
        ]
    for contestant in contestants:
        before = earlier.get(contestant.name, contestant)
        if before.player != contestant.player:
            notices.append(f"{contestant.name} is now {contestant.directory}; it was {before.directory}")
        if before.fingerprint != contestant.fingerprint:
            notices.append(f"{contestant.name} has changed; its earlier games no longer count")
    return notices


def _program(directory: Path) -> Contestant:
    path = Path(os.path.abspath(directory))  # links are not resolved: the contestant has the link's name
    return Contestant(path.name, f"{PROGRAM}{path}", fingerprint(path))


def _require_player(name: str) -> None:
    try:
        player(name)
    except PlayerError as error:
        raise PlanError(f"{name!r} is neither a directory nor a built-in player: {error}") from None


def _relative_to(directory: Path, name: str) -> str:
    """Return the path of the player `name` below `directory` if that path exists; otherwise `name` unchanged."""
    prefix = PROGRAM if name.startswith(PROGRAM) else ""
    path = directory / name.removeprefix(PROGRAM)
    return f"{prefix}{path}" if os.path.exists(path) else name


def _check_type(path: Path, name: str, value: Any) -> None:
    if not isinstance(value, SETTING_TYPES[name]) or isinstance(value, bool):
        raise PlanError(f"{path}: invalid value of {name}: {value!r}")
    if isinstance(value, list) and not all(isinstance(item, str) for item in value):
        raise PlanError(f"{path}: expected a list of strings for {name}, got {value!r}")


def _with_unique_names(
    contestants: Sequence[Contestant], earlier: Sequence[Contestant], new_versions: bool
) -> list[Contestant]:
    """Return the contestants with a unique name for each directory.

    Earlier contestants keep their names. If the directory of an earlier contestant no longer exists, its name is
    free for another contestant. With `new_versions`, a directory takes the name of the earlier contestant whose
    name ends with the directory's name.

    Raises PlanError if the names of several earlier contestants end with the directory's name.
    """
    present = [other for other in earlier if other.directory is None or os.path.isdir(other.directory)]
    names = {other.player: other.name for other in reversed(present)}

    def named(contestant: Contestant) -> Contestant:
        if contestant.directory is None:
            return contestant
        name = names.get(contestant.player) or (new_versions and _earlier_name(contestant, earlier))
        return replace(contestant, name=name or _unique_name(contestant, [*contestants, *present]))

    return list(map(named, contestants))


def _unique_name(contestant: Contestant, others: Sequence[Contestant]) -> str:
    """Return the shortest suffix of the contestant's path that identifies the contestant.

    No other program has this suffix as its name or at the end of its path.
    """
    rivals = [other for other in others if other.directory and other.player != contestant.player]
    length = 1
    while any(_path_end(contestant, length) in (other.name, _path_end(other, length)) for other in rivals):
        length += 1
    return _path_end(contestant, length)


def _earlier_name(contestant: Contestant, earlier: Iterable[Contestant]) -> str | None:
    """Return the name of the earlier contestant of which `contestant` is a new version; None if there is none.

    Raises PlanError if several earlier contestants could be meant.
    """
    base = _path_end(contestant, 1)
    names = [other.name for other in earlier if other.directory and PurePath(other.name).name == base]
    if len(names) > 1:
        raise PlanError(
            f"{contestant.directory} could be a new version of {join_or(names)}. "
            "Use --without NAME to remove the others."
        )
    return names[0] if names else None


def _name_problem(contestant: Contestant) -> str | None:
    """Return why a program's name is not allowed in a tournament; None if it is allowed."""
    name = contestant.name
    if contestant.directory is None or (name.isprintable() and name == name.strip() and ":" not in name):
        return None
    return (
        f"{name!r} does not take part: a contestant's name must not contain ':', control characters or "
        "surrounding spaces. Rename the directory."
    )


def _path_end(contestant: Contestant, length: int) -> str:
    return "/".join(PurePath(contestant.directory or "").parts[-length:])
