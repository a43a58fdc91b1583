"""Files that are called by the names of strangers."""

from __future__ import annotations

import re

LONGEST = 40  # letters of a name that a file is called by


def readable(name: str) -> str:
    """Return what stands after the number of a file that is called by somebody's name: `-john-smith`, or nothing.

    It has nothing in it but letters, digits and dashes, and need not be the only one: the number is.
    """
    words = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST].strip("-")
    return f"-{words}" if words else ""
