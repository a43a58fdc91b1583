"""Snapshot of a tournament: all data that its pages show, read at one time."""

from __future__ import annotations

from collections import Counter, defaultdict

from outply.arena.tournament import schedule
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import StoredGame, TournamentState
from outply.report.base.formatting import slug


class Snapshot:
    """The content of a tournament, and the file names of its pages.

    Contestants' names are untrusted, so file names start with a unique number and contain only letters, digits and
    dashes.
    """

    def __init__(self, tournament: Tournament, state: TournamentState) -> None:
        self.plan = tournament.plan
        self.standings = tournament.standings()
        self.remaining_games = len(tournament.missing())
        self.games = state.games()
        outcomes = [stored.outcome for stored in self.games]
        self.rounds = schedule.rounds(tournament.plan, tournament.names, outcomes)
        self.forfeits = Counter(outcome.failed for outcome in outcomes if outcome.failed is not None).total()
        self.build_failures = state.build_failures
        self.unsafe = state.has_unsandboxed_games
        # Contestants are read last, because the data read before may mention a contestant that has just entered.
        self.contestants = state.contestants
        self.numbers = {contestant.name: number for number, contestant in enumerate(self.contestants, start=1)}
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


def _contestant_page(number: int, name: str) -> str:
    return f"contestant/{'-'.join(filter(None, (str(number), slug(name))))}.html"


def game_page(stored: StoredGame) -> str:
    """Return the file name of a game's page."""
    return f"game/{stored.id}.html"
