"""The Chromium that browser tests drive."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Program names; the headless shell comes first because it halves the time of the browser tests."""

MISSING = "Chromium is not installed; install it with: python3 run.py --install-tools"


def find() -> str | None:
    """Return the path of Chromium, or None if it is not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
