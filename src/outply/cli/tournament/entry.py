"""Who enters a tournament and how it is held: what the command line and a small TOML file say."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from outply.arena.tournament.plan import PROGRAM, ROUND_ROBIN, Board, Entrant, Plan, PlanError
from outply.cli.options.position import find_start
from outply.cli.tournament.unique_names import told_apart
from outply.formats import notation
from outply.players.contestant import fingerprint, has_makefile
from outply.players.protocol import PlayerError
from outply.players.registry import player
from outply.text import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.tournament.state import Store

GAMES = 5
SIZE = 8
SECONDS = 200.0

SETTINGS = ("kind", "games", "boards", "seconds", "seed", "rounds", "players")


def settings(path: Path) -> dict[str, Any]:
    """Read a TOML file; paths in it are seen from where it is."""
    try:
        told = tomllib.loads(path.read_text())
    except OSError as error:
        raise PlanError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise PlanError(f"{path} is not TOML: it is no UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"{path} is not TOML: {error}") from None
    if unknown := sorted(set(told) - set(SETTINGS)):
        raise PlanError(f"{path}: there is no setting {unknown[0]!r}; there are {', '.join(SETTINGS)}")
    _expect_kinds(path, told)
    told["players"] = [_seen_from(path.parent, name) for name in told.get("players", [])]
    if "boards" in told:
        told["boards"] = [_seen_from(path.parent, name) for name in told["boards"]]
    return told


def entrants(names: list[str], known: Iterable[Entrant] = ()) -> list[Entrant]:
    """Return who enters: directories with a Makefile, directories of such directories, built-in players.

    Two directories of one name are told apart by their paths, also from those that are `known` from before.
    """
    found: list[Entrant] = []
    for name in names:
        folder = Path(name.removeprefix(PROGRAM))
        if not folder.is_dir():
            _expect_player(name)
            found.append(Entrant(name, name))
            continue
        folders = [folder]
        if not has_makefile(folder):
            # Those without a Makefile enter as well, and are told that they would not build.
            folders = sorted(inner for inner in folder.iterdir() if inner.is_dir() and inner.name[0] not in "._")
            if not any(map(has_makefile, folders)):
                raise PlanError(f"{name} has no Makefile, and neither has a directory in it")
        found += [_program(folder) for folder in folders]
    return told_apart(found, known)


def again(known: list[Entrant]) -> list[Entrant]:
    """Return those who entered before, as they are now."""
    found = []
    for entrant in known:
        if entrant.folder is not None:
            if not Path(entrant.folder).is_dir():
                raise PlanError(f"{entrant.name} is gone: there is no directory {entrant.folder}")
            entrant = Entrant(entrant.name, entrant.player, fingerprint(Path(entrant.folder)))
        found.append(entrant)
    return found


def plan(told: dict[str, Any], before: Plan | None = None) -> Plan:
    """Return the plan; what is not told is as it was `before`, or as usual."""
    usual: dict[str, Any] = {"kind": ROUND_ROBIN, "games": GAMES, "seconds": SECONDS, "seed": 0, "rounds": None}
    if before is not None:
        usual = {name: getattr(before, name) for name in usual}
        if told.get("kind", before.kind) != before.kind:
            usual["rounds"] = None  # which only a Swiss tournament has
    held = usual | {name: value for name, value in told.items() if name in usual}
    boards = [board(name) for name in told.get("boards", [])] or (before.boards if before is not None else ())
    if not boards:
        boards = [board(f"random:{SIZE}:{held['seed'] + number}") for number in range((held["games"] + 1) // 2)]
    return Plan(held["kind"], held["games"], boards, float(held["seconds"]), held["seed"], held["rounds"])


def news(store: Store, coming: list[Entrant]) -> list[str]:
    """Return what is new about who takes part in a tournament that has begun, in sentences."""
    known = {entrant.name: entrant for entrant in store.entrants}
    sentences = []
    if known and (late := [entrant.name for entrant in coming if entrant.name not in known]):
        played = plural(len(store.scores()), "game")
        join = "joins" if len(late) == 1 else "join"
        sentences.append(
            f"{', '.join(late)} {join} the tournament in {store.path}, which has {len(known)} who take part and "
            f"{played}; --state begins another one"
        )
    for entrant in coming:
        before = known.get(entrant.name, entrant)
        if before.player != entrant.player:
            sentences.append(f"{entrant.name} is {entrant.folder} now, and was {before.folder}")
        if before.digest != entrant.digest:
            sentences.append(f"{entrant.name} has changed; its games so far do not count any more")
    return sentences


def board(name: str) -> Board:
    """Return the board of that name or in that file; X moves first on it."""
    try:
        called, position = find_start("warfare", "raid", name)
    except click.UsageError as error:
        raise PlanError(error.message) from None
    if position.to_move != "X":
        raise PlanError(f"on the board {called} O is to move; X always moves first in a tournament")
    return Board(called, notation.to_line(position))


def _program(folder: Path) -> Entrant:
    whole = Path(os.path.abspath(folder))  # a link has a name of its own
    return Entrant(whole.name, f"{PROGRAM}{whole}", fingerprint(whole))


def _expect_player(name: str) -> None:
    try:
        player(name)
    except PlayerError as error:
        raise PlanError(f"there is no directory {name}, and {error}") from None


def _seen_from(folder: Path, name: str) -> str:
    prefix, rest = (PROGRAM, name.removeprefix(PROGRAM)) if name.startswith(PROGRAM) else ("", name)
    return f"{prefix}{folder / rest}" if os.path.exists(folder / rest) else name


def _expect_kinds(path: Path, told: dict[str, Any]) -> None:
    kinds: dict[str, Any] = {"kind": str, "games": int, "seconds": (int, float), "seed": int, "rounds": int}
    for name, kind in kinds.items():
        if name in told and (not isinstance(told[name], kind) or isinstance(told[name], bool)):
            raise PlanError(f"{path}: {name} cannot be {told[name]!r}")
    for name in ("boards", "players"):
        given = told.get(name, [])
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise PlanError(f"{path}: {name} is a list of texts, not {given!r}")
