"""Measures a process tree by polling /proc, for systems without control groups."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from outply.sandbox.limits import MIB

# Indices of fields of /proc/PID/stat after the process name.
STATE, MINOR_FAULTS, CHILD_MINOR_FAULTS, MAJOR_FAULTS, CHILD_MAJOR_FAULTS = 0, 7, 8, 9, 10
USER_TICKS, SYSTEM_TICKS, CHILD_USER_TICKS, CHILD_SYSTEM_TICKS = 11, 12, 13, 14
THREADS, START_TIME, RESIDENT_PAGES = 17, 19, 21

MAX_READINGS = 3
"""Readings of a process tree per poll. The second covers processes that ended during the first."""
MAX_CHARGED_GAP_S = 1.0
"""Maximum wall time that is charged between two polls. A longer gap means that this process itself did not run."""
MAX_MAPS_BYTES = 16 * MIB
"""Size of the lists of mappings of all processes of a program. That of a Java program has 17 KiB."""
MAX_ID_DISORDER = 1000
"""A new process ID that is lower than earlier IDs by more than this shows that the IDs have wrapped around."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sample:
    """A process at one poll: its CPU seconds and page faults, including those of children that it waited for."""

    start_time: str
    own_seconds: float
    child_seconds: float
    faults: int
    child_faults: int
    threads: int
    resident_mib: float

    @property
    def seconds(self) -> float:
        return self.own_seconds + self.child_seconds


class Proc:
    """Reads the state of processes from /proc."""

    def __init__(self) -> None:
        self.tick_seconds, self.page_bytes = 1 / os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")

    def stat(self, process: int) -> list[str]:
        """Return the fields of /proc/PID/stat after the process name, which may contain any character."""
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()

    def start_time(self, process: int) -> str | None:
        """Return the start time of a process as in /proc/PID/stat; None if all of its threads have ended."""
        try:
            fields = self.stat(process)
        except OSError:
            return None
        has_ended = fields[STATE] in "ZX" and int(fields[THREADS]) <= 1
        return None if has_ended else fields[START_TIME]

    def children(self, process: int) -> list[int]:
        """Return the IDs of the processes that the threads of a process have started."""
        children = []
        for thread in _threads(process):
            with contextlib.suppress(OSError):  # the thread has ended, its process has not
                children += Path(thread, "children").read_text().split()
        return [int(child) for child in children]

    def cpu_seconds(self, process: int, default: float) -> float:
        """Return the CPU time of a process; `default` if its clock cannot be read."""
        try:
            return time.clock_gettime(~process << 3 | 2)  # the clock's ID as in clock_getcpuclockid
        except OSError:
            return default

    def namespace_pid(self, process: int) -> int:
        """Return the ID of a process in its own PID namespace; 0 if that is also the namespace of this process."""
        with contextlib.suppress(OSError):
            # The name of a process may contain any other line separator.
            for line in Path(f"/proc/{process}/status").read_bytes().split(b"\n"):
                if line.startswith(b"NSpid:"):
                    numbers = line.split()[1:]
                    return int(numbers[-1]) if len(numbers) > 1 else 0
        return 0


class ProcessTree:
    """Adds up the resources of a process and all of its descendants.

    When a process waits for a child, the kernel adds the child's CPU time to the parent's. If the parent ignores
    SIGCHLD, the kernel discards the child's time. Two signs show that time may have been discarded since the last
    poll: a process has ended whose page faults no living process has inherited, or the process IDs in the PID
    namespace show that processes were created that no poll has seen. In both cases all wall time since the last
    poll is charged, as if the tree had used one core continuously.
    """

    def __init__(
        self,
        root: int,
        user_time_only: bool = False,
        clock: Callable[[], float] = time.monotonic,
        proc: Proc | None = None,
    ) -> None:
        self._root, self._clock, self._proc = root, clock, proc or Proc()
        self._user_time_only = user_time_only
        self._samples: dict[int, _Sample] = {}
        # By process: its start time, which distinguishes it from a later process with the same PID.
        self._start_times: dict[int, str] = {}
        self._charged = 0.0
        # Time of the last poll, and of the last poll at which the number of created tasks was known.
        self._polled = self._sighted = clock()
        self._charged_at_sighting = 0.0
        self._last_task = 0
        self._longest_gap = 0.0
        self.lost_seconds = 0.0
        """Estimated CPU time of processes that were never waited for, which the kernel does not report."""
        self.memory_mib = 0.0
        self._baseline = sum(sample.seconds for sample in self._read().values())

    @property
    def cpu_seconds(self) -> float:
        """The CPU time in seconds of all processes, including those that have ended, at the last poll."""
        return self._charged

    @property
    def processes(self) -> list[int]:
        """The IDs of polled processes that still exist, including those that left the tree when a parent ended."""
        self._start_times = {
            process: started
            for process, started in self._start_times.items()
            if self._proc.start_time(process) == started
        }
        return list(self._start_times)

    def final_seconds(self, waited: float) -> float:
        """Return the total CPU time; `waited` is the exact time of the first process and its awaited children."""
        return max(self._charged, waited - self._baseline + self.lost_seconds)

    def poll(self) -> float:
        """Measure all processes of the tree. Return the sum of their resident memory in MiB."""
        for _ in range(MAX_READINGS):
            now, samples = self._clock(), self._read()
            if self._all_waited_for(samples):
                break  # otherwise a parent may have waited for a child after its own sample was read
        if samples:
            self._charge(samples, now)
            self._samples = samples
        memory = sum(sample.resident_mib for sample in samples.values())
        self.memory_mib = max(self.memory_mib, memory)
        return memory

    def _read(self) -> dict[int, _Sample]:
        samples: dict[int, _Sample] = {}
        self._add(self._root, samples)
        for process, sample in self._samples.items():
            # A process whose parent has ended leaves the tree: until the next poll in a PID namespace, otherwise
            # for good.
            if process not in samples and self._proc.start_time(process) == sample.start_time:
                self._add(process, samples)
        return samples

    def _charge(self, samples: dict[int, _Sample], now: float) -> None:
        """Update the CPU time from the samples of a poll at time `now` and those of the previous poll."""
        before = self._samples
        gap = min(now - self._polled, MAX_CHARGED_GAP_S)
        self._longest_gap = max(self._longest_gap, gap)
        bound = 0.0
        if not self._all_waited_for(samples):
            survivors = before.keys() & samples.keys()
            growth = sum(samples[process].own_seconds - before[process].own_seconds for process in survivors)
            bound = self._charged + max(gap, growth)
        new = [process for process in samples if process not in before]
        if new and (last_task := max(map(self._proc.namespace_pid, new))) > 0:
            unseen = last_task - self._last_task - _new_tasks(before, samples)
            if unseen < -MAX_ID_DISORDER:
                unseen, self._last_task = MAX_ID_DISORDER, 0
            if before and unseen > 0:
                passed = min(now - self._sighted, unseen * self._longest_gap)
                bound = max(bound, self._charged_at_sighting + passed)
            self._last_task = max(self._last_task, last_task)
        total = sum(sample.seconds for sample in samples.values()) - self._baseline
        self.lost_seconds += max(0.0, bound - total - self.lost_seconds)
        self._charged = max(self._charged, total + self.lost_seconds)
        self._polled = now
        if new:
            self._sighted, self._charged_at_sighting, self._longest_gap = now, self._charged, 0.0

    def _all_waited_for(self, samples: dict[int, _Sample]) -> bool:
        """Return whether living processes have inherited the page faults of all processes that have ended."""
        if not samples:
            return True
        before = self._samples
        gone = sum(
            sample.faults + sample.child_faults
            for process, sample in before.items()
            if process not in samples or samples[process].start_time != sample.start_time
        )
        inherited = sum(
            sample.child_faults - (before[process].child_faults if process in before else 0)
            for process, sample in samples.items()
        )
        return inherited >= gone

    def _add(self, root: int, samples: dict[int, _Sample]) -> None:
        """Add samples of the process `root` and of its descendants, keyed by process ID."""
        pending = [root]
        while pending:
            process = pending.pop()
            try:
                fields = self._proc.stat(process)
                samples[process] = self._sample(process, fields)
                pending += self._proc.children(process)
            except OSError:
                continue  # the process has ended
            self._start_times[process] = fields[START_TIME]

    def _sample(self, process: int, fields: list[str]) -> _Sample:
        columns = (USER_TICKS,) if self._user_time_only else (USER_TICKS, SYSTEM_TICKS)
        child_columns = (CHILD_USER_TICKS,) if self._user_time_only else (CHILD_USER_TICKS, CHILD_SYSTEM_TICKS)
        own = sum(int(fields[column]) for column in columns) * self._proc.tick_seconds
        threads, pages = int(fields[THREADS]), int(fields[RESIDENT_PAGES])
        if fields[STATE] == "Z" and threads > 1:  # the first thread has ended; the others have the memory
            pages = _resident_pages(process)
        return _Sample(
            start_time=fields[START_TIME],
            own_seconds=own if self._user_time_only else self._proc.cpu_seconds(process, default=own),
            child_seconds=sum(int(fields[column]) for column in child_columns) * self._proc.tick_seconds,
            faults=int(fields[MINOR_FAULTS]) + int(fields[MAJOR_FAULTS]),
            child_faults=int(fields[CHILD_MINOR_FAULTS]) + int(fields[CHILD_MAJOR_FAULTS]),
            threads=threads,
            resident_mib=pages * self._proc.page_bytes / MIB,
        )

    def proportional_memory_mib(self) -> float:
        """Return the memory of the polled processes in MiB, with each shared page counted once (PSS)."""
        return sum(_proportional_mib(process, sample.resident_mib) for process, sample in self._samples.items())


def _new_tasks(before: dict[int, _Sample], samples: dict[int, _Sample]) -> int:
    """Return the number of processes and threads in `samples` that were not there before."""
    counts = (
        sample.threads - (before[process].threads if process in before else 0)
        for process, sample in samples.items()
    )
    return sum(max(0, count) for count in counts)


class TooManyMappingsError(Exception):
    """Raised if the mapped files of a program take too long to read."""


def deleted_bytes(processes: list[int], device: int) -> int:
    """Return the bytes that deleted files on a device still occupy because `processes` have them open or mapped.

    Each thread may have open files of its own, and the first thread of a process may have ended. A file that is in
    transit between two processes is not found.

    Raises TooManyMappingsError if the lists of mapped files have more than `MAX_MAPS_BYTES`.
    """
    sizes: dict[int, int] = {}
    bytes_left = MAX_MAPS_BYTES
    for process in processes:
        for thread in _threads(process):
            with contextlib.suppress(OSError):
                for descriptor in os.listdir(f"{thread}/fd"):
                    with contextlib.suppress(OSError):
                        status = os.stat(f"{thread}/fd/{descriptor}")
                        if stat.S_ISREG(status.st_mode) and status.st_nlink == 0 and status.st_dev == device:
                            sizes[status.st_ino] = status.st_blocks * 512
        content = _maps(process, bytes_left)
        bytes_left -= len(content)
        if bytes_left <= 0:
            raise TooManyMappingsError
        for inode, size in _mapped_deleted_files(content, device).items():
            sizes.setdefault(inode, size)
    return sum(sizes.values())


def _maps(process: int, max_bytes: int) -> bytes:
    """Return the first `max_bytes` of a process's list of mappings, as any of its living threads reports it."""
    for thread in _threads(process):
        with contextlib.suppress(OSError), open(f"{thread}/maps", "rb") as file:
            if content := file.read(max_bytes):
                return content
    return b""


def _mapped_deleted_files(maps: bytes, device: int) -> dict[int, int]:
    """Return the mapped bytes, by inode, of the deleted files on a device in a list of mappings."""
    sizes: dict[int, int] = {}
    if b"(deleted)" not in maps:  # almost always: 0.4 ms for each run
        return sizes
    name = b"%02x:%02x" % (os.major(device), os.minor(device))
    for line in maps.split(b"\n"):  # a file name may contain any other line separator
        fields = line.split(maxsplit=5)
        if line.endswith(b"(deleted)") and fields[3] == name:
            begin, end = (int(address, 16) for address in fields[0].split(b"-"))
            sizes[int(fields[4])] = sizes.get(int(fields[4]), 0) + end - begin
    return sizes


def _threads(process: int) -> list[str]:
    """Return the directories in /proc of the threads of a process."""
    try:
        return [f"/proc/{process}/task/{thread}" for thread in os.listdir(f"/proc/{process}/task")]
    except OSError:
        return []


def _resident_pages(process: int) -> int:
    """Return the resident memory of a process in pages, as any of its living threads reports it."""
    for thread in _threads(process):
        with contextlib.suppress(OSError):
            if pages := int(Path(thread, "statm").read_text().split()[1]):
                return pages
    return 0


def _proportional_mib(process: int, resident_mib: float) -> float:
    for thread in _threads(process):
        try:
            lines = Path(thread, "smaps_rollup").read_text().splitlines()
            return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))
        except PermissionError:
            return resident_mib  # PSS unreadable: count the full RSS
        except (OSError, StopIteration):
            continue  # the thread has ended
    return 0.0
