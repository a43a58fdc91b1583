"""Contestants: directories with a program and a Makefile that builds it, and templates of contestants.

Every game runs in a fresh copy of the built directory.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path

from outply.players.forfeit import DISK_MIB, MEMORY_MIB, ContestProtocol, Failure, ForfeitError
from outply.sandbox.host import blame_host, is_overloaded, require_resources
from outply.sandbox.limits import MIB, Limits, RunResult, Termination
from outply.sandbox.run import OnOutput
from outply.sandbox.workspace import Workspace, WorkspaceError
from outply.text import join_or

OnTarget = Callable[[str, RunResult], None]
"""Called with the name and the result of each make target."""
OnRepeat = Callable[[str], None]
"""Called with the reason why a build is repeated."""

BUILD_TIMEOUT_S = 300.0
"""Wall-time limit of `make agent`, and also of `make calibrate`."""

NEWGAME_TIMEOUT_S = 60.0
UNLIMITED_CPU_S = 1e9
"""CPU limit of all targets except `run`, which is the only target whose CPU time counts."""


MAX_REPEATED_BUILDS = 2
MAX_STARVED_SHARE = 0.5
"""Share of its core that a build uses at most if other programs kept it from running."""
OVERLOADED = "this machine was overloaded"
COPY_PROBLEM = "the directory cannot be copied"

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
"""The files that make reads by default; the first that exists."""
MAX_MAKEFILE_CHARACTERS = 1 << 20
TARGETS = re.compile(r"^([^\s#:=][^#:=\n]*):(?!:?=)", re.MULTILINE)
"""The beginning of a rule in a Makefile. The group contains its targets."""

MISSING_TOOL = re.compile(
    r"^(?:make(?:\[\d+\])?|\S*sh|\S*env):(?: line)?(?: \d+:)? ['\u2018]?([\w.+-]+)['\u2019]?: "
    r"(?:command not found|not found|No such file or directory)",
    re.MULTILINE,
)
"""The message of make, a shell or env about a program that is not in PATH. The group is the program's name."""


class BuiltContestant:
    """A contestant's directory after its build. The program runs in a sandbox if `sandboxed` is True."""

    def __init__(self, folder: Path, sandboxed: bool = True) -> None:
        self._folder = folder
        self.sandboxed = sandboxed

    @property
    def protocol(self) -> ContestProtocol:
        """The protocol that the Makefile declares: LINES if it has a target `engine` and no target `run`."""
        targets = makefile_targets(self._folder)
        return ContestProtocol.LINES if "engine" in targets and "run" not in targets else ContestProtocol.FILES

    def prepare_game(self, core: int | None = None, on_target: OnTarget | None = None) -> Workspace:
        """Copy the directory for one game, run `make newgame` in the copy and return the copy.

        The caller must close the copy. A failure of `make newgame` is ignored.

        Raises ForfeitError if the directory cannot be copied.
        """
        try:
            workspace = Workspace(self._folder, DISK_MIB, on_ram_disk=self.sandboxed)
        except WorkspaceError as error:
            raise ForfeitError(
                Failure.BUILD_FAILED, f"the built directory cannot be copied for a game: {error}"
            ) from None
        try:
            result = run_target(workspace, "newgame", NEWGAME_TIMEOUT_S, self.sandboxed, core)
        except BaseException:
            workspace.close()
            raise
        if on_target is not None:
            on_target("newgame", result)
        return workspace


def has_makefile(folder: Path) -> bool:
    """Return whether the folder contains a file that make reads by default."""
    return any(os.path.isfile(folder / name) for name in MAKEFILES)


def makefile_targets(folder: Path) -> set[str]:
    """Return the targets that the folder's Makefile itself declares, without those of included files."""
    for name in MAKEFILES:
        if os.path.isfile(folder / name):
            with open(folder / name, errors="replace") as file:
                text = file.read(MAX_MAKEFILE_CHARACTERS)
            return {target for targets in TARGETS.findall(text) for target in targets.split()}
    return set()


def build(
    folder: Path,
    sandboxed: bool = True,
    parent: Path | None = None,
    on_target: OnTarget | None = None,
    on_repeat: OnRepeat = lambda _: None,
    on_output: OnOutput | None = None,
) -> Workspace:
    """Copy the directory, run `make agent` and `make calibrate` in the copy and return the copy.

    The caller must close the copy. A failure of `make calibrate` is ignored. If the machine was paused during the
    build, the build is repeated, because its calibration may be wrong. A build that times out on an overloaded
    machine is repeated once. `on_output` is called with the output of `make agent` while it runs.

    Raises ForfeitError if the directory cannot be copied or built, and HostError if the machine may be the cause.
    """
    with blame_host():
        for repeated in range(MAX_REPEATED_BUILDS):
            try:
                return _build(folder, sandboxed, parent, on_target, repeated, on_output)
            except _DisturbedError as error:
                on_repeat(str(error))
        return _build(folder, sandboxed, parent, on_target, MAX_REPEATED_BUILDS, on_output)


class _DisturbedError(Exception):
    """Raised if a build must be repeated, because the machine was paused or overloaded."""


def _build(
    folder: Path,
    sandboxed: bool,
    parent: Path | None,
    on_target: OnTarget | None,
    repeated: int,
    on_output: OnOutput | None,
) -> Workspace:
    """Build the directory, which was built `repeated` times before.

    Raises _DisturbedError if the machine disturbed the build and the build may be repeated.
    """
    is_last = repeated == MAX_REPEATED_BUILDS
    try:
        workspace = Workspace(folder, DISK_MIB, parent, on_ram_disk=sandboxed)
    except WorkspaceError as error:
        raise ForfeitError(Failure.BUILD_FAILED, f"{COPY_PROBLEM}: {error}") from None
    try:
        if not has_makefile(workspace.folder):
            raise ForfeitError(Failure.BUILD_FAILED, _missing_makefile(workspace.folder))
        result = run_target(workspace, "agent", BUILD_TIMEOUT_S, sandboxed, on_output=on_output)
        if on_target is not None:
            on_target("agent", result)
        if result.termination is not Termination.OK:
            if result.lost_seconds and not is_last:
                raise _DisturbedError(_pause(result))
            is_starved = _is_starved(result)
            if is_starved and not repeated:
                raise _DisturbedError(OVERLOADED)
            require_resources()
            tool = missing_tool(result.stderr) or missing_tool(result.stdout)
            reason = f", {tool} was not found" if tool else f"; {OVERLOADED}" if is_starved else ""
            raise ForfeitError(Failure.BUILD_FAILED, f"make agent {result.explanation}{reason}", result)
        result = run_target(workspace, "calibrate", BUILD_TIMEOUT_S, sandboxed)
        if on_target is not None:
            on_target("calibrate", result)
        if result.lost_seconds and not is_last:
            raise _DisturbedError(_pause(result))
    except BaseException:
        workspace.close()
        raise
    return workspace


def _pause(result: RunResult) -> str:
    return f"the machine did not run for {result.lost_seconds:.0f} s"


def _is_starved(result: RunResult) -> bool:
    """Return whether a run on an overloaded machine exceeded its wall time but used little of its core."""
    has_waited = result.cpu_seconds < MAX_STARVED_SHARE * result.wall_seconds
    return result.termination is Termination.WALL_TIME and has_waited and is_overloaded()


def _missing_makefile(folder: Path) -> str:
    """Return the explanation for a folder without a Makefile, with the subfolders that have one."""
    if subfolders := sorted(path.name for path in folder.iterdir() if path.is_dir() and has_makefile(path)):
        return f"no Makefile; there is one in the subfolder {join_or(subfolders)}, enter that folder instead"
    return "no Makefile; `outply tournament template` writes a sample"


def missing_tool(output: str) -> str | None:
    """Return the program that a build did not find, according to the build's output; None if there is none."""
    match = MISSING_TOOL.search(output)
    return match[1] if match else None


def may_succeed_later(problem: str, output: str) -> bool:
    """Return whether a failed build may succeed with the same files, because the machine caused the failure.

    `problem` is the explanation of the failure, and `output` is the output of the build.
    """
    return problem.startswith(COPY_PROBLEM) or problem.endswith(OVERLOADED) or missing_tool(output) is not None


def run_target(
    workspace: Workspace,
    target: str,
    timeout_s: float,
    sandboxed: bool,
    core: int | None = None,
    on_output: OnOutput | None = None,
) -> RunResult:
    return workspace.run(
        ["make", "-s", target],
        limits(UNLIMITED_CPU_S, timeout_s),
        core=core,
        sandboxed=sandboxed,
        on_output=on_output,
    )


def limits(cpu_seconds: float, wall_seconds: float, *, user_time_only: bool = False) -> Limits:
    """Return the limits of one make target: the given times, and the fixed memory and disk limits."""
    return Limits(
        cpu_seconds=cpu_seconds,
        wall_seconds=wall_seconds,
        memory_mib=MEMORY_MIB,
        disk_mib=DISK_MIB,
        user_time_only=user_time_only,
    )


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
    """Return a hash of everything in the directory: names, modes, link targets and contents of files.

    Directories are included only if they are links or contain nothing readable; other directories are represented
    by their files. The contents of files that are unreadable or too large to be copied are left out.
    """
    digest = hashlib.sha256()
    for parent, folders, files in os.walk(folder):
        folders.sort()
        links = [name for name in folders if os.path.islink(os.path.join(parent, name))]
        if not files and not folders:
            files = ["."]
        for name in sorted([*files, *links]):
            path = Path(parent, name)
            digest.update(
                f"{path.relative_to(folder).as_posix()}\0{path.lstat().st_mode}\0".encode(errors="surrogateescape")
            )
            if path.is_symlink():
                digest.update(os.fsencode(os.readlink(path)) + b"\0")
            else:
                digest.update(_content_digest(path))
    return digest.hexdigest()


def _content_digest(path: Path) -> bytes:
    """Return the hash of a regular file's content; an empty value if it cannot be read or is too large."""
    with contextlib.suppress(PermissionError):
        if path.is_file() and path.stat().st_size <= DISK_MIB * MIB:
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").digest()
    return b""
