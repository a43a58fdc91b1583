"""A process that is told to end while it begins or ends a program does that first."""

import subprocess
import sys

import pytest

BEGIN = """
import os, signal, sys
from outply.sandbox.signals import DeferredSignals
number = getattr(signal, sys.argv[1])
"""
WHILE_BEGINNING = """
with DeferredSignals() as held:
    os.kill(os.getpid(), number)
    print("begun", flush=True)
    try:
        with held.deliver_immediately():
            print("never")
    finally:
        print("ended", flush=True)
"""
WHILE_WATCHING = """
with DeferredSignals() as held:
    try:
        with held.deliver_immediately():
            os.kill(os.getpid(), number)
            signal.pause()
    finally:
        print("ended", flush=True)
"""
WHILE_ENDING = """
with DeferredSignals() as held:
    try:
        with held.deliver_immediately():
            pass
    finally:
        os.kill(os.getpid(), number)
        print("ended", flush=True)
print("never")
"""
CODES = {"SIGINT": -2, "SIGTERM": 143}  # Python ends itself by SIGINT after a KeyboardInterrupt


def run(code, number):
    return subprocess.run(
        [sys.executable, "-c", BEGIN + code, number], capture_output=True, text=True, check=False, timeout=200
    )


@pytest.mark.parametrize("number", CODES)
@pytest.mark.parametrize(
    ("code", "printed"),
    [(WHILE_BEGINNING, "begun\nended\n"), (WHILE_WATCHING, "ended\n"), (WHILE_ENDING, "ended\n")],
    ids=["beginning", "watching", "ending"],
)
def test_a_signal_waits_until_nothing_can_be_left_over(code, printed, number):
    done = run(code, number)
    assert (done.stdout, done.returncode) == (printed, CODES[number])


def test_whoever_hears_of_signals_hears_of_them_again_afterwards():
    code = """
heard = []
signal.signal(number, lambda *_: heard.append("heard"))
with DeferredSignals() as held:
    os.kill(os.getpid(), number)
    print(*heard, "held")
    with held.deliver_immediately():
        print(*heard)
os.kill(os.getpid(), number)
print(*heard)
"""
    assert run(code, "SIGTERM").stdout.split("\n")[:3] == ["held", "heard", "heard heard"]


def test_what_is_ignored_stays_ignored():
    code = (
        "signal.signal(number, signal.SIG_IGN)\n"
        "with DeferredSignals():\n    os.kill(os.getpid(), number)\nprint('on')"
    )
    assert run(code, "SIGTERM").stdout == "on\n"
