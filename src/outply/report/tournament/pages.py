"""The data of the tournament pages: a snapshot of the tournament, and the template variables of each page.

There are pages for the standings, the cross table, the rounds, the contestants and the games.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outply.arena.ratings.elo import Rating, describe_first_move
from outply.arena.tournament import schedule
from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, SWISS, Contestant
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.standings import Pairing, Standing
from outply.arena.tournament.state import StoredGame, TournamentState
from outply.games.registry import win_text
from outply.players.registry import player_title
from outply.report.base.formatting import MINUS, duration, slug
from outply.report.match.replay import DEFAULT_PLAY_URL, replay_context
from outply.report.tournament.privacy import Privacy
from outply.text import escape_controls, join_and

FORMAT_DESCRIPTIONS = {
    ROUND_ROBIN: "Round-robin: every contestant meets every other",
    GAUNTLET: "Gauntlet: the first contestant meets all others",
    KNOCK_OUT: "Knock-out: the loser of a pairing is eliminated",
    SWISS: "Swiss: contestants with equal results meet",
}

TIE_BREAKS = {ROUND_ROBIN: "Sonneborn-Berger", SWISS: "Buchholz"}
"""Heading of the tie-break score in the formats that have one."""

DEFAULT_PRIVACY = Privacy()

LATEST_GAMES = 8
"""Number of games in the list of the latest games."""

BAR_WIDTH = 120.0
"""Width of the bar that shows a confidence interval, in SVG units."""


class Snapshot:
    """All data that the pages of a tournament show, read at once, and the file names of the pages.

    Contestants' names are untrusted, so file names start with a unique number and contain only letters, digits and
    dashes.
    """

    def __init__(self, tournament: Tournament, state: TournamentState, privacy: Privacy = DEFAULT_PRIVACY) -> None:
        self.plan = tournament.plan
        self.start_date = state.start_date
        self.standings = privacy.standings(tournament.standings())
        self.remaining_games = tournament.remaining_games()
        games = state.games()
        outcomes = [stored.outcome for stored in games]
        self.games = privacy.games(games)
        # The order in which games ended follows the order of entry, which aliases must not reveal.
        self.latest_games = [] if privacy.aliases else sorted(self.games, key=lambda one: -one.id)[:LATEST_GAMES]
        self.rounds = privacy.rounds(schedule.rounds(tournament.plan, tournament.names, outcomes))
        self.forfeits = Counter(outcome.failed for outcome in outcomes if outcome.failed is not None).total()
        self.build_failures = privacy.build_failures(state.build_failures)
        self.versions = {} if privacy.aliases else state.versions()
        self.unsafe = state.has_unsandboxed_games
        # Contestants are read last, because the data read before may mention a contestant that has just entered.
        self.contestants = privacy.contestants(state.contestants)
        self.numbers = {contestant.name: number for number, contestant in enumerate(self.contestants, start=1)}
        self.titles = _titles(self.contestants)
        self.pages = {name: _contestant_page(number, name) for name, number in self.numbers.items()}
        self.cross_table = self.standings.cross_table()
        self.games_by_pair: defaultdict[tuple[str, str], list[StoredGame]] = defaultdict(list)
        self.games_by_contestant: defaultdict[str, list[StoredGame]] = defaultdict(list)
        for stored in self.games:
            self.games_by_pair[stored.game.pair].append(stored)
            self.games_by_contestant[stored.game.first].append(stored)
            self.games_by_contestant[stored.game.second].append(stored)

    def link(self, contestant: str, opponent: str) -> str:
        """Return the link to the games against `opponent` on the page of `contestant`."""
        return f"{self.pages[contestant]}#{self.anchor(opponent)}"

    def anchor(self, opponent: str) -> str:
        """Return the HTML anchor of the games against `opponent` on a contestant's page."""
        return f"against-{self.numbers[opponent]}"


def _titles(contestants: Sequence[Contestant]) -> dict[str, str]:
    """Return the contestants' names for readers, by name: titles such as `Novice` for built-in players.

    Contestants that share a title are shown with their names in parentheses.
    """
    titles = {one.name: one.name if one.directory is not None else player_title(one.name) for one in contestants}
    counts = Counter(titles.values())
    return {name: title if counts[title] == 1 else f"{title} ({name})" for name, title in titles.items()}


def _contestant_page(number: int, name: str) -> str:
    return f"contestant/{'-'.join(filter(None, (str(number), slug(name))))}.html"


def game_page(stored: StoredGame) -> str:
    """Return the file name of a game's page."""
    return f"game/{stored.id}.html"


def standings_context(snapshot: Snapshot) -> dict[str, Any]:
    """Return the template variables of the standings page."""
    rows = [row for row in snapshot.standings.rows if row.name not in snapshot.build_failures]
    scale = _EloScale([row.rating for row in rows if row.rating is not None and row.wdl.games])
    ratings = snapshot.standings.ratings
    return {
        "format": FORMAT_DESCRIPTIONS[snapshot.plan.format],
        "boards": [board.name for board in snapshot.plan.boards],
        "rows": [(row, _bar(row, scale)) for row in rows],
        "zero": scale.x(0.0),
        "width": BAR_WIDTH,
        "tie_break": TIE_BREAKS.get(snapshot.plan.format),
        "criteria": ", then ".join(snapshot.standings.criteria),
        "ties": [join_and(snapshot.titles[name] for name in names) for names in snapshot.standings.ties],
        "ratings": ratings if snapshot.games else None,
        "first_move": _first_move(snapshot),
        "played": len(snapshot.games),
        "total": len(snapshot.games) + snapshot.remaining_games,
        "latest": [(stored, game_page(stored), _outcome(snapshot, stored)) for stored in snapshot.latest_games],
    }


def _first_move(snapshot: Snapshot) -> str:
    """Return the advantage of the first move as text, with minus signs instead of hyphens."""
    ratings = snapshot.standings.ratings
    text = "" if ratings is None else describe_first_move(ratings.first_move, snapshot.plan.games)
    return re.sub(r"-(?=\d)", MINUS, text)


class _EloScale:
    """Maps Elo ratings to positions on a bar that covers the confidence intervals of all contestants."""

    def __init__(self, ratings: list[Rating]) -> None:
        ends = [end for rating in ratings for end in (rating.low, rating.high) if math.isfinite(end)]
        self._low, self._high = min([*ends, -1.0]), max([*ends, 1.0])

    def x(self, elo: float) -> float:
        clamped = min(max(elo, self._low), self._high)
        return round((clamped - self._low) / (self._high - self._low) * BAR_WIDTH, 1)


def _bar(row: Standing, scale: _EloScale) -> tuple[float, float, float] | None:
    """Return the bar positions of the lower bound, the rating and the upper bound of a contestant.

    Returns None if the contestant has no rating or has not played.
    """
    if row.rating is None or not row.wdl.games:
        return None
    return scale.x(row.rating.low), scale.x(row.rating.elo), scale.x(row.rating.high)


MAX_CONTESTANTS = 40
"""Maximum number of contestants in the cross table. With 300 it would have 90,000 cells."""


def cross_table_context(snapshot: Snapshot) -> dict[str, Any]:
    """Return the template variables of the cross table page."""
    ranking = [row.name for row in snapshot.standings.rows if row.name not in snapshot.build_failures]
    names = ranking[:MAX_CONTESTANTS]
    ratings = snapshot.standings.ratings
    indices = {name: index for index, name in enumerate(ratings.players)} if ratings is not None else {}

    def likelihood(name: str, other: str) -> float | None:
        if ratings is None or name == other or not {name, other} <= indices.keys():
            return None
        return ratings.superiority[indices[name]][indices[other]]

    likelihoods = [[likelihood(name, other) for other in names] for name in names]
    return {
        "names": names,
        "omitted": len(ranking) - len(names),
        "cells": [[(other, snapshot.cross_table.get((name, other))) for other in names] for name in names],
        "likelihoods": likelihoods if snapshot.games else None,
    }


DECISION_NOTES = {"games": "", "margin": "by margin", "lot": "by lot"}
"""Notes on how a pairing was decided. The note is empty if it was decided by games won."""


def rounds_context(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the template variables of each round whose pairings are known, in order."""
    pairings = {
        (pairing.round, frozenset((pairing.contestant, pairing.opponent))): pairing
        for pairing in snapshot.standings.pairings
    }
    return [
        {
            "title": f"Round {round_.index + 1}",
            "pairings": [_pairing(*pair, pairings.get((round_.index, frozenset(pair)))) for pair in round_.pairs],
            "byes": round_.byes,
        }
        for round_ in snapshot.rounds
    ]


def _pairing(name: str, opponent: str, pairing: Pairing | None) -> dict[str, Any]:
    """Return the template variables of a pairing: both contestants with their results, the winner, and a note.

    `pairing` is None if the contestants have not played yet. The note says how the pairing was decided.
    """
    if pairing is None:
        return {"sides": [(name, None), (opponent, None)], "winner": None, "note": "to be played"}
    wdl = pairing.wdl if pairing.contestant == name else pairing.wdl.reversed()
    note = "being played" if pairing.winner is None else DECISION_NOTES[pairing.decided_by or "games"]
    return {"sides": [(name, wdl), (opponent, wdl.reversed())], "winner": pairing.winner, "note": note}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantGame:
    """A game from one contestant's point of view. `side` is 0 if the contestant moves first."""

    stored: StoredGame
    side: int

    @property
    def page(self) -> str:
        return game_page(self.stored)

    @property
    def margin(self) -> int:
        margin = self.stored.outcome.margin
        return -margin if self.side else margin

    @property
    def outcome(self) -> str:
        return "won" if self.margin > 0 else "lost" if self.margin < 0 else "drawn"

    @property
    def is_forfeit(self) -> bool:
        """Whether the contestant forfeited the game."""
        return self.stored.result.failed == self.side

    @property
    def cpu_seconds(self) -> list[float]:
        """The CPU seconds of each of the contestant's moves, including a failed move."""
        return self.stored.result.cpu_seconds(self.side)


def contestant_context(snapshot: Snapshot, name: str) -> dict[str, Any]:
    """Return the template variables of the page of the contestant `name`."""
    contestant = next(one for one in snapshot.contestants if one.name == name)
    games: defaultdict[str, list[ContestantGame]] = defaultdict(list)
    for stored in snapshot.games_by_contestant[name]:
        side = 0 if stored.game.first == name else 1
        opponent = (stored.game.second, stored.game.first)[side]
        games[opponent].append(ContestantGame(stored=stored, side=side))
    game_times = [game.cpu_seconds for opponent_games in games.values() for game in opponent_games]
    move_times = [seconds for times in game_times for seconds in times]
    return {
        "name": name,
        "is_program": contestant.directory is not None,
        "standing": next((row for row in snapshot.standings.rows if row.name == name), None),
        "build_failure": snapshot.build_failures.get(name),
        "versions": snapshot.versions.get(name, []),
        "opponents": [
            (row.name, snapshot.cross_table[name, row.name], games[row.name])
            for row in snapshot.standings.rows
            if row.name in games
        ],
        "average_game_seconds": sum(move_times) / len(game_times) if game_times else None,
        "longest_game_seconds": max(map(sum, game_times), default=None),
        "average_move_seconds": sum(move_times) / len(move_times) if move_times else None,
        "longest_move_seconds": max(move_times, default=None),
    }


def game_context(snapshot: Snapshot, stored: StoredGame, *, has_play_page: bool) -> dict[str, Any]:
    """Return the template variables of a game's page.

    `has_play_page` states whether the play page is served together with it.
    """
    play_url = "../../" if has_play_page else DEFAULT_PLAY_URL
    game, result = stored.game, stored.result
    names = game.first, game.second
    pairing_games = snapshot.games_by_pair[game.pair]
    index = pairing_games.index(stored)
    outcome = _outcome(snapshot, stored)
    return {
        "stored": stored,
        "outcome": outcome,
        "loser": None if result.failed is None else snapshot.titles[names[result.failed]],
        "failed_move_times": [duration(seconds) for seconds in result.failed_move_seconds or ()],
        "used": None if result.failed is None else duration(sum(result.cpu_seconds(result.failed))),
        "previous": pairing_games[index - 1] if index > 0 else None,
        "next": pairing_games[index + 1] if index + 1 < len(pairing_games) else None,
        **replay_context(
            stored.record(),
            [escape_controls(snapshot.titles[name]) for name in names],
            escape_controls(outcome),
            play_url,
            is_served=has_play_page,
        ),
    }


def _outcome(snapshot: Snapshot, stored: StoredGame) -> str:
    return outcome_text(stored, (snapshot.titles[stored.game.first], snapshot.titles[stored.game.second]))


def outcome_text(stored: StoredGame, names: tuple[str, str]) -> str:
    """Return the result of a game as text. `names` are those of the first and the second player."""
    result, margin = stored.result, stored.outcome.margin
    if result.failed is not None:
        return f"{names[1 - result.failed]} wins: {names[result.failed]} forfeits ({result.failure})"
    return f"{names[0 if margin > 0 else 1]} {win_text(stored.game.board.game, margin)}" if margin else "Draw"
