"""What programs are given when they are graded, and how strictly they are read."""

from __future__ import annotations

import hashlib

import outply
from outply.games.struct import Struct
from outply.sandbox.limits import Limits

CPU_SECONDS = 10.0
WALL_SECONDS = 30.0
MEMORY_MIB = 1024
DISK_MIB = 64
BUILD_SECONDS = 120.0


def limits(
    cpu_seconds: float = CPU_SECONDS, wall_seconds: float = WALL_SECONDS, memory_mib: int = MEMORY_MIB
) -> Limits:
    """Return what a program may take on a case."""
    return Limits(cpu_seconds=cpu_seconds, wall_seconds=wall_seconds, memory_mib=memory_mib, disk_mib=DISK_MIB)


USUAL = limits()


class Settings(Struct):
    """The limits of one program on one case, whether blanks count, and whether there are walls around programs.

    `build_seconds` is the wall time that a submission may take to be built. After `give_up` timeouts in a row the
    rest of its cases is not run; 0 is never.
    """

    __slots__ = ("limits", "strict", "sandboxed", "build_seconds", "give_up")

    limits: Limits
    strict: bool
    sandboxed: bool
    build_seconds: float
    give_up: int

    def __init__(
        self,
        limits: Limits = USUAL,
        strict: bool = False,
        sandboxed: bool = True,
        build_seconds: float = BUILD_SECONDS,
        give_up: int = 0,
    ) -> None:
        self._set(limits, strict, sandboxed, build_seconds, give_up)

    def mark(self) -> str:
        """Return a mark of all that a verdict depends on beside the program and the case."""
        # Who is given up has the same verdicts as everybody, only fewer of them.
        about = Settings(self.limits, self.strict, self.sandboxed, self.build_seconds)
        return hashlib.sha256(f"{outply.__version__} {about!r}".encode()).hexdigest()[:32]
