"""Finds Chromium, and installs Debian's where there is none and that can be done."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find():
    """Return the path of Chromium, None if it is not here and cannot be installed."""
    # Several test processes may come here at once.
    with (Path(tempfile.gettempdir()) / "outply-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (path := _path()) is None and os.geteuid() == 0 and shutil.which("apt-get"):
            print("installing Chromium for the tests in a browser", flush=True)
            environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
                subprocess.run(["apt-get", *command], env=environment, check=False)
            path = _path()
        return path


def _path():
    return next(filter(None, map(shutil.which, NAMES)), None)
