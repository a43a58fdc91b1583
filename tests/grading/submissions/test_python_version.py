"""The interpreter of a Python program is chosen by its name and its source."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.arena.run_results import run_result

from outply.grading.submissions.python_version import Choice, PythonProgram, choose, compile_command
from outply.grading.submissions.tools import PYTHON2, PYTHON3, Tool
from outply.sandbox.limits import RunResult, Termination

PYTHON_2 = Tool(name=PYTHON2, path="/opt/python2", version="Python 2.7.18")
PYTHON_3 = Tool(name=PYTHON3, path=sys.executable, version="Python 3.11.2")
PRINT_STATEMENT = "print 'hello'\n"


def compile_in(folder: Path, python2_error: str = "") -> Callable[[Tool], RunResult]:
    """Return a function that compiles with the real Python 3, and pretends to compile with Python 2."""

    def run(program: PythonProgram, tool: Tool) -> RunResult:
        if tool.name == PYTHON2:
            return _result(1 if python2_error else 0, f"error {python2_error}\n" if python2_error else "")
        command = compile_command(program, tool)
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return _result(done.returncode, done.stdout)

    return lambda tool: run(PythonProgram(source=_only_file(folder), interpreters=(tool,)), tool)


def _result(status: int, stdout: str) -> RunResult:
    return run_result(Termination.ERROR if status else Termination.OK, exit_status=status, stdout=stdout)


def _only_file(folder: Path) -> str:
    (path,) = folder.iterdir()
    return path.name


@pytest.fixture
def choice(tmp_path: Path) -> Callable[..., Choice]:
    def choice(name: str, source: str, *interpreters: Tool, python2_error: str = "") -> Choice:
        (tmp_path / name).write_text(source)
        program = PythonProgram(
            source=name,
            interpreters=interpreters or (PYTHON_3,),
            lacks_python2=PYTHON_2 not in interpreters,
        )
        return choose(program, compile_in(tmp_path, python2_error))

    return choice


def test_python_2_syntax_is_a_missing_tool_if_python_2_is_not_installed(choice: Callable[..., Choice]) -> None:
    found = choice("homework.py", PRINT_STATEMENT)
    assert found.interpreter is None
    assert found.is_tool_missing
    assert "homework.py is not valid in Python 3.11.2: line 1: Missing parentheses" in found.problem
    assert found.problem.endswith("Python 2 is not installed here")


@pytest.mark.parametrize(
    ("source", "use"),
    [
        ("for i in xrange(3): pass\n", "xrange (line 1)"),
        ("import sys\nbest = -sys.maxint\n", "maxint (line 2)"),
        ("import Queue\n", "Queue (line 1)"),
        ("from itertools import izip\n", "izip (line 1)"),
        ("d = {}\nif d.has_key(1): pass\n", "has_key (line 2)"),
    ],
)
def test_use_of_python_2_names_is_a_missing_tool_if_python_2_is_not_installed(
    source: str, use: str, choice: Callable[..., Choice]
) -> None:
    found = choice("homework.py", source)
    assert found.is_tool_missing
    assert f"homework.py is written for Python 2: it uses {use}" in found.problem


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    xrange\nexcept NameError:\n    xrange = range\nfor i in xrange(3): pass\n",
        "import sys\nif sys.version_info[0] < 3:\n    input = raw_input\n",
        "def cmp(a, b): return a - b\ncmp(1, 2)\n",
        "from functools import reduce\nreduce(max, [1])\n",
        "class Board:\n    def has_key(self, key): return True\nBoard().has_key(1)\n",
        "def f(file): return file\n",
    ],
)
def test_program_that_supports_both_versions_runs_with_python_3(
    source: str, choice: Callable[..., Choice]
) -> None:
    found = choice("homework.py", source)
    assert (found.interpreter, found.problem) == (PYTHON_3, "")


def test_program_named_for_python_2_that_runs_with_python_3_gets_a_note(choice: Callable[..., Choice]) -> None:
    found = choice("homework.py", "print(7 / 2)\n")
    assert found.interpreter == PYTHON_3
    assert "It ran with Python 3.11.2, because Python 2 is not installed here" in found.notes[0]
    assert "It divides with / in line 1" in found.notes[1]


def test_python_2_is_used_where_it_is_preferred(choice: Callable[..., Choice]) -> None:
    found = choice("homework.py", PRINT_STATEMENT, PYTHON_2)
    assert (found.interpreter, found.notes) == (PYTHON_2, ())


def test_python_3_program_called_homework_runs_with_python_3(choice: Callable[..., Choice]) -> None:
    found = choice("homework.py", "print(f'{1}')\n", PYTHON_2, PYTHON_3, python2_error="line 1: invalid syntax")
    assert found.interpreter == PYTHON_3
    assert "It ran with Python 3.11.2, because it is not valid Python 2." in found.notes[0]


def test_program_that_is_invalid_in_every_version_is_a_problem(choice: Callable[..., Choice]) -> None:
    found = choice("homework.py", "def f(:\n", PYTHON_2, PYTHON_3, python2_error="line 1: invalid syntax")
    assert (found.interpreter, found.is_tool_missing) == (None, False)
    assert found.problem == "homework.py is not valid in Python 2.7.18: line 1: invalid syntax"


@pytest.mark.parametrize(
    ("source", "interpreter"),
    [("print(1)\n", PYTHON_3), (PRINT_STATEMENT, PYTHON_2), ("print(xrange(1))\n", PYTHON_2)],
)
def test_file_not_named_homework_runs_with_the_python_version_it_needs(
    source: str, interpreter: Tool, choice: Callable[..., Choice]
) -> None:
    assert choice("alice.py", source, PYTHON_3, PYTHON_2).interpreter == interpreter


def test_broken_file_not_named_homework_is_not_a_missing_tool(choice: Callable[..., Choice]) -> None:
    found = choice("alice.py", "def f(:\n")
    assert found.problem.startswith("alice.py is not valid in Python 3.11.2: line 1: ")
    assert not found.is_tool_missing


def test_python_2_program_called_homework3_runs_with_python_2(choice: Callable[..., Choice]) -> None:
    assert choice("homework3.py", PRINT_STATEMENT, PYTHON_3, PYTHON_2).interpreter == PYTHON_2
    assert choice("homework3.py", PRINT_STATEMENT).is_tool_missing


@pytest.mark.parametrize("source", ["\0", "(" * 500_000, "# -*- coding: no-such -*-\n"])
def test_source_that_cannot_be_compiled_is_a_problem(source: str, choice: Callable[..., Choice]) -> None:
    assert "homework3.py is not valid in" in choice("homework3.py", source).problem


def test_first_interpreter_is_chosen_if_the_deadline_ends_the_compilation() -> None:
    program = PythonProgram(source="homework3.py", interpreters=(PYTHON_3,))
    assert choose(program, lambda _: None) == Choice(interpreter=PYTHON_3)


def test_interpreter_that_does_not_start_is_not_the_programs_fault() -> None:
    program = PythonProgram(source="homework.py", interpreters=(PYTHON_2,))
    stderr = "python2: error while loading shared libraries: libpython2.7.so.1.0\n"
    found = choose(program, lambda _: run_result(Termination.ERROR, exit_status=127, stderr=stderr))
    assert found.is_tool_missing
    assert "Python 2.7.18 (/opt/python2) does not run in the sandbox: python2: error while" in found.problem
