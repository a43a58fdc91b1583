"""A contestant's directory, built once: the copies that play start from here."""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
from pathlib import Path

from outply.players.forfeit import DISK_MIB, MEMORY_MIB, Failure, ForfeitError
from outply.sandbox.limits import MIB, Limits, Termination
from outply.sandbox.workspace import Workspace, WorkspaceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.sandbox.limits import RunResult

    OnMade = Callable[[str, RunResult], None]

MINUTES = 300.0  # of wall time, for `make agent` and for `make calibrate`
NEWGAME_SECONDS = 60.0
FREE = 1e9  # CPU seconds: none of the targets but `run` is counted


class BuiltContestant:
    """A directory that was built: games start from copies of it.

    `sandboxed=False` runs what strangers wrote without walls.
    """

    def __init__(self, folder: Path, sandboxed: bool = True) -> None:
        self._folder = folder
        self.sandboxed = sandboxed

    def enter_game(self, core: int | None = None, on_made: OnMade | None = None) -> Workspace:
        """Return a copy for one game, with `newgame` made; whoever takes it closes it.

        `on_made` hears how that ended.
        """
        try:
            room = Workspace(self._folder, DISK_MIB)
        except WorkspaceError as error:
            raise ForfeitError(Failure.BUILD_FAILED, f"it cannot be copied for a game: {error}") from None
        try:
            ended = _make(room, "newgame", NEWGAME_SECONDS, self.sandboxed, core)
        except BaseException:
            room.close()
            raise
        if on_made is not None:
            on_made("newgame", ended)
        return room


def has_makefile(folder: Path) -> bool:
    """Say whether make would find its file in the folder."""
    return any((folder / name).is_file() for name in ("GNUmakefile", "makefile", "Makefile"))


def build(
    folder: Path, sandboxed: bool = True, parent: Path | None = None, on_made: OnMade | None = None
) -> Workspace:
    """Return a copy of the directory in which `agent` was made, and `calibrate` tried; whoever takes it closes it.

    A `ForfeitError` if it would not build. `on_made` hears how each of the two ended.
    """
    if not has_makefile(folder):
        raise ForfeitError(Failure.BUILD_FAILED, "there is no Makefile")
    try:
        room = Workspace(folder, DISK_MIB, parent)
    except WorkspaceError as error:
        raise ForfeitError(Failure.BUILD_FAILED, f"its directory cannot be taken in: {error}") from None
    try:
        ended = _make(room, "agent", MINUTES, sandboxed)
        if on_made is not None:
            on_made("agent", ended)
        if ended.termination != Termination.OK:
            raise ForfeitError(Failure.BUILD_FAILED, f"make agent {ended.explanation}", ended)
        ended = _make(room, "calibrate", MINUTES, sandboxed)
        if on_made is not None:
            on_made("calibrate", ended)
    except BaseException:
        room.close()
        raise
    return room


def _make(room: Workspace, target: str, seconds: float, sandboxed: bool, core: int | None = None) -> RunResult:
    return room.run(["make", "-s", target], limits(FREE, seconds), core, sandboxed)


def limits(cpu_seconds: float, wall_seconds: float) -> Limits:
    """Return the limits of one target."""
    return Limits(cpu_seconds=cpu_seconds, wall_seconds=wall_seconds, memory_mib=MEMORY_MIB, disk_mib=DISK_MIB)


@functools.cache
def built(folder: Path, digest: str, sandboxed: bool) -> BuiltContestant:
    """Return the contestant of the directory as it is now, built at most once by this process."""
    del digest  # is what tells it from the same directory before a change
    room = build(folder, sandboxed)
    atexit.register(room.close)
    return BuiltContestant(room.folder, sandboxed)


def digest(folder: Path) -> str:
    """Return a mark of all that is in the directory: names, links and contents.

    A file that is too large to be taken in is not read.
    """
    marks = hashlib.sha256()
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = Path(place, name)
            marks.update(
                f"{path.relative_to(folder).as_posix()}\0{path.lstat().st_mode}\0".encode(errors="replace")
            )
            if path.is_symlink():
                marks.update(os.readlink(path).encode(errors="replace"))
            elif path.is_file() and path.stat().st_size <= DISK_MIB * MIB:
                with path.open("rb") as file:
                    marks.update(hashlib.file_digest(file, "sha256").digest())
    return marks.hexdigest()
