"""Pairs of submissions that share much of their code."""

import keyword
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from conftest import ROOT

from outply.grading.similarity.compare import MIN_COMMON_SUBMISSIONS, SimilarPair, SourceFile, find_similar
from outply.grading.similarity.submissions import read_sources

PROGRAMS = Path(ROOT, "tests", "programs", "similarity")
STUDENTS = sorted(path.name for path in PROGRAMS.iterdir())
NAME = re.compile(r"\b[a-z_]\w*\b", re.IGNORECASE)

Files = tuple[SourceFile, ...]


def program(student: str) -> Files:
    return read_sources(PROGRAMS / student)


def rename(files: Files, seed: int = 1) -> Files:
    """Return the files with all names, comments and indentation changed."""
    (file,) = files
    reserved = {*keyword.kwlist, "int", "char", "void", "new", "static", "public", "private", "boolean", "long"}
    reserved |= {"this", "const", "struct", "bool", "case", "class", "throws", "float", "final", "template"}
    reserved |= {"using", "namespace", "package", "typedef", "unsigned", "double", "null", "nullptr", "switch"}
    text = NAME.sub(lambda match: match[0] if match[0] in reserved else f"{match[0]}_{seed}", file.text)
    return (SourceFile(path=file.path, text=text.replace("    ", "\t").replace("\n\n", "\n\n\n")),)


def reorder(files: Files) -> Files:
    """Return a Python file with its functions and classes in another order."""
    (file,) = files
    blocks = re.split(r"\n\n\n", file.text)
    head, last = blocks[0], blocks[-1]
    middle = blocks[1:-1]
    Random(3).shuffle(middle)
    return (SourceFile(path=file.path, text="\n\n\n".join([head, *middle, last])),)


def python(text: str) -> Files:
    return (SourceFile(path="a.py", text=text),)


def pairs(found: tuple[SimilarPair, ...]) -> list[tuple[int, int]]:
    return [(pair.first, pair.second) for pair in found]


def test_different_programs_for_the_same_task_are_not_listed() -> None:
    everyone = [program(student) for student in STUDENTS]
    assert find_similar(everyone) == ()
    assert max(pair.share for pair in find_similar(everyone, min_share=0.0, min_tokens=1)) < 0.1


@pytest.mark.parametrize("student", STUDENTS)
def test_copy_with_changed_names_is_listed(student: str) -> None:
    everyone = [program(one) for one in STUDENTS]
    (pair,) = find_similar([*everyone, rename(program(student))])
    assert (STUDENTS[pair.first], pair.second) == (student, len(STUDENTS))
    assert pair.first_share > 0.95
    assert pair.second_share > 0.95


@pytest.mark.parametrize("student", ["ada", "bob"])
def test_copy_with_changed_order_and_names_is_listed(student: str) -> None:
    (pair,) = find_similar([program(student), rename(reorder(program(student)))])
    assert pair.first_share > 0.85
    assert len(pair.passages) > 1


def test_half_copied_program_is_listed_with_its_share() -> None:
    first, second = program("ada")[0].text.split("class Agent:")
    (pair,) = find_similar([python(first + second), python(first + program("cyd")[0].text)])
    assert 0.3 < pair.first_share < 0.6


def test_program_that_contains_another_is_listed_by_the_greater_share() -> None:
    small, large = program("bob"), (*rename(program("bob")), *program("ada"), *program("cyd"))
    (pair,) = find_similar([small, large])
    assert pair.first_share > 0.95
    assert pair.second_share < 0.5
    assert pair.share == pair.first_share


def test_code_from_the_template_does_not_count() -> None:
    template = program("ada")
    own = [program("bob"), program("cyd")]
    handed_in = [(*rename(template, seed), *files) for seed, files in enumerate(own)]
    assert pairs(find_similar(handed_in)) == [(0, 1)]
    assert find_similar(handed_in, template) == ()
    assert find_similar([template, rename(template)], template) == ()


def test_code_not_from_the_template_counts_in_full() -> None:
    template = program("ada")
    (pair,) = find_similar([(*template, *program("bob")), (*template, *rename(program("bob")))], template)
    assert pair.first_share > 0.95
    assert {passage.first.file for passage in pair.passages} == {1}


def test_code_that_a_third_of_the_class_shares_does_not_count() -> None:
    shared = program("bob")
    own = [program(student) for student in ("ada", "cyd", "dan", "eve", "fay")]
    assert len(own) == MIN_COMMON_SUBMISSIONS
    assert find_similar([(*rename(shared, seed), *files) for seed, files in enumerate(own)]) == ()


def test_group_of_copies_in_a_large_class_is_listed() -> None:
    group = [rename(program("bob"), seed) for seed in range(3)]
    others = [program(student) for student in STUDENTS if student != "bob"]
    assert pairs(find_similar([*others, *group])) == [(6, 7), (6, 8), (7, 8)]


def test_common_tables_of_numbers_do_not_count_as_code() -> None:
    def table(seed: int) -> str:
        rng = Random(seed)
        return "\n".join(f"    [{', '.join(str(rng.randrange(99)) for _ in range(20))}]," for _ in range(30))

    assert find_similar([python(f"a = [\n{table(1)}\n]\n"), python(f"b = [\n{table(2)}\n]\n")]) == ()


def test_pair_with_few_common_tokens_is_not_listed() -> None:
    text = "def f(a, b):\n    for i in range(a):\n        b[i] += a * i - 1\n    return b if a > 0 else None\n"
    assert find_similar([python(text), python(text)]) == ()


def test_common_passages_have_line_numbers_and_do_not_overlap() -> None:
    one, other = program("ada"), rename(reorder(program("ada")))
    (pair,) = find_similar([one, other])
    lines = one[0].text.splitlines()
    for passage in pair.passages:
        text = one[0].text[passage.first.start : passage.first.end]
        assert text.splitlines()[0] in lines[passage.first.first_line - 1]
        assert text.splitlines()[-1] in lines[passage.first.last_line - 1]
    for side in ("first", "second"):
        spans = sorted((getattr(passage, side).start, getattr(passage, side).end) for passage in pair.passages)
        assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert sum(passage.tokens for passage in pair.passages) == pair.tokens


def test_comparison_of_two_submissions_is_symmetric() -> None:
    (pair,) = find_similar([program("ada"), rename(reorder(program("ada")))])
    (swapped,) = find_similar([rename(reorder(program("ada"))), program("ada")])
    assert swapped.tokens == pair.tokens
    assert swapped.first_share == pair.second_share


def test_submission_without_code_is_in_no_pair() -> None:
    assert find_similar([(), (), python(""), python("x = 1\n")]) == ()
