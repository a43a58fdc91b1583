"""Find contestants, directories with a Makefile or built-in players, and give them unique names."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from outply.arena.tournament.plan import Contestant, PlanError
from outply.players.contestant import fingerprint, has_makefile
from outply.players.protocol import PlayerError
from outply.players.registry import player
from outply.players.spec import PROGRAM
from outply.text import join_or


def find_contestants(
    players: Iterable[str],
    earlier: Iterable[Contestant] = (),
    *,
    without: Collection[str] = (),
    new_versions: bool = False,
) -> list[Contestant]:
    """Return the contestants for the players, which are given as in `entry.enter_players`.

    A program is named after its directory. Directories of the same name are distinguished by a longer part of
    their paths, so that all names, including the names of `earlier` contestants, are unique. With `new_versions`,
    a directory has the name of the earlier contestant whose directory has the same name. If there are several,
    those in `without` are not considered.

    Raises PlanError if a name is neither a directory with programs nor a built-in player, or if a directory could
    be a new version of several earlier contestants.
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
    earlier = list(earlier)
    return _with_unique_names(contestants, earlier, earlier if new_versions else [], without)


def find_contestant(player: str) -> Contestant:
    """Return the contestant for a directory or a built-in player. The contestant's name is `player`.

    Raises PlanError if there is no such player, or if the directory contains more than one program.
    """
    contestants = find_contestants([player])
    if len(contestants) != 1:
        raise PlanError(f"expected one program in {player}, found {len(contestants)}")
    if problem := name_problem(contestants[0]):
        raise PlanError(problem)
    return replace(contestants[0], name=player.rstrip("/"))


def name_problem(contestant: Contestant) -> str | None:
    """Return why a program's name is not allowed in a tournament; None if it is allowed."""
    name = contestant.name
    if contestant.directory is None or (name.isprintable() and name == name.strip() and ":" not in name):
        return None
    return (
        f"{name!r} does not take part: a contestant's name must not contain ':', control characters or "
        "surrounding spaces. Rename the directory."
    )


def _program(directory: Path) -> Contestant:
    path = Path(os.path.abspath(directory))  # links are not resolved: the contestant has the link's name
    return Contestant(path.name, f"{PROGRAM}{path}", fingerprint(path))


def _require_player(name: str) -> None:
    try:
        player(name)
    except PlayerError as error:
        raise PlanError(f"{name!r} is neither a directory nor a built-in player: {error}") from None


def _with_unique_names(
    contestants: Sequence[Contestant],
    earlier: Sequence[Contestant],
    replaceable: Sequence[Contestant],
    without: Collection[str],
) -> list[Contestant]:
    """Return the contestants with a unique name for each directory.

    Earlier contestants keep their names. If the directory of an earlier contestant no longer exists, its name is
    free for another contestant. A directory takes the name of the `replaceable` contestant whose name ends with
    the directory's name; `without` decides between several.

    Raises PlanError if a directory could be a new version of several replaceable contestants.
    """
    present = [other for other in earlier if other.directory is None or os.path.isdir(other.directory)]
    names = {other.player: other.name for other in reversed(present)}

    def named(contestant: Contestant) -> Contestant:
        if contestant.directory is None:
            return contestant
        name = names.get(contestant.player) or _earlier_name(contestant, replaceable, without)
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


def _earlier_name(
    contestant: Contestant, replaceable: Iterable[Contestant], without: Collection[str]
) -> str | None:
    """Return the name of the replaceable contestant of which `contestant` is a new version; None if there is none.

    Of several candidates, those in `without` are left out. If all of them are in `without`, the result is one of
    their names, so that `contestant` is left out with them.

    Raises PlanError if several contestants could be meant.
    """
    base = _path_end(contestant, 1)
    names = [other.name for other in replaceable if other.directory and PurePath(other.name).name == base]
    if len(names) > 1:
        names = [name for name in names if name not in without] or names[:1]
    if len(names) > 1:
        raise PlanError(
            f"{contestant.directory} could be a new version of {join_or(names)}. "
            "Use --without NAME to remove the others."
        )
    return names[0] if names else None


def _path_end(contestant: Contestant, length: int) -> str:
    return "/".join(PurePath(contestant.directory or "").parts[-length:])
