"""Find Chromium, or install Debian's package if possible."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Program names; the headless shell comes first because it halves the time of the browser tests."""

PACKAGES = NAMES[:2]


def find() -> str | None:
    """Return the path of Chromium, or None if it is missing and cannot be installed."""
    # Several test processes may call this at once.
    with (Path(tempfile.gettempdir()) / "outply-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (path := _path()) is None and os.geteuid() == 0 and shutil.which("apt-get"):
            print("installing Chromium for the tests in a browser", flush=True)
            _apt_get("update", "-qq")
            for package in PACKAGES:  # not every distribution has the headless shell
                if _path() is None:
                    _apt_get("install", "-y", "-qq", "--no-install-recommends", package)
            path = _path()
        return path


def _apt_get(*command: str) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", *command], env=environment, check=False)


def _path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)
