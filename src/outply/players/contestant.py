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
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.forfeit import ContestProtocol, Failure, ForfeitError
from outply.sandbox.host import blame_host, is_overloaded, require_resources
from outply.sandbox.limits import MIB, Limits, OnOutput, RunResult, Termination
from outply.sandbox.untrusted_dirs import read_regular_file
from outply.sandbox.workspace import Workspace, WorkspaceError
from outply.text import join_or

OnTarget = Callable[[str, RunResult], None]
"""Called with the name and the result of each make target."""
OnRepeat = Callable[[str], None]
"""Called with the reason why a build is repeated."""

UNLIMITED_CPU_S = 1e9
"""CPU limit of all targets except `run`, which is the only target whose CPU time counts."""

MAX_REPEATED_BUILDS = 2
MAX_STARVED_SHARE = 0.5
"""Share of its core that a build uses at most if other programs kept it from running."""
OVERLOADED = "this machine was overloaded"
COPY_PROBLEM = "the directory cannot be copied"

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
"""The files that make reads by default; the first that exists."""
MAX_MAKEFILE_BYTES = 1 << 20
TARGETS = re.compile(r"^([^\s#:=][^#:=\n]*):(?!:?=)", re.MULTILINE)
"""The beginning of a rule in a Makefile. The group contains its targets."""

MISSING_TOOL = re.compile(
    r"^(?:make(?:\[\d+\])?|\S*sh|\S*env):(?: line)?(?: \d+:)? ['\u2018]?([\w.+-]+)['\u2019]?: "
    r"(?:command not found|not found|No such file or directory)",
    re.MULTILINE,
)
"""The message of make, a shell or env about a program that is not in PATH. The group is the program's name."""


class RunTarget(Protocol):
    """Runs a make target in a workspace, such as `run_target`."""

    def __call__(
        self,
        workspace: Workspace,
        target: str,
        limits: Limits,
        sandboxed: bool,
        *,
        core: int | None = None,
        on_output: OnOutput | None = None,
    ) -> RunResult: ...


def run_target(
    workspace: Workspace,
    target: str,
    limits: Limits,
    sandboxed: bool,
    *,
    core: int | None = None,
    on_output: OnOutput | None = None,
) -> RunResult:
    return workspace.run(["make", "-s", target], limits, core=core, sandboxed=sandboxed, on_output=on_output)


class BuiltContestant:
    """A contestant's directory after its build. The program runs in a sandbox if `sandboxed` is True.

    `limits` hold for its games.
    """

    def __init__(self, folder: Path, sandboxed: bool = True, limits: ContestLimits = DEFAULT_LIMITS) -> None:
        self._folder = folder
        self.sandboxed = sandboxed
        self.limits = limits

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
            workspace = Workspace(self._folder, self.limits.disk_mib, on_ram_disk=self.sandboxed)
        except WorkspaceError as error:
            raise ForfeitError(
                Failure.BUILD_FAILED, f"the built directory cannot be copied for a game: {error}"
            ) from None
        try:
            limits = self.limits.for_run(UNLIMITED_CPU_S, self.limits.newgame_timeout_s)
            result = run_target(workspace, "newgame", limits, self.sandboxed, core=core)
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
    """Return the targets that the folder's Makefile itself declares, without those of included files.

    A link is followed only to another file in the folder, because its program may have created it.
    """
    name = next((name for name in MAKEFILES if os.path.lexists(folder / name)), None)
    if name is None:
        return set()
    with contextlib.suppress(OSError):  # no link
        name = os.readlink(folder / name)
    text = read_regular_file(folder / name, MAX_MAKEFILE_BYTES) if os.path.basename(name) == name else None
    targets = TARGETS.findall((text or b"").decode(errors="replace"))
    return {target for names in targets for target in names.split()}


def build(
    folder: Path,
    sandboxed: bool = True,
    parent: Path | None = None,
    on_target: OnTarget | None = None,
    on_repeat: OnRepeat = lambda _: None,
    on_output: OnOutput | None = None,
    *,
    limits: ContestLimits = DEFAULT_LIMITS,
    run_target: RunTarget = run_target,
    is_overloaded: Callable[[], bool] = is_overloaded,
) -> Workspace:
    """Copy the directory, run `make agent` and `make calibrate` in the copy and return the copy.

    The caller must close the copy. A failure of `make calibrate` is ignored. If the machine was paused during the
    build, the build is repeated, because its calibration may be wrong. A build that times out on an overloaded
    machine is repeated once. `on_output` is called with the output of `make agent` while it runs. `run_target`
    runs the targets, and `is_overloaded` returns whether this machine is overloaded.

    Raises ForfeitError if the directory cannot be copied or built, and HostError if the machine may be the cause.
    """
    one_build = _Build(
        folder=folder,
        sandboxed=sandboxed,
        parent=parent,
        on_target=on_target,
        on_output=on_output,
        limits=limits,
        run_target=run_target,
        is_overloaded=is_overloaded,
    )
    with blame_host():
        for repeated in range(MAX_REPEATED_BUILDS):
            try:
                return one_build(repeated)
            except _DisturbedError as error:
                on_repeat(str(error))
        return one_build(MAX_REPEATED_BUILDS)


class _DisturbedError(Exception):
    """Raised if a build must be repeated, because the machine was paused or overloaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Build:
    """The build of a directory. The fields are the arguments of `build`."""

    folder: Path
    sandboxed: bool
    parent: Path | None
    on_target: OnTarget | None
    on_output: OnOutput | None
    limits: ContestLimits
    run_target: RunTarget
    is_overloaded: Callable[[], bool]

    def __call__(self, repeated: int) -> Workspace:
        """Build the directory, which was built `repeated` times before.

        Raises _DisturbedError if the machine disturbed the build and the build may be repeated.
        """
        is_last = repeated == MAX_REPEATED_BUILDS
        try:
            workspace = Workspace(self.folder, self.limits.disk_mib, self.parent, on_ram_disk=self.sandboxed)
        except WorkspaceError as error:
            raise ForfeitError(Failure.BUILD_FAILED, f"{COPY_PROBLEM}: {error}") from None
        try:
            if not has_makefile(workspace.folder):
                raise ForfeitError(Failure.BUILD_FAILED, _missing_makefile(workspace.folder))
            result = self._run(workspace, "agent", self.on_output)
            if result.termination is not Termination.OK:
                if result.lost_seconds and not is_last:
                    raise _DisturbedError(_pause(result))
                is_starved = self._is_starved(result)
                if is_starved and not repeated:
                    raise _DisturbedError(OVERLOADED)
                require_resources()
                tool = missing_tool(result.stderr) or missing_tool(result.stdout)
                reason = f", {tool} was not found" if tool else f"; {OVERLOADED}" if is_starved else ""
                raise ForfeitError(Failure.BUILD_FAILED, f"make agent {result.explanation}{reason}", result)
            result = self._run(workspace, "calibrate")
            if result.lost_seconds and not is_last:
                raise _DisturbedError(_pause(result))
        except BaseException:
            workspace.close()
            raise
        return workspace

    def _run(self, workspace: Workspace, target: str, on_output: OnOutput | None = None) -> RunResult:
        limits = self.limits.for_run(UNLIMITED_CPU_S, self.limits.build_timeout_s)
        result = self.run_target(workspace, target, limits, self.sandboxed, on_output=on_output)
        if self.on_target is not None:
            self.on_target(target, result)
        return result

    def _is_starved(self, result: RunResult) -> bool:
        """Return whether a run on an overloaded machine exceeded its wall time but used little of its core."""
        has_waited = result.cpu_seconds < MAX_STARVED_SHARE * result.wall_seconds
        return result.termination is Termination.WALL_TIME and has_waited and self.is_overloaded()


def _pause(result: RunResult) -> str:
    return f"the machine did not run for {result.lost_seconds:.0f} s"


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


@functools.cache
def build_cached(
    folder: Path, fingerprint: str, sandboxed: bool, limits: ContestLimits = DEFAULT_LIMITS
) -> BuiltContestant:
    """Return the built directory; build it at most once in this process for each `fingerprint` of its files.

    Raises ForfeitError if the directory cannot be copied or built.
    """
    del fingerprint  # only part of the cache key
    workspace = build(folder, sandboxed, limits=limits)
    atexit.register(workspace.close)
    return BuiltContestant(workspace.folder, sandboxed, limits)


def fingerprint(folder: Path, limits: ContestLimits = DEFAULT_LIMITS) -> str:
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
                digest.update(_content_digest(path, limits.disk_mib * MIB))
    return digest.hexdigest()


def _content_digest(path: Path, max_bytes: int) -> bytes:
    """Return the hash of a regular file's content; an empty value if it cannot be read or is too large."""
    with contextlib.suppress(PermissionError):
        if path.is_file() and path.stat().st_size <= max_bytes:
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").digest()
    return b""
