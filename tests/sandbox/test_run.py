"""What a program of a stranger can do, and what it cannot."""

import os
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sandbox.conftest import USER

from outply.sandbox import bubblewrap, process_tree
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.run import _Running, run

BURN = """
import os, signal, sys, threading, time
def burn(seconds, clock=time.process_time):
    end = clock() + seconds
    while clock() < end:
        for _ in range(20_000): pass
def tell():
    with open(f"user.{os.getpid()}.part", "w") as file: file.write(str(os.times().user))
    os.rename(file.name, file.name.removesuffix(".part"))
def wait_to_be_seen():
    tell()
    while not os.path.exists("seen"): time.sleep(0.01)
"""


def left_running(folder):
    """Return the processes that are in the folder, or see it behind their walls."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            seen = Path(f"/proc/{process}/mountinfo").read_text() + os.readlink(f"/proc/{process}/cwd") + " "
        except OSError:
            continue
        if f"/{'/'.join(folder.parts[-3:])} " in seen:
            found.append(process)
    return found


def test_what_runs_is_found(folder):
    with ThreadPoolExecutor(1) as threads:
        program = "touch ready; while [ ! -e seen ]; do sleep 0.01; done"
        running = threads.submit(
            run, ["sh", "-c", program], folder, Limits(cpu_seconds=9, wall_seconds=120), user=USER
        )
        while not (folder / "ready").exists() and not running.done():
            pass
        found = left_running(folder)
        (folder / "seen").touch()
        assert running.result().termination == Termination.OK
    assert found != []
    assert left_running(folder) == []


def test_a_program_runs_in_its_folder(sandbox, folder):
    (folder / "input.txt").write_text("3\n")
    ended = sandbox("sh", "-c", "cat input.txt; echo oh >&2; tr 3 4 < input.txt > output.txt")
    assert (ended.termination, ended.exit_status, ended.stdout, ended.stderr) == (Termination.OK, 0, "3\n", "oh\n")
    assert (folder / "output.txt").read_text() == "4\n"


@pytest.mark.parametrize(("program", "status"), [("exit 3", 3), ("kill -SEGV $$", 128 + signal.SIGSEGV)])
def test_a_crash_is_told_from_a_good_end(sandbox, program, status):
    ended = sandbox("sh", "-c", program)
    assert (ended.termination, ended.exit_status) == (Termination.ERROR, status)


TRUTHS = {
    "one process": (1, "burn(2); wait_to_be_seen()"),
    "threads": (
        1,
        """
threads = [threading.Thread(target=burn, args=(1, time.thread_time)) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
wait_to_be_seen()
""",
    ),
    "four children": (
        5,
        """
for _ in range(4):
    if not os.fork():
        burn(0.5)
        tell()
        os._exit(0)
for _ in range(4): os.wait()
wait_to_be_seen()
""",
    ),
    "an orphan": (
        2,
        """
if not os.fork():
    if not os.fork():
        burn(2)
        tell()
    os._exit(0)
os.wait()
wait_to_be_seen()
""",
    ),
    "children that nobody waits for": (
        5,
        """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for number in range(4):
    if not os.fork():
        burn(0.5)
        wait_to_be_seen()
        os._exit(0)
wait_to_be_seen()
""",
    ),
}
"""Programs that burn two seconds, and how many of their processes tell what they have taken themselves."""


@pytest.mark.parametrize("truth", TRUTHS)
def test_cpu_time_is_that_of_all_processes(python, folder, truth, monkeypatch):
    telling, program = TRUTHS[truth]
    look = _Running._too_much

    def look_and_say_so(running):
        """What nobody waits for is known up to the last look, so the program goes on until there was one."""
        told = len(list(folder.glob("user.*[0-9]"))) == telling
        found = look(running)
        if told:
            (folder / "seen").touch()
        return found

    monkeypatch.setattr(_Running, "_too_much", look_and_say_so)
    ended = python(BURN + program)
    assert ended.termination == Termination.OK, ended.stderr
    told = sum(float(path.read_text()) for path in folder.glob("user.*"))
    assert told > 1
    assert ended.cpu_seconds == pytest.approx(told, rel=0.05)


def test_without_walls_cpu_time_after_the_last_look_counts(folder, monkeypatch):
    monkeypatch.setattr(process_tree.ProcessTree, "poll", lambda tree: 0.0)
    (folder / "program.py").write_text(
        BURN + "if not os.fork():\n  burn(0.5)\n  os._exit(0)\nos.wait()\nburn(0.5)"
    )
    for most, end in ((9.0, Termination.OK), (0.6, Termination.CPU_TIME)):
        limits = Limits(cpu_seconds=most, wall_seconds=120)
        ended = run(["python3", "program.py"], folder, limits, user=USER, use_cgroups=False, sandboxed=False)
        assert (ended.termination, ended.cpu_seconds > 0.6) == (end, True)


HOSTILE = {
    "an endless loop": ("while True: pass", {"cpu": 0.5}, Termination.CPU_TIME),
    "an orphan that burns": (
        "import os, time\nif not os.fork():\n  os.setsid()\n  while True: pass\ntime.sleep(600)",
        {"cpu": 0.5},
        Termination.CPU_TIME,
    ),
    "a program that hangs": ("import time\ntime.sleep(600)", {"wall": 0.5}, Termination.WALL_TIME),
    "one that ignores what it is asked": (
        "import signal, time\nfor number in range(1, 32):\n  if number not in (9, 19): signal.signal(number, 1)\n"
        "while True: time.sleep(60)",
        {"wall": 0.5},
        Termination.WALL_TIME,
    ),
    "memory without end": (
        "rest = []\nwhile True: rest.append(bytearray(1 << 20))",
        {"memory_mib": 64},
        Termination.MEMORY,
    ),
    "memory of many": (
        "import os, time\nfor _ in range(4): os.fork()\nrest = bytearray(b'1') * (16 << 20)\ntime.sleep(600)",
        {"memory_mib": 128},
        Termination.MEMORY,
    ),
    "a large file": (
        "with open('f', 'wb') as f:\n  while True: f.write(bytes(1 << 20))",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "many files": (
        "n = 0\nwhile True:\n  n += 1\n  with open(str(n), 'wb') as f: f.write(bytes(1 << 20))",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "files that no folder has any more": (
        "import os, time\nkept = []\nfor _ in range(16):\n  kept.append(os.open('f', os.O_CREAT | os.O_WRONLY))\n"
        "  os.unlink('f')\n  os.write(kept[-1], bytes(1 << 20))\ntime.sleep(600)",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "files in a closed folder": (
        "import os, time\nos.mkdir('d')\nkept = [open(f'd/{n}', 'wb') for n in range(16)]\nos.chmod('d', 0)\n"
        "for file in kept: file.write(bytes(1 << 20))\ntime.sleep(600)",
        {"disk_mib": 8},
        Termination.DISK,
    ),
    "folders too deep for a path": (
        "import os\nwhile True:\n  os.mkdir('d' * 200)\n  os.chdir('d' * 200)",
        {},
        Termination.DISK,
    ),
    "a gigabyte printed": (
        "import os\nwhile True: os.write(1, bytes(1 << 20))",
        {"output_mib": 2},
        Termination.OUTPUT,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_who_takes_too_much_is_ended(python, folder, name):
    text, limits, end = HOSTILE[name]
    ended = python(text, **limits)
    assert ended.termination == end, ended.stderr
    assert left_running(folder) == []


def test_a_fork_bomb_bursts_in_its_own_walls(python, folder):
    ended = python("import os\nwhile True:\n  try: os.fork()\n  except OSError: pass", cpu=0.5, processes=32)
    assert ended.termination == Termination.CPU_TIME
    assert left_running(folder) == []


def test_what_a_program_leaves_running_ends_with_it(sandbox, folder):
    ended = sandbox("sh", "-c", "setsid sleep 600 & exit 0")
    assert (ended.termination, left_running(folder)) == (Termination.OK, [])


def test_nothing_of_the_host_is_seen(sandbox, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("the opponent's board")
    for tried in (str(secret), "/etc/shadow", "/etc/hostname", "/root", "/home", "/sys"):
        ended = sandbox("sh", "-c", f"cat {tried} 2>/dev/null || ls {tried}/*")
        assert (ended.termination, ended.stdout) == (Termination.ERROR, ""), tried


def test_the_host_s_variables_are_not_seen(sandbox, monkeypatch):
    monkeypatch.setenv("OUTPLY_SECRET", "1")
    assert "SECRET" not in sandbox("sh", "-c", "env; cat /proc/*/environ").stdout


def test_the_system_cannot_be_written_to(sandbox):
    for path in ("/usr/bin", "/etc", "/", "/dev", "/proc/sys/kernel/hostname"):
        result = sandbox("sh", "-c", f"echo 1 > {path}/x || echo 1 > {path}")
        assert result.termination == Termination.ERROR, path


def test_there_is_no_network(python):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ended = python(f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 2)")
    assert (ended.termination, "refused" in ended.stderr or "unreachable" in ended.stderr) == (
        Termination.ERROR,
        True,
    )


def test_no_rights_can_be_had(sandbox):
    assert "CapEff:\t0000000000000000" in sandbox("cat", "/proc/self/status").stdout
    assert sandbox("unshare", "--user", "true").termination == Termination.ERROR
    assert sandbox("sh", "-c", "id -u").stdout != "0\n"


def test_it_stays_on_its_core(folder):
    core = min(os.sched_getaffinity(0))
    program = "import os\ntry: os.sched_setaffinity(0, range(64))\nexcept PermissionError: print('kept')\n"
    program += "print(len(os.sched_getaffinity(0)))"
    ended = run(["python3", "-c", program], folder, Limits(cpu_seconds=5, wall_seconds=240), user=USER, core=core)
    assert (ended.stdout, ended.stderr) == ("kept\n1\n", "")


def test_memory_that_belongs_to_no_process_cannot_be_had(python):
    assert "PermissionError" in python("import os\nos.memfd_create('hidden')").stderr


def test_memory_that_processes_share_counts_once(python):
    text = "import os, time\nrest = bytearray(b'1') * (32 << 20)\nfor _ in range(2): os.fork()\ntime.sleep(0.3)"
    ended = python(text, memory_mib=100)
    assert ended.termination == Termination.OK, ended.stderr


def test_of_what_is_printed_the_beginning_and_the_end_are_kept(python):
    ended = python("print('a' * 1_000_000 + 'b' * 9_000)")
    begins, left_out, ends = ended.stdout.split("\n", 2)
    assert (ended.termination, set(begins), set(ends)) == (Termination.OK, {"a"}, {"b", "\n"})
    assert (len(begins), len(ends), left_out) == (8 * 1024, 8 * 1024, "[992,617 bytes left out]")


def test_without_walls_the_limits_hold(folder):
    limits = Limits(cpu_seconds=0.5, wall_seconds=240)
    ended = run(["sh", "-c", "pwd; while :; do :; done"], folder, limits, user=USER, sandboxed=False)
    assert (ended.termination, ended.stdout) == (Termination.CPU_TIME, f"{folder}\n")
    assert left_running(folder) == []


@pytest.mark.parametrize("use_cgroups", [True, False], ids=["control groups", "proc"])
def test_without_walls_nothing_is_waited_for_that_a_program_leaves_running(folder, use_cgroups, monkeypatch):
    look = _Running._too_much

    def look_and_say_so(running):
        """Who leaves its parent before anybody looked is nobody's."""
        began = (folder / "began").exists()
        found = look(running)
        if began:
            (folder / "seen").touch()
        return found

    monkeypatch.setattr(_Running, "_too_much", look_and_say_so)
    leaves = "setsid sh -c 'touch began; exec sleep 600' & while [ ! -e seen ]; do sleep 0.01; done"
    ended = run(
        ["sh", "-c", leaves],
        folder,
        Limits(cpu_seconds=5, wall_seconds=120),
        user=USER,
        sandboxed=False,
        use_cgroups=use_cgroups,
    )
    assert (ended.termination, left_running(folder)) == (Termination.OK, [])


def test_where_the_walls_do_not_stand_it_says_why(folder, monkeypatch):
    monkeypatch.setattr(bubblewrap, "command", lambda *_: ["bwrap", "--nothing"])
    with pytest.raises(bubblewrap.NoSandboxError, match="did not start the program: bwrap: Unknown option"):
        run(["true"], folder, Limits(cpu_seconds=1, wall_seconds=1))


def test_where_there_are_no_walls_it_is_refused(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder))
    bubblewrap.require_sandbox.cache_clear()
    try:
        with pytest.raises(bubblewrap.NoSandboxError, match="apt-get install bubblewrap"):
            run(["true"], folder, Limits(cpu_seconds=1, wall_seconds=1))
    finally:
        bubblewrap.require_sandbox.cache_clear()
