"""Hints and remarks of a preflight."""

from outply.arena.preflight import PreflightProblem, waiting_remark
from outply.players.forfeit import Failure


def problem(errors: str) -> PreflightProblem:
    return PreflightProblem(
        failure=Failure.CRASHED,
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


def test_remark_on_slow_moves_mentions_a_busy_machine() -> None:
    assert waiting_remark(2, is_busy=False).endswith("does the program wait?")
    assert "this machine is busy" in waiting_remark(2, is_busy=True)
