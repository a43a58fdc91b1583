"""The sandbox allows what programs in common languages need, and hides the rest."""

import os
import platform
import shutil
from pathlib import Path

import pytest
from sandbox.conftest import USER, RunProgram

from outply.sandbox import bubblewrap
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.run import run

FORBIDDEN = {
    "vsock": "socket.socket(40, socket.SOCK_STREAM)",
    "packet socket": "socket.socket(17, socket.SOCK_RAW)",
    "netlink audit": "socket.socket(16, socket.SOCK_RAW, 9)",
    "inotify": "check(libc.inotify_init1(0))",
    "fanotify": "check(libc.fanotify_init(0, 0))",
    "ptrace": "check(libc.ptrace(16, 1, 0, 0))",
    "personality": "check(libc.personality(0x0040000))",
    "semget": "check(libc.semget(0, 1, 0o600))",
    "mq_open": "check(libc.syscall(240, b'q', 0o100, 0o600, 0))",
    "clone3": "check(libc.syscall(435, 0, 0))",
    "new namespace": "check(libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0))",
    "unshare": "check(libc.unshare(0x10000000))",
    "mount": "check(libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0))",
    "io_uring": "check(libc.syscall(425, 8, 0))",
    "process_vm_readv": "check(libc.process_vm_readv(1, 0, 0, 0, 0, 0))",
    "unknown call": "check(libc.syscall(460, 0))",
    "timer_create": "check(libc.timer_create(1, None, ctypes.byref(ctypes.c_void_p())))",
    "F_SETSIG": "fcntl.fcntl(0, 10, 18)",
    "x32 call": "check(libc.syscall(0x40000000 + 39))",
}

CALL = """
import ctypes, fcntl, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def check(result):
    if result < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are those of x86_64")
def test_system_calls_outside_the_seccomp_allow_list_fail(folder: Path) -> None:
    program = CALL + "".join(
        f"try: {call}\nexcept OSError: pass\nelse: print({name!r})\n" for name, call in FORBIDDEN.items()
    )
    result = run(["python3", "-c", program], folder, Limits(cpu_seconds=20, wall_seconds=240), user=USER)
    assert (result.termination, result.stdout) == (Termination.OK, ""), result.stderr


TOOLCHAINS = {
    "make": ("Makefile", "all: a b\na b:\n\t@sleep 0.01; echo $@ > $@\n", "make -s -j2 && cat a b", "a\nb\n"),
    "bash": ("run.sh", "(sleep 0.01; echo a) & wait; echo b", "bash run.sh", "a\nb\n"),
    "cc": ("a.c", '#include <stdio.h>\nint main(void) { puts("a"); }', "cc -o a a.c && ./a", "a\n"),
    "g++": (
        "a.cpp",
        "#include <iostream>\n#include <thread>\nint main() { std::thread([] { std::cout << 6; }).join(); }",
        "g++ -o a a.cpp -pthread && ./a",
        "6",
    ),
    "javac": (
        "A.java",
        "import java.util.stream.*;\nclass A { public static void main(String[] x) throws Exception {"
        "System.out.println(IntStream.range(0, 99).parallel().sum());"
        'System.out.println(new ProcessBuilder("true").start().waitFor()); } }',
        "javac A.java && java A",
        "4851\n0\n",
    ),
    "python3": (
        "a.py",
        "import concurrent.futures as f, subprocess, socket\nif __name__ == '__main__':\n"
        "  with f.ProcessPoolExecutor(2) as pool: print(sum(pool.map(abs, range(-9, 0))))\n"
        "  with f.ThreadPoolExecutor(2) as pool: print(sum(pool.map(abs, range(-9, 0))))\n"
        "  print(subprocess.check_output(['echo', '1'], text=True)); socket.socketpair()",
        "python3 a.py",
        "45\n45\n1\n\n",
    ),
    "node": (
        "a.js",
        "const { Worker, isMainThread } = require('worker_threads');\nif (isMainThread) {\n"
        "  console.log(require('child_process').execSync('echo 1').toString());\n"
        "  new Worker(__filename).on('exit', code => console.log(code)); }",
        "node a.js",
        "1\n\n0\n",
    ),
    "go": (
        "a.go",
        'package main\nimport "fmt"\n'
        "func main() { c := make(chan int); go func() { c <- 6 }(); fmt.Println(<-c) }",
        "GOCACHE=/tmp/go go run a.go",
        "6\n",
    ),
    "rustc": (
        "a.rs",
        'fn main() { let t = std::thread::spawn(|| 6); println!("{}", t.join().unwrap()); }',
        "rustc a.rs && ./a",
        "6\n",
    ),
}
"""By tool: a file, its text, the command that runs it and what it prints."""
PACKAGES = {"cc": "gcc", "go": "golang-go", "javac": "default-jdk-headless", "node": "nodejs"}
"""Debian packages with another name than the tool."""


@pytest.mark.parametrize("tool", TOOLCHAINS)
def test_programs_in_common_languages_run_in_the_sandbox(sandbox: RunProgram, folder: Path, tool: str) -> None:
    name, text, command, output = TOOLCHAINS[tool]
    if shutil.which(tool, path=bubblewrap.PATH) is None:
        pytest.skip(f"{tool} is not installed (apt-get install {PACKAGES.get(tool, tool)})")
    (folder / name).write_text(text)
    result = sandbox("sh", "-c", command, cpu=120.0)
    assert (result.termination, result.stdout) == (Termination.OK, output), result.stderr


def test_locally_installed_programs_and_outply_are_hidden_in_the_sandbox(tmp_path: Path) -> None:
    local = tmp_path / "local"
    (local / "bin").mkdir(parents=True)
    package = Path("/usr/lib/python3/dist-packages/outply")
    assert bubblewrap.hidden_dirs(local, package) == [str(local), str(package)]
    (local / "bin" / "python3").touch()  # as in container images of Python
    assert bubblewrap.hidden_dirs(local, package) == [str(package)]
    assert bubblewrap.hidden_dirs(local, Path("/opt/outply")) == []


def test_sandboxed_program_cannot_see_paths_of_the_host(sandbox: RunProgram, folder: Path) -> None:
    result = sandbox("sh", "-c", "cat /proc/[0-9]*/cmdline; ls /usr/local")
    assert result.termination == Termination.OK
    assert folder.parent.name not in result.stdout


def test_sandbox_leaves_no_zombie_process(sandbox: RunProgram) -> None:
    before = children()
    sandbox("sh", "-c", "setsid sleep 600 & exit 0")
    assert children() <= before


def children() -> set[str]:
    """Return the child processes of this process, including those that have ended."""
    threads = os.listdir("/proc/self/task")
    return {
        child for thread in threads for child in Path(f"/proc/self/task/{thread}/children").read_text().split()
    }
