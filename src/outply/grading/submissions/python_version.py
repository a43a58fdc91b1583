"""Choose the interpreter for a Python program by its file name and by the language version of its source.

Assignment 001 prescribes homework.py for Python 2 and homework3.py for Python 3. For any other name, Python 3 is
preferred. The other version is chosen if the source is valid only in that version. The source is untrusted; it is
only compiled, in the sandbox.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from outply.grading.submissions.tools import PYTHON2, PYTHON3, TITLES, Tool, ToolPaths
from outply.sandbox.limits import RunResult, Termination
from outply.text import join_and

PYTHON_2_SOURCE, PYTHON_3_SOURCE = "homework.py", "homework3.py"

COMPILE = """\
import sys
try:
    tree = compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec', 0x400)
    compile(tree, sys.argv[1], 'exec')
except SyntaxError:
    error = sys.exc_info()[1]
    print('error line %s: %s' % (error.lineno, error.msg))
    sys.exit(1)
except Exception:
    print('error %s' % sys.exc_info()[1])
    sys.exit(1)
"""
"""Script for Python 2 and 3 that compiles the file in its argument; 0x400 is PyCF_ONLY_AST."""

FIND_PYTHON_2 = '''\
import ast
builtins = """apply basestring buffer cmp coerce execfile file long raw_input reduce reload unichr unicode
xrange""".split()
modules = """ConfigParser Queue StringIO Tkinter cPickle cStringIO commands sets urllib2 urlparse""".split()
attributes = "has_key iteritems iterkeys itervalues izip maxint".split()
text = open(sys.argv[1], 'rb').read()
handlers = b'NameError', b'ImportError', b'ModuleNotFoundError', b'AttributeError'
runs_on_both = b'version_info' in text or any(b'except ' + name in text for name in handlers)
nodes = list(ast.walk(tree))
own = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
own |= {node.arg for node in nodes if isinstance(node, ast.arg)}
own |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
own |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)}
own |= {(one.asname or one.name) for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names}
uses = []
for node in nodes:
    if isinstance(node, ast.Name) and node.id in builtins and node.id not in own:
        uses.append((node.lineno, node.id))
    elif isinstance(node, ast.Attribute) and node.attr in attributes and node.attr not in own:
        uses.append((node.lineno, node.attr))
    elif isinstance(node, ast.Import):
        uses += [(node.lineno, one.name) for one in node.names if one.name in modules]
    elif isinstance(node, ast.ImportFrom):
        names = [node.module, *(one.name for one in node.names)]
        uses += [(node.lineno, name) for name in names if name in modules + attributes]
for line, name in [] if runs_on_both else sorted(uses):
    print('python2 %s (line %d)' % (name, line))
future = any(isinstance(node, ast.ImportFrom) and node.module == '__future__' for node in nodes)
for node in nodes:
    if isinstance(getattr(node, 'op', None), ast.Div) and not future:
        print('division %d' % node.lineno)
'''
"""Continuation of the script for Python 3: prints the names that only Python 2 has, and the divisions."""

PYTHON_2_ERRORS = (
    "Missing parentheses in call to",
    "multiple exception types must be parenthesized",
    "leading zeros in decimal integer literals",
    "inconsistent use of tabs",
    "invalid decimal literal",
)
"""Messages of Python 3 about syntax that is valid in Python 2."""

MAX_NAMES = 3

NOT_EXECUTABLE = (126, 127)
"""Exit statuses of an interpreter that cannot be started, for example for lack of a shared library."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonProgram:
    """A Python source file and the interpreters that may run it, the preferred one first.

    `lacks_python2` is set if Python 2 could run the program but is not installed.
    """

    source: str
    interpreters: tuple[Tool, ...]
    lacks_python2: bool = False

    @classmethod
    def of(cls, source: str, tools: ToolPaths, path: str) -> PythonProgram:
        """Return the program in a file, with the interpreters that are installed.

        Raises MissingToolError if no suitable interpreter is installed.
        """
        python2, python3 = tools.find(PYTHON2, path), tools.find(PYTHON3, path)
        preferred = (python2, python3) if source == PYTHON_2_SOURCE else (python3, python2)
        interpreters = tuple(tool for tool in preferred if tool is not None)
        if not interpreters:
            tools.require(PYTHON3, source, path)
        return cls(source=source, interpreters=interpreters, lacks_python2=python2 is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The interpreter chosen for a program, or the `problem` why there is none, and notes on the choice.

    If `is_tool_missing` is set, the problem is a missing interpreter and not the fault of the submission.
    """

    interpreter: Tool | None = None
    problem: str = ""
    is_tool_missing: bool = False
    notes: tuple[str, ...] = ()


def compile_command(program: PythonProgram, interpreter: Tool) -> list[str]:
    """Return the command that compiles a program and prints the findings for `choose`."""
    if interpreter.name == PYTHON2:
        return [interpreter.path, "-E", "-s", "-S", "-B", "-c", COMPILE, program.source]
    return [interpreter.path, "-I", "-S", "-B", "-c", COMPILE + FIND_PYTHON_2, program.source]


def choose(program: PythonProgram, compile_with: Callable[[Tool], RunResult | None]) -> Choice:
    """Return the first interpreter that can compile and run the program.

    `compile_with` runs `compile_command`; it returns None if the deadline of the grading has passed.
    """
    first: _Findings | None = None
    for interpreter in program.interpreters:
        result = compile_with(interpreter)
        if result is None:
            return Choice(interpreter=interpreter)
        if result.exit_status in NOT_EXECUTABLE:
            lines = result.stderr.strip().splitlines() or ["no error message"]
            return Choice(problem=f"{interpreter} does not run in the sandbox: {lines[-1]}", is_tool_missing=True)
        findings = _Findings.of(interpreter, result)
        if not findings.error and (not findings.python2_names or program.source == PYTHON_3_SOURCE):
            return Choice(interpreter=interpreter, notes=tuple(_notes(program, interpreter, findings)))
        first = first or findings
    assert first is not None
    return _problem(program, first)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Findings:
    """Findings of an interpreter about a source: the error, or the names and divisions that depend on Python 2."""

    interpreter: Tool
    error: str = ""
    python2_names: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()

    @classmethod
    def of(cls, interpreter: Tool, result: RunResult) -> _Findings:
        lines = [line.partition(" ") for line in result.stdout.splitlines()]
        errors, names, divisions = (
            tuple(rest for word, _, rest in lines if word == kind) for kind in ("error", "python2", "division")
        )
        error = errors[0].partition(". ")[0] if errors else ""  # without the hint "Did you mean print(...)?"
        if not error and result.termination is not Termination.OK:
            error = f"the compilation {result.explanation}"
        return cls(interpreter=interpreter, error=error, python2_names=names, divisions=divisions)


def _problem(program: PythonProgram, findings: _Findings) -> Choice:
    source, version = program.source, findings.interpreter.version
    if findings.python2_names:
        names = join_and(findings.python2_names[:MAX_NAMES])
        reason = f"{source} is written for Python 2: it uses {names}"
    else:
        reason = f"{source} is not valid in {version}: {findings.error}"
    looks_like_2 = bool(findings.python2_names) or any(text in findings.error for text in PYTHON_2_ERRORS)
    if program.lacks_python2 and (looks_like_2 or source == PYTHON_2_SOURCE):
        return Choice(problem=f"{reason}. Python 2 is not installed here", is_tool_missing=True)
    return Choice(problem=reason)


def _notes(program: PythonProgram, interpreter: Tool, findings: _Findings) -> Iterator[str]:
    """Yield notes if a program runs with a version of Python that its file name does not stand for."""
    expected = {PYTHON_2_SOURCE: PYTHON2, PYTHON_3_SOURCE: PYTHON3}.get(program.source, interpreter.name)
    if interpreter.name == expected:
        return
    name = f"In the assignment, {program.source} is a {TITLES[expected]} program"
    if not program.lacks_python2:
        yield f"{name}. It ran with {interpreter.version}, because it is not valid {TITLES[expected]}."
        return
    yield f"{name}. It ran with {interpreter.version}, because Python 2 is not installed here."
    if findings.divisions:
        yield (
            f"It divides with / in line {findings.divisions[0]}: of two integers, Python 2 computes an integer, "
            "and Python 3 a fraction."
        )
