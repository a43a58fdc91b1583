"""Seccomp filter that forbids system calls which an untrusted program does not need and could misuse.

bubblewrap installs the filter, a BPF program, and the kernel runs it for each system call.
"""

from __future__ import annotations

import errno
import os
import platform
import struct

FORBIDDEN_CALLS = {
    # machine: (AUDIT_ARCH value, system call numbers)
    "x86_64": (0xC000003E, (29, 68, 203, 248, 249, 250, 298, 319, 321, 323, 425, 447)),
    "aarch64": (0xC00000B7, (194, 186, 122, 217, 218, 219, 241, 279, 280, 282, 425, 447)),
}
"""Forbidden system calls by machine, and the reason.

- shmget, msgget, memfd_create, memfd_secret: allocate memory that belongs to no process.
- sched_setaffinity: moves the program to other cores.
- add_key, request_key, keyctl: store data that outlasts the run.
- perf_event_open, bpf, userfaultfd, io_uring_setup: parts of the kernel with a history of sandbox escapes.
"""

X32_BIT = 0x40000000
"""Set in the numbers of x32 system calls, an interface on x86_64 that normal programs do not use."""

LOAD, JUMP_IF_EQUAL, JUMP_IF_GREATER_OR_EQUAL, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, FAIL_WITH_ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
CALL_NUMBER_OFFSET, ARCHITECTURE_OFFSET = 0, 4


def build_filter() -> bytes | None:
    """Return the filter as a BPF program; None if `FORBIDDEN_CALLS` does not list this machine's architecture."""
    entry = FORBIDDEN_CALLS.get(platform.machine())
    if entry is None or struct.calcsize("P") != 8:
        return None
    architecture, calls = entry
    # Fields: operation, instructions to skip if the comparison holds, instructions to skip if not, operand.
    program = [(LOAD, 0, 0, ARCHITECTURE_OFFSET), (JUMP_IF_EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL)]
    program += [(LOAD, 0, 0, CALL_NUMBER_OFFSET), (JUMP_IF_GREATER_OR_EQUAL, len(calls) + 1, 0, X32_BIT)]
    program += [(JUMP_IF_EQUAL, len(calls) - index, 0, call) for index, call in enumerate(calls)]
    program += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, FAIL_WITH_ERRNO | errno.EPERM)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)


def open_filter() -> int | None:
    """Return a file descriptor from which the filter can be read; None if there is no filter for this machine."""
    program = build_filter()
    if program is None:
        return None
    readable, writable = os.pipe()
    os.write(writable, program)
    os.close(writable)
    return readable
