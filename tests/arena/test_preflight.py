"""Hints and remarks of a preflight."""

from dataclasses import replace

import pytest

from outply.arena.preflight import PreflightProblem, waiting_remark
from outply.players.contest_limits import ContestLimits
from outply.players.forfeit import Failure


def problem(errors: str, failure: Failure = Failure.CRASHED) -> PreflightProblem:
    return PreflightProblem(
        failure=failure,
        where="as X from the start, its move 1",
        explanation="make run exited with status 2",
        question=None,
        answer=None,
        output="",
        errors=errors,
        files=(),
    )


def test_java_class_in_a_package_gets_a_hint() -> None:
    error = "Caused by: java.lang.NoClassDefFoundError: game/Agent (wrong name: Agent)"
    assert any("`package` line" in hint for hint in problem(error).hints())
    assert not any("`package` line" in hint for hint in problem("java.lang.NullPointerException").hints())


@pytest.mark.parametrize(
    "error",
    [
        "homework.cpp:12:5: error: 'alphabeta' was not declared in this scope",
        "src/Agent.java:3: error: ';' expected",
        "agent.c:1:10: fatal error: board.h: No such file or directory",
    ],
)
def test_failed_build_names_the_first_error_of_the_compiler(error: str) -> None:
    printed = (
        f"homework.cpp: In function 'int main()':\n{error}\n    return x;\nb.cpp:1:1: error: other\nmake: *** 1\n"
    )
    hint = problem(printed, Failure.BUILD_FAILED).hints()[0]
    assert hint == f"The first error of the compiler: {error}"
    assert "compiler" not in problem(printed).hints()[0]


def test_failed_build_without_an_error_of_a_compiler_explains_the_makefile() -> None:
    (hint,) = problem("make: *** No rule to make target 'agent'.  Stop.", Failure.BUILD_FAILED).hints()
    assert "must have a target `agent`" in hint


def test_control_characters_in_an_error_of_the_compiler_are_escaped() -> None:
    (hint,) = problem("a.c:1: error: \x1b[31mred", Failure.BUILD_FAILED).hints()
    assert hint.endswith("error: \\x1b[31mred")


def test_hint_on_missing_resources_names_the_limits_in_force() -> None:
    crash = problem("MemoryError: Cannot allocate memory")
    assert crash.hints()[1] == "The limits are 128 processes and threads, and 1024 MiB of memory."
    small = replace(crash, limits=ContestLimits(memory_mib=64))
    assert small.hints()[1] == "The limits are 128 processes and threads, and 64 MiB of memory."


def test_remark_on_slow_moves_mentions_a_busy_machine() -> None:
    assert waiting_remark(2, is_busy=False).endswith("does the program wait?")
    assert "this machine is busy" in waiting_remark(2, is_busy=True)
