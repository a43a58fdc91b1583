"""The report as one self-contained HTML page."""

from __future__ import annotations

import outply
from outply.arena.matchups.matchup import MatchupResults
from outply.report.base.jinja_env import environment
from outply.report.matchups.context import page_context


def page(matchups: MatchupResults, author: str = "") -> str:
    """Return the page, with its author under the title. The same games give the same bytes."""
    template = environment().get_template("page.html")
    return template.render(page_context(matchups), author=author, version=outply.__version__)
