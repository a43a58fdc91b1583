"""The site of a tournament: a folder of static files, or pages served while the tournament runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import outply
from outply.arena.tournament.plan import OPEN_FORMATS
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.report.base.assets import asset
from outply.report.base.jinja_env import environment
from outply.report.tournament.pages import (
    DEFAULT_PRIVACY,
    Snapshot,
    contestant_context,
    cross_table_context,
    game_context,
    game_page,
    rounds_context,
    standings_context,
)
from outply.report.tournament.privacy import Privacy

ASSETS = {
    "style.css": "tournament.css",
    "replay.css": "replay.css",
    "replay.js": "replay.js",
    "sort.js": "sort.js",
}
"""Files of a site other than pages, with the assets they contain."""

LIVE_ASSETS = {"live.js": "live.js"}
"""Additional files of a served site. They update its pages while the tournament runs."""


def pages(
    tournament: Tournament, state: TournamentState, privacy: Privacy = DEFAULT_PRIVACY
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of a tournament's static site."""
    site = Site(tournament, state, privacy=privacy)
    for name in site.names:
        yield name, site.page(name)


def waiting_page(name: str, database: str) -> str:
    """Return the file `name` of a served site whose tournament has not begun: one page and its assets.

    `database` is the file name of the tournament's database.

    Raises KeyError if there is no such file.
    """
    if name == "index.html":
        return (
            environment()
            .get_template("tournament/waiting.html")
            .render(database=database, root="", version=outply.__version__)
        )
    return asset((ASSETS | LIVE_ASSETS)[name])


class Site:
    """The files of a tournament's site, rendered on demand. The tournament's state is read only once.

    With `live`, the pages update themselves while the tournament runs. `privacy` states which data they show.
    `course` is the title of the class whose server has the pages; without it, the play page is served with them.
    """

    def __init__(
        self,
        tournament: Tournament,
        state: TournamentState,
        live: bool = False,
        privacy: Privacy = DEFAULT_PRIVACY,
        course: str = "",
    ) -> None:
        self._snapshot = snapshot = Snapshot(tournament, state, privacy)
        self._live = live
        self._course = course
        self._assets = ASSETS | (LIVE_ASSETS if live else {})
        self._contestants = {page: name for name, page in snapshot.pages.items()}
        self._games = {game_page(stored): stored for stored in snapshot.games}

    @property
    def names(self) -> list[str]:
        """The names of all files of the site."""
        overviews = ["index.html", "cross.html", *(["rounds.html"] if self._has_rounds else [])]
        return [*overviews, *self._contestants, *self._games, *self._assets]

    def page(self, name: str) -> str:
        """Return the text of the file `name`.

        Raises KeyError if the site has no file of that name.
        """
        snapshot = self._snapshot
        if name in self._games:
            has_play_page = self._live and not self._course
            context = game_context(snapshot, self._games[name], has_play_page=has_play_page)
            return self._render("game", name, context)
        if name in self._contestants:
            return self._render("contestant", name, contestant_context(snapshot, self._contestants[name]))
        if name == "index.html":
            return self._render("index", name, standings_context(snapshot))
        if name == "cross.html":
            return self._render("cross", name, cross_table_context(snapshot))
        if name == "rounds.html" and self._has_rounds:
            return self._render("rounds", name, {"rounds": rounds_context(snapshot)})
        return asset(self._assets[name])

    @property
    def _has_rounds(self) -> bool:
        return self._snapshot.plan.format not in OPEN_FORMATS

    def _render(self, template: str, name: str, context: dict[str, Any]) -> str:
        page = environment().get_template(f"tournament/{template}.html")
        return page.render(
            context,
            snapshot=self._snapshot,
            here=name,
            root="../" * name.count("/"),
            live=self._live,
            home=self._course or "Play a game",
            has_rounds=self._has_rounds,
            version=outply.__version__,
        )
