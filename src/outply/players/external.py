"""Players that are programs: contestants' directories by either protocol, and commands by the engine protocol."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import tempfile
from pathlib import Path

from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.contestant import BuiltContestant, OnTarget, build_cached, fingerprint
from outply.players.engine_process import EngineProcessPlayer, OpenEngine
from outply.players.forfeit import ContestProtocol
from outply.players.program import ProgramPlayer
from outply.players.protocol import PlayerError
from outply.players.spec import ENGINE_PROCESS, PROGRAM
from outply.sandbox.bubblewrap import PATH, SYSTEM_DIRS
from outply.sandbox.limits import Limits
from outply.sandbox.workspace import Workspace
from outply.text import os_reason

ExternalPlayer = ProgramPlayer | EngineProcessPlayer


def external_player(
    name: str,
    *,
    sandboxed: bool = True,
    user_time_only: bool = False,
    limits: ContestLimits = DEFAULT_LIMITS,
) -> ExternalPlayer:
    """Return the player `program:DIRECTORY` or `engine-process:COMMAND`.

    A directory is built unless this process has already built it.

    Raises PlayerError if there is no such directory or program, and ForfeitError if the build fails.
    """
    if name.startswith(ENGINE_PROCESS):
        return command_player(name, sandboxed=sandboxed, user_time_only=user_time_only, limits=limits)
    folder = Path(name.removeprefix(PROGRAM))
    if not folder.is_dir():
        reason = f"{folder} is a file" if folder.exists() else f"no such directory: {folder}"
        raise PlayerError(f"invalid player {name!r}: {reason}; expected a directory with a Makefile")
    contestant = build_cached(folder.resolve(), fingerprint(folder, limits), sandboxed, limits)
    return contestant_player(name, contestant, user_time_only=user_time_only)


def contestant_player(
    name: str,
    contestant: BuiltContestant,
    core: int | None = None,
    on_target: OnTarget | None = None,
    *,
    user_time_only: bool = False,
) -> ExternalPlayer:
    """Return the player of a built directory, by the protocol that its Makefile declares."""
    if contestant.protocol is ContestProtocol.FILES:
        return ProgramPlayer(name, contestant, core, on_target, user_time_only=user_time_only)

    def open_engine(run_limits: Limits) -> OpenEngine:
        workspace = contestant.prepare_game(core, on_target)
        program = ["make", "-s", "engine"]
        return _open(workspace, program, "make engine", run_limits, core=core, sandboxed=contestant.sandboxed)

    return EngineProcessPlayer(name, open_engine, user_time_only=user_time_only, limits=contestant.limits)


def command_player(
    name: str,
    *,
    sandboxed: bool = True,
    user_time_only: bool = False,
    limits: ContestLimits = DEFAULT_LIMITS,
) -> EngineProcessPlayer:
    """Return the player `engine-process:COMMAND`.

    The program can read the directories of the files that the command names. Its working directory is empty.

    Raises PlayerError if the command is malformed, names no program, or names one that the sandbox cannot read.
    """
    command = name.removeprefix(ENGINE_PROCESS)
    program, mounts = find_program(name, command)
    if sandboxed:
        _require_readable(name, mounts)

    def open_engine(run_limits: Limits) -> OpenEngine:
        with tempfile.TemporaryDirectory() as empty:
            workspace = Workspace(Path(empty), limits.disk_mib, on_ram_disk=sandboxed)
        return _open(workspace, program, command, run_limits, sandboxed=sandboxed, mounts=mounts)

    return EngineProcessPlayer(name, open_engine, user_time_only=user_time_only, limits=limits)


def _open(
    workspace: Workspace,
    program: list[str],
    command: str,
    limits: Limits,
    *,
    core: int | None = None,
    sandboxed: bool,
    mounts: tuple[str, ...] = (),
) -> OpenEngine:
    try:
        run = workspace.open_interactive(program, limits, core=core, sandboxed=sandboxed, mounts=mounts)
    except BaseException:
        workspace.close()
        raise
    return OpenEngine(command=command, workspace=workspace, run=run)


def find_program(name: str, command: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the words of a command, with absolute paths of files, and the directories that it must read.

    A program without a path is looked for where the sandbox has programs, then in the user's PATH.

    Raises PlayerError if the command is malformed, names no program, or needs a directory with other files.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"invalid player {name!r}: {str(error).lower()}") from None
    found = shutil.which(words[0], path=PATH) or shutil.which(words[0]) if words else None
    if found is None:
        raise PlayerError(f"invalid player {name!r}: no such program: {words[0] if words else 'no command'}")
    paths = [os.path.abspath(found)]
    for index, word in enumerate(words[1:], 1):
        if os.path.isfile(word):
            words[index] = os.path.abspath(word)
            paths.append(words[index])
    words[0] = paths[0]
    mounts = dict.fromkeys(
        directory
        for path in paths
        if not any(Path(path).is_relative_to(system) for system in SYSTEM_DIRS)
        for directory in _directories(name, Path(path))
    )
    return words, tuple(mounts)


def _require_readable(name: str, mounts: tuple[str, ...]) -> None:
    """Raise PlayerError if outply runs as root and the user of the sandbox cannot enter a directory."""
    if os.geteuid() != 0:
        return
    for mount in mounts:
        path = Path(mount).resolve()
        for directory in (*reversed(path.parents), path):
            if not directory.stat().st_mode & stat.S_IXOTH:
                raise PlayerError(
                    f"invalid player {name!r}: the program needs {mount}, but other users than root cannot read "
                    f"{directory}, and the sandbox runs programs as another user. Install the program in a "
                    "directory that all users can read, or run outply as an ordinary user"
                )


def _directories(name: str, path: Path) -> list[str]:
    """Return the directories that a program outside the system directories needs.

    They are its own directory, or the virtual environment or Python installation whose `bin` has the program.
    """
    prefix = path.parent.parent
    settings = prefix / "pyvenv.cfg"
    if not settings.is_file():
        is_python = path.parent.name == "bin" and any(prefix.glob("lib/python3.*/os.py"))
        return [_private_directory(name, path, prefix if is_python else path.parent)]
    try:
        lines = settings.read_text(errors="replace").splitlines()
    except OSError as error:
        raise PlayerError(f"invalid player {name!r}: cannot read {settings}: {os_reason(error)}") from None
    homes = [Path(line.partition("=")[2].strip()) for line in lines if line.partition("=")[0].strip() == "home"]
    bases = [home.parent for home in homes if not any(home.is_relative_to(system) for system in SYSTEM_DIRS)]
    return [_private_directory(name, path, prefix), *map(str, bases)]


def _private_directory(name: str, path: Path, directory: Path) -> str:
    """Return the directory, unless it contains the home directory or that of temporary files."""
    if any(shared.is_relative_to(directory) for shared in (Path.home(), Path(tempfile.gettempdir()))):
        raise PlayerError(
            f"invalid player {name!r}: {path} is in {directory}, which the program could read as a whole. "
            "Move the program to a directory of its own"
        )
    return str(directory)
