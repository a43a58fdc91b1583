"""Keeps a program running and exchanges lines with it, each exchange under limits of its own."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable
from dataclasses import replace

from outply.sandbox import run_clock
from outply.sandbox.limits import Limits, RunResult, Termination
from outply.sandbox.process import ProgramProcess
from outply.sandbox.run_clock import RunClock, boot_clock
from outply.sandbox.run_monitor import POLL_BACKOFF_FACTOR, POLL_INTERVAL_S, RunMonitor

OnLine = Callable[[bytes], bool]
"""Called with each line that the program prints; returns whether the line completes the reply."""

MAX_LINE_BYTES = 64 * 1024
MAX_STOP_ROUNDS = 8
"""Readings of the process list in which new processes are stopped; a program may start processes meanwhile."""


class LongLineError(Exception):
    """Raised if a program prints a line of more than `MAX_LINE_BYTES`. `result` is that of the exchange."""

    def __init__(self, result: RunResult) -> None:
        super().__init__(f"printed a line of more than {MAX_LINE_BYTES:,} bytes")
        self.result = result


class _TooLongError(Exception):
    """Raised if a line is too long."""


class InteractiveRun:
    """A program that reads requests from standard input and answers on standard output until it is closed.

    Between two exchanges, all processes of the program are stopped, so that it computes only in its own time. CPU
    time that it uses between two exchanges nevertheless, before it is stopped, counts for the next exchange.

    `process` was started with `keep_input`; `close` closes it.
    """

    def __init__(self, process: ProgramProcess, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._process, self._meter, self._monotonic = process, process.meter, monotonic
        self._monitor = RunMonitor(process, monotonic)
        self.has_ended = False
        """Whether the program has ended or was killed, so that no further exchange is possible."""
        self._request = b""  # not yet written to the program
        self._rest = b""  # printed after the last reply, or without the end of its line
        self._waited: dict[int, float] = {}  # seconds by process, at the first poll of the exchange
        self._has_begun = False
        self._is_stopped = False

    def close(self) -> None:
        """Kill the program and release all resources."""
        self._process.close()

    def exchange(
        self, request: bytes, limits: Limits, on_line: OnLine, *, clock: Callable[[], float] = boot_clock
    ) -> RunResult:
        """Send `request` and read lines until one completes the reply; `on_line` may `send` more requests.

        The limits on time and output are those of this exchange; memory, disk space and processes are limited all
        the time. The result has the termination OK if the reply is complete and the program goes on running. If
        the program ended or exceeded a limit, `has_ended` is set.

        Raises LongLineError if a line is too long. Raises HostError if the sandbox did not start the program.
        """
        self._monitor.restart(limits, RunClock(clock, self._waiting_since_first_poll))
        self._monitor.stdout.add(self._rest)  # it is a part of this reply
        self._waited = {}
        self.send(request)
        self._resume()
        is_too_long, is_answered, termination = False, False, None
        if not self._has_begun:
            termination = self._monitor.start_program()
            self._has_begun = True
        try:
            if termination is None:
                is_answered, termination = self._converse(on_line)
        except _TooLongError:
            is_too_long = True
        if is_answered:
            self._read_errors()
            self._monitor.tick()
            self._meter.poll()
            termination = self._monitor.exceeded_limit()
        if is_answered and termination is None:
            cpu = self._monitor.charge_cpu_time()
            self._stop()
            return self._monitor.result(Termination.OK, 0, cpu)
        self.has_ended = True
        streams = self._monitor.open_streams()
        result = self._monitor.finish(Termination.OUTPUT if is_too_long else termination, streams)
        if is_too_long:
            raise LongLineError(replace(result, termination=Termination.OK))
        return result

    @property
    def processes(self) -> frozenset[int]:
        """The processes of the program, as of the last exchange."""
        return frozenset(self._meter.processes)

    def send(self, request: bytes) -> None:
        """Add to the requests that the current exchange writes to the program."""
        self._request += request

    def _converse(self, on_line: OnLine) -> tuple[bool, Termination | None]:
        """Write the requests and read the reply.

        Return whether the reply is complete, and the exceeded limit or None.

        Raises _TooLongError if a line is too long.
        """
        streams = self._monitor.open_streams()
        if self._take_lines(b"", on_line):
            return True, None
        next_poll = self._monotonic() + POLL_INTERVAL_S
        while not self._process.has_ended():
            writers = [self._process.input_fd] if self._request else []
            readable, writable, _ = select.select([*streams, self._process.pidfd], writers, [], POLL_INTERVAL_S)
            if writable:
                with contextlib.suppress(BlockingIOError):
                    self._request = self._request[os.write(self._process.input_fd, self._request) :]
            for descriptor in streams.keys() & readable:
                try:
                    data = os.read(descriptor, 1 << 16)
                except BlockingIOError:  # the program has read its own output
                    continue
                streams[descriptor].add(data)
                if not data:
                    del streams[descriptor]
                elif descriptor == self._process.stdout_fd and self._take_lines(data, on_line):
                    return True, None
            self._monitor.tick()
            poll_started = self._monotonic()
            if poll_started >= next_poll:
                if (termination := self._monitor.exceeded_limit()) is not None:
                    return False, termination
                if not self._waited:
                    self._waited = {each: run_clock.waiting_seconds(each) for each in self._meter.processes}
                now = self._monotonic()
                next_poll = now + max(POLL_INTERVAL_S, POLL_BACKOFF_FACTOR * (now - poll_started))
        return self._take_last_lines(on_line), None

    def _take_lines(self, data: bytes, on_line: OnLine) -> bool:
        """Pass the complete lines to `on_line`, up to the one that completes the reply; keep the rest.

        Raises _TooLongError if a line is too long.
        """
        text = self._rest + data
        begin = 0
        while (end := text.find(b"\n", begin)) >= 0:
            line = text[begin:end]
            begin = end + 1
            if len(line) > MAX_LINE_BYTES:
                raise _TooLongError
            if line and on_line(line):
                self._rest = text[begin:]
                return True
        self._rest = text[begin:]
        if len(self._rest) > MAX_LINE_BYTES:
            raise _TooLongError
        return False

    def _read_errors(self) -> None:
        """Read what the program has printed to standard error before its reply."""
        with contextlib.suppress(BlockingIOError):
            self._monitor.stderr.add(os.read(self._process.stderr_fd, 1 << 16))

    def _take_last_lines(self, on_line: OnLine) -> bool:
        """Read what the program printed before it ended; a reply counts although the program has ended."""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._process.stdout_fd, 1 << 16):
                self._monitor.stdout.add(data)
                if self._take_lines(data, on_line):
                    return True
        return False

    def _waiting_since_first_poll(self, process: int) -> float:
        return run_clock.waiting_seconds(process) - self._waited.get(process, 0.0)

    def _stop(self) -> None:
        """Stop all processes of the program."""
        stopped: set[int] = set()
        for _ in range(MAX_STOP_ROUNDS):
            new = set(self._meter.processes) - stopped
            if not new:
                break
            _signal_all(new, signal.SIGSTOP)
            stopped |= new
            self._meter.poll()
        self._is_stopped = True

    def _resume(self) -> None:
        if self._is_stopped:
            _signal_all(set(self._meter.processes), signal.SIGCONT)
            self._is_stopped = False


def _signal_all(processes: set[int], number: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)
