"""Temporary directory for the files of all jobs of a process."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Self

from outply.sandbox.workspace import remove_tree

PREFIX = "outply-jobs-"


class WorkDirectory:
    """A temporary directory that `close` removes.

    Creating a work directory also removes work directories that killed processes have left behind.
    """

    def __init__(self) -> None:
        _remove_stale()
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self.path.chmod(0o711)  # workspaces inside belong to other user IDs

    def close(self) -> None:
        remove_tree(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _remove_stale() -> None:
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = path.name.removeprefix(PREFIX).partition("-")[0]
        # OSError: another process removes it at the same time, or a dying child still writes to it.
        with suppress(OSError):
            is_ours = path.lstat().st_uid == os.geteuid()
            if is_ours and owner.isdigit() and not Path(f"/proc/{owner}").exists():
                remove_tree(path)
