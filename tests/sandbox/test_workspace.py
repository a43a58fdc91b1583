"""What a stranger leaves in the folder cannot lead us elsewhere."""

import os

import pytest

from outply.sandbox.limits import Limits
from outply.sandbox.workspace import Workspace, WorkspaceError


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "agent.sh").write_text("echo played > output.txt")
    return folder


@pytest.fixture
def room(needs_sandbox, source):
    with Workspace(source, disk_mib=4) as room:
        yield room


def act(room, program):
    """Let the stranger do something in the room."""
    return room.run(["sh", "-c", program], Limits(cpu_seconds=5, wall_seconds=240))


def test_programs_find_what_is_put_there_and_leave_what_is_taken(room):
    room.write_file("input.txt", b"2\n")
    act(room, "cat input.txt input.txt > output.txt")
    assert room.read_file("output.txt", 100) == b"2\n2\n"
    assert room.read_file("output.txt", 3) == b"2\n2"
    room.remove("output.txt")
    assert room.read_file("output.txt", 100) is None


def test_the_original_stays_as_it_was(room, source):
    act(room, "echo x > agent.sh; echo y > more")
    assert [path.read_text() for path in source.iterdir()] == ["echo played > output.txt"]


def test_links_are_not_followed(room, tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("kept")
    act(room, f"ln -s {precious} input.txt; ln -s {precious} output.txt; ln -s {tmp_path} folder")
    assert room.read_file("output.txt", 100) is None
    room.write_file("input.txt", b"2\n")
    room.remove("output.txt")
    room.remove("folder")
    assert precious.read_text() == "kept"
    assert room.read_file("input.txt", 100) == b"2\n"


@pytest.mark.parametrize("thing", ["mkdir -p {0}/a/b; chmod 0 {0}/a {0}", "mkfifo {0}", "ln -s {0} {0}"])
def test_whatever_has_the_name_of_a_file_gives_way(room, thing):
    act(room, thing.format("input.txt"))
    assert room.read_file("input.txt", 100) is None
    room.write_file("input.txt", b"2\n")
    assert room.read_file("input.txt", 100) == b"2\n"


def test_a_closed_folder_is_opened(room):
    act(room, "echo 1 > output.txt; mkdir -p a/b; chmod 0 a/b a .")
    assert room.read_file("output.txt", 100) == b"1\n"
    room.close()
    assert not room.folder.parent.exists()


def dig(folder, depth, name):
    """Make folders in folders, which no path needs to lead to."""
    temp_dir = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=temp_dir)
        inner = os.open(name, os.O_RDONLY, dir_fd=temp_dir)
        os.close(temp_dir)
        temp_dir = inner
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=temp_dir))
    os.fchmod(temp_dir, 0)
    os.close(temp_dir)


@pytest.mark.parametrize(("depth", "name"), [(1_200, "d"), (60, "d" * 200)])
def test_however_deep_a_folder_is_it_is_removed(source, depth, name):
    with Workspace(source, disk_mib=4) as room:
        (room.folder / "output.txt").mkdir()
        dig(room.folder / "output.txt", depth, name)
        room.remove("output.txt")
        assert room.list_files() == ["agent.sh"]
        dig(room.folder, depth, name)
    assert not room.folder.parent.exists()


def test_what_is_too_deep_is_not_copied(room):
    dig(room.folder, 70, "d")
    with pytest.raises(WorkspaceError, match="folders more than 64 deep"):
        Workspace(room.folder, disk_mib=4)


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_what_cannot_be_read_is_not_copied(source):
    (source / "agent.sh").chmod(0)
    with pytest.raises(WorkspaceError, match=r"agent.sh: permission denied"):
        Workspace(source, disk_mib=4)


def test_a_copy_of_a_room_has_its_files_and_no_traps(room):
    act(room, "mkfifo trap; ln -s /etc/passwd link; mkdir sub; echo 1 > sub/file; chmod 4755 agent.sh")
    with Workspace(room.folder, disk_mib=4) as copy:
        assert sorted(path.name for path in copy.folder.iterdir()) == ["agent.sh", "link", "sub"]
        assert (copy.folder / "link").is_symlink()
        assert (copy.folder / "sub/file").read_text() == "1\n"
        assert (copy.folder / "agent.sh").stat().st_mode & 0o7000 == 0


@pytest.mark.parametrize(
    ("much", "sentence"),
    [
        ("truncate -s 3M a b", "its files are larger than 4 MiB"),
        ("i=0; while [ $i -le 10000 ]; do i=$((i+1)); : > f$i; done", "it has more than 10,000 files"),
    ],
)
def test_what_is_too_large_is_not_copied(room, much, sentence):
    act(room, much)
    with pytest.raises(WorkspaceError, match=sentence):
        Workspace(room.folder, disk_mib=4)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give rooms to others")
def test_every_room_belongs_to_somebody_else(source, needs_sandbox):
    with Workspace(source, 4) as one, Workspace(source, 4) as other:
        owners = {room.folder.stat().st_uid for room in (one, other)}
        assert len(owners - {0}) == 2
        assert act(one, f"ls {other.folder}").exit_status != 0
