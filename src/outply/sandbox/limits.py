"""What a program may take, and what it took."""

from __future__ import annotations

from enum import Enum

from outply.games.struct import Struct

MIB = 1 << 20


class Limits(Struct):
    """What a program may take before it is ended.

    CPU seconds are user time of the whole process tree, memory and disk that of the whole tree and of all its
    files. `processes` counts threads, too. `output_mib` is what it may print.
    """

    __slots__ = ("cpu_seconds", "wall_seconds", "memory_mib", "processes", "disk_mib", "output_mib")

    cpu_seconds: float
    wall_seconds: float
    memory_mib: int
    processes: int
    disk_mib: int
    output_mib: int

    def __init__(
        self,
        cpu_seconds: float,
        wall_seconds: float,
        memory_mib: int = 1024,
        processes: int = 128,
        disk_mib: int = 256,
        output_mib: int = 16,
    ) -> None:
        self._set(cpu_seconds, wall_seconds, memory_mib, processes, disk_mib, output_mib)


class End(Enum):
    """How a program ended: by itself, well or badly, or because it took more than it may."""

    WELL = "ended well"
    BADLY = "ended badly"
    CPU = "took too much CPU time"
    WALL = "took too long"
    MEMORY = "took too much memory"
    DISK = "wrote too much"
    OUTPUT = "printed too much"


class Ended(Struct):
    """A program that has ended: how, its exit status (minus the signal, if one ended it), and what it took.

    `output` and `errors` are the beginning and the end of what it printed.
    """

    __slots__ = ("end", "status", "cpu_seconds", "wall_seconds", "memory_mib", "output", "errors")

    end: End
    status: int
    cpu_seconds: float
    wall_seconds: float
    memory_mib: float
    output: str
    errors: str

    def __init__(
        self,
        end: End,
        status: int,
        cpu_seconds: float,
        wall_seconds: float,
        memory_mib: float,
        output: str,
        errors: str,
    ) -> None:
        self._set(end, status, cpu_seconds, wall_seconds, memory_mib, output, errors)
