"""A signal that arrives while a program is started or killed is delivered afterwards."""

import subprocess
import sys

import pytest

SETUP = """
import os, signal, sys
from outply.sandbox.signals import DeferredSignals
number = getattr(signal, sys.argv[1])
"""
WHILE_STARTING = """
with DeferredSignals() as signals:
    os.kill(os.getpid(), number)
    print("started", flush=True)
    try:
        with signals.deliver_immediately():
            print("never")
    finally:
        print("ended", flush=True)
"""
WHILE_RUNNING = """
with DeferredSignals() as signals:
    try:
        with signals.deliver_immediately():
            os.kill(os.getpid(), number)
            signal.pause()
    finally:
        print("ended", flush=True)
"""
WHILE_KILLING = """
with DeferredSignals() as signals:
    try:
        with signals.deliver_immediately():
            pass
    finally:
        os.kill(os.getpid(), number)
        print("ended", flush=True)
print("never")
"""
CODES = {"SIGINT": -2, "SIGTERM": 143}  # Python kills itself with SIGINT after a KeyboardInterrupt


def run(code: str, number: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SETUP + code, number], capture_output=True, text=True, check=False, timeout=200
    )


@pytest.mark.parametrize("number", CODES)
@pytest.mark.parametrize(
    ("code", "printed"),
    [(WHILE_STARTING, "started\nended\n"), (WHILE_RUNNING, "ended\n"), (WHILE_KILLING, "ended\n")],
    ids=["starting", "running", "killing"],
)
def test_signal_is_deferred_until_the_program_is_killed(code: str, printed: str, number: str) -> None:
    done = run(code, number)
    assert (done.stdout, done.returncode) == (printed, CODES[number])


def test_previous_signal_handlers_are_called_and_restored() -> None:
    code = """
calls = []
signal.signal(number, lambda *_: calls.append("called"))
with DeferredSignals() as signals:
    os.kill(os.getpid(), number)
    print(*calls, "deferred")
    with signals.deliver_immediately():
        print(*calls)
os.kill(os.getpid(), number)
print(*calls)
"""
    assert run(code, "SIGTERM").stdout.split("\n")[:3] == ["deferred", "called", "called called"]


def test_ignored_signals_stay_ignored() -> None:
    code = (
        "signal.signal(number, signal.SIG_IGN)\n"
        "with DeferredSignals():\n    os.kill(os.getpid(), number)\nprint('on')"
    )
    assert run(code, "SIGTERM").stdout == "on\n"
