"""How a directory is built and run: by its Makefile, or by assignment 001's names of files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from outply.games.struct import Struct
from outply.players.contestant import has_makefile
from outply.sandbox.bubblewrap import PATH
from outply.sandbox.limits import Termination

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.sandbox.limits import RunResult

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")  # in the order in which make looks for them
LONGEST = 1 << 20  # bytes of a file that are read to find out what it is
NOT_THEIRS = ("__MACOSX",)  # what a Mac puts into an archive beside the folder

NO_AGENT = re.compile(r"No rule to make target [`']agent'\.")
# A stranger's text: each of these takes time in proportion to it, whatever it says.
NOT_CODE = re.compile(r'"(?:\\.|[^"\\\n])*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
CODE = re.compile(
    r"(?P<brace>[{}])|\bclass\s+(?P<name>\w+)|\bstatic\b[^;{}()=]{0,200}\bvoid\s+(?P<main>main)\s*\("
)
PACKAGE = re.compile(r"^[ \t]*package[ \t]+([\w.]+)[ \t]*;", re.MULTILINE)


class RecipeError(Exception):
    """A directory of which nobody can say how it is run; the sentence says why."""


class MissingToolError(Exception):
    """A program that needs what this machine does not have: no fault of the program."""


class Recipe(Struct):
    """The commands that build and run a program in its folder; `build` is empty if there is nothing to build."""

    __slots__ = ("build", "run")

    build: tuple[str, ...]
    run: tuple[str, ...]

    def __init__(self, build: tuple[str, ...], run: tuple[str, ...]) -> None:
        self._set(build, run)

    def is_built(self, ended: RunResult) -> bool:
        """Say whether a build that ended so will do; a Makefile need not have a target `agent`."""
        return ended.termination is Termination.OK or (
            self.build[:1] == ("make",) and bool(NO_AGENT.search(ended.stderr))
        )


def home(folder: Path) -> Path:
    """Return the folder that has the program: this one, or the single one in it, as archives often have it."""
    while not _is_program(folder):
        inside = [
            path for path in folder.iterdir() if not path.name.startswith(".") and path.name not in NOT_THEIRS
        ]
        if len(inside) != 1 or inside[0].is_symlink() or not inside[0].is_dir():
            break
        folder = inside[0]
    return folder


def find(folder: Path, memory_mib: int, path: str | None = PATH) -> Recipe:
    """Return how the folder's program is built and run; tools are looked for in `path`, as in a sandbox.

    A Makefile with `run` counts before any homework file. A `RecipeError` where there is nothing to run, or more
    than one file that could be meant.
    """
    if _has_run(folder):
        return _MAKE
    found = [name for name in HOMEWORK if _is_plain(folder / name)]
    if len(found) > 1:
        raise RecipeError(f"there are {' and '.join(found)}: only one can be meant")
    if not found:
        if has_makefile(folder):
            raise RecipeError("its Makefile has no target `run`")
        if all(path.name.startswith(".") or path.name in NOT_THEIRS for path in folder.iterdir()):
            raise RecipeError("there is nothing in it")
        raise RecipeError(f"there is no Makefile, and none of {', '.join(HOMEWORK)}")
    return HOMEWORK[found[0]](folder, _Tools(found[0], path), memory_mib)


class _Tools:
    """The programs that a file needs, looked for where the sandbox will."""

    def __init__(self, name: str, path: str | None) -> None:
        self._name, self._path = name, path

    def first_of(self, *tools: str) -> str:
        """Return the first of these that is here."""
        for tool in tools:
            if shutil.which(tool, path=self._path):
                return tool
        raise MissingToolError(f"{self._name} needs {tools[-1]}, which is not on this machine")


def _python_2(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    # Where there is no Python 2 any more, the course has moved on, and so have its students.
    return Recipe((), (tools.first_of("python2", "python3"), "homework.py"))


def _python_3(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    return Recipe((), (tools.first_of("python3"), "homework3.py"))


def _cpp(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    return Recipe((tools.first_of("g++"), "-O2", "-o", "homework", "homework.cpp"), ("./homework",))


def _cpp_11(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    build = (tools.first_of("g++"), "-O2", "-std=c++11", "-o", "homework", "homework11.cpp")
    return Recipe(build, ("./homework",))


def _java(folder: Path, tools: _Tools, memory_mib: int) -> Recipe:
    # The rest of the memory is for the machine itself; its usual collector would start a thread for each core.
    heap = f"-Xmx{max(16, memory_mib * 3 // 4)}m"
    build = (tools.first_of("javac"), "-J-XX:+UseSerialGC", f"-J{heap}", "-d", ".", "homework.java")
    run = (
        tools.first_of("java"),
        "-XX:+UseSerialGC",
        heap,
        "-cp",
        ".",
        _main_class(_text(folder / "homework.java")),
    )
    return Recipe(build, run)


HOMEWORK: dict[str, Callable[[Path, _Tools, int], Recipe]] = {
    "homework.py": _python_2,
    "homework3.py": _python_3,
    "homework.cpp": _cpp,
    "homework11.cpp": _cpp_11,
    "homework.java": _java,
}
"""Assignment 001's names, each of which says a language."""

_MAKE = Recipe(("make", "-s", "agent"), ("make", "-s", "run"))


def _main_class(source: str) -> str:
    """Return the class that has `main`, with its package; `homework` where none can be seen."""
    code = NOT_CODE.sub(" ", source)
    package = PACKAGE.search(code)
    depth, outer = 0, "homework"
    for word in CODE.finditer(code):
        if word["main"]:
            break
        if word["brace"]:
            depth += 1 if word["brace"] == "{" else -1
        elif depth == 0:
            outer = word["name"]
    return f"{package[1]}.{outer}" if package else outer


def _is_program(folder: Path) -> bool:
    return has_makefile(folder) or any(_is_plain(folder / name) for name in HOMEWORK)


def _has_run(folder: Path) -> bool:
    """Say whether make would know what to run; where a Makefile includes others, that is left to make."""
    makefile = next((folder / name for name in MAKEFILES if _is_plain(folder / name)), None)
    return makefile is not None and any(map(_may_say_run, _text(makefile).splitlines()))


def _may_say_run(line: str) -> bool:
    targets, colon, rest = line.partition(":")
    is_rule = colon and line[0] not in "\t #" and "=" not in targets and not rest.startswith("=")
    return bool(is_rule and "run" in targets.split()) or line.startswith(("include ", "-include "))


def _is_plain(path: Path) -> bool:
    """Say whether it is a file and no link: who knows where one leads."""
    return path.is_file() and not path.is_symlink()


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(LONGEST).decode(errors="replace")
