"""Starts a program, blocked before its first instruction, and kills it with all of its processes."""

from __future__ import annotations

import contextlib
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
from outply.sandbox.limits import Limits
from outply.sandbox.locks import creator_tag, has_ended
from outply.sandbox.meter import ResourceMeter
from outply.sandbox.ram_disk import RamDisk
from outply.sandbox.untrusted_dirs import MAX_FILES

MARKER = "outply-sandbox-"
WAIT_FOR_RELEASE = ("sh", "-c", 'echo && read -r _ && exec "$@" </dev/null', "sh")
"""Command prefix that prints an empty line and runs the program after a line on standard input.

If standard input ends first, the program does not run.
"""
WAIT_AND_KEEP_INPUT = ("sh", "-c", 'echo && read -r _ && exec "$@"', "sh")
"""The same for a program that reads the rest of standard input. The shell reads a pipe byte by byte."""
KILL_TIMEOUT_S = 10.0
"""Time to wait for a killed process to end."""
EXIT_TIMEOUT_S = 1.0
"""Time to wait for bubblewrap to end after the first process of its sandbox has ended."""


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


class ProgramProcess:
    """A program that has been started, with or without a sandbox, but is blocked before its first instruction.

    The arguments are those of `sandbox.run.run`. `release` lets the program run as soon as `take_ready_line` has
    returned True, and `close` kills it. The thread that creates the object must live until the program has ended,
    because the sandbox ends with this thread. With `keep_input`, the program can read from standard input what is
    written to `input_fd` after the release.

    Raises NoSandboxError if this machine cannot sandbox programs. Raises HostError if the sandbox ended before the
    program was blocked.
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
        self._sandboxed, self._keep_input, self._monotonic = sandboxed, keep_input, monotonic
        self._group: cgroups.ControlGroup | None = None
        self._root = self._root_fd = self._program_input_fd = -1
        self.pidfd = -1
        """Refers to the started process, in a sandbox bubblewrap; readable after its end, and -1 after `close`."""
        self.input_fd = -1
        """The end of a pipe that writes to standard input of the program; -1 if it is closed."""
        become_subreaper()
        descriptors = set[int]()  # only needed during the start
        try:
            if use_cgroups and (parents := cgroups.parent_dirs()):
                self._group = cgroups.ControlGroup(parents, limits)
            info_read, info_write = os.pipe()
            descriptors |= {info_read, info_write}
            block_read, block_write = os.pipe()
            descriptors |= {block_read, block_write}
            # The program's end stays open, so that writing to a program that has closed its input does not fail.
            self._program_input_fd, self.input_fd = os.pipe()
            prefix, credentials = (disk.enter, {}) if disk is not None and sandboxed else switch_user(user)
            as_current_user = user is None or os.geteuid() != 0
            limit_command = prlimit_command(limits, as_current_user, has_group=self._group is not None)
            start_command = WAIT_AND_KEEP_INPUT if keep_input else WAIT_FOR_RELEASE
            command = [*start_command, *limit_command, *program]
            inherited = []
            if sandboxed:
                inherited = [info_write, block_read, *(disk.descriptors if disk is not None else [])]
                if (seccomp_fd := seccomp.open_filter()) is not None:
                    descriptors.add(seccomp_fd)
                    inherited.append(seccomp_fd)
                mounted = folder if disk is None else disk.mount_point
                options = bubblewrap.arguments(mounted, info_write, block_read, seccomp_fd, mounts)
                arguments_fd = bubblewrap.open_arguments(options)
                descriptors.add(arguments_fd)
                inherited.append(arguments_fd)
                # The option has no effect. It shows `kill_stale` which process started this one.
                marker = ["--unsetenv", f"{MARKER}{creator_tag()}"]
                command = ["bwrap", *marker, "--args", str(arguments_fd), "--", *command]
            self._process = subprocess.Popen(
                [*prefix, *command],
                cwd=folder,
                # For bubblewrap itself; it sets the same variables for the program.
                env=bubblewrap.environment() if sandboxed else environment or unsandboxed_environment(folder),
                stdin=self._program_input_fd,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=inherited,
                start_new_session=True,
                **credentials,
            )
            os.close(info_write)
            descriptors.remove(info_write)
            self._root = self._read_child_pid(info_read) if sandboxed else self._process.pid
            self.meter = ResourceMeter(self._root, limits, self._group, folder, disk, max_files)
            self.pidfd = os.pidfd_open(self._process.pid)
            self._root_fd = os.pidfd_open(self._root)
            if self._group is not None:
                self._group.add_process(self._root)
            else:
                self.meter.open_task_clock()
            if core is not None:
                os.sched_setaffinity(self._root, {core})
            with contextlib.suppress(BrokenPipeError):  # the sandbox was killed
                os.write(block_write, b"\n")  # all processes of the sandbox are in the group and on the core
        except ProcessLookupError:
            error = self.not_started_error()
            self.close()
            raise error from None
        except BaseException:
            self.close()
            raise
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    @property
    def root_process(self) -> int:
        """The ID of the first process of the run; -1 after its end."""
        return self._root

    @property
    def stdout_fd(self) -> int:
        """The file descriptor from which the standard output of the program is read."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    @property
    def stderr_fd(self) -> int:
        """The file descriptor from which the standard error of the program is read."""
        assert self._process.stderr is not None
        return self._process.stderr.fileno()

    def take_ready_line(self) -> bool:
        """Take the line that the shell prints from standard output; return False if it is not there yet."""
        is_readable = bool(select.select([self.stdout_fd], [], [], 0)[0])
        return is_readable and os.read(self.stdout_fd, 1) != b""

    def release(self, limits: Limits) -> None:
        """Let the program run, and measure it from now on under `limits`.

        Its standard input ends here, unless it is kept. The line of the shell must have been taken: the program
        has access to its own standard streams, and could take the line away.
        """
        self.meter.restart(limits)
        os.write(self.input_fd, b"\n")
        if self._keep_input:
            os.set_blocking(self.input_fd, False)
        else:
            os.close(self.input_fd)
            self.input_fd = -1

    @property
    def root_has_ended(self) -> bool:
        """Whether the first process of the run has ended."""
        return bool(select.select([self._root_fd], [], [], 0)[0])

    def has_ended(self) -> bool:
        """Return whether the program has ended; in a sandbox, whether bubblewrap has ended."""
        self._wait(os.WNOHANG)
        return self._process.returncode is not None

    def wait(self) -> int:
        """Wait until a killed program and its sandbox have ended, and return the exit status."""
        self._wait(0)
        self._reap_root()
        return self._process.returncode

    def _wait(self, options: int) -> None:
        if self._process.returncode is None:
            process, status, usage = os.wait4(self._process.pid, options)
            if process != 0:
                self._process.returncode = os.waitstatus_to_exitcode(status)
                if not self._sandboxed:
                    self.meter.add_waited(usage)

    def _reap_root(self) -> None:
        """End the first process of the sandbox, which this process inherits when bubblewrap has ended.

        The CPU time of the first process includes all processes in the sandbox that were waited for. If bubblewrap
        has already waited for the first process, only the polled times are known.
        """
        if not self._sandboxed or self._root < 0:
            return
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PID, self._root, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # fails unless it is inherited
            os.kill(self._root, signal.SIGKILL)  # `kill` has no descriptor for it if the start has failed
            usage = os.wait4(self._root, 0)[2]
            if hasattr(self, "meter"):
                self.meter.add_waited(usage)
        self._root = -1

    def kill(self) -> None:
        """Kill all processes of the program that are left, and wait until they have ended.

        When the first process of a PID namespace is killed, the kernel kills all others in the namespace and ends
        the first one last. Without a sandbox there is no PID namespace, and processes are killed one by one.
        """
        if self._root_fd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._root_fd, signal.SIGKILL)
            select.select([self._root_fd], [], [], KILL_TIMEOUT_S)
        if self._root_fd >= 0 and not self._sandboxed:
            killed = set(self.meter.processes)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            deadline = self._monotonic() + KILL_TIMEOUT_S
            while (processes := self.meter.processes) and self._monotonic() < deadline:
                for process in processes:
                    _kill_process(process)
                killed.update(processes)
                if self._group is None:
                    break
            for process in killed - {self._process.pid}:
                with contextlib.suppress(ChildProcessError):  # its parent, in another session, has not ended
                    os.waitpid(process, os.WNOHANG)

    def close(self) -> None:
        """Kill the remaining processes and release all resources."""
        if hasattr(self, "_process"):
            self.kill()
            self._process.kill()
            self._process.wait()
            self._reap_root()
            for stream in (self._process.stdout, self._process.stderr):
                if stream is not None:
                    stream.close()
        for descriptor in (self.pidfd, self._root_fd, self.input_fd, self._program_input_fd):
            if descriptor >= 0:
                os.close(descriptor)
        self.pidfd = self._root_fd = self.input_fd = self._program_input_fd = -1
        if hasattr(self, "meter"):
            self.meter.close()
        if self._group is not None:
            self._group.close()

    def not_started_error(self) -> HostError:
        """Return the error for a sandbox that ended before the program was started."""
        return HostError(f"the sandbox ended before the program was started: {self._last_error()}")

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
        lines = self._process.stderr.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"no error message, exit status {status}"


def _kill_process(process: int) -> None:
    """Kill a process and wait until it has ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        descriptor = os.pidfd_open(process)
        try:
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            select.select([descriptor], [], [], KILL_TIMEOUT_S)
        finally:
            os.close(descriptor)
