"""Runs a program on Linux, with or without a sandbox, until it ends or exceeds a limit."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from outply.sandbox import bubblewrap, cgroups, seccomp
from outply.sandbox.host import HostError
from outply.sandbox.launch import become_subreaper, prlimit_command, switch_user, unsandboxed_environment
from outply.sandbox.limits import MIB, Limits, OnOutput, OutputCapture, RunResult, Termination
from outply.sandbox.locks import creator_tag, has_ended
from outply.sandbox.meter import ResourceMeter
from outply.sandbox.ram_disk import RamDisk
from outply.sandbox.run_clock import RunClock, boot_clock
from outply.sandbox.signals import DeferredSignals
from outply.sandbox.untrusted_dirs import MAX_FILES

POLL_INTERVAL_S = 0.01
POLL_BACKOFF_FACTOR = 2
"""Minimum pause between polls, as a multiple of the last poll's duration: polling many processes stays cheap."""
DISK_POLL_BACKOFF_FACTOR = 20
"""Minimum pause between scans of the files, as a multiple of the last scan's duration."""
MARKER = "outply-sandbox-"
WAIT_FOR_START = ("sh", "-c", 'read -r _ && exec "$@" </dev/null', "sh")
"""Command prefix that runs the program after a line on standard input. At its end, the program does not run."""
WAIT_AND_KEEP_INPUT = ("sh", "-c", 'read -r _ && exec "$@"', "sh")
"""The same for a program that reads the rest of standard input. The shell reads a pipe byte by byte."""
KILL_TIMEOUT_S = 10.0
"""Time to wait for a killed process to end."""
EXIT_TIMEOUT_S = 1.0
"""Time to wait for bubblewrap to end after the first process of its sandbox has ended."""
NOT_STARTED = "the sandbox ended before the program was started: {}"


def run(
    program: list[str],
    folder: Path,
    limits: Limits,
    *,
    user: int | None = None,
    core: int | None = None,
    sandboxed: bool = True,
    use_cgroups: bool = True,
    environment: dict[str, str] | None = None,
    mounts: tuple[str, ...] = (),
    disk: RamDisk | None = None,
    max_files: int = MAX_FILES,
    clock: Callable[[], float] = boot_clock,
    monotonic: Callable[[], float] = time.monotonic,
    on_poll: Callable[[], None] | None = None,
    on_output: OnOutput | None = None,
) -> RunResult:
    """Run `program` in `folder`, kill all processes that it leaves behind, and return how it ended.

    If this process is root, the program runs as `user`, who must own the folder; otherwise it runs as the current
    user. `core` is the only CPU core that the program may use. With `sandboxed=False`, the program runs with
    limits but without isolation, and with the variables of `environment` if given. `mounts` are directories that a
    sandboxed program can read besides those of the system. `disk` is the RAM disk that contains the folder, if
    any; otherwise the folder may hold `max_files`. Resources are measured by control groups if these are available
    and `use_cgroups` is set. Otherwise /proc is polled, and a perf event counts the CPU time if the kernel allows
    it. `clock` measures the wall time. The deadline of the limits is a value of `monotonic`, which also paces the
    polls. `on_poll` is called each time the used resources have been compared with the limits, and `on_output`
    with each part of the output, standard and error.

    Raises NoSandboxError if `sandboxed` is set and this machine cannot sandbox programs.
    """
    with DeferredSignals() as signals:
        prepared = PreparedRun(
            program,
            folder,
            limits,
            user=user,
            core=core,
            sandboxed=sandboxed,
            use_cgroups=use_cgroups,
            environment=environment,
            mounts=mounts,
            disk=disk,
            max_files=max_files,
            monotonic=monotonic,
        )
        try:
            with signals.deliver_immediately():
                return prepared.run(limits, clock=clock, on_poll=on_poll, on_output=on_output)
        finally:
            prepared.close()


def kill_stale() -> None:
    """Kill sandboxes whose creator was killed.

    A sandbox ends with the process that started it, except if that process is killed while bubblewrap sets up the
    sandbox. A sandbox that is left over runs no program, but keeps directories mounted for a moment.
    """
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            command, _, marker = os.fsdecode(Path(f"/proc/{name}/cmdline").read_bytes()).partition(f"\0{MARKER}")
            if command == "bwrap\0--unsetenv" and has_ended(marker.partition("\0")[0]):
                os.kill(int(name), signal.SIGKILL)


class PreparedRun:
    """A program that is ready to run under limits; the arguments are those of `run`.

    The program is blocked before its first instruction until `run` is called. The thread that creates the object
    must live until the program has ended, because the sandbox ends with this thread. `close` kills the program.
    With `keep_input`, the program can read from standard input what is written to `_start_fd` after the start.
    """

    def __init__(
        self,
        program: list[str],
        folder: Path,
        limits: Limits,
        *,
        user: int | None = None,
        core: int | None = None,
        sandboxed: bool = True,
        use_cgroups: bool = True,
        environment: dict[str, str] | None = None,
        mounts: tuple[str, ...] = (),
        disk: RamDisk | None = None,
        max_files: int = MAX_FILES,
        keep_input: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        if sandboxed:
            bubblewrap.require_sandbox()
        self._limits, self._sandboxed, self._monotonic = limits, sandboxed, monotonic
        self._stdout, self._stderr = OutputCapture(), OutputCapture()
        self._on_output: OnOutput | None = None
        self._next_disk_poll = 0.0
        self._disk_explanation = ""
        self._charged_seconds = 0.0  # CPU time that does not count against the current limits
        self._process_fd = self._root_fd = self._start_fd = self._started_fd = self._root = -1
        become_subreaper()
        parents = cgroups.parent_dirs() if use_cgroups else None
        self._group = cgroups.ControlGroup(parents, limits) if parents else None
        info_read, info_write = os.pipe()
        block_read, block_write = os.pipe()
        self._started_fd, self._start_fd = os.pipe()
        descriptors = {info_write, block_read}  # for the started process
        prefix, credentials = (disk.enter, {}) if disk is not None and sandboxed else switch_user(user)
        as_current_user = user is None or os.geteuid() != 0
        limit_command = prlimit_command(limits, as_current_user, has_group=self._group is not None)
        start_command = WAIT_AND_KEEP_INPUT if keep_input else WAIT_FOR_START
        command = [*start_command, *limit_command, *program]
        if sandboxed:
            seccomp_fd = seccomp.open_filter()
            mounted = folder if disk is None else disk.mount_point
            options = bubblewrap.arguments(mounted, info_write, block_read, seccomp_fd, mounts)
            arguments_fd = bubblewrap.open_arguments(options)
            # The option has no effect. It shows `kill_stale` which process started this one.
            marker = ["--unsetenv", f"{MARKER}{creator_tag()}"]
            command = ["bwrap", *marker, "--args", str(arguments_fd), "--", *command]
            descriptors |= {arguments_fd} | ({seccomp_fd} if seccomp_fd is not None else set())
        namespaces = disk.descriptors if disk is not None and sandboxed else []
        try:
            self._process = subprocess.Popen(
                [*prefix, *command],
                cwd=folder,
                # For bubblewrap itself; it sets the same variables for the program.
                env=bubblewrap.environment() if sandboxed else environment or unsandboxed_environment(folder),
                stdin=self._started_fd,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[*descriptors, *namespaces] if sandboxed else (),
                start_new_session=True,
                **credentials,
            )
            self._process_fd = os.pidfd_open(self._process.pid)
            os.close(info_write)
            descriptors.remove(info_write)
            self._root = self._read_child_pid(info_read) if sandboxed else self._process.pid
            self._meter = ResourceMeter(self._root, limits, self._group, folder, disk, max_files)
            self._root_fd = os.pidfd_open(self._root)
            if self._group is not None:
                self._group.add_process(self._root)
            else:
                self._meter.open_task_clock()
            if core is not None:
                os.sched_setaffinity(self._root, {core})
            with contextlib.suppress(BrokenPipeError):  # the sandbox was killed
                os.write(block_write, b"\n")  # all processes of the sandbox are in the group and on the core
        except ProcessLookupError:
            reason = self._last_error()
            self.close()
            raise HostError(NOT_STARTED.format(reason)) from None
        except BaseException:
            self.close()
            raise
        finally:
            for descriptor in (info_read, block_write, *descriptors):
                os.close(descriptor)

    @property
    def root_process(self) -> int:
        """The ID of the first process of the run; -1 after its end."""
        return self._root

    def run(
        self,
        limits: Limits,
        *,
        clock: Callable[[], float] = boot_clock,
        on_poll: Callable[[], None] | None = None,
        on_output: OnOutput | None = None,
    ) -> RunResult:
        """Start the program, wait until it ends or exceeds a limit, kill its processes and return the result.

        `limits` may have a shorter wall time than the limits for which the run was prepared. `clock`, `on_poll`
        and `on_output` are those of `sandbox.run.run`.

        Raises HostError if the sandbox ended before the program was started.
        """
        self._clock = RunClock(clock)
        self._release(limits)
        os.close(self._start_fd)
        self._start_fd = -1
        streams = self._streams()
        self._on_output = on_output
        termination: Termination | None = None
        next_poll = self._monotonic() + POLL_INTERVAL_S
        while termination is None and not self._has_ended():
            readable, _, _ = select.select([*streams, self._process_fd], [], [], POLL_INTERVAL_S)
            for descriptor in streams.keys() & readable:
                _read_stream(descriptor, streams, on_output)
            self._clock.tick(self._current_cpu_seconds)
            poll_started = self._monotonic()
            if poll_started >= next_poll:
                termination = self._exceeded_limit()
                if on_poll is not None:
                    on_poll()
                now = self._monotonic()
                next_poll = now + max(POLL_INTERVAL_S, POLL_BACKOFF_FACTOR * (now - poll_started))
        return self._finish(termination, streams)

    def _release(self, limits: Limits) -> None:
        """Let the program run, and count from now on."""
        self._limits = limits
        self._meter.restart(limits)
        os.write(self._start_fd, b"\n")

    def _streams(self) -> dict[int, OutputCapture]:
        """Return the captures of standard output and standard error by file descriptor, which no longer blocks."""
        out, err = self._process.stdout, self._process.stderr
        assert out is not None
        assert err is not None
        streams = {out.fileno(): self._stdout, err.fileno(): self._stderr}
        for descriptor in streams:
            os.set_blocking(descriptor, False)
        return streams

    def _finish(self, termination: Termination | None, streams: dict[int, OutputCapture]) -> RunResult:
        """Kill the processes that are left, and return the result of the run.

        `termination` is the reason why the run ends; None if the program has ended. `streams` are still open.

        Raises HostError if the sandbox ended before the program was started.
        """
        self._clock.tick(self._current_cpu_seconds)
        self._meter.poll()
        self._kill()
        for descriptor in list(streams):
            _read_stream(descriptor, streams, self._on_output)
        self._has_ended(wait=True)
        self._reap_root()
        status = self._process.returncode
        cpu = self._cpu_seconds
        if termination in (None, Termination.WALL_TIME) and not self._has_started():
            raise HostError(NOT_STARTED.format(self._last_error()))
        if termination is None:
            termination = self._own_termination(status, cpu)
        return self._result(termination, status, cpu)

    def _result(self, termination: Termination, status: int, cpu: float) -> RunResult:
        return RunResult(
            termination=termination,
            exit_status=status,
            cpu_seconds=round(cpu, 6),
            wall_seconds=round(self._clock.seconds, 6),
            lost_seconds=round(self._clock.lost_seconds, 6),
            memory_mib=round(self._meter.peak_memory_mib, 1),
            stdout=str(self._stdout),
            stderr=str(self._stderr),
            limits=self._limits,
            disk_explanation=self._disk_explanation,
        )

    def _has_started(self) -> bool:
        """Return whether the program was started, after the run has ended, or had no time to start.

        The shell in the sandbox reads the line that starts the program; otherwise the line is still in the pipe.
        """
        is_late = self._monotonic() > self._limits.deadline
        return is_late or self._meter.is_out_of_memory or self._first_unread_byte() != b"\n"

    def _first_unread_byte(self) -> bytes:
        """Return the first byte on standard input that the program or its shell has not read, if any."""
        os.set_blocking(self._started_fd, False)
        with contextlib.suppress(BlockingIOError):
            return os.read(self._started_fd, 1)
        return b""

    def _exceeded_limit(self) -> Termination | None:
        """Return the termination for the limit that the program has exceeded; None if it is within all limits."""
        if self._meter.exceeds_memory_limit():
            return Termination.MEMORY
        cpu_seconds = self._cpu_seconds
        self._clock.note_cpu_time(cpu_seconds)
        if cpu_seconds > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        if self._clock.seconds > self._limits.wall_seconds:
            self._clock.excuse_waiting(cpu_seconds, self._meter.processes)
            if self._clock.seconds > self._limits.wall_seconds:
                return Termination.WALL_TIME
        if self._monotonic() > self._limits.deadline:
            return Termination.WALL_TIME
        if self._stdout.size + self._stderr.size > self._limits.output_mib * MIB:
            return Termination.OUTPUT
        poll_started = self._monotonic()
        if poll_started >= self._next_disk_poll:
            if self._exceeds_disk_limit():
                return Termination.DISK
            now = self._monotonic()
            self._next_disk_poll = now + max(POLL_INTERVAL_S, DISK_POLL_BACKOFF_FACTOR * (now - poll_started))
        return None

    def _exceeds_disk_limit(self) -> bool:
        violation = self._meter.disk_violation()
        self._disk_explanation = violation or ""
        return violation is not None

    def _own_termination(self, status: int, cpu: float) -> Termination:
        """Return the termination of a program that ended before this process killed it.

        `status` is the exit status of the program, `cpu` the CPU time that it used, in seconds.
        """
        if cpu > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        if self._meter.is_out_of_memory:
            return Termination.MEMORY
        if (status != 0 or self._meter.has_ram_disk) and self._exceeds_disk_limit():
            return Termination.DISK
        if status != 0 and self._meter.has_ram_disk and os.strerror(errno.ENOSPC) in str(self._stderr):
            # The deleted files of a program disappear with it, so only its own message is left.
            self._disk_explanation = f"wrote more than {self._limits.disk_mib} MiB"
            return Termination.DISK
        return Termination.OK if status == 0 else Termination.ERROR

    def _has_ended(self, wait: bool = False) -> bool:
        """Return whether the first process of the run has ended. With `wait`, block until it has ended."""
        if self._process.returncode is None:
            process, status, usage = os.wait4(self._process.pid, 0 if wait else os.WNOHANG)
            if process != 0:
                self._process.returncode = os.waitstatus_to_exitcode(status)
                if not self._sandboxed:
                    self._meter.add_waited(usage)
        return self._process.returncode is not None

    def _reap_root(self) -> None:
        """Wait for the first process of the sandbox, which this process inherits when bubblewrap has ended.

        The CPU time of the first process includes all processes in the sandbox that were waited for. If bubblewrap
        has already waited for the first process, only the polled times are known.
        """
        if not self._sandboxed or self._root < 0:
            return
        with contextlib.suppress(ChildProcessError):
            self._meter.add_waited(os.wait4(self._root, 0)[2])
        self._root = -1

    @property
    def _cpu_seconds(self) -> float:
        """The CPU seconds that count against the current limits, as of the last poll."""
        return self._meter.cpu_seconds - self._charged_seconds

    def _current_cpu_seconds(self) -> float:
        """Return the CPU seconds that count against the current limits, measured now."""
        self._meter.poll()
        return self._cpu_seconds

    def _kill(self) -> None:
        """Kill all processes of the program that are left, and wait until they have ended.

        When the first process of a PID namespace is killed, the kernel kills all others in the namespace and ends
        the first one last. Without a sandbox there is no PID namespace, and processes are killed one by one.
        """
        if self._root_fd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._root_fd, signal.SIGKILL)
            select.select([self._root_fd], [], [], KILL_TIMEOUT_S)
        if self._root_fd >= 0 and not self._sandboxed:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            deadline = self._monotonic() + KILL_TIMEOUT_S
            while (processes := self._meter.processes) and self._monotonic() < deadline:
                for process in processes:
                    _kill_process(process)
                if self._group is None:
                    break

    def close(self) -> None:
        """Kill the remaining processes and release all resources."""
        if hasattr(self, "_process"):
            self._kill()
            self._process.kill()
            self._process.wait()
            self._reap_root()
            for stream in (self._process.stdout, self._process.stderr):
                if stream is not None:
                    stream.close()
        for descriptor in (self._process_fd, self._root_fd, self._start_fd, self._started_fd):
            if descriptor >= 0:
                os.close(descriptor)
        self._process_fd = self._root_fd = self._start_fd = self._started_fd = -1
        if hasattr(self, "_meter"):
            self._meter.close()
        if self._group is not None:
            self._group.close()

    def _read_child_pid(self, info_fd: int) -> int:
        """Return the ID of the process that bubblewrap reports as started.

        Raises NoSandboxError if bubblewrap reports no process.
        """
        data = b""
        while chunk := os.read(info_fd, 4096):
            data += chunk
        try:
            return int(json.loads(data)["child-pid"])
        except (ValueError, KeyError):
            reason = self._last_error()
            raise bubblewrap.NoSandboxError(f"bubblewrap did not start the program: {reason}") from None

    def _last_error(self) -> str:
        """Return the last line that bubblewrap printed to standard error before it ended, or how it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=EXIT_TIMEOUT_S)
        status = self._process.poll()
        self._process.kill()
        assert self._process.stderr is not None
        printed = str(self._stderr) + (self._process.stderr.read() or b"").decode(errors="replace")
        lines = printed.strip().splitlines()
        return lines[-1] if lines else f"no error message, exit status {status}"


def _read_stream(descriptor: int, streams: dict[int, OutputCapture], on_output: OnOutput | None) -> None:
    """Read from the stream `descriptor` of the program. At the end of the stream, remove it from `streams`."""
    with contextlib.suppress(BlockingIOError):  # a process that outlives the program may hold the other end
        data = os.read(descriptor, 1 << 16)
        streams[descriptor].add(data)
        if not data:
            del streams[descriptor]
        elif on_output is not None:
            on_output(data)


def _kill_process(process: int) -> None:
    """Kill a process and wait until it has ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        descriptor = os.pidfd_open(process)
        try:
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            select.select([descriptor], [], [], KILL_TIMEOUT_S)
        finally:
            os.close(descriptor)
