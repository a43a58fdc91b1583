"""Compilers and interpreters for submissions: the paths and versions of those that are installed.

A tool that does not print its version does not count as installed: version managers put stubs into the PATH.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from outply.errors import UserError
from outply.sandbox import bubblewrap

PYTHON2, PYTHON3, CXX, JAVAC, JAVA, MAKE = "python2", "python3", "g++", "javac", "java", "make"

CANDIDATES = {
    PYTHON2: ("python2", "python2.7", "python"),
    PYTHON3: ("python3", "python"),
    CXX: ("g++", "clang++"),
    JAVAC: ("javac",),
    JAVA: ("java",),
    MAKE: ("make",),
}
"""The names of the executables of each tool, in the order in which they are looked up."""

VERSION_PATTERNS = {PYTHON2: r"Python 2\.", PYTHON3: r"Python 3\."}
"""How the version of a tool must begin, for tools whose executables may have a different major version."""

TITLES = {PYTHON2: "Python 2", PYTHON3: "Python 3", JAVAC: "a Java compiler (javac)", JAVA: "Java"}
"""Names of tools in messages; any other tool appears under its own name."""

MISSING_TOOL_REMEDY = (
    "install the tool, or give its path with --python2, --python3, --java or --cxx, and repeat the command"
)
"""What the user of `outply grade` can do about a missing tool."""

VERSION_TIMEOUT_S = 30.0
MAX_VERSION_CHARS = 100


class ToolError(UserError):
    """Raised if a path that the user gave for a tool cannot be used."""


class MissingToolError(UserError):
    """A compiler or interpreter is not installed on this machine; the submission is not at fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A compiler or interpreter: its name, the path of its executable, and the version that it prints."""

    name: str
    path: str
    version: str

    def __str__(self) -> str:
        return f"{self.version} ({self.path})" if self.version else self.path

    @property
    def short(self) -> str:
        """The name of the tool and its version number, such as `Python 3.11.2` or `g++ 12.2.0`."""
        numbers = re.findall(r"\d+(?:\.\d+)+|\d+", self.version)
        kind = "Python" if self.name in VERSION_PATTERNS else self.name
        return f"{kind} {max(numbers, key=lambda number: number.count('.'))}" if numbers else kind

    @property
    def mounts(self) -> tuple[str, ...]:
        """The directories outside the system's that the sandbox must mount so that the tool can run."""
        homes = (_home(Path(path)) for path in dict.fromkeys((self.path, os.path.realpath(self.path))))
        return tuple(str(home) for home in homes if not _is_system(home))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPaths:
    """Paths of tools given by the user: executables or, for `java`, also the home directory of a JDK.

    An empty path means that the tool is looked up in the PATH of the sandbox.
    """

    python2: str = ""
    python3: str = ""
    java: str = ""
    cxx: str = ""

    def find(self, name: str, path: str = bubblewrap.PATH) -> Tool | None:
        """Return the tool of this name; None if it is not installed.

        Raises ToolError if the user gave a path for the tool that cannot be used.
        """
        given = self._given.get(name)
        return given_tool(name, given) if given else installed_tool(name, path)

    def require(self, name: str, source: str, path: str = bubblewrap.PATH) -> Tool:
        """Return the tool that the file `source` needs.

        Raises MissingToolError if the tool is not installed, and ToolError if the path that the user gave cannot
        be used.
        """
        tool = self.find(name, path)
        if tool is None:
            raise MissingToolError(f"{source} needs {TITLES.get(name, name)}, which is not installed here")
        return tool

    def check(self) -> None:
        """Raise ToolError if one of the paths cannot be used."""
        for name, given in self._given.items():
            if given:
                given_tool(name, given)

    @property
    def _given(self) -> dict[str, str]:
        return {PYTHON2: self.python2, PYTHON3: self.python3, CXX: self.cxx, JAVA: self.java, JAVAC: self.java}


INSTALLED_TOOLS = ToolPaths()


@functools.cache
def installed_tool(name: str, path: str) -> Tool | None:
    for candidate in CANDIDATES[name]:
        executable = shutil.which(candidate, path=path)
        if executable and (version := _version(name, executable)):
            return Tool(name=name, path=executable, version=version)
    return None


@functools.cache
def given_tool(name: str, given: str) -> Tool:
    option = {CXX: "--cxx", JAVAC: "--java"}.get(name, f"--{name}")
    path = Path(given).absolute()
    if name in (JAVA, JAVAC):
        path = path / "bin" / name if path.is_dir() else path.with_name(name)
    if not path.is_file():
        raise ToolError(f"{option}: {path} does not exist")
    version = _version(name, str(path))
    if not version:
        expected = TITLES.get(name, "a compiler or interpreter")
        raise ToolError(f"{option}: {path} is not {expected}: its version output does not match")
    tool = Tool(name=name, path=str(path), version=version)
    _check_sandboxed(tool, option)
    return tool


def tool_of(executable: str) -> Tool:
    """Return the tool for an executable; the version is empty if the executable is not a known tool."""
    stem = re.sub(r"(\.exe|[\d.]+)$", "", Path(executable).name)
    if stem == "python":
        version = _version(PYTHON3, executable)
        if version:
            return Tool(name=PYTHON3, path=executable, version=version)
        return Tool(name=PYTHON2, path=executable, version=_version(PYTHON2, executable))
    version = _version(stem, executable) if stem in CANDIDATES else ""
    return Tool(name=stem, path=executable, version=version)


def _version(name: str, executable: str) -> str:
    """Return the version line that an executable prints; empty if the executable is not the tool `name`."""
    option = "-version" if name in (JAVA, JAVAC) else "--version"
    try:
        done = subprocess.run(
            [executable, option],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=VERSION_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = [line for line in done.stdout.decode(errors="replace").splitlines() if re.search(r"\d", line)]
    version = lines[0].strip()[:MAX_VERSION_CHARS] if lines and done.returncode == 0 else ""
    return version if re.match(VERSION_PATTERNS.get(name, ""), version) else ""


def _home(executable: Path) -> Path:
    """Return the directory that a tool is installed in: `/opt/python` for `/opt/python/bin/python2`."""
    folder = executable.parent
    return folder.parent if folder.name == "bin" else folder


def _is_system(folder: Path) -> bool:
    return any(folder == Path(system) or Path(system) in folder.parents for system in bubblewrap.SYSTEM_DIRS)


def _check_sandboxed(tool: Tool, option: str) -> None:
    """Check that programs in the sandbox can use a tool, and that its directory exposes no private files.

    Raises ToolError if the check fails.
    """
    private = [Path.home(), Path.cwd(), Path(tempfile.gettempdir())]
    for home in map(Path, tool.mounts):
        if any(home == folder or home in folder.parents for folder in private):
            raise ToolError(
                f"{option}: {tool.path}: submissions would be able to read all of {home}; "
                "install the tool in a directory of its own, such as /opt"
            )
        closed = [folder for folder in (home, *home.parents) if not folder.stat().st_mode & 0o001]
        if os.geteuid() == 0 and closed:
            raise ToolError(
                f"{option}: {tool.path}: submissions run as another user, who has no access to {closed[-1]}; "
                "install the tool elsewhere, for example in /opt"
            )
