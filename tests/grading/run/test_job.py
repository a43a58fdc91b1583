"""A submission is built once, run on each case and judged by its output and its termination."""

from collections.abc import Callable, Sequence
from itertools import chain, repeat
from pathlib import Path
from time import monotonic

import pytest
from support.grading.stand_in_tools import stand_in
from support.grading.submissions import answer_script, cases, copy_contestant, quick_settings, write_submission

from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome, GradeJob
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import NO_DEADLINE, Deadline
from outply.grading.submissions import tools
from outply.grading.submissions.recipe import RecipeOptions
from outply.grading.submissions.tools import CANDIDATES, PYTHON2, ToolPaths
from outply.grading.suite.case import Case
from outply.jobs.job import JobContext
from outply.sandbox.bubblewrap import NoSandboxError
from outply.sandbox.limits import Limits

pytestmark = pytest.mark.usefixtures("needs_sandbox", "temp_dir")

CASES = cases()
WARFARE = next(case for case in CASES if case.question.position.game == "warfare")


def grade(
    folder: Path,
    cases: Sequence[Case] = CASES,
    settings: Settings | None = None,
    *,
    deadline: Deadline = NO_DEADLINE,
    on_report: Callable[[], None] = lambda: None,
) -> tuple[BuildOutcome, dict[str, Judgement]]:
    """Return the build outcome and the judgements by case name."""
    reports: list[tuple[str, Judgement]] = []

    def report(judged: tuple[str, Judgement]) -> None:
        reports.append(judged)
        on_report()

    job = GradeJob(
        name="student",
        folder=str(folder),
        cases=tuple(cases),
        settings=settings or quick_settings(),
        deadline=deadline,
    )
    outcome = job(JobContext(report))
    return outcome, dict(reports)


def verdicts(folder: Path, cases: Sequence[Case] = CASES, settings: Settings | None = None) -> list[Verdict]:
    outcome, judgements = grade(folder, cases, settings)
    assert outcome.problem == "", outcome.build_output
    return [judgements[case.name].verdict for case in cases]


def test_right_program_is_right_on_all_cases(tmp_path: Path) -> None:
    assert set(verdicts(write_submission(tmp_path / "one", answer_script(CASES)))) == {Verdict.RIGHT}


def test_each_case_is_reported_when_it_is_finished(tmp_path: Path) -> None:
    reported = []

    def report(item: tuple[str, Judgement]) -> None:
        reported.append(item[0])
        raise RuntimeError("stopped by the test")

    folder = write_submission(tmp_path / "one", "true")
    job = GradeJob(name="one", folder=str(folder), cases=CASES, settings=quick_settings())
    with pytest.raises(RuntimeError, match="stopped by the test"):
        job(JobContext(report))
    assert reported == [CASES[0].name]


def test_files_of_one_run_are_not_visible_to_the_next(tmp_path: Path) -> None:
    script = f"test -e trace && exit 3; touch trace; {answer_script(CASES)}"
    assert set(verdicts(write_submission(tmp_path / "one", script))) == {Verdict.RIGHT}


def test_submitted_output_file_is_ignored(tmp_path: Path) -> None:
    folder = write_submission(tmp_path / "one", "true")
    (folder / "output.txt").write_text(WARFARE.expected)
    assert verdicts(folder, [WARFARE]) == [Verdict.NO_OUTPUT]


def test_build_is_available_to_every_case(tmp_path: Path) -> None:
    script = f"test -e built || exit 3\n{answer_script(CASES)}"
    assert set(verdicts(write_submission(tmp_path / "one", script, agent="touch built"))) == {Verdict.RIGHT}


def test_failed_build_is_reported_with_its_output(tmp_path: Path) -> None:
    outcome, judgements = grade(write_submission(tmp_path / "one", "true", agent="@echo no such luck; exit 7"))
    assert outcome.problem == "`make -s agent` exited with status 2"
    assert "no such luck" in outcome.build_output
    assert judgements == {}


def test_empty_submission_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".DS_Store").write_text("")
    (tmp_path / "__MACOSX").mkdir()
    assert grade(tmp_path)[0] == BuildOutcome(problem="the submission is empty")


def test_submission_without_a_program_is_reported(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    outcome, _ = grade(tmp_path)
    assert outcome.problem == (
        "no program found: expected a Makefile or one of "
        "homework.py, homework3.py, homework.cpp, homework11.cpp, homework.java"
    )


def test_limits_hold_for_each_case_separately(tmp_path: Path) -> None:
    script = f'if [ "$(head -n 1 input.txt)" = Star ]; then while :; do :; done; fi\n{answer_script(CASES)}'
    settings = Settings(limits=Limits(cpu_seconds=2.0, wall_seconds=120.0, memory_mib=256))
    assert verdicts(write_submission(tmp_path / "one", script), CASES, settings) == [
        Verdict.TIMEOUT if case.question.position.game != "warfare" else Verdict.RIGHT for case in CASES
    ]


def test_unsandboxed_grading_needs_no_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_sandbox() -> None:
        raise NoSandboxError("no sandbox")

    monkeypatch.setattr("outply.sandbox.bubblewrap.require_sandbox", no_sandbox)
    script = f"test -e built || exit 3\n{answer_script(CASES)}"
    folder = write_submission(tmp_path / "one", script, agent="touch built")
    assert set(verdicts(folder, settings=quick_settings(sandboxed=False))) == {Verdict.RIGHT}
    with pytest.raises(NoSandboxError):
        verdicts(folder)


def test_strict_mode_compares_bytes(tmp_path: Path) -> None:
    folder = write_submission(tmp_path / "one", f"printf '%s\\r\\n' '{WARFARE.expected}' > output.txt")
    assert verdicts(folder, [WARFARE]) == [Verdict.RIGHT]
    assert verdicts(folder, [WARFARE], quick_settings(strict=True)) == [Verdict.MALFORMED]


PROGRAMS = {
    "homework.py": "open('output.txt', 'w').write({answer})",
    "homework3.py": "import pathlib\npathlib.Path('output.txt').write_text({answer})",
    "homework.cpp": '#include <fstream>\nint main() {{ std::ofstream("output.txt") << {answer}; }}',
    "homework11.cpp": '#include <fstream>\nint main() {{ auto s = {answer}; std::ofstream("output.txt") << s; }}',
    "homework.java": "import java.nio.file.*; class Other {{}} public class homework {{"
    "public static void main(String[] a) throws Exception {{"
    ' Files.writeString(Path.of("output.txt"), {answer}); }} }}',
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_language_of_assignment_001_is_built_and_run(name: str, tmp_path: Path) -> None:
    answer = '"' + WARFARE.expected.replace("\n", "\\n") + '"'
    (tmp_path / name).write_text(PROGRAMS[name].format(answer=answer))
    outcome, judgements = grade(tmp_path, [WARFARE])
    if outcome.is_tool_missing:
        pytest.skip(outcome.problem)
    assert [judgement.verdict for judgement in judgements.values()] == [Verdict.RIGHT], outcome
    assert outcome.tools


def test_python_2_program_has_no_verdicts_if_python_2_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CANDIDATES, PYTHON2, ("no-such-python",))
    tools.installed_tool.cache_clear()
    (tmp_path / "homework.py").write_text("print 'hello'\n")
    outcome, judgements = grade(tmp_path)
    assert judgements == {}
    assert outcome.is_tool_missing
    assert "Python 2 is not installed here" in outcome.problem


def test_interpreter_outside_the_system_directories_runs_in_the_sandbox(tmp_path: Path, temp_dir: Path) -> None:
    """The stand-in accepts every source; it is installed outside of the directories that the sandbox shows."""
    python2 = stand_in(temp_dir / "opt" / "bin" / "python2", "Python 2.7.18", '[ "$1" = -E ] || sh "$1"')
    (temp_dir / "opt").chmod(0o755)
    (tmp_path / "homework.py").write_text(answer_script(CASES))
    options = RecipeOptions(tools=ToolPaths(python2=str(python2)))
    outcome, judgements = grade(tmp_path, settings=quick_settings(recipe=options))
    assert {judgement.verdict for judgement in judgements.values()} == {Verdict.RIGHT}, outcome
    assert [(tool.path, tool.version) for tool in outcome.tools] == [(str(python2), "Python 2.7.18")]


def test_run_command_option_replaces_the_command_of_every_program(tmp_path: Path) -> None:
    (tmp_path / "solve.sh").write_text(answer_script(CASES))
    options = RecipeOptions(run_command="sh solve.sh")
    assert set(verdicts(tmp_path, settings=quick_settings(recipe=options))) == {Verdict.RIGHT}


def test_tournament_contestant_can_be_graded(tmp_path: Path) -> None:
    folder = copy_contestant(tmp_path / "honest", "honest-c")
    assert Verdict.CRASH not in verdicts(folder, [WARFARE])


def test_case_that_reaches_the_deadline_is_not_reported(tmp_path: Path) -> None:
    """The limit of the case is longer, so that only the deadline can end it, soon after the first case."""
    seconds_left = 3600.0

    def on_report() -> None:
        nonlocal seconds_left
        seconds_left = 0.5

    star = next(case for case in CASES if case.question.position.game == "starcircle")
    text = f"if grep -q Star input.txt; then {answer_script(CASES)}\nelse sleep 600; fi"
    end = monotonic() + 3600.0
    outcome, judgements = grade(
        write_submission(tmp_path / "one", text),
        [star, WARFARE],
        Settings(limits=Limits(cpu_seconds=600.0, wall_seconds=600.0)),
        deadline=Deadline(at=end, clock=lambda: end - seconds_left),
        on_report=on_report,
    )
    assert outcome.problem == ""
    assert {name: judgement.verdict for name, judgement in judgements.items()} == {star.name: Verdict.RIGHT}


def test_limit_exceeded_before_the_deadline_is_a_timeout(tmp_path: Path) -> None:
    folder = write_submission(tmp_path / "one", "sleep 600")
    settings = Settings(limits=Limits(cpu_seconds=600.0, wall_seconds=0.2))
    _, judgements = grade(folder, CASES[:1], settings, deadline=Deadline(at=monotonic() + 600.0))
    assert [judgement.verdict for judgement in judgements.values()] == [Verdict.TIMEOUT]


def test_build_that_reaches_the_deadline_is_not_reported_as_a_problem(tmp_path: Path) -> None:
    folder = write_submission(tmp_path / "one", "true", agent="sleep 600")
    end = monotonic() + 3600.0
    times = chain([end - 1.0], repeat(end))  # when the build begins, and later
    outcome, judgements = grade(folder, deadline=Deadline(at=end, clock=times.__next__))
    assert (outcome.problem, judgements) == ("", {})
