"""Recipe of a submission: the commands that build and run it, from its Makefile or the homework's file names."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from outply.errors import UserError
from outply.grading.submissions.python_version import PYTHON_2_SOURCE, PYTHON_3_SOURCE, PythonProgram
from outply.grading.submissions.tools import (
    CANDIDATES,
    CXX,
    INSTALLED_TOOLS,
    JAVA,
    JAVAC,
    MAKE,
    PYTHON2,
    PYTHON3,
    Tool,
    ToolPaths,
)
from outply.players.contestant import has_makefile
from outply.sandbox.bubblewrap import PATH
from outply.sandbox.limits import RunResult, Termination
from outply.text import join_and, join_or

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")  # in the order in which make looks for them
MAX_SOURCE_BYTES = 1 << 20  # read from a Makefile or source file
IGNORED_FOLDERS = ("__MACOSX",)  # added to archives by macOS

NO_AGENT_TARGET = re.compile(r"No rule to make target [`']agent'\.")

# The source is untrusted: each of these patterns matches in linear time.
NOT_CODE = re.compile(r'"(?:\\.|[^"\\\n])*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
CODE = re.compile(
    r"(?P<brace>[{}])|\bclass\s+(?P<name>\w+)|\bstatic\b[^;{}()=]{0,200}\bvoid\s+(?P<main>main)\s*\("
)
PUBLIC_CLASS = re.compile(r"\bpublic\s+(?:(?:final|abstract|strictfp)\s+)?(?:class|enum|record)\s+(\w+)")
PACKAGE = re.compile(r"^[ \t]*package[ \t]+([\w.]+)[ \t]*;", re.MULTILINE)


class RecipeError(UserError):
    """No program was found in a folder or for a command, or a folder contains more than one program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeOptions:
    """Settings that replace parts of the recipes of all submissions.

    `tools` are the paths of compilers and interpreters. `run_command` is the command that runs a program.
    `main_file` is the name of the main source file.
    """

    tools: ToolPaths = INSTALLED_TOOLS
    run_command: str = ""
    main_file: str = ""


DEFAULT_OPTIONS = RecipeOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Commands that build and run a program in its folder; `build` is empty if nothing has to be built.

    `tools` are the compilers and interpreters in the commands. The interpreter of a `python` program is chosen
    after its source was compiled; until then it is not in `run`.
    """

    build: tuple[str, ...] = ()
    run: tuple[str, ...]
    tools: tuple[Tool, ...] = ()
    python: PythonProgram | None = None

    def is_built(self, result: RunResult) -> bool:
        """Return True if `result` is a successful build, or if the Makefile has no target `agent` to build."""
        if result.termination is Termination.OK:
            return True
        is_make = any(tool.name == MAKE for tool in self.tools)
        return is_make and NO_AGENT_TARGET.search(result.stderr) is not None

    def with_interpreter(self, interpreter: Tool) -> Recipe:
        """Return the recipe of a Python program that runs with this interpreter."""
        return replace(self, run=(interpreter.path, *self.run), tools=(*self.tools, interpreter), python=None)

    def toolchain(self, options: RecipeOptions) -> tuple[Tool, ...]:
        """Return all tools on which the results can depend: every tool if a Makefile or a command may call any."""
        if options.run_command or any(tool.name == MAKE for tool in self.tools):
            return tuple(tool for name in CANDIDATES if (tool := options.tools.find(name)) is not None)
        return (*self.tools, *(self.python.interpreters if self.python else ()))


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


def find_recipe(
    folder: Path, memory_mib: int, options: RecipeOptions = DEFAULT_OPTIONS, path: str = PATH
) -> Recipe:
    """Return the recipe of the program in a folder.

    The main file of the `options` takes precedence over a Makefile with a target `run`, which takes precedence
    over the file names of the Warfare homework, such as homework.py. Without any of these, the only source file is
    the program. `memory_mib` is the memory limit of a run, which determines the heap size of Java. Compilers and
    interpreters are looked up in `path`, by default the PATH of the sandbox.

    Raises RecipeError if there is no program or more than one, MissingToolError if a compiler or interpreter is
    not installed, and ToolError if one of the paths in `options` cannot be used.
    """
    finder = _Finder(folder, memory_mib, options.tools, path)
    if options.run_command:
        return finder.by_command(options.run_command, options.main_file)
    return finder.by_files(options.main_file)


class _Finder:
    """Finds the recipe of the program in a folder."""

    def __init__(self, folder: Path, memory_mib: int, tools: ToolPaths, path: str) -> None:
        self._folder, self._memory_mib, self._tools, self._path = folder, memory_mib, tools, path

    def by_command(self, command: str, main_file: str) -> Recipe:
        """Return a recipe that builds the program as its files require and then runs `command`."""
        try:
            recipe = self.by_files(main_file)
        except RecipeError:
            recipe = Recipe(run=())
        word, *arguments = shlex.split(command)
        if word not in CANDIDATES:
            return replace(recipe, run=(word, *arguments), python=None)
        tool = self._require(word, command)
        source = next((name for name in arguments if not name.startswith("-")), "")
        if word in (PYTHON2, PYTHON3) and source.endswith(".py") and _is_regular_file(self._folder / source):
            python = PythonProgram(source=source, interpreters=(tool,))
            return Recipe(run=tuple(arguments), python=python)
        tools = tuple(dict.fromkeys((*recipe.tools, tool)))
        return replace(recipe, run=(tool.path, *arguments), tools=tools, python=None)

    def by_files(self, main_file: str) -> Recipe:
        """Return the recipe that follows from the files of the folder."""
        if main_file:
            others = [name for name in source_files(self._folder) if Path(name).suffix == Path(main_file).suffix]
            if _is_regular_file(self._folder / main_file):
                return self._source(main_file)
            if len(others) == 1:  # the file is named by its author
                return self._source(others[0])
            raise RecipeError(f"no {main_file}, the main file for all submissions; found {self._found()}")
        if _has_run_target(self._folder):
            make = self._require(MAKE, "the Makefile")
            return Recipe(build=(make.path, "-s", "agent"), run=(make.path, "-s", "run"), tools=(make,))
        names = [name for name in HOMEWORK if _is_regular_file(self._folder / name)]
        if len(names) > 1:
            raise RecipeError(f"found {join_and(names)}; submit only one of them")
        if names:
            return self._source(names[0])
        if has_makefile(self._folder):
            raise RecipeError("the Makefile has no target `run`")
        sources = source_files(self._folder)
        if len(sources) == 1:
            return self._source(sources[0])
        if sources:
            raise RecipeError(
                f"found {join_and(sources)}; name the main file with --program, or {join_or(HOMEWORK)}"
            )
        if self._found() == NOTHING:
            raise RecipeError("the submission is empty")
        raise RecipeError(f"no program found: expected a Makefile or one of {', '.join(HOMEWORK)}")

    def _source(self, name: str) -> Recipe:
        suffix = Path(name).suffix.lower()
        if suffix not in SOURCE_SUFFIXES:
            raise RecipeError(f"{name} is not a source file: expected {join_or(SOURCE_SUFFIXES)}")
        if suffix == ".py":
            return Recipe(run=(name,), python=PythonProgram.of(name, self._tools, self._path))
        return self._java(name) if suffix == ".java" else self._cpp(name)

    def _cpp(self, name: str) -> Recipe:
        compiler = self._require(CXX, name)
        standard = ("-std=c++11",) if name == "homework11.cpp" else ()
        build = (compiler.path, "-O2", *standard, "-o", "homework", name)
        return Recipe(build=build, run=("./homework",), tools=(compiler,))

    def _java(self, name: str) -> Recipe:
        # A quarter of the memory is for the JVM itself. Its default collector would start a thread per core.
        heap = f"-Xmx{max(16, self._memory_mib * 3 // 4)}m"
        compiler, java = self._require(JAVAC, name), self._require(JAVA, name)
        main_class = _main_class(_read_text(self._folder / name))
        return Recipe(
            build=(compiler.path, "-J-XX:+UseSerialGC", f"-J{heap}", "-d", ".", name),
            run=(java.path, "-XX:+UseSerialGC", heap, "-cp", ".", main_class),
            tools=(compiler, java),
        )

    def _require(self, tool: str, source: str) -> Tool:
        return self._tools.require(tool, source, self._path)

    def _found(self) -> str:
        names = sorted(
            path.name
            for path in self._folder.iterdir()
            if not path.name.startswith(".") and path.name not in IGNORED_FOLDERS
        )
        return ", ".join(names[:MAX_NAMES]) + (", …" if len(names) > MAX_NAMES else "") if names else NOTHING


HOMEWORK = (PYTHON_2_SOURCE, PYTHON_3_SOURCE, "homework.cpp", "homework11.cpp", "homework.java")
"""File names of the Warfare homework; each stands for a language."""

SOURCE_SUFFIXES = (".py", ".java", ".cpp", ".cc", ".cxx")

MAX_NAMES = 5
NOTHING = "nothing"


def source_files(folder: Path) -> list[str]:
    """Return the sorted names of the source files in a folder; symlinks are not followed."""
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix.lower() in SOURCE_SUFFIXES and not path.name.startswith(".") and _is_regular_file(path)
    )


def public_class(source: str) -> str:
    """Return the name of the public class in a Java source, after which its file is named; empty without one."""
    match = PUBLIC_CLASS.search(NOT_CODE.sub(" ", source))
    return match[1] if match else ""


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
    return has_makefile(folder) or bool(source_files(folder))


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
