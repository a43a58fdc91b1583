"""File names of questions and answers in a folder."""

from pathlib import Path

import pytest

from outply.formats.case_files import answer_path, case_name, find_inputs, is_case_file


def test_questions_are_found_in_subfolders_under_all_supported_names(tmp_path: Path) -> None:
    names = ["a/input.txt", "input2.txt", "x.in", "x.out", "output2.txt", "notes.txt", "__MACOSX/._x.in"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    files, unreadable = find_inputs(tmp_path)
    assert [str(file.relative_to(tmp_path)) for file in files] == ["a/input.txt", "input2.txt", "x.in"]
    assert unreadable == []


@pytest.mark.parametrize(
    ("question", "answer"), [("a/input.txt", "a/output.txt"), ("input7.txt", "output7.txt"), ("x.in", "x.out")]
)
def test_name_of_an_answer_file_follows_from_the_question_file(question: str, answer: str) -> None:
    assert answer_path(Path(question)) == Path(answer)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("x.in", "x"),
        ("ties/x.in", "ties/x"),
        ("ties/input.txt", "ties"),
        ("input.txt", "input"),
        ("input7.txt", "input7"),
    ],
)
def test_name_of_a_case_follows_from_the_path_of_its_question(path: str, name: str) -> None:
    assert case_name(Path(path)) == name


def test_only_questions_and_answers_count_as_case_files() -> None:
    names = ["x.in", "x.out", "input7.txt", "output.txt", "homework3.py", "notes.txt"]
    assert [name for name in names if is_case_file(name)] == names[:4]
