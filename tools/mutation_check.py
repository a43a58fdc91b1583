"""Measure how many random faults the tests find: change one operator, constant or return value at a time.

    python3 run.py python tools/mutation_check.py --seed 1
    python3 run.py python tools/mutation_check.py --seed 1 --language python --only 3 7

Each mutant is a copy of the repository with one change. The tests that cover the changed file run until the first
failure. That test then runs without the change, or all are collected if none is named; if this fails, the mutant
is unclear. C++ mutants are compiled without optimization in a build folder of their own; mutants that do not
compile do not count. The exit status is 1 if a mutant survives: either a test is missing, or the change has no
effect.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

import outply._native

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("python", "cpp")
NOT_COMPILED = "not compiled"
TEST_CPU_LIMIT_S = 300  # a mutant that loops for ever; the tests of a file take at most two minutes
TEST_WALL_LIMIT_S = 1200.0  # a mutant that waits for ever
GENERATED = "fitted_weights.hpp"
"""Tables of weights, three fifths of all mutants in C++. Another weight is another evaluation, not a fault."""

CPP_TESTS = (
    "tests/native/test_positions.py",
    "tests/native/test_evaluation.py",
    "tests/cli/test_bench.py",
    "tests/search",
    "tests/players/test_engine_players.py",
    "tests/players/test_players.py",
    "tests/players/test_textbook_players.py",
    "tests/native/test_sanitizers.py",
)
"""The tests that cover the native core, the fast ones first."""

OPERATORS = (
    "Lt LtE, LtE Lt, Gt GtE, GtE Gt, Eq NotEq, NotEq Eq, In NotIn, NotIn In, Is IsNot, IsNot Is, And Or, Or And"
)
OPERATORS += ", Add Sub, Sub Add, Mult FloorDiv, Div Mult, FloorDiv Mult, Mod Mult, BitAnd BitOr, BitOr BitAnd"
OPERATORS += ", LShift RShift"
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    getattr(ast, before): getattr(ast, after) for before, after in map(str.split, OPERATORS.split(", "))
}
CPP_OPERATORS = (
    "< <=, <= <, > >=, >= >, == !=, != ==, && ||, || &&, + -, - +, * +, / *, % *, & |, | &, += -=, -= +="
)
CPP_SWAPPED = {
    f" {before} ": f" {after} " for before, after in map(str.split, f"{CPP_OPERATORS}, |= &=".split(", "))
}
CPP_SWAPPED |= {"true": "false", "false": "true"}
CPP_DEFAULTS = ("0", "false", "nullptr")  # the same as {}
CPP_TOKENS = re.compile(
    r"//.*|#.*|\"(?:\\.|[^\"])*\"|'[^']*'|\b(?:static_)?assert\(.*"  # not changed
    r"|(?P<swap> (?:<=?|>=?|==|!=|&&|\|\||\+=?|-=?|[*/%&]|\|=?) |\b(?:true|false)\b)"
    r"|(?P<number>(?<![\w.])\d+(?![\w.']))|(?P<negation>!(?=[\w(]))|\breturn (?P<value>[^;{}]+);"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change: the characters from `start` to `end` of a file are replaced."""

    path: str
    start: int
    end: int
    replacement: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.replacement + source[self.end :]

    def describe(self, source: str) -> str:
        line = source.count("\n", 0, self.start) + 1
        before = " ".join(source[self.start : self.end].split())
        return f"{self.path}:{line}: {before!r:.60} -> {self.replacement!r:.60}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice (default 1)")
    parser.add_argument(
        "--count", type=int, default=20, help="number of mutants that compile, per language (default 20)"
    )
    parser.add_argument("--language", choices=LANGUAGES, help="one language instead of both")
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of the mutants, as in the table")
    options = parser.parse_args()
    survived = 0
    with tempfile.TemporaryDirectory(prefix="outply-mutants-") as folder:
        Path(folder).chmod(0o755)  # sandboxed programs of other users read files of the tests
        copy = Copy(Path(folder) / "outply", has_cpp=options.language != "python")
        for language in LANGUAGES if options.language is None else (options.language,):
            survived += check(language, copy, options)
    return 1 if survived else 0


def check(language: str, copy: Copy, options: argparse.Namespace) -> int:
    """Check the mutants of a language and print a table; return how many survive."""
    mutants = candidates(language, copy.folder)
    random.Random(options.seed).shuffle(mutants)
    outcomes: list[str] = []
    numbers = options.only or range(1, len(mutants) + 1)
    if wrong := [number for number in numbers if not 1 <= number <= len(mutants)]:
        sys.exit(f"--only: expected numbers from 1 to {len(mutants)}, got {wrong[0]}")
    for number in numbers:
        if len(outcomes) == options.count:
            break
        mutant = mutants[number - 1]
        outcome, test = copy.outcome(mutant)
        if outcome != NOT_COMPILED:
            outcomes.append(outcome)
        source = (copy.folder / mutant.path).read_text()
        print(f"{language:6} {number:2}  {outcome:8}  {mutant.describe(source)}  {test}".rstrip(), flush=True)
    print(
        f"{language}: {outcomes.count('caught')} of {len(outcomes)} caught, {outcomes.count('survived')} survived"
    )
    return outcomes.count("survived")


class Copy:
    """A copy of the repository in which one mutant at a time is tested."""

    def __init__(self, folder: Path, *, has_cpp: bool) -> None:
        self.folder = folder
        self._build_folder = folder / "build"
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        for name in filter(None, files.stdout.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        headers = folder / "src" / "outply" / "include"  # where an installation has them: tests compile with them
        headers.mkdir()
        (headers / "outply").symlink_to(folder / "native")
        (headers.parent / "cmake").symlink_to(folder / "native")
        temporary = folder.parent / "tmp"  # is removed with the copy, also if tests are killed
        temporary.mkdir()
        temporary.chmod(0o1777)
        variables = {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(temporary)}
        self._environment = os.environ | variables
        self._native = Path(outply._native.__file__)
        if has_cpp:
            self._configure()
        self._install_native(self._native)

    def _configure(self) -> None:
        cmake_lists = self.folder / "CMakeLists.txt"
        cmake_lists.write_text(cmake_lists.read_text().replace("-O3", "-O1 -w"))
        command = ["cmake", "-S", str(self.folder), "-B", str(self._build_folder)]
        command.append(f"-DPython_EXECUTABLE={sys.executable}")
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            sys.exit("CMake failed, see above; it needs nanobind, which run.py installs")

    def _install_native(self, path: Path) -> None:
        shutil.copy2(path, self.folder / "src" / "outply" / self._native.name)

    def outcome(self, mutant: Mutant) -> tuple[str, str]:
        """Return "caught", "survived", "unclear" or NOT_COMPILED, and the test that failed."""
        path = self.folder / mutant.path
        original = path.read_text()
        write_source(path, mutant.apply(original))
        try:
            if not self._compile(mutant):
                return NOT_COMPILED, ""
            tests = tests_of(mutant.path, self.folder)
            failed = self._first_failure(tests)
        finally:
            write_source(path, original)
            self._install_native(self._native)
        if failed is None:
            return "survived", ""
        repeated = [failed] if "::" in failed else ["--collect-only", *tests]
        if self._first_failure(repeated) is not None:
            return "unclear", f"{failed} fails without the change"
        return "caught", failed

    def _compile(self, mutant: Mutant) -> bool:
        """Compile the native core if the mutant is in C++; return False if it does not compile."""
        if mutant.path.endswith(".py"):
            return True
        command = ["cmake", "--build", str(self._build_folder), "--target", "_native"]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            return False
        for path in self._build_folder.glob("_native*"):
            self._install_native(path)
        return True

    def _first_failure(self, tests: list[str]) -> str | None:
        """Run tests until the first failure and return its name, or None if all pass."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", "--no-header"]
        process = subprocess.Popen(
            [*command, "-m", "not browser and not docs", *tests],
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (TEST_CPU_LIMIT_S, TEST_CPU_LIMIT_S + 10)),
        )
        try:
            output, _ = process.communicate(timeout=TEST_WALL_LIMIT_S)
        except BaseException as error:  # an interrupt does not reach the group of the tests
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            return "time limit"
        if process.returncode in (0, 5):  # passed, or no tests
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (tests/\S+?\.py(?:::[^\n]*?)?)(?: - |$)", output, re.MULTILINE)
        return failed[1] if failed else f"exit status {process.returncode}"


def write_source(path: Path, text: str) -> None:
    """Write a source file and remove its bytecode, which is valid for a text of the same length and second."""
    path.write_text(text)
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def tests_of(path: str, root: Path) -> list[str]:
    """Return the tests that cover a file, the most specific ones first.

    These are for a Python module the test module of the same name, those that import it, and those of the mirrored
    folder.
    """
    if not path.endswith(".py"):
        return [name for name in CPP_TESTS if (root / name).exists()]
    module = Path(path).relative_to("src/outply").with_suffix("")
    folder = root / "tests" / module.parent
    while not folder.exists():
        folder = folder.parent
    names = (
        f"test_{module.name}.py",
        f"test_{module.parent.name}.py",
        f"test_{module.parent.name}_{module.name}.py",
    )
    dotted = "outply." + ".".join(module.parts).removesuffix(".__init__")
    parent, _, name = dotted.rpartition(".")
    imports = re.compile(rf"{re.escape(dotted)}\b|from {re.escape(parent)} import .*\b{re.escape(name)}\b")
    own = [folder / one for one in names if (folder / one).exists()]
    importing = [one for one in sorted((root / "tests").rglob("test_*.py")) if imports.search(one.read_text())]
    mirrored = sorted(folder.rglob("test_*.py")) if folder != root / "tests" else []
    return list(dict.fromkeys(str(one.relative_to(root)) for one in (*own, *importing, *mirrored)))


def candidates(language: str, root: Path) -> list[Mutant]:
    """Return all mutants of a language."""
    folder, pattern = ("src/outply", "*.py") if language == "python" else ("native", "*.?pp")
    paths = [path for path in sorted((root / folder).rglob(pattern)) if not path.match(GENERATED)]
    paths = [path for path in paths if "templates" not in path.parts]
    find = python_mutants if language == "python" else cpp_mutants
    return [mutant for path in paths for mutant in find(path.relative_to(root).as_posix(), path.read_text())]


def python_mutants(path: str, source: str) -> Iterator[Mutant]:
    """Return the mutants of a Python module; annotations, decorators and texts are not changed."""
    lines = source.splitlines(keepends=True)
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))

    def offset(line: int, column: int) -> int:
        return offsets[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for node, changed in _changed_nodes(ast.parse(source)):
        assert isinstance(node, ast.expr)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)
        yield Mutant(path=path, start=start, end=end, replacement=f"({changed})")


def _changed_nodes(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield expressions in a syntax tree and the source of a replacement."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in SWAPPED:
            yield node, ast.unparse(ast.Compare(left, [SWAPPED[type(operator)]()], [right]))  # type: ignore[list-item]
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in SWAPPED:
            if not any(isinstance(one, ast.JoinedStr) or ast.unparse(one) == "None" for one in (left, right)):
                yield node, ast.unparse(ast.BinOp(left, SWAPPED[type(operator)](), right))  # type: ignore[arg-type]
        case ast.BoolOp(op=operator, values=values):
            yield node, ast.unparse(ast.BoolOp(SWAPPED[type(operator)](), values))  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, ast.unparse(operand)
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield node, str(value + 1)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield value, "None"
        case ast.If(test=test) | ast.While(test=test) if ast.unparse(test) != "TYPE_CHECKING":
            yield test, f"not ({ast.unparse(test)})"
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list") or isinstance(node, ast.JoinedStr):
            continue
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.AST):
                yield from _changed_nodes(one)


def cpp_mutants(path: str, source: str) -> Iterator[Mutant]:
    """Return the mutants of a C++ file; comments, directives, texts and assertions are not changed."""
    position = 0
    while (token := CPP_TOKENS.search(source, position)) is not None:
        position = token.end()
        if token["value"] is not None:
            position = token.start("value")
            if token["value"] not in CPP_DEFAULTS:
                yield Mutant(path=path, start=position, end=token.end("value"), replacement="{}")
        elif token["swap"] is not None:
            yield Mutant(path=path, start=token.start(), end=token.end(), replacement=CPP_SWAPPED[token[0]])
        elif token["number"] is not None:
            yield Mutant(path=path, start=token.start(), end=token.end(), replacement=str(int(token[0]) + 1))
        elif token["negation"] is not None:
            yield Mutant(path=path, start=token.start(), end=token.end(), replacement="")


if __name__ == "__main__":
    sys.exit(main())
