"""The recipe of a submission follows from its files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.arena.run_results import run_result
from support.grading.stand_in_tools import install

from outply.grading.submissions.recipe import (
    Recipe,
    RecipeError,
    RecipeOptions,
    find_recipe,
    project_root,
    public_class,
)
from outply.grading.submissions.tools import MissingToolError
from outply.sandbox.limits import Termination

MAKE = ("make", "-s", "run")
Find = Callable[..., Recipe]


def program(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def run_command(recipe: Recipe) -> tuple[str, ...]:
    """Return the command that runs the program, with the names of executables instead of their paths."""
    first, *arguments = recipe.run
    interpreters = [interpreter.name for interpreter in recipe.python.interpreters] if recipe.python else []
    return (*interpreters, Path(first).name, *arguments)


@pytest.fixture
def find(tmp_path_factory: pytest.TempPathFactory) -> Find:
    """Return a function that finds the recipe of a folder with the named tools (default: no Python 2)."""

    def find(
        folder: Path,
        *tools: str,
        memory_mib: int = 1024,
        run: str = "",
        main: str = "",
    ) -> Recipe:
        path = install(tmp_path_factory.mktemp("bin"), *(tools or ("python3", "g++", "javac", "java", "make")))
        return find_recipe(folder, memory_mib, RecipeOptions(run_command=run, main_file=main), path)

    return find


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
def test_makefile_with_target_run_is_used(text: str, tmp_path: Path, find: Find) -> None:
    assert run_command(find(program(tmp_path, Makefile=text, homework3__py=""))) == MAKE


@pytest.mark.parametrize(
    "text", ["", "all:\n\trun: it\n", "# run:\n", "run := 1\n", "run = a:b\n", "rerun:\n\ttrue\n"]
)
def test_makefile_without_target_run_is_not_used(text: str, tmp_path: Path, find: Find) -> None:
    folder = program(tmp_path, Makefile=text)
    with pytest.raises(RecipeError, match="no target `run`"):
        find(folder)
    assert run_command(find(program(folder, homework3__py=""))) == ("python3", "homework3.py")


def test_file_names_of_assignment_001_determine_the_commands(tmp_path: Path, find: Find) -> None:
    recipes = {}
    for name in ("homework.py", "homework3.py", "homework.cpp", "homework11.cpp", "homework.java"):
        folder = program(tmp_path / name)
        (folder / name).write_text("")
        recipes[name] = find(folder, memory_mib=1000)
    assert [run_command(recipes[name]) for name in ("homework.py", "homework3.py")] == [
        ("python3", "homework.py"),
        ("python3", "homework3.py"),
    ]
    assert recipes["homework.cpp"].build[1:] == ("-O2", "-o", "homework", "homework.cpp")
    assert "-std=c++11" in recipes["homework11.cpp"].build
    assert recipes["homework11.cpp"].run == ("./homework",)
    assert {"-Xmx750m", "homework"} < set(recipes["homework.java"].run)


@pytest.mark.parametrize(
    ("name", "tools", "interpreters", "lacks_python2"),
    [
        ("homework.py", ("python2", "python3"), ("python2", "python3"), False),
        ("homework.py", ("python2",), ("python2",), False),
        ("homework.py", ("python3",), ("python3",), True),
        ("homework3.py", ("python2", "python3"), ("python3", "python2"), False),
        ("alice.py", ("python2", "python3"), ("python3", "python2"), False),
        ("alice.py", ("python3",), ("python3",), True),
    ],
)
def test_interpreter_depends_on_the_file_name_and_the_installed_tools(
    name: str,
    tools: tuple[str, ...],
    interpreters: tuple[str, ...],
    lacks_python2: bool,
    tmp_path: Path,
    find: Find,
) -> None:
    (tmp_path / name).write_text("")
    python = find(tmp_path, *tools).python
    assert python is not None
    assert tuple(tool.name for tool in python.interpreters) == interpreters
    assert python.lacks_python2 == lacks_python2


def test_missing_tool_is_not_the_programs_fault(tmp_path: Path, find: Find) -> None:
    with pytest.raises(MissingToolError, match=r"homework\.cpp needs g\+\+, which is not installed"):
        find(program(tmp_path, homework__cpp=""), "python3")


def test_single_source_file_of_a_folder_is_the_program(tmp_path: Path, find: Find) -> None:
    recipe = find(program(tmp_path, hw1cs561s2018__cpp="", notes__txt=""))
    assert recipe.build[-1] == "hw1cs561s2018.cpp"
    with pytest.raises(
        RecipeError, match=r"found hw1cs561s2018\.cpp and other\.py; name the main file with --program"
    ):
        find(program(tmp_path, other__py=""))


def test_main_file_takes_precedence_over_other_source_files(tmp_path: Path, find: Find) -> None:
    folder = program(tmp_path, homework__py="", hw1__py="", helper__py="")
    assert run_command(find(folder, main="hw1.py")) == ("python3", "hw1.py")
    with pytest.raises(
        RecipeError, match=r"no hw2\.py, the main file .*; found helper\.py, homework\.py, hw1\.py"
    ):
        find(folder, main="hw2.py")


def test_single_file_of_the_same_language_replaces_a_missing_main_file(tmp_path: Path, find: Find) -> None:
    folder = program(tmp_path, alice__py="", notes__txt="")
    assert run_command(find(folder, main="hw1.py")) == ("python3", "alice.py")
    with pytest.raises(RecipeError, match=r"no hw1\.cpp"):
        find(folder, main="hw1.cpp")


def test_run_command_replaces_the_command_but_not_the_build(tmp_path: Path, find: Find) -> None:
    folder = program(tmp_path, homework__java="class homework { static void main(String[] a) {} }")
    recipe = find(folder, run="java -Xss64m homework")
    assert recipe.build[-1] == "homework.java"
    assert run_command(recipe) == ("java", "-Xss64m", "homework")
    assert [tool.name for tool in recipe.tools] == ["javac", "java"]


def test_python_file_of_the_run_command_is_compiled_first(tmp_path: Path, find: Find) -> None:
    recipe = find(program(tmp_path, hw1__py="", helper__py=""), run="python3 -u hw1.py --fast")
    assert recipe.python is not None
    assert recipe.python.source == "hw1.py"
    assert recipe.run == ("-u", "hw1.py", "--fast")


def test_results_of_a_makefile_depend_on_all_tools(tmp_path: Path) -> None:
    options = RecipeOptions()
    recipe = find_recipe(program(tmp_path, Makefile="run:\n"), 1024, options)
    assert {"make", "python3"} <= {tool.name for tool in recipe.toolchain(options)}


def test_submission_with_no_program_or_several_programs_is_an_error(tmp_path: Path, find: Find) -> None:
    with pytest.raises(RecipeError, match="the submission is empty"):
        find(program(tmp_path))
    with pytest.raises(RecipeError, match=r"expected a Makefile or one of homework\.py, homework3\.py"):
        find(program(tmp_path, notes__txt=""))
    program(tmp_path, homework__py="", homework__java="")
    with pytest.raises(RecipeError, match=r"found homework\.py and homework\.java; submit only one"):
        find(tmp_path)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("/* public class No */ class B {} public final class homework {}", "homework"),
        ("class homework {}", ""),
    ],
)
def test_public_class_of_java_is_found(source: str, name: str) -> None:
    assert public_class(source) == name


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
def test_main_class_of_java_is_found(source: str, main: str, tmp_path: Path, find: Find) -> None:
    assert find(program(tmp_path, homework__java=source)).run[-1] == main


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
def test_hostile_source_is_scanned_in_linear_time(name: str, text: str, tmp_path: Path, find: Find) -> None:
    (tmp_path / name).write_text(text)
    if name == "Makefile":
        (tmp_path / "homework3.py").write_text("")
    assert run_command(find(tmp_path)) != MAKE
    assert public_class(text) == ""


def test_only_folder_in_a_folder_is_the_project_root(tmp_path: Path) -> None:
    (tmp_path / "hw").mkdir()
    inner = program(tmp_path / "hw" / "inner", homework3__py="")
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / ".DS_Store").write_text("")
    assert project_root(tmp_path) == inner
    (tmp_path / "notes.txt").write_text("")
    assert project_root(tmp_path) == tmp_path


def test_symlinks_are_not_followed(tmp_path: Path, find: Find) -> None:
    outside = program(tmp_path / "outside", homework3__py="")
    folder = program(tmp_path / "folder")
    (folder / "inner").symlink_to(outside)
    assert project_root(folder) == folder
    (folder / "homework3.py").symlink_to(outside / "homework3.py")
    with pytest.raises(RecipeError):
        find(folder)


@pytest.mark.parametrize(
    ("errors", "built"),
    [
        ("make: *** No rule to make target 'agent'.  Stop.\n", True),
        ("make: *** No rule to make target 'x.o', needed by 'agent'.  Stop.\n", False),
        ("make: *** [Makefile:2: agent] Error 1\n", False),
    ],
)
def test_target_agent_is_optional_but_must_build_if_present(
    errors: str, built: bool, tmp_path: Path, find: Find
) -> None:
    recipe = find(program(tmp_path, Makefile="run:\n"))
    assert recipe.is_built(run_result(Termination.ERROR, exit_status=2, stderr=errors)) == built
