"""A notebook or a server grades a command, a folder or a class in a few lines, without `outply.cli`."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.grading.submissions import answer_script, cases, quick_settings, write_submission

from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.grade import grade_command, grade_folder, open_class
from outply.jobs.executor import LocalExecutor

CASES = cases()

NOTEBOOK = """
import sys
from pathlib import Path
from outply.grading.run.grade import grade_command, open_class
from outply.grading.suite import folder
from outply.jobs.executor import LocalExecutor

cases = folder.read(Path(sys.argv[1]))
print(grade_command(cases, ["true"]).right)
with open_class(cases, Path("class"), Path("grading.db")) as batch, LocalExecutor(1) as executor:
    batch.run(executor)
    print({graded.student: graded.right for graded in batch.graded()})
print([name for name in sys.modules if name.startswith("outply.cli")])
"""


@pytest.mark.usefixtures("needs_sandbox")
def test_notebook_grades_without_importing_the_command_line(tmp_path: Path, examples: Path) -> None:
    write_submission(tmp_path / "class" / "ada", answer_script(CASES))
    command = [sys.executable, "-c", f"if __name__ == '__main__':\n{_indent(NOTEBOOK)}", str(examples)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n{'ada': 4}\n[]\n", "")


def _indent(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def test_command_is_graded_with_a_call_for_each_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.sh").write_text(answer_script(CASES, but=[CASES[0].name]))
    calls = []
    graded = grade_command(CASES, ["sh", "run.sh"], on_judgement=lambda *call: calls.append(call))
    assert (graded.name, graded.right, graded.is_finished) == ("sh run.sh", len(CASES) - 1, True)
    assert tuple(calls) == graded.judgements


def test_interrupt_keeps_the_judged_cases() -> None:
    def interrupt(case: str, judgement: Judgement) -> None:
        raise KeyboardInterrupt

    graded = grade_command(CASES, ["true"], on_judgement=interrupt)
    verdicts = [judgement and judgement.verdict for _, judgement in graded.judgements]
    assert (verdicts, graded.is_finished) == ([Verdict.NO_OUTPUT, None, None, None], False)


@pytest.mark.usefixtures("needs_sandbox")
def test_folder_is_graded(tmp_path: Path) -> None:
    graded = grade_folder(CASES, write_submission(tmp_path / "ada", answer_script(CASES)), quick_settings())
    assert (graded.student, graded.right, graded.problem) == ("ada", len(CASES), "")


def test_folder_without_a_program_is_finished_with_a_problem(tmp_path: Path) -> None:
    graded = grade_folder(CASES, tmp_path, quick_settings(sandboxed=False))
    assert (graded.problem, graded.right, graded.is_finished) == ("the submission is empty", 0, True)


@pytest.mark.usefixtures("needs_sandbox")
def test_class_is_graded_with_its_roster(tmp_path: Path) -> None:
    write_submission(tmp_path / "class" / "ada", answer_script(CASES))
    write_submission(tmp_path / "class" / "guest", "true")
    (tmp_path / "roster.csv").write_text("name,id\nAda Lovelace,ada\n")
    warnings: list[str] = []
    with (
        open_class(
            CASES,
            tmp_path / "class",
            tmp_path / "grading.db",
            quick_settings(),
            roster=tmp_path / "roster.csv",
            on_warning=warnings.append,
        ) as batch,
        LocalExecutor(1) as executor,
    ):
        assert batch.run(executor)
        assert [(graded.student, graded.right) for graded in batch.graded()] == [("Ada Lovelace", 4), ("guest", 0)]
    assert [warning.partition(":")[0] for warning in warnings] == ["guest"]
