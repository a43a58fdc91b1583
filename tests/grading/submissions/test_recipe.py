"""How a directory is built and run is found by what is in it."""

import pytest
from support.run_results import run_result

from outply.grading.submissions.recipe import MissingToolError, RecipeError, find, home
from outply.sandbox.limits import Termination

MAKE = ("make", "-s", "run")


def program(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def run_of(folder, memory_mib=1024):
    return find(folder, memory_mib, path=None).run


@pytest.fixture
def tools(monkeypatch):
    """Say which tools the machine has."""

    def has(*names):
        monkeypatch.setattr("shutil.which", lambda tool, path=None: tool if tool in names else None)

    has("python3", "g++", "javac", "java")
    return has


@pytest.mark.parametrize(
    "text",
    [
        "run:\n\ttrue\n",
        "agent run: x\n\ttrue\n",
        "run::\n",
        "x = 1\nrun : a\n",
        "include other.mk\n",
        "-include o.mk\n",
    ],
)
def test_a_makefile_that_knows_run_is_made(text, tmp_path):
    assert run_of(program(tmp_path, Makefile=text, homework3__py="")) == MAKE


@pytest.mark.parametrize(
    "text", ["", "all:\n\trun: it\n", "# run:\n", "run := 1\n", "run = a:b\n", "rerun:\n\ttrue\n"]
)
def test_a_makefile_without_run_is_not_made(text, tmp_path, tools):
    folder = program(tmp_path, Makefile=text)
    with pytest.raises(RecipeError, match="no target `run`"):
        find(folder, 1024)
    assert run_of(program(folder, homework3__py="")) == ("python3", "homework3.py")


def test_the_names_of_assignment_001_say_how(tmp_path, tools):
    found = {}
    for name in ("homework.py", "homework3.py", "homework.cpp", "homework11.cpp", "homework.java"):
        folder = program(tmp_path / name)
        (folder / name).write_text("")
        found[name] = find(folder, 1000)
    assert [found[name].run[:2] for name in ("homework.py", "homework3.py")] == [
        ("python3", "homework.py"),
        ("python3", "homework3.py"),
    ]
    assert found["homework.cpp"].build == ("g++", "-O2", "-o", "homework", "homework.cpp")
    assert "-std=c++11" in found["homework11.cpp"].build
    assert found["homework11.cpp"].run == ("./homework",)
    assert {"-Xmx750m", "homework"} < set(found["homework.java"].run)


def test_python_2_is_meant_where_there_is_one(tmp_path, tools):
    tools("python2", "python3")
    assert run_of(program(tmp_path, homework__py="")) == ("python2", "homework.py")


def test_a_tool_that_is_missing_is_no_fault_of_the_program(tmp_path, tools):
    tools("python3")
    with pytest.raises(MissingToolError, match=r"homework\.cpp needs g\+\+, which is not on this machine"):
        find(program(tmp_path, homework__cpp=""), 1024)


def test_nothing_and_too_much_are_told(tmp_path, tools):
    with pytest.raises(RecipeError, match="there is nothing in it"):
        find(program(tmp_path), 1024)
    with pytest.raises(RecipeError, match=r"there is no Makefile, and none of homework\.py, homework3\.py"):
        find(program(tmp_path, notes__txt=""), 1024)
    program(tmp_path, homework__py="", homework__java="")
    with pytest.raises(RecipeError, match=r"there are homework\.py and homework\.java: only one"):
        find(tmp_path, 1024)


@pytest.mark.parametrize(
    ("source", "main"),
    [
        ("public class homework { public static void main(String[] a) {} }", "homework"),
        ("class Board { } class Solver { static public void main(String... a) {} }", "Solver"),
        ("class Solver { class In { } public static void main(String[] a) {} } class Later { }", "Solver"),
        ("// class No { static void main(\nclass A { /* class X */ static void main(String[] a) {} }", "A"),
        ('class A { String s = "class B {"; final static void main(String[] a) {} }', "A"),
        ("package a.b;\nclass homework { public static void main(String[] a) {} }", "a.b.homework"),
        ("nothing", "homework"),
    ],
)
def test_java_s_main_is_found(source, main, tmp_path, tools):
    assert run_of(program(tmp_path, homework__java=source))[-1] == main


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Makefile", "run " * 200_000),
        ("homework.java", "/*" * 400_000),
        ("homework.java", "static " * 100_000),
        ("homework.java", '"' + '\\"' * 400_000),
        ("homework.java", "\n" * 900_000),
        ("homework.java", "class a " * 100_000),
    ],
)
@pytest.mark.timeout(60)
def test_no_text_keeps_us_busy(name, text, tmp_path, tools):
    (tmp_path / name).write_text(text)
    if name == "Makefile":
        (tmp_path / "homework3.py").write_text("")
    assert run_of(tmp_path) != MAKE


def test_a_single_folder_in_a_folder_is_looked_into(tmp_path):
    (tmp_path / "hw").mkdir()
    inner = program(tmp_path / "hw" / "inner", homework3__py="")
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / ".DS_Store").write_text("")
    assert home(tmp_path) == inner
    (tmp_path / "notes.txt").write_text("")
    assert home(tmp_path) == tmp_path


def test_links_are_not_followed(tmp_path, tools):
    outside = program(tmp_path / "outside", homework3__py="")
    folder = program(tmp_path / "folder")
    (folder / "inner").symlink_to(outside)
    assert home(folder) == folder
    (folder / "homework3.py").symlink_to(outside / "homework3.py")
    with pytest.raises(RecipeError):
        find(folder, 1024)


@pytest.mark.parametrize(
    ("errors", "built"),
    [
        ("make: *** No rule to make target 'agent'.  Stop.\n", True),
        ("make: *** No rule to make target 'x.o', needed by 'agent'.  Stop.\n", False),
        ("make: *** [Makefile:2: agent] Error 1\n", False),
    ],
)
def test_a_makefile_need_not_have_an_agent_and_one_that_has_must_build_it(errors, built, tmp_path):
    recipe = find(program(tmp_path, Makefile="run:\n"), 1024)
    assert recipe.is_built(run_result(Termination.ERROR, exit_status=2, stderr=errors)) == built
