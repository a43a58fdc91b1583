"""Contestants: directories with a program that make builds, and templates of such directories.

Every game runs in a fresh copy of the built directory.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from outply.players.forfeit import DISK_MIB, MEMORY_MIB, Failure, ForfeitError
from outply.sandbox.limits import MIB, Limits, RunResult, Termination
from outply.sandbox.workspace import Workspace, WorkspaceError

OnTarget = Callable[[str, RunResult], None]
"""Called with the name and the result of each make target."""

BUILD_TIMEOUT_S = 300.0
"""Wall-time limit of `make agent`, and also of `make calibrate`."""

NEWGAME_TIMEOUT_S = 60.0
UNLIMITED_CPU_S = 1e9
"""CPU limit of all targets except `run`, which is the only target whose CPU time counts."""


class BuiltContestant:
    """A contestant's directory after its build. The program runs in a sandbox if `sandboxed` is True."""

    def __init__(self, folder: Path, sandboxed: bool = True) -> None:
        self._folder = folder
        self.sandboxed = sandboxed

    def prepare_game(self, core: int | None = None, on_target: OnTarget | None = None) -> Workspace:
        """Copy the directory for one game, run `make newgame` in the copy and return the copy.

        The caller must close the copy. A failure of `make newgame` is ignored.

        Raises ForfeitError if the directory cannot be copied.
        """
        try:
            workspace = Workspace(self._folder, DISK_MIB)
        except WorkspaceError as error:
            raise ForfeitError(
                Failure.BUILD_FAILED, f"the built directory cannot be copied for a game: {error}"
            ) from None
        try:
            result = _make(workspace, "newgame", NEWGAME_TIMEOUT_S, self.sandboxed, core)
        except BaseException:
            workspace.close()
            raise
        if on_target is not None:
            on_target("newgame", result)
        return workspace


def has_makefile(folder: Path) -> bool:
    """Return whether the folder contains a file that make reads by default."""
    return any((folder / name).is_file() for name in ("GNUmakefile", "makefile", "Makefile"))


def build(
    folder: Path, sandboxed: bool = True, parent: Path | None = None, on_target: OnTarget | None = None
) -> Workspace:
    """Copy the directory, run `make agent` and `make calibrate` in the copy and return the copy.

    The caller must close the copy. A failure of `make calibrate` is ignored.

    Raises ForfeitError if the directory cannot be copied or built.
    """
    if not has_makefile(folder):
        raise ForfeitError(Failure.BUILD_FAILED, "no Makefile")
    try:
        workspace = Workspace(folder, DISK_MIB, parent)
    except WorkspaceError as error:
        raise ForfeitError(Failure.BUILD_FAILED, f"the directory cannot be copied: {error}") from None
    try:
        result = _make(workspace, "agent", BUILD_TIMEOUT_S, sandboxed)
        if on_target is not None:
            on_target("agent", result)
        if result.termination is not Termination.OK:
            raise ForfeitError(Failure.BUILD_FAILED, f"make agent {result.explanation}", result)
        result = _make(workspace, "calibrate", BUILD_TIMEOUT_S, sandboxed)
        if on_target is not None:
            on_target("calibrate", result)
    except BaseException:
        workspace.close()
        raise
    return workspace


def _make(
    workspace: Workspace, target: str, timeout_s: float, sandboxed: bool, core: int | None = None
) -> RunResult:
    return workspace.run(
        ["make", "-s", target], limits(UNLIMITED_CPU_S, timeout_s), core=core, sandboxed=sandboxed
    )


def limits(cpu_seconds: float, wall_seconds: float) -> Limits:
    """Return the limits of one make target: the given times, and the fixed memory and disk limits."""
    return Limits(cpu_seconds=cpu_seconds, wall_seconds=wall_seconds, memory_mib=MEMORY_MIB, disk_mib=DISK_MIB)


@functools.cache
def build_cached(folder: Path, fingerprint: str, sandboxed: bool) -> BuiltContestant:
    """Return the built directory; build it at most once in this process for each `fingerprint` of its files.

    Raises ForfeitError if the directory cannot be copied or built.
    """
    del fingerprint  # only part of the cache key
    workspace = build(folder, sandboxed)
    atexit.register(workspace.close)
    return BuiltContestant(workspace.folder, sandboxed)


def fingerprint(folder: Path) -> str:
    """Return a hash of all files in the directory: their names, modes, link targets and contents.

    The contents of files that are too large to be copied are left out.
    """
    digest = hashlib.sha256()
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = Path(parent, name)
            digest.update(
                f"{path.relative_to(folder).as_posix()}\0{path.lstat().st_mode}\0".encode(errors="replace")
            )
            if path.is_symlink():
                digest.update(os.readlink(path).encode(errors="replace"))
            elif path.is_file() and path.stat().st_size <= DISK_MIB * MIB:
                with path.open("rb") as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


TEMPLATES = Path(__file__).parent / "templates"
"""A Makefile and a small agent that plays legal moves, in several languages."""

LANGUAGES = ("python", "cpp", "java")


class TemplateError(ValueError):
    """The template of a contestant cannot be written into the folder."""


def write_template(language: str, folder: Path) -> list[Path]:
    """Write a contestant in the language `language` into `folder`, and return the paths of its files.

    The folder is created if necessary. Existing files are never overwritten.

    Raises TemplateError if there is no template in the language, if one of the files exists, or if `folder` is a
    file.
    """
    if language not in LANGUAGES:
        raise TemplateError(f"no template in {language!r}; expected {', '.join(LANGUAGES)}")
    sources = sorted(path for path in (TEMPLATES / language).iterdir() if path.is_file())
    targets = [folder / source.name for source in sources]
    for target in targets:
        if target.exists() or target.is_symlink():
            raise TemplateError(f"{target} already exists; choose another directory or remove the file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise TemplateError(f"{folder} is not a directory") from None
    for source, target in zip(sources, targets, strict=True):
        shutil.copyfile(source, target)
    return targets
