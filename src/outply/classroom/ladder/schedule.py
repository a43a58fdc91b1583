"""The schedule of the ladder: the next pairings of the active versions and the baselines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from outply.arena.ratings import bradley_terry
from outply.classroom.database import ClassDatabase
from outply.classroom.ladder.games import CAN_PLAY, GameState, key_of
from outply.classroom.ladder.matchmaking import Entrant, Pair, choose_pairing
from outply.classroom.ladder.ranking import game_results
from outply.classroom.settings.class_settings import ClassSettings, ladder_board
from outply.classroom.submissions import DAY_S

MAX_SEED = 10**6

PAIRINGS_AT_ONCE = 8
"""Least number of pairings that are scheduled together."""


def is_open(settings: ClassSettings, now: float) -> bool:
    """Return whether the ladder starts games: the class is about programs that play, and accepts submissions."""
    return settings.ladder.is_open and settings.checks.preflight and not settings.is_closed(now)


def schedule_pairings(
    database: ClassDatabase, settings: ClassSettings, now: float, random: Random, count: int | None = None
) -> int:
    """Schedule the next pairings, at most `count`; return the number of their games.

    By default a tenth of the entrants are paired, because the fit of the ratings takes longer with each of them.

    A pairing has two games on one board, and each entrant moves first in one of them.
    """
    # Outside the transaction, which keeps requests waiting: only one thread schedules games.
    entrants = {one.key: one for one in list_entrants(database, settings, now)}
    met = Counter(count_meetings(database))
    games = 0
    with database.transaction():
        for _ in range(count or max(PAIRINGS_AT_ONCE, len(entrants) // 10)):
            max_games = settings.ladder.games_per_version
            pairing = choose_pairing(list(entrants.values()), met, max_games, random)
            if pairing is None:
                break
            board = ladder_board(settings, random.randrange(1, MAX_SEED))
            one, other = (entrant.key for entrant in pairing)
            for first, second in ((one, other), (other, one)):
                database.insert(
                    "ladder_game",
                    first=first,
                    second=second,
                    board=board.name,
                    start=board.start,
                    state=GameState.WAITING.value,
                    created_at=now,
                )
            games += 2
            met[frozenset((one, other))] += 2
            for entrant in pairing:
                entrants[entrant.key] = replace(entrant, games=entrant.games + 2)
    return games


def list_entrants(database: ClassDatabase, settings: ClassSettings, now: float) -> list[Entrant]:
    """Return the active versions and the baselines."""
    teams = {
        key_of(row["active_submission"]): row["id"]
        for row in database.rows(
            "SELECT team.id, active_submission FROM team JOIN submission ON submission.id = active_submission "
            f"WHERE {CAN_PLAY}"
        )
    }
    programs = {row["team"] for row in database.rows("SELECT team FROM baseline")}
    versions = {key: team for key, team in teams.items() if team not in programs}
    counts = Counter(
        key
        for row in database.rows("SELECT first, second FROM ladder_game WHERE state != ?", GameState.DROPPED.value)
        for key in (row["first"], row["second"])
    )
    paused = {key_of(row["submission"]) for row in database.rows("SELECT submission FROM ladder_pause")}
    cpu = cpu_by_team(database, now - DAY_S)
    limit_s = settings.ladder.cpu_minutes_per_day * 60
    baselines = [*(key for key in teams if key not in versions and key not in paused), *settings.ladder.baselines]
    # Without intervals, and only differences matter, so that the scale is of no importance.
    elo = bradley_terry.fit_elo(game_results(database), [*versions, *baselines]) if versions else {}
    entrants = [
        Entrant(
            key=key,
            team=team,
            games=counts[key],
            elo=elo[key],
            may_start=key not in paused and cpu.get(team, 0.0) < limit_s,
        )
        for key, team in versions.items()
    ]
    return entrants + [
        Entrant(key=name, team=None, games=counts[name], elo=elo.get(name, 0.0)) for name in baselines
    ]


def count_meetings(database: ClassDatabase) -> Mapping[Pair, int]:
    """Return how many games any two entrants have against each other."""
    rows = database.rows("SELECT first, second FROM ladder_game WHERE state != ?", GameState.DROPPED.value)
    return Counter(frozenset((row["first"], row["second"])) for row in rows)


def cpu_by_team(database: ClassDatabase, since: float) -> dict[int, float]:
    """Return the CPU seconds that the programs of each team have used in ladder games since a time."""
    teams = {key_of(row["id"]): row["team"] for row in database.rows("SELECT id, team FROM submission")}
    used: Counter[int] = Counter()
    columns = "first, second, first_cpu_s, second_cpu_s"
    query = f"SELECT {columns} FROM ladder_game WHERE state = ? AND finished_at >= ?"
    for row in database.rows(query, GameState.DONE.value, since):
        for key, seconds in ((row["first"], row["first_cpu_s"]), (row["second"], row["second_cpu_s"])):
            if key in teams:
                used[teams[key]] += seconds
    return dict(used)
