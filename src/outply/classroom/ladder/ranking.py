"""Ratings and standings of the ladder, which follow from its finished games."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from outply.arena.ratings import bradley_terry
from outply.arena.ratings.elo import Z_95, Rating
from outply.classroom.database import ClassDatabase
from outply.classroom.ladder.games import CAN_PLAY, GameState, key_of, submission_of
from outply.classroom.settings.class_settings import ClassSettings
from outply.players.ratings import GAME as RATED_GAME
from outply.players.ratings import ratings as known_ratings

DEFAULT_ELO = 1000.0
"""Rating of the first baseline if its strength in the game was not measured."""

MAX_AGE_S = 10.0
"""Time after which changed ratings are computed again, which takes 0.5 s for 1,200 versions."""

MIN_GROWTH = 1.02
"""Growth of the number of games after which ratings are computed again at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow:
    """An entrant on the ladder: a version or a baseline, which is a player if `submission` is None, or a program.

    `is_active` says whether the version is the active one of its team. `pause` is the reason why it plays no more
    games; empty if it plays.
    """

    key: str
    title: str
    submission: int | None
    team: int | None
    version: int | None
    rating: Rating
    games: int
    points: float
    failures: int
    is_active: bool
    pause: str = ""
    is_baseline: bool = False


def ratings(database: ClassDatabase, settings: ClassSettings, keys: Iterable[str]) -> dict[str, Rating]:
    """Return the ratings of all entrants with games and of those with the given keys.

    The model is Davidson's, fitted to all finished games. The scale is that of the baselines whose strength was
    measured; otherwise the first baseline has the rating 1000, or without baselines the mean has it.
    """
    results, names = game_results(database), list(keys)
    if not results and not names:
        return {}
    fitted = bradley_terry.fit(results, names, has_superiority=False).by_player()
    shift = _shift(fitted, settings)
    return {
        name: Rating(rating.elo + shift, rating.low + shift, rating.high + shift)
        for name, rating in fitted.items()
    }


def game_results(database: ClassDatabase) -> list[bradley_terry.Game]:
    """Return the finished games."""
    rows = database.rows("SELECT first, second, points FROM ladder_game WHERE state = ?", GameState.DONE.value)
    return [(row["first"], row["second"], row["points"]) for row in rows]


def _shift(fitted: Mapping[str, Rating], settings: ClassSettings) -> float:
    """Return the number to add to fitted ratings."""
    baselines = [name for name in settings.ladder.baselines if name in fitted]
    known = known_ratings() if settings.game.name == RATED_GAME else {}
    differences = [
        known[name].elo - fitted[name].elo
        for name in baselines
        if name in known and not known[name].is_lower_bound and math.isfinite(fitted[name].elo)
    ]
    if differences:
        return sum(differences) / len(differences)
    return DEFAULT_ELO - (fitted[baselines[0]].elo if baselines else 0.0)


def standings(
    database: ClassDatabase, settings: ClassSettings, known: Mapping[str, Rating] | None = None
) -> list[LadderRow]:
    """Return the active versions that can play, those with games and the baselines, the strongest first.

    With `known`, ratings are not computed: a version that is not in `known` has the rating of one without games.
    """
    versions = {
        key_of(row["id"]): row
        for row in database.rows(
            "SELECT submission.id, submission.team, version, alias, ladder_pause.reason, "
            "active_submission = submission.id AS is_active, "
            f"active_submission = submission.id AND {CAN_PLAY} AS is_entrant, "
            "submission.team IN (SELECT team FROM baseline) AS is_baseline "
            "FROM submission JOIN team ON team.id = submission.team "
            "LEFT JOIN ladder_pause ON ladder_pause.submission = submission.id"
        )
    }
    scores = {
        row["key"]: row
        for row in database.rows(
            "SELECT key, sum(games) AS games, sum(points) AS points, sum(failures) AS failures FROM ("
            "SELECT first AS key, count(*) AS games, sum(points) AS points, sum(failed IS first) AS failures "
            "FROM ladder_game WHERE state = ?1 GROUP BY first UNION ALL "
            "SELECT second, count(*), sum(1 - points), sum(failed IS second) "
            "FROM ladder_game WHERE state = ?1 GROUP BY second) GROUP BY key",
            GameState.DONE.value,
        )
    }
    entrants = [key for key, row in versions.items() if row["is_entrant"]]
    needed = [*entrants, *settings.ladder.baselines]
    if known is None:
        strengths = ratings(database, settings, needed)
    else:
        unknown = _unknown(known)
        strengths = {key: known.get(key, unknown) for key in (*needed, *scores)}
    rows = []
    for key, rating in strengths.items():
        version, score = versions.get(key), scores.get(key)
        rows.append(
            LadderRow(
                key=key,
                title=key if version is None else version["alias"],
                submission=submission_of(key),
                team=None if version is None else version["team"],
                version=None if version is None else version["version"],
                rating=rating,
                games=0 if score is None else score["games"],
                points=0.0 if score is None else score["points"],
                failures=0 if score is None else score["failures"],
                is_active=version is not None and bool(version["is_active"]),
                pause="" if version is None else version["reason"] or "",
                is_baseline=version is None or bool(version["is_baseline"]),
            )
        )
    return sorted(rows, key=lambda row: (-row.rating.elo, row.key))


def _unknown(known: Mapping[str, Rating]) -> Rating:
    """Return the rating of a version without games among versions with the ratings `known`: that of the prior."""
    mean = sum(rating.elo for rating in known.values()) / max(1, len(known))
    error = Z_95 * bradley_terry.ELO * bradley_terry.PRIOR_DEVIATION
    return Rating(mean, mean - error, mean + error)


def current(rows: Sequence[LadderRow]) -> list[LadderRow]:
    """Return the rows of active versions and baselines."""
    return [row for row in rows if row.is_active or row.submission is None]


def places(rows: Sequence[LadderRow]) -> dict[str, int]:
    """Return the place of each active version with games among those versions, by key."""
    ranked = [row.key for row in rows if row.is_active and row.games and not row.is_baseline]
    return {key: place for place, key in enumerate(ranked, start=1)}


class StandingsCache:
    """Keeps the standings, because many people watch the ladder.

    They are computed again when the entrants change. On a ladder with many games, new games count after
    `MAX_AGE_S`, by `clock`, or when they are a considerable part of all games.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._stamp: tuple[object, ...] = ()
        self._rows: list[LadderRow] = []
        self._ratings: dict[str, Rating] = {}
        self._games, self._rated_at = 0, -math.inf
        self._settings: tuple[object, ...] = ()

    def standings(self, database: ClassDatabase, settings: ClassSettings) -> list[LadderRow]:
        """Return `standings`, whose ratings may be older than `MAX_AGE_S` only if no game has ended since."""
        row = database.row(
            "SELECT (SELECT count(*) FROM ladder_game WHERE state = ?), "
            "(SELECT group_concat(active_submission) FROM team), "
            "(SELECT group_concat(submission) FROM ladder_pause)",
            GameState.DONE.value,
        )
        assert row is not None
        games, *entrants = row
        rated = settings.ladder, settings.game
        stamp = (*entrants, *rated)
        with self._lock:
            is_old = games != self._games and self._clock() - self._rated_at >= MAX_AGE_S
            has_grown = games >= MIN_GROWTH * self._games and games > self._games
            if is_old or has_grown or games < self._games or rated != self._settings:
                keys = _keys(database, settings)
                self._ratings = ratings(database, settings, keys)
                self._games, self._rated_at, self._settings = games, self._clock(), rated
                self._stamp = ()
            if stamp != self._stamp:
                self._rows, self._stamp = standings(database, settings, self._ratings), stamp
            return self._rows


def _keys(database: ClassDatabase, settings: ClassSettings) -> list[str]:
    """Return the keys of the active versions that can play and of the baselines."""
    rows = database.rows(
        f"SELECT active_submission FROM team JOIN submission ON submission.id = active_submission WHERE {CAN_PLAY}"
    )
    return [*(key_of(row["active_submission"]) for row in rows), *settings.ladder.baselines]
