"""The source files of submissions and templates."""

import os
from pathlib import Path

import pytest

from outply.grading.similarity.submissions import TemplateError, compare_submissions, read_sources, read_template
from outply.grading.submissions.collect import Submission


def test_only_source_files_inside_the_submission_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    (folder / "src").mkdir(parents=True)
    (folder / ".git").mkdir()
    (tmp_path / "secret.py").write_text("secret")
    for name in ("homework3.py", "src/A.java", ".git/a.py", "notes.txt", "latin.cpp"):
        (folder / name).write_bytes(b"// \xe9\n")
    os.symlink(tmp_path / "secret.py", folder / "link.py")
    os.symlink(tmp_path, folder / "parent")
    os.mkfifo(folder / "fifo.py")
    assert [file.path for file in read_sources(folder)] == ["homework3.py", "latin.cpp", "src/A.java"]
    assert [file.path for file in read_sources(folder / "homework3.py")] == ["homework3.py"]


def test_large_files_are_not_compared(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_bytes(b"x = 1\n" * 200_000)
    assert read_sources(tmp_path) == ()


def test_missing_or_empty_template_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(TemplateError, match=r"missing does not exist"):
        read_template(tmp_path / "missing")
    for path in (tmp_path, tmp_path / "notes.txt"):
        with pytest.raises(TemplateError, match=r"contains no readable source file \(\.py, \.java"):
            read_template(path)


def test_student_without_a_submission_has_no_files() -> None:
    similarity = compare_submissions([Submission(name="ada", student="Ada", problem="nothing was submitted")])
    assert (similarity.files, similarity.pairs) == (((),), ())


def test_unreadable_file_does_not_stop_the_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("x = 1")

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError("permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    assert read_sources(tmp_path) == ()


def test_code_of_a_large_part_of_the_class_is_named_as_left_out(tmp_path: Path) -> None:
    lines = [f"def f{n}(x, y):\n    return x * {n} + g{n}(y, x - {n}) if x > y else h{n}(x)\n" for n in range(40)]
    submissions = []
    for name in ("ada", "bob", "cleo", "dora", "eve", "fay"):
        (tmp_path / name).mkdir()
        text = "class Other:\n    pass\n" if name == "fay" else "".join(lines)
        (tmp_path / name / "homework.py").write_text(text)
        submissions.append(Submission(name=name, student=name, folder=str(tmp_path / name)))
    similarity = compare_submissions(submissions)
    assert similarity.pairs == ()
    assert similarity.mostly_common == (0, 1, 2, 3, 4)
    assert "most of the code of ada, bob, cleo, dora and eve" in similarity.common_note
    assert compare_submissions(submissions[-2:]).common_note == ""
