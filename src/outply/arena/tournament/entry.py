"""Enter players into a tournament: start or resume it, and report contestants that join or have changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from outply.arena.tournament.contestants import find_contestants, name_problem
from outply.arena.tournament.plan import OPEN_FORMATS, Contestant, Plan, PlanError
from outply.arena.tournament.settings import make_plan
from outply.arena.tournament.state import TournamentState
from outply.players.contestant import fingerprint
from outply.text import join_and, join_or, plural


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
    `settings` has the keys of `tournament.settings.SETTING_TYPES`. A missing setting keeps its value in a resumed
    tournament and has its default in a new one. `without` names contestants to remove or not to enter. With
    `new_versions`, a directory replaces the earlier contestant of the same name. Returns notices about contestants
    that join, have changed or cannot take part.

    Raises PlanError if a player or a setting is invalid, or if a setting differs from the resumed tournament's.
    """
    settings = dict(settings or {})
    earlier = state.contestants
    found = find_contestants(
        [*settings.pop("players", []), *players], earlier, without=without, new_versions=new_versions
    )
    unknown = sorted(set(without) - {contestant.name for contestant in (*earlier, *found)})
    found = [contestant for contestant in found if contestant.name not in without]
    problems = [problem for contestant in found if (problem := name_problem(contestant))]
    new = [contestant for contestant in found if not name_problem(contestant)]
    replaced = {*without, *(contestant.name for contestant in new)}
    staying = {one.name: one for one in _updated(one for one in earlier if one.name not in replaced)}
    # A contestant that is entered again keeps its place in the order of entry.
    places = {contestant.name: index for index, contestant in enumerate(earlier)}
    contestants = sorted([*staying.values(), *new], key=lambda one: places.get(one.name, len(places)))
    if len(contestants) < 2:
        raise PlanError(". ".join(["a tournament needs at least two contestants", *problems]))
    plan = make_plan(settings, state.plan)
    notices = [*problems, *_notices(state, contestants)]
    if unknown:
        names = [contestant.name for contestant in contestants]
        notices.append(f"--without: unknown contestant {join_and(unknown)}; expected {join_or(names)}")
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
