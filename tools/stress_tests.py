"""Run the tests under stress: in random order, beside CPU burners, with processes stopped at random moments.

    python3 run.py python tools/stress_tests.py --runs 5
    python3 run.py python tools/stress_tests.py --runs 1 -- tests/sandbox -n0

Twice as many burners as cores run beside the tests, and every few seconds a random process of the tests is stopped
for three seconds. A test that fails only here depends on the speed of the machine. The exit status is 1 if any run
fails; its seed repeats the order: pytest --random-order=SEED.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from outply.sandbox.process_tree import Proc

ROOT = Path(__file__).resolve().parent.parent
BURN = "while True: pass"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="number of runs (default 5)")
    parser.add_argument("--burners", type=int, default=2 * (os.cpu_count() or 1), help="default: twice the cores")
    parser.add_argument("--stop-every", type=float, default=10.0, metavar="S", help="mean time between two stops")
    parser.add_argument("--stop-for", type=float, default=3.0, metavar="S", help="duration of a stop; 0 for none")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first run")
    parser.add_argument("arguments", nargs="*", help="arguments of pytest")
    options = parser.parse_args()
    burners = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(options.burners)]
    try:
        failed = [seed for seed in range(options.seed, options.seed + options.runs) if not run(seed, options)]
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    print(f"{options.runs - len(failed)} of {options.runs} runs passed")
    return 1 if failed else 0


def run(seed: int, options: argparse.Namespace) -> bool:
    """Run the tests once; return True if they pass."""
    choices = random.Random(seed)
    begin, stops = time.monotonic(), 0
    command = [sys.executable, "-m", "pytest", "-q", f"--random-order={seed}", *options.arguments]
    environment = {"OUTPLY_TEST_SLOWNESS": "1"} | os.environ  # also if only some tests run
    with subprocess.Popen(command, cwd=ROOT, env=environment) as tests:
        try:
            while tests.poll() is None:
                try:
                    tests.wait(choices.expovariate(1 / options.stop_every))
                except subprocess.TimeoutExpired:
                    processes = descendants(tests.pid)
                    if processes and options.stop_for:
                        stop(choices.choice(processes), options.stop_for)
                        stops += 1
        except KeyboardInterrupt:
            tests.send_signal(signal.SIGINT)
            tests.wait()
            raise
    minutes = (time.monotonic() - begin) / 60
    outcome = "passed" if tests.returncode == 0 else f"failed with exit status {tests.returncode}"
    print(f"run with seed {seed} {outcome} after {minutes:.1f} minutes and {stops} stops", flush=True)
    return tests.returncode == 0


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, directly or not."""
    children = Proc().children(process)
    return [*children, *(each for child in children for each in descendants(child))]


def stop(process: int, seconds: float) -> None:
    """Stop a process and continue it, also after an interrupt."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            os.kill(process, signal.SIGCONT)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
