"""The recipe of a submission follows from its files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.run_results import run_result

from outply.grading.submissions.recipe import MissingToolError, RecipeError, find_recipe, project_root
from outply.sandbox.limits import Termination

MAKE = ("make", "-s", "run")


def program(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def run_command(folder: Path, memory_mib: int = 1024) -> tuple[str, ...]:
    return find_recipe(folder, memory_mib, path=None).run


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set the tools that are installed."""

    def has(*names: str) -> None:
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
def test_makefile_with_target_run_is_used(text: str, tmp_path: Path) -> None:
    assert run_command(program(tmp_path, Makefile=text, homework3__py="")) == MAKE


@pytest.mark.parametrize(
    "text", ["", "all:\n\trun: it\n", "# run:\n", "run := 1\n", "run = a:b\n", "rerun:\n\ttrue\n"]
)
def test_makefile_without_target_run_is_not_used(text: str, tmp_path: Path, tools: Callable[..., None]) -> None:
    folder = program(tmp_path, Makefile=text)
    with pytest.raises(RecipeError, match="no target `run`"):
        find_recipe(folder, 1024)
    assert run_command(program(folder, homework3__py="")) == ("python3", "homework3.py")


def test_file_names_of_assignment_001_determine_the_commands(tmp_path: Path, tools: Callable[..., None]) -> None:
    recipes = {}
    for name in ("homework.py", "homework3.py", "homework.cpp", "homework11.cpp", "homework.java"):
        folder = program(tmp_path / name)
        (folder / name).write_text("")
        recipes[name] = find_recipe(folder, 1000)
    assert [recipes[name].run[:2] for name in ("homework.py", "homework3.py")] == [
        ("python3", "homework.py"),
        ("python3", "homework3.py"),
    ]
    assert recipes["homework.cpp"].build == ("g++", "-O2", "-o", "homework", "homework.cpp")
    assert "-std=c++11" in recipes["homework11.cpp"].build
    assert recipes["homework11.cpp"].run == ("./homework",)
    assert {"-Xmx750m", "homework"} < set(recipes["homework.java"].run)


def test_python_2_is_preferred_where_installed(tmp_path: Path, tools: Callable[..., None]) -> None:
    tools("python2", "python3")
    assert run_command(program(tmp_path, homework__py="")) == ("python2", "homework.py")


def test_missing_tool_is_not_the_programs_fault(tmp_path: Path, tools: Callable[..., None]) -> None:
    tools("python3")
    with pytest.raises(MissingToolError, match=r"homework\.cpp needs g\+\+, which is not installed"):
        find_recipe(program(tmp_path, homework__cpp=""), 1024)


def test_submission_with_no_program_or_several_programs_is_an_error(
    tmp_path: Path, tools: Callable[..., None]
) -> None:
    with pytest.raises(RecipeError, match="the submission is empty"):
        find_recipe(program(tmp_path), 1024)
    with pytest.raises(RecipeError, match=r"expected a Makefile or one of homework\.py, homework3\.py"):
        find_recipe(program(tmp_path, notes__txt=""), 1024)
    program(tmp_path, homework__py="", homework__java="")
    with pytest.raises(RecipeError, match=r"found homework\.py and homework\.java; submit only one"):
        find_recipe(tmp_path, 1024)


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
def test_main_class_of_java_is_found(source: str, main: str, tmp_path: Path, tools: Callable[..., None]) -> None:
    assert run_command(program(tmp_path, homework__java=source))[-1] == main


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
def test_hostile_source_is_scanned_in_linear_time(
    name: str, text: str, tmp_path: Path, tools: Callable[..., None]
) -> None:
    (tmp_path / name).write_text(text)
    if name == "Makefile":
        (tmp_path / "homework3.py").write_text("")
    assert run_command(tmp_path) != MAKE


def test_only_folder_in_a_folder_is_the_project_root(tmp_path: Path) -> None:
    (tmp_path / "hw").mkdir()
    inner = program(tmp_path / "hw" / "inner", homework3__py="")
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / ".DS_Store").write_text("")
    assert project_root(tmp_path) == inner
    (tmp_path / "notes.txt").write_text("")
    assert project_root(tmp_path) == tmp_path


def test_symlinks_are_not_followed(tmp_path: Path, tools: Callable[..., None]) -> None:
    outside = program(tmp_path / "outside", homework3__py="")
    folder = program(tmp_path / "folder")
    (folder / "inner").symlink_to(outside)
    assert project_root(folder) == folder
    (folder / "homework3.py").symlink_to(outside / "homework3.py")
    with pytest.raises(RecipeError):
        find_recipe(folder, 1024)


@pytest.mark.parametrize(
    ("errors", "built"),
    [
        ("make: *** No rule to make target 'agent'.  Stop.\n", True),
        ("make: *** No rule to make target 'x.o', needed by 'agent'.  Stop.\n", False),
        ("make: *** [Makefile:2: agent] Error 1\n", False),
    ],
)
def test_target_agent_is_optional_but_must_build_if_present(errors: str, built: bool, tmp_path: Path) -> None:
    recipe = find_recipe(program(tmp_path, Makefile="run:\n"), 1024)
    assert recipe.is_built(run_result(Termination.ERROR, exit_status=2, stderr=errors)) == built
