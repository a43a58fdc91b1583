"""Run results for tests that run no program."""

from typing import Any

from outply.sandbox.limits import Limits, RunResult, Termination


def run_result(termination: Termination = Termination.OK, **fields: Any) -> RunResult:
    """Return a run result with the given fields; the other fields have default values."""
    defaults: dict[str, Any] = {
        "exit_status": 0,
        "cpu_seconds": 1.0,
        "wall_seconds": 2.0,
        "memory_mib": 3.0,
        "stdout": "",
        "stderr": "",
        "limits": Limits(cpu_seconds=1.0, wall_seconds=2.0),
    }
    return RunResult(termination=termination, **(defaults | fields))
