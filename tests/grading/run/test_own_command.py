"""A local command is run on the cases in the caller's environment, with limits."""

import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pytest
from support.submissions import answer_script, cases, quick_settings

from outply.grading.result.verdict import Verdict
from outply.grading.run.own_command import absolute_command, judge_command
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import Deadline
from outply.grading.submissions.recipe import RecipeError
from outply.grading.suite.case import Case
from outply.sandbox.limits import Limits

CASES = cases()
WARFARE = next(case for case in CASES if case.question.position.game == "warfare")
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


def test_paths_in_the_command_become_absolute_except_input_file(folder: Path) -> None:
    program = folder / "solve"
    program.write_text(f'#!{sys.executable}\nimport sys\nassert sys.argv[1:] == ["input.txt", "-v"]\n{ANSWER}')
    program.chmod(0o755)
    (folder / "input.txt").write_text("another")
    assert verdicts("./solve", "input.txt", "-v") == [Verdict.RIGHT]


def test_bare_word_is_not_taken_for_a_folder(folder: Path) -> None:
    (folder / "homework").mkdir()
    assert absolute_command(["sh", "-cp", ".", "homework", "./homework"]) == [
        *("sh", "-cp", str(folder), "homework"),
        str(folder / "homework"),
    ]


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


def test_cases_that_reach_the_deadline_are_not_judged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline is an hour away until the first case is judged, and then half a second."""
    (folder / "run.sh").write_text(f"if grep -q Star input.txt; then {answer_script(CASES)}\nelse sleep 600; fi")
    star = next(case for case in CASES if case.question.position.game == "starcircle")
    settings = Settings(limits=Limits(cpu_seconds=600.0, wall_seconds=600.0))
    deadline = Deadline(at=monotonic() + 3600.0)
    judgements = judge_command(["sh", "run.sh"], [star, WARFARE, star], settings, deadline)
    case, judgement = next(judgements)
    assert (case, judgement.verdict) == (star, Verdict.RIGHT)
    soon = SimpleNamespace(monotonic=lambda: max(monotonic(), deadline.at - 0.5))
    monkeypatch.setattr("outply.grading.run.stopping.time", soon)
    assert list(judgements) == []
