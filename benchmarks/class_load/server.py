"""A class server in its own process that can be killed and started again, and the requests of its students."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from class_load.serve import ClockFile

SERVE = Path(__file__).with_name("serve.py")
START_TIMEOUT_S = 120.0
REQUEST_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a request, and the time until it was there."""

    status: int
    body: bytes
    seconds: float

    def json(self) -> dict[str, object]:
        value: dict[str, object] = json.loads(self.body)
        return value


class ServerProcess:
    """A server of the class in `folder`. `cpu_seconds_ended` is the CPU time of its ended
    processes, without workers and programs.
    """

    def __init__(self, folder: Path, clock: ClockFile, clock_path: Path, jobs: int) -> None:
        self.log_path = clock_path.with_name("server.log")
        self.folder, self.clock = folder, clock
        self._arguments = [str(clock_path), str(jobs)]
        self._process: subprocess.Popen[str] | None = None
        self._running = threading.Event()
        self._log = self.log_path.open("a")
        self.port = 0
        self.starts = 0
        self.max_memory_mib = 0.0
        self.cpu_seconds_ended = 0.0

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, str(SERVE), str(self.folder), str(self.port), *self._arguments]
        # A cache of its own: other tournaments of this user lock the cores of theirs.
        environment = os.environ | {"OUTPLY_CACHE": str(self.log_path.with_name("cache"))}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._log, text=True, start_new_session=True, env=environment
        )
        assert self._process.stdout is not None
        address = self._process.stdout.readline()
        if not address:
            raise RuntimeError(f"the server did not start; see {self.log_path}")
        self.port = int(address.rsplit(":", 1)[1])
        self.starts += 1
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline:
            with suppress(OSError, http.client.HTTPException):
                if self.request("GET", "/ready").status == 200:
                    break
            time.sleep(0.05)
        self._running.set()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def wait_until_running(self) -> None:
        """Wait for the end of a restart."""
        self._running.wait(START_TIMEOUT_S)

    def request(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        """Send a request.

        Raises OSError or HTTPException if there is no answer.
        """
        started = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=REQUEST_TIMEOUT_S)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        return Answer(status=response.status, body=content, seconds=time.perf_counter() - started)

    def workers(self) -> list[int]:
        """Return the IDs of the worker processes, which a fork server has started."""
        return [child for server in self.fork_servers() for child in _children(server) if _is_fork_server(child)]

    def fork_servers(self) -> list[int]:
        """Return the ID of the process that starts the workers."""
        return [child for child in _children(self.pid) if _is_fork_server(child)]

    def cpu_seconds(self) -> float:
        """Return the CPU time of the running server, without workers and programs."""
        return _cpu_seconds(self.pid)

    def note_memory(self) -> None:
        """Remember the resident memory of the server if it is the highest so far."""
        self.max_memory_mib = max(self.max_memory_mib, memory_mib(self.pid))

    def kill(self, *, with_workers: bool) -> None:
        """Kill the server, or its whole process group, at once."""
        assert self._process is not None
        self._running.clear()
        with suppress(OSError):
            self.cpu_seconds_ended += _cpu_seconds(self.pid)
        if with_workers:
            for worker in (*self.workers(), *self.fork_servers()):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Stop the server as Ctrl-C does; return its exit status."""
        assert self._process is not None
        with suppress(OSError):
            self.cpu_seconds_ended += _cpu_seconds(self.pid)
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(60)
        self._log.close()
        return status


def _is_fork_server(pid: int) -> bool:
    """Return whether a process is a fork server or one of its workers, which have the same command line."""
    with suppress(OSError):
        return b"forkserver" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def _children(pid: int) -> list[int]:
    found = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    return found


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid: int) -> float:
    """Return the resident memory of a process."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0
