"""File-name slugs for untrusted names."""

from __future__ import annotations

import re

MAX_SLUG_CHARS = 40


def slug(name: str) -> str:
    """Reduce a name to lower-case letters, digits and dashes: `john-smith`.

    It may be empty and is not unique; callers add a number where that matters.
    """
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:MAX_SLUG_CHARS].strip("-")
