"""A tournament as it is at one moment: all that its pages tell, read at once."""

from __future__ import annotations

from collections import Counter, defaultdict

from outply.arena.tournament import schedule
from outply.report.base.slug import slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.tournament.run import Tournament
    from outply.arena.tournament.state import Kept, Store


class Seen:
    """What was read, and what each contestant's and each game's page is called.

    Names are of strangers. That of a file begins with a number of its own, so that no two are alike, and has
    nothing in it but letters, digits and dashes.
    """

    def __init__(self, held: Tournament, store: Store) -> None:
        self.plan = held.plan
        self.table = held.table()
        self.missing = len(held.missing())
        self.games = store.games()
        scores = [kept.score for kept in self.games]
        self.rounds = schedule.rounds(held.plan, held.names, scores)
        self.failures = Counter(score.failed for score in scores if score.failed is not None).total()
        self.problems = store.problems
        self.unsafe = store.unsafe
        # Last of all: whoever is named in what was read before is among them, however the tournament goes on.
        self.entrants = store.entrants
        self.numbers = {entrant.name: number for number, entrant in enumerate(self.entrants, start=1)}
        self.pages = {name: f"contestant/{_stem(number, name)}.html" for name, number in self.numbers.items()}
        self.tallies = self.table.cross_table()
        self.games_of_pair: defaultdict[tuple[str, str], list[Kept]] = defaultdict(list)
        self.games_of: defaultdict[str, list[Kept]] = defaultdict(list)
        for kept in self.games:
            self.games_of_pair[kept.game.pair].append(kept)
            self.games_of[kept.game.first].append(kept)
            self.games_of[kept.game.second].append(kept)

    def link(self, one: str, other: str) -> str:
        """Return where the games of two contestants stand, on the page of the first named."""
        return f"{self.pages[one]}#{self.anchor(other)}"

    def anchor(self, name: str) -> str:
        """Return what the games against a contestant are called on a page."""
        return f"against-{self.numbers[name]}"


def _stem(number: int, name: str) -> str:
    return "-".join(filter(None, (str(number), slug(name))))


def game_page(kept: Kept) -> str:
    """Return what the page of a game is called."""
    return f"game/{kept.key}.html"
