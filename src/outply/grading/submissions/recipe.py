"""Recipe of a submission: the commands that build and run it, from its Makefile or assignment 001's file names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from outply.players.contestant import has_makefile
from outply.sandbox.bubblewrap import PATH
from outply.sandbox.limits import RunResult, Termination
from outply.text import join_and

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")  # in the order in which make looks for them
MAX_SOURCE_BYTES = 1 << 20  # read from a Makefile or source file
IGNORED_FOLDERS = ("__MACOSX",)  # added to archives by macOS

NO_AGENT_TARGET = re.compile(r"No rule to make target [`']agent'\.")

# The source is untrusted: each of these patterns matches in linear time.
NOT_CODE = re.compile(r'"(?:\\.|[^"\\\n])*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
CODE = re.compile(
    r"(?P<brace>[{}])|\bclass\s+(?P<name>\w+)|\bstatic\b[^;{}()=]{0,200}\bvoid\s+(?P<main>main)\s*\("
)
PACKAGE = re.compile(r"^[ \t]*package[ \t]+([\w.]+)[ \t]*;", re.MULTILINE)


class RecipeError(Exception):
    """No program was found in a folder or for a command, or a folder contains more than one program."""


class MissingToolError(Exception):
    """A compiler or interpreter is not installed on this machine; the submission is not at fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Commands that build and run a program in its folder; `build` is empty if nothing has to be built."""

    build: tuple[str, ...] = ()
    run: tuple[str, ...]

    def is_built(self, result: RunResult) -> bool:
        """Return True if `result` is a successful build, or if the Makefile has no target `agent` to build."""
        if result.termination is Termination.OK:
            return True
        return self.build[:1] == ("make",) and NO_AGENT_TARGET.search(result.stderr) is not None


def project_root(folder: Path) -> Path:
    """Return the folder that contains the program: `folder` itself or a nested folder.

    Many archives have a single top-level folder. Therefore a folder without a program whose only entry is another
    folder is replaced by that folder.
    """
    while not _is_program(folder):
        entries = [
            path for path in folder.iterdir() if not path.name.startswith(".") and path.name not in IGNORED_FOLDERS
        ]
        if len(entries) != 1 or entries[0].is_symlink() or not entries[0].is_dir():
            break
        folder = entries[0]
    return folder


def find_recipe(folder: Path, memory_mib: int, path: str | None = PATH) -> Recipe:
    """Return the recipe of the program in a folder.

    A Makefile with a target `run` takes precedence over the file names of assignment 001, such as homework.py.
    `memory_mib` is the memory limit of a run, which determines the heap size of Java. Compilers and interpreters
    are looked up in `path`, by default the PATH of the sandbox.

    Raises RecipeError if there is no program or more than one, and MissingToolError if a compiler or interpreter
    is not installed.
    """
    if _has_run_target(folder):
        return _MAKE
    names = [name for name in HOMEWORK if _is_regular_file(folder / name)]
    if len(names) > 1:
        raise RecipeError(f"found {join_and(names)}; submit only one of them")
    if not names:
        if has_makefile(folder):
            raise RecipeError("the Makefile has no target `run`")
        if all(path.name.startswith(".") or path.name in IGNORED_FOLDERS for path in folder.iterdir()):
            raise RecipeError("the submission is empty")
        raise RecipeError(f"no program found: expected a Makefile or one of {', '.join(HOMEWORK)}")
    return HOMEWORK[names[0]](folder, _Tools(names[0], path), memory_mib)


class _Tools:
    """Looks up the compilers and interpreters for the file `source` in the search path `path`."""

    def __init__(self, source: str, path: str | None) -> None:
        self._source, self._path = source, path

    def first_of(self, *tools: str) -> str:
        """Return the first of `tools` that is installed.

        Raises MissingToolError if none is installed.
        """
        for tool in tools:
            if shutil.which(tool, path=self._path):
                return tool
        raise MissingToolError(f"{self._source} needs {tools[-1]}, which is not installed on this machine")


def _python_2(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    # Fall back to Python 3 where Python 2 is not installed.
    return Recipe(run=(tools.first_of("python2", "python3"), "homework.py"))


def _python_3(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    return Recipe(run=(tools.first_of("python3"), "homework3.py"))


def _cpp(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    return Recipe(build=(tools.first_of("g++"), "-O2", "-o", "homework", "homework.cpp"), run=("./homework",))


def _cpp_11(_folder: Path, tools: _Tools, _memory_mib: int) -> Recipe:
    build = (tools.first_of("g++"), "-O2", "-std=c++11", "-o", "homework", "homework11.cpp")
    return Recipe(build=build, run=("./homework",))


def _java(folder: Path, tools: _Tools, memory_mib: int) -> Recipe:
    # A quarter of the memory is for the JVM itself. Its default collector would start a thread per core.
    heap = f"-Xmx{max(16, memory_mib * 3 // 4)}m"
    build = (tools.first_of("javac"), "-J-XX:+UseSerialGC", f"-J{heap}", "-d", ".", "homework.java")
    main_class = _main_class(_read_text(folder / "homework.java"))
    return Recipe(build=build, run=(tools.first_of("java"), "-XX:+UseSerialGC", heap, "-cp", ".", main_class))


HOMEWORK: dict[str, Callable[[Path, _Tools, int], Recipe]] = {
    "homework.py": _python_2,
    "homework3.py": _python_3,
    "homework.cpp": _cpp,
    "homework11.cpp": _cpp_11,
    "homework.java": _java,
}
"""File names of assignment 001; each stands for a language."""

_MAKE = Recipe(build=("make", "-s", "agent"), run=("make", "-s", "run"))


def _main_class(source: str) -> str:
    """Return the qualified name of the top-level Java class with `main`; `homework` if the source has no class."""
    code = NOT_CODE.sub(" ", source)
    package = PACKAGE.search(code)
    depth, outer = 0, "homework"
    for token in CODE.finditer(code):
        if token["main"]:
            break
        if token["brace"]:
            depth += 1 if token["brace"] == "{" else -1
        elif depth == 0:
            outer = token["name"]
    return f"{package[1]}.{outer}" if package else outer


def _is_program(folder: Path) -> bool:
    return has_makefile(folder) or any(_is_regular_file(folder / name) for name in HOMEWORK)


def _has_run_target(folder: Path) -> bool:
    """Return True if the folder's Makefile has a target `run`, or includes another file that may have it."""
    makefile = next((folder / name for name in MAKEFILES if _is_regular_file(folder / name)), None)
    return makefile is not None and any(map(_may_define_run, _read_text(makefile).splitlines()))


def _may_define_run(line: str) -> bool:
    targets, colon, rest = line.partition(":")
    is_rule = colon and line[0] not in "\t #" and "=" not in targets and not rest.startswith("=")
    return bool(is_rule and "run" in targets.split()) or line.startswith(("include ", "-include "))


def _is_regular_file(path: Path) -> bool:
    """Return True for a regular file; symlinks are not followed."""
    return path.is_file() and not path.is_symlink()


def _read_text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MAX_SOURCE_BYTES).decode(errors="replace")
