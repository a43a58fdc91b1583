"""A submission is built and run on cases, each for itself, and each judged by what it wrote and how it ended."""

from time import monotonic

import pytest
from support.submissions import cases, contestant, knows, quick, submission

from outply.grading.result.verdict import Verdict
from outply.grading.run.deadline import Deadline
from outply.grading.run.job import Outcome, Running
from outply.grading.run.settings import Settings
from outply.grading.submissions.recipe import MissingToolError
from outply.jobs.job import JobContext
from outply.sandbox.bubblewrap import NoSandboxError
from outply.sandbox.limits import Limits

pytestmark = pytest.mark.usefixtures("needs_sandbox", "temp_dir")

CASES = cases()
WARFARE = next(case for case in CASES if case.question.position.game == "warfare")


def grade(folder, wanted=CASES, settings=None):
    """Return what the job returns, and the judgement for each case by its name."""
    told = []
    outcome = Running("somebody", str(folder), tuple(wanted), settings or quick())(JobContext(told.append))
    return outcome, dict(told)


def verdicts(folder, wanted=CASES, settings=None):
    outcome, judged = grade(folder, wanted, settings)
    assert outcome.problem == "", outcome.build_output
    return [judged[case.name].verdict for case in wanted]


def test_who_has_all_answers_is_right(tmp_path):
    assert set(verdicts(submission(tmp_path / "one", knows(CASES)))) == {Verdict.RIGHT}


def test_each_case_is_told_as_soon_as_it_is_known(tmp_path):
    heard = []

    def tell(item):
        heard.append(item[0])
        raise RuntimeError("enough")

    folder = submission(tmp_path / "one", "true")
    with pytest.raises(RuntimeError, match="enough"):
        Running("one", str(folder), CASES, quick())(JobContext(tell))
    assert heard == [CASES[0].name]


def test_what_a_run_leaves_behind_the_next_does_not_see(tmp_path):
    script = f"test -e trace && exit 3; touch trace; {knows(CASES)}"
    assert set(verdicts(submission(tmp_path / "one", script))) == {Verdict.RIGHT}


def test_an_output_that_was_handed_in_counts_for_nothing(tmp_path):
    folder = submission(tmp_path / "one", "true")
    (folder / "output.txt").write_text(WARFARE.expected)
    assert verdicts(folder, [WARFARE]) == [Verdict.NO_OUTPUT]


def test_what_is_built_is_there_for_every_case(tmp_path):
    folder = submission(tmp_path / "one", f"test -e built || exit 3\n{knows(CASES)}", agent="touch built")
    assert set(verdicts(folder)) == {Verdict.RIGHT}


def test_a_build_that_fails_is_told_with_what_it_printed(tmp_path):
    outcome, judged = grade(submission(tmp_path / "one", "true", agent="@echo no such luck; exit 7"))
    assert outcome.problem == "`make -s agent` exited with status 2"
    assert "no such luck" in outcome.build_output
    assert judged == {}


def test_who_handed_in_nothing_at_all_is_told_so(tmp_path):
    (tmp_path / ".DS_Store").write_text("")
    (tmp_path / "__MACOSX").mkdir()
    assert grade(tmp_path)[0] == Outcome("the submission is empty")


def test_who_has_nothing_to_run_is_told_so(tmp_path):
    (tmp_path / "notes.txt").write_text("")
    outcome, _ = grade(tmp_path)
    assert outcome == Outcome(
        "no program found: expected a Makefile or one of "
        "homework.py, homework3.py, homework.cpp, homework11.cpp, homework.java"
    )


def test_limits_are_for_each_case(tmp_path):
    script = f'if [ "$(head -n 1 input.txt)" = Star ]; then while :; do :; done; fi\n{knows(CASES)}'
    settings = Settings(Limits(cpu_seconds=2.0, wall_seconds=120.0, memory_mib=256))
    found = verdicts(submission(tmp_path / "one", script), CASES, settings)
    assert found == [
        Verdict.TIMEOUT if case.question.position.game != "warfare" else Verdict.RIGHT for case in CASES
    ]


def test_where_the_machine_itself_is_the_sandbox_no_walls_are_needed(tmp_path, monkeypatch):
    def no_walls():
        raise NoSandboxError("there are none")

    monkeypatch.setattr("outply.sandbox.bubblewrap.require_sandbox", no_walls)
    folder = submission(tmp_path / "one", f"test -e built || exit 3\n{knows(CASES)}", agent="touch built")
    assert set(verdicts(folder, settings=quick(sandboxed=False))) == {Verdict.RIGHT}
    with pytest.raises(NoSandboxError):
        verdicts(folder)


def test_strict_is_by_the_byte(tmp_path):
    folder = submission(tmp_path / "one", f"printf '%s\\r\\n' '{WARFARE.expected}' > output.txt")
    assert verdicts(folder, [WARFARE]) == [Verdict.RIGHT]
    assert verdicts(folder, [WARFARE], quick(strict=True)) == [Verdict.MALFORMED]


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
def test_each_language_of_assignment_001_is_built_and_run(name, tmp_path):
    answer = '"' + WARFARE.expected.replace("\n", "\\n") + '"'
    (tmp_path / name).write_text(PROGRAMS[name].format(answer=answer))
    try:
        assert verdicts(tmp_path, [WARFARE]) == [Verdict.RIGHT]
    except MissingToolError as error:
        pytest.skip(str(error))


def test_a_contestant_of_the_competition_can_be_graded(tmp_path):
    folder = contestant(tmp_path / "honest", "honest-c")
    assert Verdict.CRASH not in verdicts(folder, [WARFARE])


def test_at_the_deadline_a_case_is_cut_off_and_told_nothing_of(tmp_path):
    """The limit of a case is longer, so that nothing but the deadline can end it."""
    folder, told = submission(tmp_path / "one", "sleep 600"), []
    job = Running(
        "one",
        str(folder),
        CASES,
        Settings(Limits(cpu_seconds=600.0, wall_seconds=600.0)),
        deadline=Deadline(monotonic() + 1.0),
    )
    assert job(JobContext(told.append)) == Outcome()
    assert told == []


def test_a_limit_that_is_over_before_the_deadline_is_a_timeout(tmp_path):
    folder, told = submission(tmp_path / "one", "sleep 600"), []
    deadline = Deadline(monotonic() + 600.0)
    Running(
        "one", str(folder), CASES[:1], Settings(Limits(cpu_seconds=600.0, wall_seconds=0.2)), deadline=deadline
    )(JobContext(told.append))
    assert [judgement.verdict for _, judgement in told] == [Verdict.TIMEOUT]


def test_a_build_that_is_cut_off_is_no_fault_of_its_own(tmp_path):
    folder, told = submission(tmp_path / "one", "true", agent="sleep 600"), []
    assert (
        Running("one", str(folder), CASES, quick(), deadline=Deadline(monotonic() + 1.0))(JobContext(told.append))
        == Outcome()
    )
    assert told == []
