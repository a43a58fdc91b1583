"""CPU time and memory that a program tries to hide are charged, with and without control groups."""

import os
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import pytest
from sandbox.conftest import USER, RunProgram

from outply.sandbox import cgroups
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.run import run
from outply.sandbox.task_clock import TaskClock, open_task_clock

SHORT_CHILDREN = """
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}
int main(int argc, char **argv) {
    double each = atof(argv[1]) / 1000;
    struct sigaction forget = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
    sigaction(SIGCHLD, &forget, 0);
    for (double used = 0; used < 0.5; used += each) {
        int pipes[2], unused = pipe(pipes);
        if (fork() == 0) {
            while (cpu_seconds() < each) {}
            _exit(0);
        }
        close(pipes[1]);
        unused = read(pipes[0], &unused, 1);
        close(pipes[0]);
    }
    return argc == 0;
}
"""
"""Uses 0.5 s of CPU time in successive children, which the kernel forgets because nothing waits for them."""

USUAL_GAP_S = 0.05
"""Longest time between two polls on a machine with an idle core."""


@pytest.mark.parametrize("milliseconds", ["3", "10", "20", "50"])
def test_short_lived_children_that_are_never_waited_for_are_charged(
    sandbox: RunProgram, folder: Path, milliseconds: str, request: pytest.FixtureRequest
) -> None:
    (folder / "burn.c").write_text(SHORT_CHILDREN)
    assert sandbox("cc", "-O", "-o", "burn", "burn.c").termination == Termination.OK
    polled = [time.monotonic()]
    result = sandbox("./burn", milliseconds, on_poll=lambda: polled.append(time.monotonic()))
    assert result.termination == Termination.OK
    # Without control groups, children that begin and end during a long gap between two polls are not seen, and the
    # upper bound is the wall time. On a busy machine both are longer.
    gaps = [later - earlier for earlier, later in pairwise([*polled, time.monotonic()])]
    is_polled = "proc" in request.node.callspec.id or cgroups.parent_dirs() is None
    unseen = sum(max(0.0, gap - USUAL_GAP_S) for gap in gaps) if is_polled else 0.0
    assert 0.95 * 0.5 - unseen <= result.cpu_seconds <= max(0.6, 1.05 * result.wall_seconds)


def test_perf_event_counts_children_that_are_never_waited_for_exactly(folder: Path) -> None:
    try:
        TaskClock(os.getpid()).close()
    except OSError:
        pytest.skip("perf events are not allowed")
    (folder / "burn.c").write_text(SHORT_CHILDREN)
    limits = Limits(cpu_seconds=60, wall_seconds=240)
    assert run(["cc", "-O", "-o", "burn", "burn.c"], folder, limits, user=USER).termination == Termination.OK
    result = run(["./burn", "20"], folder, limits, user=USER, use_cgroups=False)
    assert result.termination == Termination.OK
    assert 0.95 * 0.5 <= result.cpu_seconds <= 0.6


def test_clock_of_a_process_that_has_ended_is_refused() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
    with pytest.raises(ProcessLookupError):
        open_task_clock(process.pid)


def test_polling_replaces_a_perf_event_that_is_not_allowed() -> None:
    assert open_task_clock(os.getpid(), system_calls={}) is None


@pytest.mark.parametrize("use_cgroups", [True, False], ids=["control groups", "proc"])
@pytest.mark.parametrize("user_time_only", [True, False])
def test_system_time_is_charged_unless_only_user_time_counts(
    folder: Path, use_cgroups: bool, user_time_only: bool
) -> None:
    program = "import os\nfile = os.open('/dev/zero', os.O_RDONLY)\n"
    program += "while os.times().system < 0.25: os.read(file, 1 << 22)"
    limits = Limits(cpu_seconds=20, wall_seconds=240, user_time_only=user_time_only)
    result = run(["python3", "-c", program], folder, limits, user=USER, use_cgroups=use_cgroups)
    assert (result.cpu_seconds >= 0.25) != user_time_only, result


DEAD_LEADER = """
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *hold(void *unused) {
    for (int i = 0; i < 32; ++i) {
        memset(malloc(8 << 20), 1, 8 << 20);
        usleep(2000);
    }
    sleep(600);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, hold, 0);
    pthread_exit(0);
}
"""


def test_memory_of_a_process_whose_first_thread_has_ended_counts(sandbox: RunProgram, folder: Path) -> None:
    (folder / "hold.c").write_text(DEAD_LEADER)
    assert sandbox("cc", "-o", "hold", "hold.c", "-pthread").termination == Termination.OK
    assert sandbox("./hold", memory_mib=64).termination == Termination.MEMORY
