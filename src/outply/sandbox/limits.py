"""The resource limits of the run of a program, the captured output, and the result of the run."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

MIB = 1 << 20

OnOutput = Callable[[bytes], None]
"""Called with a part of the output of a program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The resources that a program may use in a run before it is killed.

    `cpu_seconds` is the user and system time of the whole process tree, or its user time alone if `user_time_only`
    is set. `memory_mib` is the memory of all processes and `disk_mib` the size of all files in the working
    directory. `processes` includes threads. `output_mib` limits standard output and standard error together.
    `wall_seconds` is counted from the start of the program, after the set-up of the sandbox. `deadline` is the
    value of `time.monotonic` at which a run ends, even if the machine has been paused or the program has not
    started.
    """

    cpu_seconds: float
    wall_seconds: float
    memory_mib: int = 1024
    processes: int = 128
    disk_mib: int = 256
    output_mib: int = 16
    user_time_only: bool = False
    deadline: float = math.inf


class Termination(Enum):
    """How a run ended: by itself, or killed because it exceeded a limit.

    The failures of players (`players.forfeit.Failure`) and the verdicts on cases
    (`grading.result.verdict.Verdict`) are derived from these members. The process limit has no member: above it
    the kernel makes `fork` fail, and the program decides how to end.

    `label` names the ending in reports and databases. `explanation` is the predicate of a sentence about the
    program, as a template that `RunResult.explanation` fills in.
    """

    label: str
    explanation: str

    OK = "ok", "exited with status 0"
    ERROR = "crashed", "exited with status {exit_status}"
    CPU_TIME = ("out of CPU time", "used {cpu_seconds:.3f} s of CPU time; the limit is {cpu_limit:.3f} s")
    WALL_TIME = (
        "out of wall time",
        "ran for {wall_seconds:.1f} s; the limit is {wall_limit:.1f} s (CPU time used: {cpu_seconds:.1f} s)",
    )
    MEMORY = "out of memory", "used more than {memory_limit} MiB of memory"
    DISK = "out of disk space", "{disk_explanation}"
    OUTPUT = "printed too much", "printed more than {output_limit} MiB"

    def __new__(cls, label: str, explanation: str) -> Termination:
        member = object.__new__(cls)
        member._value_ = member.label = label
        member.explanation = explanation
        return member

    @property
    def exceeded_limit(self) -> bool:
        """Whether the run was killed because it exceeded a limit."""
        return self not in (Termination.OK, Termination.ERROR)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """The result of a run under `limits`: how the program ended, the resources that it used and its output.

    `exit_status` is minus the signal number if a signal ended the program. `stdout` and `stderr` hold the
    beginning and the end of the printed text. `lost_seconds` is the time during which the machine did not run the
    program; it is not part of `wall_seconds`. `disk_explanation` says which limit on files was exceeded, if any.
    """

    termination: Termination
    exit_status: int
    cpu_seconds: float
    wall_seconds: float
    memory_mib: float
    stdout: str
    stderr: str
    limits: Limits
    lost_seconds: float = 0.0
    disk_explanation: str = ""

    @property
    def explanation(self) -> str:
        """How the program ended, as the predicate of a sentence, such as `exited with status 2`."""
        if self.termination is Termination.ERROR and self.exit_status < 0:
            return f"was killed by signal {-self.exit_status}"
        return self.termination.explanation.format(
            exit_status=self.exit_status,
            cpu_seconds=self.cpu_seconds,
            wall_seconds=self.wall_seconds,
            cpu_limit=self.limits.cpu_seconds,
            wall_limit=self.limits.wall_seconds,
            memory_limit=self.limits.memory_mib,
            disk_explanation=self.disk_explanation or f"wrote more than {self.limits.disk_mib} MiB",
            output_limit=self.limits.output_mib,
        )


KEPT_BYTES = 8 * 1024
"""Number of bytes stored at each end of the output."""


class OutputCapture:
    """The beginning and the end of a stream.

    `str` joins both, with a line between them that says how many bytes are omitted.
    """

    def __init__(self) -> None:
        self.size = 0
        self._beginning = self._end = b""

    def add(self, data: bytes) -> None:
        self.size += len(data)
        free = KEPT_BYTES - len(self._beginning)
        self._beginning += data[:free]
        self._end = (self._end + data[free:])[-KEPT_BYTES:]

    def __str__(self) -> str:
        omitted = self.size - len(self._beginning) - len(self._end)
        separator = f"\n[{omitted:,} bytes omitted]\n".encode() if omitted else b""
        return (self._beginning + separator + self._end).decode(errors="replace")
