"""Pages about similar submissions: a list of pairs, and the code of each pair side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from outply.grading.similarity.compare import Passage, SimilarPair, SourceFile
from outply.grading.similarity.submissions import NOT_PROOF, ClassSimilarity
from outply.report.base.formatting import slug
from outply.report.grading.site_page import Heading, page_names, render_page

INDEX = "similar.html"
FOLDER = "similar"
FILE_PATTERNS = (INDEX, f"{FOLDER}/*.html")
MAX_PAGES = 200
"""Maximum number of pairs that have their own page; the most similar pairs come first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePart:
    """Part of a line of code. `passage` is the number of the common passage that contains it, or 0.

    `is_start` is set for the first part of a passage.
    """

    text: str
    passage: int = 0
    is_start: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedFile:
    """A source file whose common passages are marked."""

    path: str
    lines: list[list[CodePart]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A submission of a pair: its student, its share of common code, and its files with common passages.

    `other_files` is the number of files without common passages. `anchor` and `other_anchor` are prefixes of the
    anchors in this submission and in the other one.
    """

    student: str
    share: float
    files: list[MarkedFile]
    other_files: int
    anchor: str
    other_anchor: str


def pages(similarity: ClassSimilarity, heading: Heading) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of the list of similar pairs and of a page for each pair."""
    submissions = similarity.submissions
    shown = similarity.pairs[:MAX_PAGES]
    titles = [f"{slug(submissions[pair.first].name)[:19]}-{slug(submissions[pair.second].name)}" for pair in shown]
    names = page_names(FOLDER, titles)
    rows = [
        (pair, submissions[pair.first].student, submissions[pair.second].student, name)
        for pair, name in zip(shown, names, strict=True)
    ]
    context = {
        "rows": rows,
        "pairs": len(similarity.pairs),
        "submissions": sum(bool(files) for files in similarity.files),
        "common_note": similarity.common_note,
        "not_proof": NOT_PROOF,
    }
    yield INDEX, render_page("similar", context, heading)
    for pair, name in zip(shown, names, strict=True):
        yield name, _pair_page(similarity, pair, heading)


def _pair_page(similarity: ClassSimilarity, pair: SimilarPair, heading: Heading) -> str:
    first, second = [one.first for one in pair.passages], [one.second for one in pair.passages]
    context = {
        "sides": [
            _side(similarity, pair.first, pair.first_share, first, "first"),
            _side(similarity, pair.second, pair.second_share, second, "second"),
        ],
        "passages": [
            (one.tokens, similarity.place(pair.first, one.first), similarity.place(pair.second, one.second))
            for one in pair.passages
        ],
        "tokens": pair.tokens,
        "not_proof": NOT_PROOF,
    }
    return render_page("similar_pair", context, heading)


def _side(
    similarity: ClassSimilarity, submission: int, share: float, passages: Sequence[Passage], anchor: str
) -> Side:
    files = marked_files(similarity.files[submission], passages)
    return Side(
        student=similarity.submissions[submission].student,
        share=share,
        files=files,
        other_files=len(similarity.files[submission]) - len(files),
        anchor=anchor,
        other_anchor="second" if anchor == "first" else "first",
    )


def marked_files(files: Sequence[SourceFile], passages: Sequence[Passage]) -> list[MarkedFile]:
    """Return the files that contain passages, with the passages marked by their numbers, counted from 1."""
    return [
        MarkedFile(
            path=file.path,
            lines=mark_lines(
                file.text,
                [
                    (one.start, one.end, number)
                    for number, one in enumerate(passages, start=1)
                    if one.file == index
                ],
            ),
        )
        for index, file in enumerate(files)
        if any(one.file == index for one in passages)
    ]


def mark_lines(text: str, spans: Sequence[tuple[int, int, int]]) -> list[list[CodePart]]:
    """Split a text into lines, and the lines at the ends of non-overlapping spans (start, end, number)."""
    lines: list[list[CodePart]] = [[]]
    position = 0
    for start, end, number in (*sorted(spans), (len(text), len(text), 0)):
        _add_parts(lines, text[position:start], 0)
        _add_parts(lines, text[start:end], number)
        position = end
    return lines if lines[-1] or len(lines) == 1 else lines[:-1]


def _add_parts(lines: list[list[CodePart]], text: str, passage: int) -> None:
    for index, line in enumerate(text.split("\n")):
        if index:
            lines.append([])
        if line:
            lines[-1].append(CodePart(text=line, passage=passage, is_start=passage > 0 and index == 0))
