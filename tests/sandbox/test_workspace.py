"""Workspaces can be read and removed safely, with any files that a program leaves in them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from outply.sandbox.limits import Limits, RunResult, Termination
from outply.sandbox.run import watch
from outply.sandbox.untrusted_dirs import MAX_FILES
from outply.sandbox.workspace import Workspace, WorkspaceError

FEW_FILES = 100  # 10,000 take seconds to create and to remove


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "agent.sh").write_text("echo played > output.txt")
    return folder


@pytest.fixture(params=[True, False], ids=["RAM disk", "disk"])
def workspace(needs_sandbox: None, source: Path, request: pytest.FixtureRequest) -> Iterator[Workspace]:
    with Workspace(source, disk_mib=4, on_ram_disk=request.param) as workspace:
        yield workspace


@pytest.fixture(params=[True, False], ids=["RAM disk", "disk"])
def small_workspace(needs_sandbox: None, source: Path, request: pytest.FixtureRequest) -> Iterator[Workspace]:
    """A workspace that may hold 100 files."""
    with Workspace(source, disk_mib=4, on_ram_disk=request.param, max_files=FEW_FILES) as workspace:
        yield workspace


def run_shell(workspace: Workspace, program: str) -> RunResult:
    """Run a shell program in the workspace."""
    return workspace.run(["sh", "-c", program], Limits(cpu_seconds=5, wall_seconds=240))


def test_files_are_passed_to_and_from_the_program(workspace: Workspace) -> None:
    workspace.write_file("input.txt", b"2\n")
    run_shell(workspace, "cat input.txt input.txt > output.txt")
    assert workspace.read_file("output.txt", 100) == b"2\n2\n"
    assert workspace.read_file("output.txt", 3) == b"2\n2"
    workspace.remove("output.txt")
    assert workspace.read_file("output.txt", 100) is None


def test_source_directory_is_unchanged(workspace: Workspace, source: Path) -> None:
    run_shell(workspace, "echo x > agent.sh; echo y > more")
    assert [path.read_text() for path in source.iterdir()] == ["echo played > output.txt"]


def test_symbolic_links_out_of_the_workspace_are_not_followed(workspace: Workspace, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("kept")
    run_shell(workspace, f"ln -s {precious} input.txt; ln -s {precious} output.txt; ln -s {tmp_path} folder")
    assert workspace.read_file("output.txt", 100) is None
    workspace.write_file("input.txt", b"2\n")
    workspace.remove("output.txt")
    workspace.remove("folder")
    assert precious.read_text() == "kept"
    assert workspace.read_file("input.txt", 100) == b"2\n"


@pytest.mark.parametrize("thing", ["mkdir -p {0}/a/b; chmod 0 {0}/a {0}", "mkfifo {0}", "ln -s {0} {0}"])
def test_write_file_replaces_existing_entry_of_the_same_name(workspace: Workspace, thing: str) -> None:
    run_shell(workspace, thing.format("input.txt"))
    assert workspace.read_file("input.txt", 100) is None
    workspace.write_file("input.txt", b"2\n")
    assert workspace.read_file("input.txt", 100) == b"2\n"


def test_directories_that_a_program_made_unreadable_are_read_and_removed(workspace: Workspace) -> None:
    run_shell(workspace, "echo 1 > output.txt; mkdir -p a/b; chmod 0 a/b a .")
    assert workspace.read_file("output.txt", 100) == b"1\n"
    outer = workspace.outer
    workspace.close()
    assert not outer.exists()


def make_nested_dirs(folder: Path, depth: int, name: str) -> None:
    """Make directories nested so deeply that their paths are too long."""
    current = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=current)
        inner = os.open(name, os.O_RDONLY, dir_fd=current)
        os.close(current)
        current = inner
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=current))
    os.fchmod(current, 0)
    os.close(current)


def test_program_may_remove_the_permissions_of_its_directory(workspace: Workspace) -> None:
    limits = Limits(cpu_seconds=5, wall_seconds=240)
    run_shell(workspace, "chmod 000 .")
    assert run_shell(workspace, "ls; chmod 000 .").stdout == "agent.sh\n"
    prepared = workspace.prepare(["sh", "-c", "ls; chmod 000 ."], limits)
    try:
        assert watch(prepared, limits).stdout == "agent.sh\n"
    finally:
        prepared.close()
    engine = workspace.open_interactive(["ls"], limits)
    assert engine.exchange(b"", limits, lambda line: line == b"agent.sh").stdout == "agent.sh\n"
    engine.close()


def test_file_for_which_the_program_leaves_no_room_is_its_own_fault(source: Path, needs_sandbox: None) -> None:
    with Workspace(source, disk_mib=4) as workspace:
        run_shell(workspace, "cat /dev/zero > full")
        with pytest.raises(WorkspaceError, match=r"leave no room for input\.txt"):
            workspace.write_file("input.txt", b"2\n")


@pytest.mark.parametrize(("depth", "name"), [(1_200, "d"), (60, "d" * 200)])
def test_deeply_nested_directories_are_removed(source: Path, depth: int, name: str) -> None:
    with Workspace(source, disk_mib=4, on_ram_disk=False) as workspace:
        (workspace.folder / "output.txt").mkdir()
        make_nested_dirs(workspace.folder / "output.txt", depth, name)
        workspace.remove("output.txt")
        assert workspace.list_files() == ["agent.sh"]
        make_nested_dirs(workspace.folder, depth, name)
    assert not workspace.folder.parent.exists()


def test_directory_that_is_too_deep_is_refused(workspace: Workspace) -> None:
    make_nested_dirs(workspace.folder, 70, "d")
    with pytest.raises(WorkspaceError, match="nested more than 64 deep"):
        Workspace(workspace.folder, disk_mib=4)


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_unreadable_file_is_refused(source: Path) -> None:
    (source / "agent.sh").chmod(0)
    with pytest.raises(WorkspaceError, match=r"agent.sh: permission denied"):
        Workspace(source, disk_mib=4)


def test_copy_has_files_and_links_but_no_fifos_or_setuid_bits(workspace: Workspace) -> None:
    run_shell(workspace, "mkfifo trap; ln -s /etc/passwd link; mkdir sub; echo 1 > sub/file; chmod 4755 agent.sh")
    with Workspace(workspace.folder, disk_mib=4) as copy:
        assert sorted(path.name for path in copy.folder.iterdir()) == ["agent.sh", "link", "sub"]
        assert (copy.folder / "link").is_symlink()
        assert (copy.folder / "sub/file").read_text() == "1\n"
        assert (copy.folder / "agent.sh").stat().st_mode & 0o7000 == 0


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("truncate -s 3M a; truncate -s 3M b", "the files are larger than 4 MiB"),
        ("seq 101 | xargs touch", "there are more than 100 files"),
    ],
)
def test_directory_that_is_too_large_is_refused(small_workspace: Workspace, program: str, message: str) -> None:
    run_shell(small_workspace, program)
    with pytest.raises(WorkspaceError, match=message):
        Workspace(small_workspace.folder, disk_mib=4, max_files=FEW_FILES)


def test_default_limit_of_10_000_files_admits_a_hundred(source: Path) -> None:
    assert MAX_FILES == 10_000
    for number in range(FEW_FILES):
        (source / str(number)).touch()
    with Workspace(source, disk_mib=4, on_ram_disk=False) as workspace:
        assert len(workspace.list_files()) == FEW_FILES + 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can assign user IDs")
def test_every_workspace_has_its_own_user(source: Path, needs_sandbox: None) -> None:
    with Workspace(source, 4) as one, Workspace(source, 4) as other:
        owners = {workspace.folder.stat().st_uid for workspace in (one, other)}
        assert len(owners - {0}) == 2
        assert run_shell(one, f"ls {other.folder}").exit_status != 0


def held_files(hide: str) -> str:
    """Return a C program with a thread that writes 16 files of 1 MiB, deletes them and hides them by `hide`."""
    return f"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static void *hold(void *unused) {{
    {"unshare(CLONE_FILES);" if hide == "own files" else ""}
    static char data[1 << 20];
    memset(data, 1, sizeof data);
    for (int i = 0; i < 16; ++i) {{
        int file = open("file", O_CREAT | O_RDWR, 0600);
        unlink("file");
        write(file, data, sizeof data);
        {"mmap(0, sizeof data, PROT_READ, MAP_SHARED, file, 0); close(file);" if hide == "mapped" else ""}
    }}
    sleep(600);
    return unused;
}}
int main(void) {{
    pthread_t thread;
    pthread_create(&thread, 0, hold, 0);
    {"pthread_exit(0);" if hide == "dead leader" else ""}
    pthread_join(thread, 0);
}}
"""


@pytest.mark.parametrize("hide", ["dead leader", "own files", "mapped"])
def test_hidden_deleted_files_count_against_the_disk_limit(source: Path, workspace: Workspace, hide: str) -> None:
    workspace.write_file("hold.c", held_files(hide).encode())
    run_shell(workspace, "cc -o hold hold.c -pthread")
    limits = Limits(cpu_seconds=20, wall_seconds=240, disk_mib=4)
    result = workspace.run(["./hold"], limits)
    assert result.termination == Termination.DISK
    assert result.explanation.startswith("wrote more than 4 MiB")


MANY_MAPPINGS = """
import ctypes, os, sys, time
libc = ctypes.CDLL(None)
libc.mmap.restype, libc.mmap.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_size_t] + 4 * [ctypes.c_long]
for _ in range(15):
    os.mkdir("d" * 250)
    os.chdir("d" * 250)
file = os.open("file", os.O_RDWR | os.O_CREAT)
os.unlink("file")
for number in range(6_000):
    libc.mmap(None, 4096, number % 2, 1, file, 0)
time.sleep(600)
"""


def test_too_many_mappings_end_a_program(source: Path, needs_sandbox: None) -> None:
    with Workspace(source, disk_mib=4, on_ram_disk=False) as workspace:
        result = workspace.run(["python3", "-c", MANY_MAPPINGS], Limits(cpu_seconds=20, wall_seconds=240))
    assert result.termination == Termination.DISK
    assert result.explanation == "mapped too many files to measure the deleted ones"


def test_ram_disk_limits_files_without_polling(source: Path, needs_sandbox: None) -> None:
    with Workspace(source, disk_mib=4) as workspace:
        result = run_shell(
            workspace, "for n in 1 2 3 4 5 6 7 8; do head -c 1M /dev/zero > $n || exit 1; done; rm *"
        )
        assert (workspace.folder.stat().st_dev != source.stat().st_dev, result.exit_status) == (True, 1)


@pytest.mark.parametrize(
    ("program", "explanation"),
    [
        ("head -c 5M /dev/zero > a", "wrote more than 4 MiB"),
        ("seq 201 | xargs touch; false", "wrote more than 100 files"),
    ],
)
def test_run_result_names_the_exceeded_disk_limit(
    small_workspace: Workspace, program: str, explanation: str
) -> None:
    result = small_workspace.run(["sh", "-c", program], Limits(cpu_seconds=60, wall_seconds=240, disk_mib=4))
    assert (result.termination, result.explanation) == (Termination.DISK, explanation)
