"""System calls that a contestant does not need, and that would lead around its limits.

The kernel asks a filter of ours about each call; the walls hand it to the kernel.
"""

from __future__ import annotations

import errno
import os
import platform
import struct

NUMBERS = {
    # by architecture: the kernel's mark of it, and the numbers of the calls
    "x86_64": (0xC000003E, (29, 68, 203, 248, 249, 250, 298, 319, 321, 323, 425, 447)),
    "aarch64": (0xC00000B7, (194, 186, 122, 217, 218, 219, 241, 279, 280, 282, 425, 447)),
}
"""shmget, msgget, memfd_create, memfd_secret: memory that belongs to no process. sched_setaffinity: other cores.
add_key, request_key, keyctl: what lasts beyond the run. perf_event_open, bpf, userfaultfd, io_uring_setup: parts
of the kernel that were the way out more than once."""

X32 = 0x40000000  # calls of another kind on the same machine, which nobody uses

LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER_AT, ARCHITECTURE_AT = 0, 4


def build_filter() -> bytes | None:
    """Return the filter that refuses these calls, as the kernel reads it; None where we have no numbers."""
    found = NUMBERS.get(platform.machine())
    if found is None or struct.calcsize("P") != 8:
        return None
    architecture, calls = found
    # A jump says how many instructions to skip if the comparison holds, and if not.
    program = [(LOAD, 0, 0, ARCHITECTURE_AT), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL)]
    program += [(LOAD, 0, 0, NUMBER_AT), (AT_LEAST, len(calls) + 1, 0, X32)]
    program += [(EQUAL, len(calls) - place, 0, call) for place, call in enumerate(calls)]
    program += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE | errno.EPERM)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)


def open_filter() -> int | None:
    """Return a file descriptor that the filter can be read from; None where there is none."""
    program = build_filter()
    if program is None:
        return None
    readable, writable = os.pipe()
    os.write(writable, program)
    os.close(writable)
    return readable
