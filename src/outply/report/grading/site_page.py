"""File names and rendering of the pages of a grading site."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import outply
from outply.report.base.formatting import slug
from outply.report.base.jinja_env import environment


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The suite and the date of a grading, which its pages show; None for an unknown date."""

    suite: str = ""
    day: date | None = None


def page_names(folder: str, titles: Sequence[str]) -> list[str]:
    """Return the file names of pages with these titles: `FOLDER/SLUG.html`.

    File names stay the same from one grading to the next if the slugs of all titles are unique.
    """
    names: dict[str, None] = {}
    for title in titles:
        stem = slug(title) or folder
        suffixes = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        names[next(name for suffix in suffixes if (name := f"{folder}/{stem}{suffix}.html") not in names)] = None
    return list(names)


def render_page(template: str, context: dict[str, Any], heading: Heading) -> str:
    """Render the template `grading/TEMPLATE.html` with the variables in `context`."""
    page = environment().get_template(f"grading/{template}.html")
    return page.render(context, heading=heading, version=outply.__version__)
