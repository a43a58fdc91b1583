"""Seccomp filter: the system calls and socket families that an untrusted program may use.

bubblewrap installs the filter, a BPF program, and the kernel runs the filter for each system call. The list holds
what make, shells, C, C++, Go, Java, Node, Python and Rust programs need. It leaves out, among others:

- shmget, msgget, memfd_create: allocate memory that belongs to no process.
- inotify_init, fanotify_init: show which shared files other programs open.
- sched_setaffinity, sched_setscheduler: move the program to other cores or ahead of others.
- add_key, keyctl: store data that outlasts the run.
- ptrace, bpf, perf_event_open, userfaultfd, io_uring_setup: parts of the kernel with a history of sandbox escapes.
- sync: writes the data of the whole machine to its disks.
- timer_create, and fcntl with F_SETSIG: could send SIGCONT to a program that is stopped while its opponent thinks.
"""

from __future__ import annotations

import errno
import functools
import os
import platform
import struct

ALLOWED_CALLS = """
accept 43 202, accept4 288 242, access 21 -, alarm 37 -, arch_prctl 158 -, bind 49 200, brk 12 214,
capget 125 90, capset 126 91, chdir 80 49, chmod 90 -, chown 92 -, clock_getres 229 114,
clock_gettime 228 113, clock_nanosleep 230 115, close 3 57, close_range 436 436,
connect 42 203, copy_file_range 326 285, creat 85 -, dup 32 23, dup2 33 -, dup3 292 24, epoll_create 213 -,
epoll_create1 291 20, epoll_ctl 233 21, epoll_pwait 281 22, epoll_pwait2 441 441, epoll_wait 232 -,
eventfd 284 -, eventfd2 290 19, execve 59 221, execveat 322 281, exit 60 93, exit_group 231 94,
faccessat 269 48, faccessat2 439 439, fadvise64 221 223, fallocate 285 47, fchdir 81 50, fchmod 91 52,
fchmodat 268 53, fchown 93 55, fchownat 260 54, fdatasync 75 83, fgetxattr 193 10,
flistxattr 196 13, flock 73 32, fork 57 -, fstat 5 80, fstatfs 138 44, fsync 74 82, ftruncate 77 46,
futex 202 98, futex_waitv 449 449, futimesat 261 -, get_mempolicy 239 236, get_robust_list 274 100,
getcpu 309 168, getcwd 79 17, getdents 78 -, getdents64 217 61, getegid 108 177, geteuid 107 175,
getgid 104 176, getgroups 115 158, getitimer 36 102, getpeername 52 205, getpgid 121 155, getpgrp 111 -,
getpid 39 172, getppid 110 173, getpriority 140 141, getrandom 318 278, getresgid 120 150, getresuid 118 148,
getrlimit 97 163, getrusage 98 165, getsid 124 156, getsockname 51 204, getsockopt 55 209, gettid 186 178,
gettimeofday 96 169, getuid 102 174, getxattr 191 8, ioctl 16 29, kill 62 129, lchown 94 -, lgetxattr 192 9,
link 86 -, linkat 265 37, listen 50 201, listxattr 194 11, llistxattr 195 12, lseek 8 62, lstat 6 -,
madvise 28 233, mbind 237 235, membarrier 324 283, mincore 27 232, mkdir 83 -, mkdirat 258 34, mknod 133 -,
mknodat 259 33, mlock 149 228, mlock2 325 284, mlockall 151 230, mmap 9 222, mprotect 10 226, mremap 25 216,
msync 26 227, munlock 150 229, munlockall 152 231, munmap 11 215, nanosleep 35 101, newfstatat 262 79,
open 2 -, openat 257 56, openat2 437 437, pause 34 -, pidfd_open 434 434, pidfd_send_signal 424 424,
pipe 22 -, pipe2 293 59, pkey_alloc 330 289, pkey_free 331 290, pkey_mprotect 329 288, poll 7 -,
ppoll 271 73, prctl 157 167, pread64 17 67, preadv 295 69, preadv2 327 286, prlimit64 302 261,
pselect6 270 72, pwrite64 18 68, pwritev 296 70, pwritev2 328 287, read 0 63, readahead 187 213,
readlink 89 -, readlinkat 267 78, readv 19 65, recvfrom 45 207, recvmmsg 299 243, recvmsg 47 212,
remap_file_pages 216 234, rename 82 -, renameat 264 38, renameat2 316 276, restart_syscall 219 128,
rmdir 84 -, rseq 334 293, rt_sigaction 13 134, rt_sigpending 127 136, rt_sigprocmask 14 135,
rt_sigqueueinfo 129 138, rt_sigreturn 15 139, rt_sigsuspend 130 133, rt_sigtimedwait 128 137,
rt_tgsigqueueinfo 297 240, sched_get_priority_max 146 125, sched_get_priority_min 147 126,
sched_getaffinity 204 123, sched_getattr 315 275, sched_getparam 143 121, sched_getscheduler 145 120,
sched_rr_get_interval 148 127, sched_yield 24 124, select 23 -, sendfile 40 71, sendmmsg 307 269,
sendmsg 46 211, sendto 44 206, set_mempolicy 238 237, set_robust_list 273 99, set_tid_address 218 96,
setfsgid 123 152, setfsuid 122 151, setgid 106 144, setgroups 116 159, setitimer 38 103, setpgid 109 154,
setpriority 141 140, setregid 114 143, setresgid 119 149, setresuid 117 147, setreuid 113 145,
setrlimit 160 164, setsid 112 157, setsockopt 54 208, setuid 105 146, shutdown 48 210, sigaltstack 131 132,
signalfd 282 -, signalfd4 289 74, splice 275 76, stat 4 -, statfs 137 43, statx 332 291, symlink 88 -,
symlinkat 266 36, sync_file_range 277 84, syncfs 306 267, sysinfo 99 179, tee 276 77, tgkill 234 131,
time 201 -, timerfd_create 283 85, timerfd_gettime 287 87, timerfd_settime 286 86, times 100 153,
tkill 200 130, truncate 76 45, umask 95 166, uname 63 160, unlink 87 -, unlinkat 263 35, utime 132 -,
utimensat 280 88, utimes 235 -, vfork 58 -, vmsplice 278 75, wait4 61 260, waitid 247 95, write 1 64,
writev 20 66
"""
"""The allowed system calls: name, number on x86_64, number on aarch64 (`-` if it does not exist there)."""

CHECKED_CALLS = {"x86_64": (56, 41, 53, 135, 72, 435), "aarch64": (220, 198, 199, 92, 25, 435)}
"""Numbers of clone, socket, socketpair, personality, fcntl and clone3, which are allowed with some arguments."""

AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

MAX_KNOWN_CALL = 451
"""Calls above this number are newer than the list. They fail as on an older kernel, so that programs fall back."""

AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, NETLINK_ROUTE = 1, 2, 10, 16, 0
"""The socket families that a network namespace isolates; others, such as AF_VSOCK, bypass the namespace."""

NAMESPACE_FLAGS = 0x7E020080
"""All CLONE_NEW* flags of clone."""

PERSONALITY_QUERY = 0xFFFFFFFF

F_SETSIG = 10

LOAD, AND, RETURN = 0x20, 0x54, 0x06
JUMP_IF_EQUAL, JUMP_IF_GREATER, JUMP_IF_GREATER_OR_EQUAL = 0x15, 0x25, 0x35
ALLOW, FAIL_WITH_ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
CALL_NUMBER_OFFSET, ARCHITECTURE_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16

Instruction = tuple[int, int, int, int]
"""Operation, instructions to skip if the comparison holds, instructions to skip if not, operand."""


@functools.cache
def build_filter() -> bytes | None:
    """Return the filter as a BPF program; None if this machine's architecture is not listed."""
    machine = platform.machine()
    if machine not in AUDIT_ARCHITECTURES or struct.calcsize("P") != 8:
        return None
    clone, socket, socketpair, personality, fcntl, clone3 = CHECKED_CALLS[machine]
    program = [
        (LOAD, 0, 0, ARCHITECTURE_OFFSET),
        (JUMP_IF_EQUAL, 1, 0, AUDIT_ARCHITECTURES[machine]),
        _return(KILL),
    ]
    program += [(LOAD, 0, 0, CALL_NUMBER_OFFSET)]
    # This also covers x32 calls, whose numbers have bit 30 set.
    program += [(JUMP_IF_GREATER, 0, 1, MAX_KNOWN_CALL), _fail(errno.ENOSYS)]
    # The flags of clone3 are behind a pointer and cannot be checked; programs fall back to clone.
    program += [(JUMP_IF_EQUAL, 0, 1, clone3), _fail(errno.ENOSYS)]
    no_namespace = [_load(0), (AND, 0, 0, NAMESPACE_FLAGS), *_if_equal(0, [_return(ALLOW)]), _fail(errno.EPERM)]
    netlink = [_load(2), *_if_equal(NETLINK_ROUTE, [_return(ALLOW)]), _fail(errno.EAFNOSUPPORT)]
    internet = [*_if_equal(AF_INET, [_return(ALLOW)]), *_if_equal(AF_INET6, [_return(ALLOW)])]
    unix = _if_equal(AF_UNIX, [_return(ALLOW)])
    program += _if_equal(clone, no_namespace)
    refuse_family = _fail(errno.EAFNOSUPPORT)
    program += _if_equal(socket, [_load(0), *unix, *internet, *_if_equal(AF_NETLINK, netlink), refuse_family])
    program += _if_equal(socketpair, [_load(0), *unix, refuse_family])
    unchanged = [*_if_equal(0, [_return(ALLOW)]), *_if_equal(PERSONALITY_QUERY, [_return(ALLOW)])]
    program += _if_equal(personality, [_load(0), *unchanged, _fail(errno.EPERM)])
    program += _if_equal(fcntl, [_load(1), *_if_equal(F_SETSIG, [_fail(errno.EPERM)]), _return(ALLOW)])
    for first, last in _ranges(_allowed_numbers(machine)):
        program += [(JUMP_IF_GREATER_OR_EQUAL, 1, 0, first), _fail(errno.EPERM)]
        program += [(JUMP_IF_GREATER, 1, 0, last), _return(ALLOW)]
    program += [_fail(errno.EPERM)]
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


def _allowed_numbers(machine: str) -> list[int]:
    column = 1 if machine == "x86_64" else 2
    numbers = (entry.split()[column] for entry in ALLOWED_CALLS.replace("\n", " ").split(","))
    return sorted(int(number) for number in numbers if number != "-")


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the ranges of consecutive numbers, each as a pair of its first and last number."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = ranges[-1][0], number
        else:
            ranges.append((number, number))
    return ranges


def _return(action: int) -> Instruction:
    return RETURN, 0, 0, action


def _fail(error: int) -> Instruction:
    return _return(FAIL_WITH_ERRNO | error)


def _load(argument: int) -> Instruction:
    """Return the instruction that loads the low half of an argument of the system call."""
    return LOAD, 0, 0, ARGUMENTS_OFFSET + 8 * argument


def _if_equal(value: int, block: list[Instruction]) -> list[Instruction]:
    """Return instructions that run `block` if the loaded value is `value`, and skip it otherwise."""
    return [(JUMP_IF_EQUAL, 0, len(block), value), *block]
