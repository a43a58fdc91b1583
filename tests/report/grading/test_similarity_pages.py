"""Pages about similar submissions, and the same pairs as CSV and JSON."""

import csv
import io
import re

import pytest
from support.arena.tournaments import HOSTILE
from support.grading import graded_class, similar_submissions
from support.web.html_pages import Page

from outply.grading.result.rubric import Rubric
from outply.report.grading import export
from outply.report.grading.class_site import pages
from outply.report.grading.similarity_pages import mark_lines

NOT_PROOF = "Similarity is not proof of copying"


@pytest.fixture(scope="module")
def site() -> dict[str, str]:
    suite = graded_class.cases(4)
    graded = [graded_class.graded(name, suite, graded_class.right) for name in ("ada", "bob", HOSTILE)]
    return dict(pages(suite, graded, Rubric(), similarity=similar_submissions.sample()))


def pair_page(site: dict[str, str]) -> Page:
    (name,) = [name for name in site if name.startswith("similar/")]
    return Page(site[name])


def test_every_similarity_page_says_that_similarity_is_not_proof(site: dict[str, str]) -> None:
    for name, text in site.items():
        assert (NOT_PROOF in Page(text).words) == (not name.startswith("submission/"))


def test_class_page_links_to_the_similar_pairs(site: dict[str, str]) -> None:
    assert "similar.html" in Page(site["index.html"]).links
    assert [link for link in Page(site["similar.html"]).links if link in site] == [
        "index.html",
        "similar.html",
        *(name for name in site if name.startswith("similar/")),
    ]


def test_pages_of_students_do_not_mention_similarity(site: dict[str, str]) -> None:
    assert all("similar" not in text.lower() for name, text in site.items() if name.startswith("submission/"))


def test_file_names_of_similarity_pages_are_safe(site: dict[str, str]) -> None:
    assert all(re.fullmatch(r"(similar/)?[a-z0-9-]+\.html", name) for name in site if "submission/" not in name)


def test_common_passages_are_marked_on_both_sides(site: dict[str, str]) -> None:
    read = pair_page(site)
    assert "tokens in 1 common passage: 100 % of the code of Ada" in read.words
    anchors = {attributes["id"]: attributes["href"] for tag, attributes in read.elements if "id" in attributes}
    assert anchors == {"first-1": "#second-1", "second-1": "#first-1"}
    marks = [tag for tag, _ in read.elements if tag == "mark"]
    assert len(marks) == 2 * sum(bool(line) for line in similar_submissions.CODE.splitlines())


def test_untrusted_code_and_names_are_escaped(site: dict[str, str]) -> None:
    for text in site.values():
        read = Page(text)
        assert "img" not in {tag for tag, _ in read.elements}
        assert not re.search("[\x00\x1b\u202e]", text)
    assert HOSTILE in pair_page(site).text


def test_pair_page_has_no_script(site: dict[str, str]) -> None:
    assert all("<script" not in text for name, text in site.items() if name.startswith("similar/"))


def test_similarity_page_says_if_there_are_no_similar_submissions() -> None:
    none = similar_submissions.similarity([(similar_submissions.python("x = 1\n"),)] * 2, ["ada", "bob"])
    site = dict(pages((), (), Rubric(), similarity=none))
    assert "No two of 2 submissions share suspiciously much code." in Page(site["similar.html"]).words
    assert "0 pairs of submissions share much of their code" in Page(site["index.html"]).words


def test_site_without_a_comparison_has_no_similarity_page() -> None:
    site = dict(pages((), (), Rubric()))
    assert set(site) == {"index.html"}
    assert "similar" not in Page(site["index.html"]).words


def test_code_lines_are_split_at_the_ends_of_common_passages() -> None:
    lines = mark_lines("ab\ncd\n\nef\n", [(1, 5, 7), (8, 9, 2)])
    parts = [[(part.text, part.passage, part.is_start) for part in line] for line in lines]
    assert parts == [
        [("a", 0, False), ("b", 7, True)],
        [("cd", 7, False)],
        [],
        [("e", 0, False), ("f", 2, True)],
    ]
    assert mark_lines("", []) == [[]]


def test_similar_pairs_are_exported_as_csv_and_json() -> None:
    sample = similar_submissions.sample()
    (row,) = csv.DictReader(io.StringIO(export.similar_csv(sample)))
    assert (row["first_submission"], row["first_student"], row["first_share"]) == ("ada", "Ada", "1.0")
    assert row["longest_in_first"] == "homework3.py, lines 1 to 17"
    data = export.class_to_dict((), (), Rubric(), sample)["similar"]
    assert data[0]["tokens"] == int(row["tokens"])
    assert data[0]["passages"][0]["second"] == {"file": f"{HOSTILE}.py", "first_line": 2, "last_line": 18}
    assert "similar" not in export.class_to_dict((), (), Rubric())
