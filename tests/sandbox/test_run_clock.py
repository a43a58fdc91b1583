"""The wall time of a run excludes pauses of the machine."""

import itertools
import os
from pathlib import Path

import pytest

from outply.sandbox import run as sandbox_run
from outply.sandbox.host import HostError
from outply.sandbox.limits import Limits, RunResult, Termination
from outply.sandbox.process import ProgramProcess
from outply.sandbox.run_clock import RunClock, boot_clock
from outply.sandbox.run_monitor import START_TIMEOUT_S


class FakeTime:
    def __init__(self) -> None:
        self.now, self.cpu_seconds = 100.0, 0.0

    def __call__(self) -> float:
        return self.now


def run_for(clock: RunClock, time: FakeTime, seconds: float) -> None:
    """Let a process that wakes up 100 times a second watch a program that sleeps."""
    for _ in range(round(seconds * 100)):
        time.now += 0.01
        clock.tick(lambda: time.cpu_seconds)


def times(clock: RunClock) -> list[float]:
    return [clock.seconds, clock.lost_seconds]


def test_wall_time_of_a_run_excludes_a_pause() -> None:
    time = FakeTime()
    clock = RunClock(time)
    run_for(clock, time, 2)
    assert times(clock) == pytest.approx([2, 0])
    time.now += 60
    run_for(clock, time, 1)
    assert times(clock) == pytest.approx([3, 60], abs=0.02)


def test_program_is_charged_for_cpu_time_used_while_the_watching_process_is_stopped() -> None:
    time = FakeTime()
    clock = RunClock(time)
    clock.note_cpu_time(time.cpu_seconds)
    time.now += 60
    time.cpu_seconds += 20
    clock.tick(lambda: time.cpu_seconds)
    assert times(clock) == pytest.approx([20, 40])


def test_time_in_which_the_watching_process_computes_is_part_of_the_wall_time() -> None:
    time = FakeTime()
    own_cpu = FakeTime()
    clock = RunClock(time, own_cpu_seconds=own_cpu)
    time.now += 60
    own_cpu.now += 50
    clock.tick(lambda: 0.0)
    assert times(clock) == pytest.approx([50, 10])
    time.now += 60
    clock.tick(lambda: 0.0)
    assert times(clock) == pytest.approx([50, 70])


def test_short_delays_are_part_of_the_wall_time() -> None:
    time = FakeTime()
    clock = RunClock(time)
    for _ in range(10):
        time.now += 0.5
        clock.tick(lambda: 0.0)
    assert times(clock) == pytest.approx([5, 0])


def test_waiting_for_a_core_is_not_part_of_the_wall_time() -> None:
    time = FakeTime()
    clock = RunClock(time, {1: 4.0, 2: 7.0}.__getitem__)
    run_for(clock, time, 10)
    clock.excuse_waiting(2.0, [1, 2])
    assert times(clock) == pytest.approx([5, 5])


def test_waiting_for_other_threads_of_the_same_program_is_part_of_the_wall_time() -> None:
    time = FakeTime()
    clock = RunClock(time, lambda process: 9.5)
    run_for(clock, time, 10)
    clock.excuse_waiting(9.9, [1])
    assert times(clock) == pytest.approx([10, 0])


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="needs scheduler statistics")
def test_time_spent_waiting_for_a_core_is_read_from_the_kernel() -> None:
    clock = RunClock(FakeTime())
    clock.excuse_waiting(0.0, [os.getpid()])
    assert clock.lost_seconds > 0
    clock.excuse_waiting(0.0, [1 << 22])  # no such process


def test_run_ends_at_its_deadline(tmp_path: Path) -> None:
    limits = Limits(cpu_seconds=60, wall_seconds=300, deadline=20.0)
    monotonic = itertools.count(0.0, 1.0).__next__
    result = sandbox_run.run(["sleep", "600"], tmp_path, limits, sandboxed=False, monotonic=monotonic)
    assert result.termination is Termination.WALL_TIME
    assert result.wall_seconds < 300


def test_pause_does_not_count_against_the_wall_limit(tmp_path: Path) -> None:
    pause_s = 0.0

    def on_poll() -> None:
        """Pause after a poll that has seen the program run, and let it end after the next poll."""
        nonlocal pause_s
        if pause_s > 0:
            (tmp_path / "polled").touch()
        elif (tmp_path / "started").exists():
            pause_s = 600.0

    program = ["sh", "-c", "touch started; while [ ! -e polled ]; do sleep 0.01; done"]
    limits = Limits(cpu_seconds=60, wall_seconds=300)
    result = sandbox_run.run(
        program, tmp_path, limits, sandboxed=False, clock=lambda: boot_clock() + pause_s, on_poll=on_poll
    )
    assert result.termination is Termination.OK
    assert result.lost_seconds >= 599
    assert result.wall_seconds < 300


class SlowStart:
    """A program whose start is blocked while each poll takes half a second of `clock`, up to `end`."""

    def __init__(self, folder: Path, end: float) -> None:
        self._now, self._end = 0.0, end
        self._limits = Limits(cpu_seconds=60, wall_seconds=1)
        self._can_start = folder / "can-start"
        shell = folder / "bin" / "sh"
        shell.parent.mkdir()
        shell.write_text(f'#!/bin/sh\nwhile [ ! -e {self._can_start} ]; do sleep 0.01; done; exec /bin/sh "$@"\n')
        shell.chmod(0o755)
        self._process = ProgramProcess(
            ["touch", "started"],
            folder,
            self._limits,
            sandboxed=False,
            environment={"PATH": f"{shell.parent}{os.pathsep}{os.environ['PATH']}"},
        )

    def run(self) -> RunResult:
        try:
            return sandbox_run.watch(self._process, self._limits, clock=lambda: self._now, on_poll=self._on_poll)
        finally:
            self._process.close()

    def _on_poll(self) -> None:
        if self._now < self._end:
            self._now += 0.5
        else:
            self._can_start.touch()


def test_time_before_the_start_of_the_program_does_not_count_against_the_wall_limit(tmp_path: Path) -> None:
    result = SlowStart(tmp_path, 30.0).run()
    assert (result.termination, (tmp_path / "started").exists()) == (Termination.OK, True)
    assert result.wall_seconds < 1


def test_program_that_is_never_started_is_an_error_of_the_machine(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="has not started the program within 60 s"):
        SlowStart(tmp_path, 3600.0).run()
    assert not (tmp_path / "started").exists()


def test_program_cannot_hide_its_start(tmp_path: Path) -> None:
    """It takes what its own standard output holds, and writes to its own standard input."""
    seconds = 0.0

    def on_poll() -> None:
        nonlocal seconds
        seconds += 0.5 * (tmp_path / "hidden").exists()

    limits = Limits(cpu_seconds=60, wall_seconds=1)
    program = ["sh", "-c", "cat /proc/self/fd/1 & echo > /proc/self/fd/0; touch hidden; exec sleep 600"]
    process = ProgramProcess(program, tmp_path, limits, sandboxed=False, keep_input=True)
    try:
        result = sandbox_run.watch(process, limits, clock=lambda: seconds, on_poll=on_poll)
    finally:
        process.close()
    assert result.termination is Termination.WALL_TIME
    assert limits.wall_seconds < result.wall_seconds <= seconds < START_TIMEOUT_S
