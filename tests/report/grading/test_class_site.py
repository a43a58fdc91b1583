"""The pages of a class: their content, privacy of submission pages, and untrusted text."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from support.arena.tournaments import HOSTILE, OUTPUT
from support.grading import graded_class
from support.web.html_pages import Page

from outply.formats import notation
from outply.formats.question import Question
from outply.games.svg import MARKS
from outply.games.warfare import Position
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission, Verdict
from outply.grading.submissions.collect import NO_SUBMISSION
from outply.grading.suite.case import Case
from outply.report.grading.answer_pictures import answer_pictures
from outply.report.grading.case_trees import render_tree
from outply.report.grading.class_site import page, pages
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.site_page import Heading
from outply.report.grading.submission_page import compare, question_title


@pytest.fixture(scope="module")
def suite() -> tuple[Case, ...]:
    return graded_class.cases()


@pytest.fixture(scope="module")
def site(suite: Sequence[Case]) -> dict[str, str]:
    return dict(pages(suite, graded_class.classroom(suite), graded_class.RUBRIC))


def page_of(
    suite: Sequence[Case], one: GradedSubmission, rubric: Rubric | None = None, include_hidden: bool = False
) -> Page:
    return Page(page(suite, one, rubric or Rubric(), include_hidden=include_hidden))


def test_class_page_counts_submissions_with_all_cases_right(suite: tuple[Case, ...]) -> None:
    many = [graded_class.graded(name, suite, graded_class.right) for name in "ab"] + [
        graded_class.broken("c", suite)
    ]
    words = Page(dict(pages(suite, many, Rubric()))["index.html"]).words
    assert "2 of 3 submissions have all 16 cases right. 1 could not be run." in words


@pytest.mark.parametrize(
    ("question", "title"),
    [
        (Question(Position.of([[1]]), "MINIMAX", 3), "Warfare, MINIMAX to depth 3"),
        (Question(Position.of([[1]]), "COMPETITION", seconds=1.0), "Warfare, any legal move"),
    ],
)
def test_title_of_a_question_names_its_task(question: Question, title: str) -> None:
    assert question_title(question) == title


def test_cases_are_sorted_by_failures_and_show_their_requirement(suite: tuple[Case, ...]) -> None:
    many = [graded_class.graded(name, suite, graded_class.wrong_on("nodes")) for name in "ab"]
    words = Page(dict(pages(suite, many, Rubric()))["index.html"]).words
    cases = words[words.index("Cases by failures") :]
    assert re.search(r"Requirement tested Failures case-06 2 0 Every visited node counts", cases)


def test_class_page_lists_frequent_mistakes(suite: tuple[Case, ...]) -> None:
    many = [graded_class.graded(name, suite, graded_class.wrong_on("nodes")) for name in "ab"]
    words = Page(dict(pages(suite, many, Rubric()))["index.html"]).words
    assert re.search(r"unlikely\. 2 [^.]*root \(perhaps\)", words)


def test_score_histogram_has_a_separate_bin_for_full_points(suite: tuple[Case, ...]) -> None:
    half = graded_class.graded(
        "half", suite, lambda case: graded_class.right(case) if case in suite[:8] else graded_class.wrong(case)
    )
    many = [graded_class.graded("all", suite, graded_class.right), half, graded_class.broken("none", suite)]
    many.append(graded_class.graded("unfinished", suite, graded_class.right, reached=3))
    words = Page(dict(pages(suite, many, Rubric(total_points=100.0)))["index.html"]).words
    for line in ("Points of 100 Submissions 100 1", "50 to below 60 1", "0 to below 10 1", "10 to below 20 0"):
        assert line in words
    assert "Unfinished: 1 submission with cases that are still to be run. It has no score yet" in words


def test_class_page_links_to_the_page_of_every_submission(site: dict[str, str]) -> None:
    linked = [link for link in Page(site["index.html"]).links if link.startswith("submission/")]
    assert sorted(linked) == sorted(name for name in site if name.startswith("submission/"))
    assert len(linked) == 40


def test_file_names_are_safe_for_any_submission_name(site: dict[str, str]) -> None:
    assert all(re.fullmatch(r"index\.html|(submission|tree)/[a-z0-9][a-z0-9-]{0,45}\.html", name) for name in site)


def test_pages_are_self_contained(site: dict[str, str]) -> None:
    for name, text in site.items():
        if name.startswith("tree/"):
            continue  # tests/report/tree covers these pages
        links = Page(text).links
        assert all(
            re.match(r"data:|#[a-z]+(-\d+)?$|submission/|\.\./tree/case-\d+\.html$", link) for link in links
        )
        assert "default-src 'none'" in text
        assert not re.search(r"url\(|@import", text)


def test_submission_page_has_no_script(site: dict[str, str]) -> None:
    assert all("<script" not in text for name, text in site.items() if name.startswith("submission/"))


def test_untrusted_text_is_escaped(site: dict[str, str]) -> None:
    for text in site.values():
        read = Page(text)
        assert "img" not in {tag for tag, _ in read.elements}
        assert not re.search("[\x00\x1b\u202e]", text)
    assert HOSTILE in Page(site["index.html"]).text
    assert (
        OUTPUT.encode("unicode_escape").decode()
        in Page(site["submission/script-img-src-x-onerror-alert-1.html"]).text
    )


def test_submission_page_mentions_no_other_submission(suite: tuple[Case, ...], site: dict[str, str]) -> None:
    name = next(name for name in site if "student003" in name)
    assert "Student Number 3" in site[name]
    for number in (0, 1, 2, 4, 5):
        assert f"Student Number {number}" not in site[name]
        assert f"student00{number}" not in site[name]
    assert "index.html" not in site[name]


def test_wrong_case_shows_the_difference_and_the_requirement_and_both_answers(suite: tuple[Case, ...]) -> None:
    read = page_of(suite, graded_class.graded("a", suite, graded_class.wrong_on("nodes")))
    about = read.words[read.words.rindex("Differences case-") :]
    case = suite[5]
    assert (
        "case-06: right move, wrong board A program that does not count the root gives this very answer."
        " The first difference is here."
    ) in about
    assert "Requirement tested: Every visited node counts" in about
    assert "Expected output.txt " + " ".join(case.expected.split()) in about
    assert "case-05" not in about, "right cases are only in the table"


def test_likely_mistake_is_shown_with_its_advice(suite: tuple[Case, ...]) -> None:
    words = page_of(suite, graded_class.graded("a", suite, graded_class.wrong_on("nodes"))).words
    assert re.search(
        r"Known mistakes that fit your answers A program that .*root gives exactly these 16 answers, 2 of them"
        r" wrong\. This may be a coincidence: .* The root is a node like any other",
        words,
    )


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict is not Verdict.RIGHT])
def test_every_verdict_is_shown(suite: tuple[Case, ...], verdict: Verdict) -> None:
    words = page_of(suite, graded_class.graded("a", suite, lambda case: graded_class.wrong(case, verdict))).words
    assert f"case-01 {verdict.value} 0 of 1" in words
    assert f"case-01: {verdict.value}" in words


def test_case_that_was_not_reached_is_shown(suite: tuple[Case, ...]) -> None:
    words = page_of(suite, graded_class.graded("a", suite, graded_class.right, reached=15)).words
    assert "15 right, 0 wrong, 1 not reached: grading ended early" in words
    assert "Unfinished. Some cases are still to be run." in words
    assert "case-15 right 1 of 1" in words
    assert "case-16 not reached 0 of 1" not in words


def test_given_up_submission_is_shown_on_both_pages(suite: tuple[Case, ...]) -> None:
    one = graded_class.given_up("a", suite)
    words = page_of(suite, one).words
    assert "0 right, 2 wrong, 14 not run: grading was stopped after 2 timeouts in a row" in words
    assert "case-03 not run 0 of 1" in words
    assert "14 \u00d7 not run" in Page(dict(pages(suite, [one], Rubric()))["index.html"]).words


def test_submission_without_a_name_has_a_link(suite: tuple[Case, ...]) -> None:
    site = dict(pages(suite, [graded_class.graded("", suite, graded_class.right)], Rubric()))
    assert "1 (no name) 16 16" in Page(site["index.html"]).words


def test_submission_that_could_not_be_run_shows_reason_and_build_output(suite: tuple[Case, ...]) -> None:
    words = page_of(suite, graded_class.broken("a", suite)).words
    assert "Your program could not be run. There is no Makefile." in words
    assert "make: ***" in words


def test_hidden_cases_are_not_on_the_submission_page(suite: tuple[Case, ...]) -> None:
    one = graded_class.graded("a", suite, graded_class.wrong)
    shown = page_of(suite, one, graded_class.RUBRIC)
    assert "case-02" not in shown.text
    assert "1 more case also counts" in shown.words
    assert "case-02" in page_of(suite, one, graded_class.RUBRIC, include_hidden=True).text


def test_points_are_scaled_over_all_cases_if_some_are_hidden(suite: tuple[Case, ...]) -> None:
    rubric = Rubric(total_points=100.0, visibilities={"case-02": "hidden"})
    words = page_of(suite, graded_class.graded("a", suite, graded_class.right), rubric).words
    assert "Score 93.75 of 93.75 for the cases that are shown here" in words


def test_only_differences_are_marked() -> None:
    expected, actual = compare("A1 Stake\nXO.", "A1 Stake\nXX.\nmore\n")
    assert expected == [[("A1 Stake", False)], [("X", False), ("O", True), (".", False)]]
    assert actual[1:] == [[("X", False), ("X", True), (".", False)], [("more", True)]]


def test_whitespace_is_marked_only_if_nothing_else_differs() -> None:
    assert compare("a\nb", "a\r\nc")[1] == [[("a", False)], [("c", True)]]
    assert compare("a\nb", "a\r\nb")[1] == [[("a", False), ("\r", True)], [("b", False)]]


def test_pages_show_the_common_feature_of_the_wrong_cases() -> None:
    suite = graded_class.cases(40)
    one = graded_class.graded("a", suite, graded_class.crash_on_mode("ALPHABETA"))
    sentence = f"All {40 - one.right} wrong cases have the mode ALPHABETA; none of the {one.right} right ones has."
    words = page_of(suite, one).words
    assert f"What the wrong cases have in common {sentence} This is a pattern, not a cause." in words
    assert sentence in Page(dict(pages(suite, [one], Rubric()))["index.html"]).words


def test_submission_without_an_installed_interpreter_is_counted_separately(suite: tuple[Case, ...]) -> None:
    many = [graded_class.ungraded("ada", suite), graded_class.graded("bob", suite, graded_class.wrong)]
    index = Page(dict(pages(suite, many, Rubric()))["index.html"]).words
    assert "Not graded: 1 submission, because a compiler or interpreter is not installed" in index
    assert ClassSummary(suite, many, Rubric()).score_histogram()[0][2] == 1
    words = page_of(suite, many[0]).words
    assert "Score none, because a compiler or interpreter is not installed" in words
    assert f"Not graded. {many[0].problem}. This is not your fault" in words
    assert "--python2" not in words  # the instructor's task
    assert "0 of 1" not in words


def test_pages_show_which_interpreter_ran(suite: tuple[Case, ...]) -> None:
    noted = graded_class.noted("ada", suite)
    index = Page(dict(pages(suite, [noted], Rubric()))["index.html"]).words
    assert "Python 3.11.2 /usr/bin/python3 1" in index
    words = page_of(suite, noted).words
    assert "Ran with Python 3.11.2 (/usr/bin/python3)" in words
    assert graded_class.NOTE in words


def test_students_without_a_submission_are_counted_separately(suite: tuple[Case, ...]) -> None:
    missing = replace(graded_class.broken("zoe", suite), problem=NO_SUBMISSION)
    many = [graded_class.graded("ada", suite, graded_class.right), graded_class.broken("bob", suite), missing]
    page = Page(dict(pages(suite, many, Rubric()))["index.html"])
    assert (
        "1 of 2 submissions has all 16 cases right. 1 could not be run. 1 student submitted nothing." in page.words
    )
    assert "all (3) all right (1) could not be run (1) no submission (1)" in page.words
    assert "No submission. You have submitted nothing." in page_of(suite, missing).words


def test_submissions_without_points_have_no_place(suite: tuple[Case, ...]) -> None:
    many = [graded_class.graded("ada", suite, graded_class.right)]
    many.append(graded_class.graded("bob", suite, lambda case: graded_class.wrong(case, Verdict.CRASH)))
    words = Page(dict(pages(suite, many, Rubric()))["index.html"]).words
    assert "1 ada 16 16 0 bob 0 0 16" in words


def test_pages_show_the_suite_and_the_date(suite: tuple[Case, ...]) -> None:
    heading = Heading(suite="week 3", day=date(2026, 11, 16))
    site = dict(pages(suite, [graded_class.graded("ada", suite, graded_class.right)], Rubric(), heading=heading))
    subtitle = "16 cases, maximum 16 points; graded on 16 November 2026"
    for name, title in (("index.html", "Class results"), ("submission/ada.html", "ada")):
        words = Page(site[name]).words
        assert words.index("week 3") < words.index(f"{title} {subtitle}")


def test_wrong_case_has_pictures_and_a_link_to_its_search_tree(suite: tuple[Case, ...]) -> None:
    site = dict(pages(suite, [graded_class.graded("ada", suite, graded_class.wrong_on("nodes"))], Rubric()))
    assert {name for name in site if name.startswith("tree/")} == {"tree/case-06.html", "tree/case-14.html"}
    read = Page(site["submission/ada.html"])
    assert [link for link in read.links if "tree" in link] == ["../tree/case-06.html", "../tree/case-14.html"]
    assert sum(tag == "svg" for tag, _ in read.elements) == 6
    assert re.search(r"Question: \w+ to move", read.words)
    assert "Your answer: " in read.words


def test_hidden_case_has_no_search_tree(suite: tuple[Case, ...]) -> None:
    site = dict(pages(suite, [graded_class.graded("ada", suite, graded_class.wrong)], graded_class.RUBRIC))
    assert "tree/case-01.html" in site
    assert "tree/case-02.html" not in site


def test_search_that_visits_too_many_nodes_has_no_tree(suite: tuple[Case, ...]) -> None:
    large = replace(suite[8], question=Question(notation.from_line("starcircle/standard/initial"), "MINIMAX", 8))
    assert render_tree(large, max_visits=0) is None


def test_picture_shows_the_board_that_the_program_wrote() -> None:
    question = Question(notation.from_line("warfare/raid/X/9_1/1_1/../.."), "MINIMAX", 1)
    _, expected, actual = answer_pictures(question, "A1 Stake\nX.\n..", "A1 Stake\nXO\n..")
    assert (expected.caption, actual.caption) == ("Expected: A1 Stake", "Your answer: A1 Stake")
    ring = MARKS[1]
    assert ring not in expected.svg
    assert ring in actual.svg


def test_answer_without_a_legal_move_has_no_picture() -> None:
    question = Question(notation.from_line("warfare/raid/X/9_1/1_1/X./.."), "MINIMAX", 1)
    pictures = answer_pictures(question, "B1 Raid\nXX\n..", "A1 Stake\nX.\n..")
    assert [picture.caption for picture in pictures] == ["Question: X to move", "Expected: B1 Raid"]


def test_crash_is_summarized_by_the_last_line_of_standard_error(suite: tuple[Case, ...]) -> None:
    traceback = "Traceback (most recent call last):\n  …\nIndexError: list index out of range\n\n"
    one = graded_class.graded(
        "a", suite, lambda case: replace(graded_class.wrong(case, Verdict.CRASH), errors=traceback)
    )
    assert "Standard error, which ends with IndexError: list index out of range" in page_of(suite, one).words
    silent = graded_class.graded(
        "a", suite, lambda case: replace(graded_class.wrong(case, Verdict.CRASH), errors="\n")
    )
    assert "Standard error" not in page_of(suite, silent).words
