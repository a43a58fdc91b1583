"""Limits and isolation of an untrusted program in the sandbox."""

import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sandbox.conftest import USER, RunProgram, RunPython
from support.waiting import wait_until

from outply.sandbox import cgroups, process_tree
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.run import run

BURN = """
import os, signal, sys, threading, time
def burn(seconds, clock=time.process_time):
    end = clock() + seconds
    while clock() < end:
        for _ in range(20_000): pass
def report():
    with open(f"cpu.{os.getpid()}.part", "w") as file: file.write(str(time.process_time()))
    os.rename(file.name, file.name.removesuffix(".part"))
def wait_for_poll():
    report()
    while not os.path.exists("polled"): time.sleep(0.01)
    report()
"""


def left_running(folder: Path) -> list[str]:
    """Return the processes that run in the folder or have it mounted in their sandbox."""
    processes = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            places = Path(f"/proc/{process}/mountinfo").read_text() + os.readlink(f"/proc/{process}/cwd") + " "
        except OSError:
            continue
        if f"/{'/'.join(folder.parts[-3:])} " in places:
            processes.append(process)
    return processes


def test_helper_function_finds_a_running_program(folder: Path) -> None:
    with ThreadPoolExecutor(1) as threads:
        program = "touch ready; while [ ! -e polled ]; do sleep 0.01; done"
        running = threads.submit(
            run, ["sh", "-c", program], folder, Limits(cpu_seconds=9, wall_seconds=120), user=USER
        )
        wait_until(lambda: (folder / "ready").exists() or running.done(), "the program runs")
        processes = left_running(folder)
        (folder / "polled").touch()
        assert running.result().termination == Termination.OK
    assert processes != []
    assert left_running(folder) == []


def test_program_runs_in_its_directory(sandbox: RunProgram, folder: Path) -> None:
    (folder / "input.txt").write_text("3\n")
    result = sandbox("sh", "-c", "cat input.txt; echo oh >&2; tr 3 4 < input.txt > output.txt")
    assert (result.termination, result.exit_status, result.stdout, result.stderr) == (
        Termination.OK,
        0,
        "3\n",
        "oh\n",
    )
    assert (folder / "output.txt").read_text() == "4\n"


@pytest.mark.parametrize(("program", "status"), [("exit 3", 3), ("kill -SEGV $$", 128 + signal.SIGSEGV)])
def test_crash_is_reported_with_its_status(sandbox: RunProgram, program: str, status: int) -> None:
    result = sandbox("sh", "-c", program)
    assert (result.termination, result.exit_status) == (Termination.ERROR, status)


BURNERS = {
    "one process": (1, 0.3, "burn(0.3); wait_for_poll()"),
    "threads": (
        1,
        0.3,
        """
threads = [threading.Thread(target=burn, args=(0.15, time.thread_time)) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
wait_for_poll()
""",
    ),
    "four children": (
        5,
        0.6,
        """
for _ in range(4):
    if not os.fork():
        burn(0.15)
        report()
        os._exit(0)
for _ in range(4): os.wait()
wait_for_poll()
""",
    ),
    "orphan": (
        2,
        0.3,
        """
if not os.fork():
    if not os.fork():
        burn(0.3)
        report()
    os._exit(0)
os.wait()
wait_for_poll()
""",
    ),
    "children never waited for": (
        5,
        0.6,
        """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for number in range(4):
    if not os.fork():
        burn(0.15)
        wait_for_poll()
        os._exit(0)
wait_for_poll()
""",
    ),
}
"""Programs that use CPU time: the number of processes that report their own usage, the total in s, the source."""

TOLERANCE_S = 0.1


@pytest.mark.parametrize("burner", BURNERS)
def test_cpu_time_of_all_processes_is_measured(
    python: RunPython, folder: Path, burner: str, request: pytest.FixtureRequest
) -> None:
    reporting, used_s, program = BURNERS[burner]
    polled = [time.monotonic()]
    all_reported = False

    def on_poll() -> None:
        """Let the program end after a poll: a child that is never waited for is known up to the last poll."""
        nonlocal all_reported
        polled.append(time.monotonic())
        if all_reported:
            (folder / "polled").touch()
        all_reported = len(list(folder.glob("cpu.*[0-9]"))) == reporting

    result = python(BURN + program, on_poll=on_poll)
    assert result.termination == Termination.OK, result.stderr
    reported = sum(float(path.read_text()) for path in folder.glob("cpu.*[0-9]"))
    assert reported > 0.9 * used_s
    if "proc" in request.node.callspec.id or cgroups.parent_dirs() is None:
        # /proc does not show how long a child ran that no poll found, so the time between two polls is charged.
        longest_gap = max(later - earlier for earlier, later in pairwise([*polled, time.monotonic()]))
        longest = reported + TOLERANCE_S + reporting * longest_gap
        assert reported - TOLERANCE_S <= result.cpu_seconds <= longest
    else:
        assert result.cpu_seconds == pytest.approx(reported, abs=TOLERANCE_S)


def test_cpu_time_of_an_unsandboxed_program_after_the_last_poll_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_tree.ProcessTree, "poll", lambda tree: 0.0)
    (folder / "program.py").write_text(
        BURN + "if not os.fork():\n  burn(0.3)\n  os._exit(0)\nos.wait()\nburn(0.3)"
    )
    for limit, termination in ((9.0, Termination.OK), (0.4, Termination.CPU_TIME)):
        limits = Limits(cpu_seconds=limit, wall_seconds=120)
        result = run(["python3", "program.py"], folder, limits, user=USER, use_cgroups=False, sandboxed=False)
        assert (result.termination, result.cpu_seconds > 0.4) == (termination, True)


HOSTILE: dict[str, tuple[str, dict[str, Any], Termination]] = {
    "endless loop": ("while True: pass", {"cpu": 0.5}, Termination.CPU_TIME),
    "busy orphan": (
        "import os, time\nif not os.fork():\n  os.setsid()\n  while True: pass\ntime.sleep(600)",
        {"cpu": 0.5},
        Termination.CPU_TIME,
    ),
    "hang": ("import time\ntime.sleep(600)", {"wall": 0.5}, Termination.WALL_TIME),
    "hang that ignores signals": (
        "import signal, time\nfor number in range(1, 32):\n  if number not in (9, 19): signal.signal(number, 1)\n"
        "while True: time.sleep(60)",
        {"wall": 0.5},
        Termination.WALL_TIME,
    ),
    "endless allocation": (
        "rest = []\nwhile True: rest.append(bytearray(1 << 20))",
        {"memory_mib": 64},
        Termination.MEMORY,
    ),
    "memory of several processes": (
        "import os, time\nfor _ in range(4): os.fork()\nrest = bytearray(b'1') * (16 << 20)\ntime.sleep(600)",
        {"memory_mib": 128},
        Termination.MEMORY,
    ),
    "large file": (
        "with open('f', 'wb') as f:\n  while True: f.write(bytes(1 << 20))",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "many files": (
        "n = 0\nwhile True:\n  n += 1\n  with open(str(n), 'wb') as f: f.write(bytes(1 << 20))",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "deleted files held open": (
        "import os, time\nkept = []\nfor _ in range(16):\n  kept.append(os.open('f', os.O_CREAT | os.O_WRONLY))\n"
        "  os.unlink('f')\n  os.write(kept[-1], bytes(1 << 20))\ntime.sleep(600)",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "files in an unreadable directory": (
        "import os, time\nos.mkdir('d')\nkept = [open(f'd/{n}', 'wb') for n in range(16)]\nos.chmod('d', 0)\n"
        "for file in kept: file.write(bytes(1 << 20))\ntime.sleep(600)",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "directories too deep for a path": (
        "import os\nwhile True:\n  os.mkdir('d' * 200)\n  os.chdir('d' * 200)",
        {},
        Termination.DISK,
    ),
    "endless printing": (
        "import os\nwhile True: os.write(1, bytes(1 << 20))",
        {"output_mib": 2},
        Termination.OUTPUT,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_program_over_a_limit_is_killed(python: RunPython, folder: Path, name: str) -> None:
    text, limits, termination = HOSTILE[name]
    result = python(text, **limits)
    assert result.termination == termination, result.stderr
    assert left_running(folder) == []


def test_fork_bomb_is_contained(python: RunPython, folder: Path) -> None:
    result = python("import os\nwhile True:\n  try: os.fork()\n  except OSError: pass", cpu=0.5, processes=32)
    assert result.termination == Termination.CPU_TIME
    assert left_running(folder) == []


COUNT_CHILDREN = """
import os, signal
children = 0
while children < 512:
    try: child = os.fork()
    except OSError: break
    if child == 0: signal.pause()
    children += 1
print(children)
"""


def test_program_cannot_start_more_processes_than_the_limit(
    python: RunPython, request: pytest.FixtureRequest
) -> None:
    has_group = "control groups" in request.node.callspec.id and cgroups.parent_dirs() is not None
    if os.geteuid() != 0 and not has_group:
        pytest.skip("the process limit of an ordinary user without control groups leaves room for other programs")
    result = python(COUNT_CHILDREN, processes=32)
    assert result.termination == Termination.OK, result.stderr
    assert int(result.stdout) < 32  # the program itself counts


def test_background_processes_end_with_the_program(sandbox: RunProgram, folder: Path) -> None:
    result = sandbox("sh", "-c", "setsid sleep 600 & exit 0")
    assert (result.termination, left_running(folder)) == (Termination.OK, [])


def test_host_files_are_invisible(sandbox: RunProgram, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the opponent's board")
    for path in (str(secret), "/etc/shadow", "/etc/hostname", "/root", "/home", "/sys"):
        result = sandbox("sh", "-c", f"cat {path} 2>/dev/null || ls {path}/*")
        assert (result.termination, result.stdout) == (Termination.ERROR, ""), path


def test_host_environment_is_invisible(sandbox: RunProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLY_SECRET", "1")
    assert "SECRET" not in sandbox("sh", "-c", "env; cat /proc/*/environ").stdout


def test_sandboxed_program_cannot_write_to_the_system(sandbox: RunProgram) -> None:
    for path in ("/usr/bin", "/etc", "/", "/dev", "/proc/sys/kernel/hostname"):
        result = sandbox("sh", "-c", f"echo 1 > {path}/x || echo 1 > {path}")
        assert result.termination == Termination.ERROR, path


def test_network_is_unreachable(python: RunPython) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        result = python(f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 2)")
    assert (result.termination, "refused" in result.stderr or "unreachable" in result.stderr) == (
        Termination.ERROR,
        True,
    )


def test_program_has_no_capabilities_and_cannot_gain_any(sandbox: RunProgram) -> None:
    assert "CapEff:\t0000000000000000" in sandbox("cat", "/proc/self/status").stdout
    assert sandbox("unshare", "--user", "true").termination == Termination.ERROR
    assert sandbox("sh", "-c", "id -u").stdout != "0\n"


def test_program_cannot_leave_the_core_it_is_pinned_to(folder: Path) -> None:
    core = min(os.sched_getaffinity(0))
    program = "import os\ntry: os.sched_setaffinity(0, range(64))\nexcept PermissionError: print('kept')\n"
    program += "print(len(os.sched_getaffinity(0)))"
    result = run(["python3", "-c", program], folder, Limits(cpu_seconds=5, wall_seconds=240), user=USER, core=core)
    assert (result.stdout, result.stderr) == ("kept\n1\n", "")


def test_anonymous_memory_files_are_forbidden(python: RunPython) -> None:
    assert "PermissionError" in python("import os\nos.memfd_create('hidden')").stderr


def test_shared_memory_counts_once(python: RunPython, folder: Path) -> None:
    all_started = False

    def on_poll() -> None:
        """Let the program end after a poll that has seen all of its processes."""
        nonlocal all_started
        if all_started:
            (folder / "polled").touch()
        all_started = len(list(folder.glob("cpu.*[0-9]"))) == 4

    text = "rest = bytearray(b'1') * (32 << 20)\nfor _ in range(2): os.fork()\nwait_for_poll()"
    result = python(BURN + text, memory_mib=100, on_poll=on_poll)
    assert result.termination == Termination.OK, result.stderr


def test_captured_output_has_the_beginning_and_the_end(python: RunPython) -> None:
    result = python("print('a' * 1_000_000 + 'b' * 9_000)")
    beginning, omission, end = result.stdout.split("\n", 2)
    assert (result.termination, set(beginning), set(end)) == (Termination.OK, {"a"}, {"b", "\n"})
    assert (len(beginning), len(end), omission) == (8 * 1024, 8 * 1024, "[992,617 bytes omitted]")


def test_unsandboxed_program_is_limited(folder: Path) -> None:
    limits = Limits(cpu_seconds=0.5, wall_seconds=240)
    result = run(["sh", "-c", "pwd; while :; do :; done"], folder, limits, user=USER, sandboxed=False)
    assert (result.termination, result.stdout) == (Termination.CPU_TIME, f"{folder}\n")
    assert left_running(folder) == []


@pytest.mark.parametrize("use_cgroups", [True, False], ids=["control groups", "proc"])
def test_unsandboxed_background_processes_are_killed(folder: Path, use_cgroups: bool) -> None:
    has_started = False

    def on_poll() -> None:
        """Let the program end after a poll: a process that is reparented before the first poll is not found."""
        nonlocal has_started
        if has_started:
            (folder / "polled").touch()
        has_started = (folder / "started").exists()

    program = "setsid sh -c 'touch started; exec sleep 600' & while [ ! -e polled ]; do sleep 0.01; done"
    result = run(
        ["sh", "-c", program],
        folder,
        Limits(cpu_seconds=5, wall_seconds=120),
        user=USER,
        sandboxed=False,
        use_cgroups=use_cgroups,
        on_poll=on_poll,
    )
    assert (result.termination, left_running(folder)) == (Termination.OK, [])
