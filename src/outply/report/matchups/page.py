"""The report as one page of HTML that needs nothing else: no script, no style sheet, no picture from elsewhere."""

from __future__ import annotations

import outply
from outply.report.base.jinja_env import environment
from outply.report.matchups.context import contents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.matchups.pairing import Matchups


def page(matchups: Matchups, author: str = "") -> str:
    """Return the page, with its author under the title: the same bytes for the same games."""
    return (
        environment()
        .get_template("page.html")
        .render(contents(matchups), author=author, version=outply.__version__)
    )
