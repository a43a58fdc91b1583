"""One's own command runs on the cases: with one's own variables and files, and with limits."""

import sys
from time import monotonic
from types import SimpleNamespace

import pytest
from support.submissions import cases, knows, quick

from outply.grading.result.verdict import Verdict
from outply.grading.run import own_command
from outply.grading.run.deadline import Deadline
from outply.grading.run.settings import Settings
from outply.grading.submissions.recipe import RecipeError
from outply.sandbox.limits import Limits

CASES = cases()
WARFARE = next(case for case in CASES if case.question.position.game == "warfare")
ANSWER = f"open('output.txt', 'w').write({WARFARE.expected!r})\n"


@pytest.fixture(autouse=True, params=["measured", "unsandboxed"])
def here(request, tmp_path, monkeypatch):
    """The folder that the command is given in; both ways of running it."""
    if request.param == "unsandboxed":
        monkeypatch.setattr("outply.grading.run.own_command.sys.platform", "darwin")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verdicts(*command, wanted=(WARFARE,), settings=None):
    return [judgement.verdict for _, judgement in own_command.grade(list(command), wanted, settings or quick())]


def test_a_script_of_the_current_folder_answers(here):
    (here / "run.sh").write_text(knows(CASES))
    assert verdicts("sh", "run.sh", wanted=CASES) == [Verdict.RIGHT] * len(CASES)
    assert sorted(path.name for path in here.iterdir()) == ["run.sh"]


def test_its_modules_and_variables_are_found(here, monkeypatch):
    monkeypatch.setenv("OUTPLY_OWN", "mine")
    (here / "helper.py").write_text(f"def answer():\n    {ANSWER}")
    (here / "homework3.py").write_text("import os, helper\nassert os.environ['OUTPLY_OWN']\nhelper.answer()\n")
    assert verdicts(sys.executable, "homework3.py") == [Verdict.RIGHT]
    assert verdicts(sys.executable, "-m", "homework3") == [Verdict.RIGHT]


def test_an_own_program_and_the_names_of_the_case_s_files(here):
    program = here / "solve"
    program.write_text(f'#!{sys.executable}\nimport sys\nassert sys.argv[1:] == ["input.txt", "-v"]\n{ANSWER}')
    program.chmod(0o755)
    (here / "input.txt").write_text("another")
    assert verdicts("./solve", "input.txt", "-v") == [Verdict.RIGHT]


def test_folders_are_meant_where_they_are_written_as_such(here):
    (here / "homework").mkdir()
    assert own_command.from_elsewhere(["sh", "-cp", ".", "homework", "./homework"]) == [
        *("sh", "-cp", str(here), "homework"),
        str(here / "homework"),
    ]


def test_limits_end_it(here):
    (here / "loop.py").write_text("while True: pass")
    settings = Settings(Limits(cpu_seconds=0.2, wall_seconds=60.0))
    assert verdicts(sys.executable, "loop.py", settings=settings) == [Verdict.TIMEOUT]


def test_a_program_that_is_not_there_is_told(here):
    with pytest.raises(RecipeError, match="there is no program no-such-program"):
        verdicts("no-such-program")


def test_a_crash_is_one_with_what_was_printed(here):
    (here / "crash.py").write_text("raise ValueError('deep down')")
    ((_, judgement),) = own_command.grade([sys.executable, "crash.py"], [WARFARE], quick())
    assert judgement.verdict is Verdict.CRASH
    assert "deep down" in judgement.errors


def test_at_the_deadline_the_command_is_cut_off_and_the_rest_not_told_of(here, monkeypatch):
    """The deadline is an hour away until the first case is told of, and then half a second."""
    (here / "run.sh").write_text(f"if grep -q Star input.txt; then {knows(CASES)}\nelse sleep 600; fi")
    star = next(case for case in CASES if case.question.position.game == "starcircle")
    limits, deadline = Settings(Limits(cpu_seconds=600.0, wall_seconds=600.0)), Deadline(monotonic() + 3600.0)
    told = own_command.grade(["sh", "run.sh"], [star, WARFARE, star], limits, deadline)
    case, judgement = next(told)
    assert (case, judgement.verdict) == (star, Verdict.RIGHT)
    soon = SimpleNamespace(monotonic=lambda: max(monotonic(), deadline.at - 0.5))
    monkeypatch.setattr("outply.grading.run.deadline.time", soon)
    assert list(told) == []
