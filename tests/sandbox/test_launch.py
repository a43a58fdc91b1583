"""Limits that the kernel enforces on each process of a run."""

import sys

import pytest

from outply.sandbox.launch import prlimit_command
from outply.sandbox.limits import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="requires /proc")

MAX_PROCESSES = 1 << 22
"""Linux has no more processes and threads than this."""


def process_limit(processes: int, *, as_current_user: bool) -> int:
    limits = Limits(cpu_seconds=1, wall_seconds=1, processes=processes)
    options = prlimit_command(limits, as_current_user, has_group=False)
    (limit,) = (option.removeprefix("--nproc=") for option in options if option.startswith("--nproc="))
    return int(limit)


def test_process_limit_of_a_user_without_other_processes_is_exact() -> None:
    assert process_limit(7, as_current_user=False) == 7


def test_process_limit_of_the_current_user_is_raised_by_the_processes_of_the_user() -> None:
    limit = 1 << 30  # the other processes, this one included, come and go; a wrong factor exceeds them all
    assert limit < process_limit(limit, as_current_user=True) <= limit + MAX_PROCESSES
