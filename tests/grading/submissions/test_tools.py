"""Compilers and interpreters are found with their versions; stubs that print no version do not count."""

import os
from pathlib import Path

import pytest
from support.grading.stand_in_tools import install, stand_in

from outply.grading.submissions import tools
from outply.grading.submissions.tools import CXX, JAVA, JAVAC, PYTHON2, PYTHON3, ToolError, ToolPaths, tool_of


@pytest.fixture
def opt(temp_dir: Path) -> Path:
    """Create a folder for tools, outside the system's directories, to which other users have access."""
    folder = temp_dir / "opt"
    folder.mkdir(mode=0o755)
    return folder


def test_tool_has_path_and_version(tmp_path: Path) -> None:
    tool = ToolPaths().find(CXX, install(tmp_path, "g++"))
    assert tool is not None
    assert str(tool) == f"g++ (Debian 12.2.0) 12.2.0 ({tmp_path / 'g++'})"


def test_stub_that_prints_no_version_does_not_count_as_installed(tmp_path: Path) -> None:
    stub = tmp_path / "python2"
    stub.write_text("#!/bin/sh\necho 'pyenv: python2: command not found' >&2\nexit 127\n")
    stub.chmod(0o755)
    assert ToolPaths().find(PYTHON2, str(tmp_path)) is None


def test_python_2_does_not_count_as_python_3(tmp_path: Path) -> None:
    stand_in(tmp_path / "python", "Python 2.7.18")
    assert ToolPaths().find(PYTHON3, str(tmp_path)) is None
    found = ToolPaths().find(PYTHON2, str(tmp_path))
    assert found is not None
    assert found.version == "Python 2.7.18"


def test_path_given_by_the_user_takes_precedence_over_the_path_variable(opt: Path) -> None:
    path = stand_in(opt / "py2" / "bin" / "python2.7", "Python 2.7.18")
    tool = ToolPaths(python2=str(path)).find(PYTHON2)
    assert tool is not None
    assert (tool.path, tool.mounts) == (str(path), (str(opt / "py2"),))


@pytest.mark.parametrize("given", ["jdk", "jdk/bin/java"])
def test_java_option_accepts_a_jdk_home_or_an_executable(given: str, opt: Path) -> None:
    stand_in(opt / "jdk" / "bin" / "java", 'openjdk version "21"')
    stand_in(opt / "jdk" / "bin" / "javac", "javac 21")
    paths = ToolPaths(java=str(opt / given))
    versions = {name: getattr(paths.find(name), "version", None) for name in (JAVA, JAVAC)}
    assert versions == {JAVA: 'openjdk version "21"', JAVAC: "javac 21"}


@pytest.mark.parametrize(
    ("version", "message"),
    [("Python 3.11.2", "--python2: .*python is not Python 2"), ("", "its version output does not match")],
)
def test_path_of_a_different_tool_is_refused(version: str, message: str, opt: Path) -> None:
    path = stand_in(opt / "py" / "bin" / "python", version)
    with pytest.raises(ToolError, match=message):
        ToolPaths(python2=str(path)).check()


def test_path_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"--cxx: .*no-such does not exist"):
        ToolPaths(cxx=str(tmp_path / "no-such")).check()


def test_tool_whose_folder_holds_private_files_is_refused(opt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stand_in(opt / "home" / "bin" / "python2", "Python 2.7.18")
    monkeypatch.setattr(Path, "home", lambda: opt / "home")
    tools.given_tool.cache_clear()
    with pytest.raises(ToolError, match="submissions would be able to read all of"):
        ToolPaths(python2=str(path)).check()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs submissions as another user")
def test_tool_that_other_users_cannot_reach_is_refused(opt: Path) -> None:
    path = stand_in(opt / "closed" / "py" / "bin" / "python2", "Python 2.7.18")
    (opt / "closed").chmod(0o700)
    with pytest.raises(ToolError, match=r"has no access to .*closed"):
        ToolPaths(python2=str(path)).check()


def test_tool_is_identified_from_its_executable(tmp_path: Path) -> None:
    python = stand_in(tmp_path / "python3.9", "Python 3.9.2")
    assert (tool_of(str(python)).name, tool_of(str(python)).version) == (PYTHON3, "Python 3.9.2")
    assert tool_of(str(stand_in(tmp_path / "homework", "1.0"))).version == ""
