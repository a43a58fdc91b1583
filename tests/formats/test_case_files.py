"""File names of questions and answers in a folder."""

from pathlib import Path

import pytest

from outply.formats.case_files import answer_path, find_inputs


def test_questions_are_found_in_subfolders_in_every_layout(tmp_path: Path) -> None:
    names = ["a/input.txt", "input2.txt", "x.in", "x.out", "output2.txt", "notes.txt"]
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
