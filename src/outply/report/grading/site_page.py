"""File names and rendering of the pages of a grading site."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import outply
from outply.report.base.formatting import slug
from outply.report.base.jinja_env import environment


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


def render_page(template: str, context: dict[str, Any]) -> str:
    """Render the template `grading/TEMPLATE.html` with the variables in `context`."""
    page = environment().get_template(f"grading/{template}.html")
    return page.render(context, version=outply.__version__)
