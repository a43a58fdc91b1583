"""A tournament as pages: a folder of files that need nothing else, or the same pages while it goes on."""

from __future__ import annotations

from typing import Any

import outply
from outply.arena.tournament.plan import OPEN_KINDS
from outply.report.base.jinja_env import environment
from outply.report.base.theme import BOARD_VARIABLES
from outply.report.tournament.contestant_page import contestant
from outply.report.tournament.cross_table import crossing
from outply.report.tournament.game_page import game
from outply.report.tournament.rounds_page import stages
from outply.report.tournament.snapshot import Seen, game_page
from outply.report.tournament.standings_page import overview

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outply.arena.tournament.run import Tournament
    from outply.arena.tournament.state import Store

FILES = {
    "style.css": "tournament/style.css",
    "replay.css": "replay.css",
    "replay.js": "replay.js",
    "sort.js": "sort.js",
}
"""What stands beside the pages, and the templates of it."""

LIVE = {"live.js": "tournament/live.js"}
"""What makes pages follow the tournament, where they are served while it goes on."""


def pages(held: Tournament, store: Store) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of a static site."""
    site = Site(held, store)
    for name in site.names:
        yield name, site.page(name)


class Site:
    """The pages by their names; each is made when it is asked for. Nothing is read from the store after this."""

    def __init__(self, held: Tournament, store: Store, live: bool = False) -> None:
        self._seen = seen = Seen(held, store)
        self._live = live
        self._files = FILES | (LIVE if live else {})
        self._contestants = {page: name for name, page in seen.pages.items()}
        self._games = {game_page(kept): kept for kept in seen.games}

    @property
    def names(self) -> list[str]:
        """The names of all files."""
        whole = ["index.html", "cross.html", *(["rounds.html"] if self._has_rounds else [])]
        return [*whole, *self._contestants, *self._games, *self._files]

    def page(self, name: str) -> str:
        """Return the text of a file; a `KeyError` if there is none of that name."""
        seen = self._seen
        if name in self._games:
            return self._render("game", name, game(seen, self._games[name]))
        if name in self._contestants:
            return self._render("contestant", name, contestant(seen, self._contestants[name]))
        if name == "index.html":
            return self._render("index", name, overview(seen))
        if name == "cross.html":
            return self._render("cross", name, crossing(seen))
        if name == "rounds.html" and self._has_rounds:
            return self._render("rounds", name, {"stages": stages(seen)})
        return environment().get_template(self._files[name]).render(BOARD_VARIABLES)

    @property
    def _has_rounds(self) -> bool:
        return self._seen.plan.kind not in OPEN_KINDS

    def _render(self, template: str, name: str, contents: dict[str, Any]) -> str:
        return (
            environment()
            .get_template(f"tournament/{template}.html")
            .render(
                contents,
                seen=self._seen,
                here=name,
                root="../" * name.count("/"),
                live=self._live,
                has_rounds=self._has_rounds,
                version=outply.__version__,
            )
        )
