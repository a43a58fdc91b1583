"""A local command is run on the cases in the caller's environment, with limits."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest
from support.grading.submissions import answer_script, cases, quick_settings

from outply.grading.result.verdict import Verdict
from outply.grading.run.own_command import judge_command
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import Deadline
from outply.grading.submissions.recipe import RecipeError
from outply.grading.suite.case import Case
from outply.sandbox.limits import Limits

CASES = cases()
WARFARE = next(case for case in CASES if case.question.position.game == "warfare")
TWICE = (WARFARE, replace(WARFARE, name="again"))
ANSWER = f"open('output.txt', 'w').write({WARFARE.expected!r})\n"


@pytest.fixture(autouse=True, params=["linux", "portable"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder; each test runs with both implementations of the limits."""
    if request.param == "portable":
        monkeypatch.setattr("outply.grading.run.own_command.sys.platform", "darwin")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verdicts(*command: str, cases: Sequence[Case] = (WARFARE,), settings: Settings | None = None) -> list[Verdict]:
    judgements = judge_command(list(command), cases, settings or quick_settings())
    return [judgement.verdict for _, judgement in judgements]


def test_script_of_the_current_folder_is_run_in_another_folder(folder: Path) -> None:
    (folder / "run.sh").write_text(answer_script(CASES))
    assert verdicts("sh", "run.sh", cases=CASES) == [Verdict.RIGHT] * len(CASES)
    assert sorted(path.name for path in folder.iterdir()) == ["run.sh"]


def test_modules_and_environment_variables_are_available(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLY_OWN", "mine")
    (folder / "helper.py").write_text(f"def answer():\n    {ANSWER}")
    (folder / "homework3.py").write_text("import os, helper\nassert os.environ['OUTPLY_OWN']\nhelper.answer()\n")
    assert verdicts(sys.executable, "homework3.py") == [Verdict.RIGHT]
    assert verdicts(sys.executable, "-m", "homework3") == [Verdict.RIGHT]


def test_arguments_of_a_command_are_passed_unchanged(folder: Path) -> None:
    arguments = ["input.txt", "homework", "-cp", "classes:lib/x.jar", "data.txt", "../data.txt"]
    program = folder / "solve"
    program.write_text(f"#!{sys.executable}\nimport sys\nassert sys.argv[1:] == {arguments}\n{ANSWER}")
    program.chmod(0o755)
    for name in ("input.txt", "homework", "data.txt"):
        (folder / name).write_text("another")
    assert verdicts("./solve", *arguments) == [Verdict.RIGHT]


def test_command_finds_paths_relative_to_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = folder / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "classes").mkdir()
    (inner / "classes" / "one.py").write_text("")
    (folder / "two.py").write_text("")
    (folder / "a" / "run.py").write_text(f"import sys\nfor name in sys.argv[1:]:\n    open(name)\n{ANSWER}")
    monkeypatch.chdir(inner)
    assert verdicts(sys.executable, "../run.py", "classes/one.py", "../../two.py") == [Verdict.RIGHT]


def test_files_that_a_program_creates_or_replaces_are_not_visible_to_the_next_case(folder: Path) -> None:
    (folder / "kept.txt").write_text("kept")
    (folder / "run.py").write_text(
        "import os\n"
        "is_new = open('kept.txt').read() == 'kept' and not {'new', 'dir', 'output.txt'} & set(os.listdir())\n"
        "open('new', 'w').close(); os.makedirs('dir', exist_ok=True)\n"
        "os.remove('kept.txt'); open('kept.txt', 'w').write('changed')\n"
        f"{ANSWER}"
        "if not is_new: os.remove('output.txt')\n"
    )
    assert verdicts(sys.executable, "run.py", cases=TWICE) == [Verdict.RIGHT] * 2
    assert sorted(path.name for path in folder.iterdir()) == ["kept.txt", "run.py"]
    assert (folder / "kept.txt").read_text() == "kept"


def test_files_are_copied_if_links_are_not_allowed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1314, "a required privilege is not held by the client")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    (folder / "helper").mkdir()
    (folder / "helper" / "__init__.py").write_text("")
    (folder / "run.py").write_text(f"import helper\n{ANSWER}")
    assert verdicts(sys.executable, "run.py", cases=TWICE) == [Verdict.RIGHT] * 2


def test_program_over_cpu_limit_is_killed(folder: Path) -> None:
    (folder / "loop.py").write_text("while True: pass")
    settings = Settings(limits=Limits(cpu_seconds=0.2, wall_seconds=60.0))
    assert verdicts(sys.executable, "loop.py", settings=settings) == [Verdict.TIMEOUT]


def test_missing_program_is_an_error(folder: Path) -> None:
    with pytest.raises(RecipeError, match="program not found: no-such-program"):
        verdicts("no-such-program")


def test_crash_is_reported_with_standard_error(folder: Path) -> None:
    (folder / "crash.py").write_text("raise ValueError('deep down')")
    ((_, judgement),) = judge_command([sys.executable, "crash.py"], [WARFARE], quick_settings())
    assert judgement.verdict is Verdict.CRASH
    assert "deep down" in judgement.errors


def test_cases_that_reach_the_deadline_are_not_judged(folder: Path) -> None:
    """The deadline is an hour away until the first case is judged, and then half a second."""
    (folder / "run.sh").write_text(f"if grep -q Star input.txt; then {answer_script(CASES)}\nelse sleep 600; fi")
    star = next(case for case in CASES if case.question.position.game == "starcircle")
    settings = Settings(limits=Limits(cpu_seconds=600.0, wall_seconds=600.0))
    end = monotonic() + 3600.0
    not_before = 0.0
    deadline = Deadline(at=end, clock=lambda: max(monotonic(), not_before))
    judgements = judge_command(["sh", "run.sh"], [star, WARFARE, star], settings, deadline)
    case, judgement = next(judgements)
    assert (case, judgement.verdict) == (star, Verdict.RIGHT)
    not_before = end - 0.5
    assert list(judgements) == []


@pytest.mark.parametrize("program", ["python3", sys.executable])
def test_missing_script_of_an_interpreter_is_one_error(program: str) -> None:
    with pytest.raises(RecipeError, match=r"program not found: homework3\.py does not exist"):
        verdicts(program, "homework3.py", "input.txt")
