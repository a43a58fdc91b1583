"""The pages of the official tournament, rendered from its file."""

from __future__ import annotations

import threading

from outply.classroom.classroom import Classroom
from outply.report.tournament.privacy import Privacy
from outply.web.tournament_pages import TournamentPages

PRIVACY = Privacy(show_output=False, show_explanations=False)
"""Contestants are named by alias; what programs wrote, and explanations that may quote it, are left out."""


class OfficialPages:
    """The pages of the official tournament, opened on the first request after its start."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: TournamentPages | None = None

    def page(self, classroom: Classroom, name: str) -> str | None:
        """Return the text of a page; None if the tournament has not begun.

        Raises KeyError if there is no such page.
        """
        if not classroom.official.is_file():
            return None
        with self._lock:
            if self._pages is None:
                title = classroom.settings.course.title
                self._pages = TournamentPages(classroom.official, privacy=PRIVACY, course=title)
        text, _ = self._pages.page(name)
        return text if self._pages.has_begun else None
