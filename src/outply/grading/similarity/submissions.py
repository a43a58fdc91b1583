"""Compare the source files of all submissions of a class."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from outply.errors import UserError
from outply.grading.similarity.compare import Passage, SimilarPair, SourceFile, find_similar
from outply.grading.similarity.lexer import LANGUAGES
from outply.grading.submissions.collect import Submission
from outply.text import join_and, join_or

NOT_PROOF = (
    "Similarity is not proof of copying: common sources, a small task and chance lead to similar code as well. "
    "Read the passages, and ask the students."
)

MAX_FILE_BYTES = 1 << 20
MAX_FILES = 200
SKIPPED_FOLDERS = frozenset({"__pycache__", "__MACOSX", "node_modules", "venv"})


class TemplateError(UserError):
    """Raised if a template does not exist or contains no readable source file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassSimilarity:
    """The similar pairs of a class; a pair refers to `submissions` and their source files `files` by index.

    `mostly_common` are the indexes of the submissions that were mostly left out, because more than a third of the
    class has the same code.
    """

    submissions: tuple[Submission, ...]
    files: tuple[tuple[SourceFile, ...], ...]
    pairs: tuple[SimilarPair, ...]
    mostly_common: tuple[int, ...] = ()

    @property
    def common_note(self) -> str:
        """A sentence on the submissions that were mostly left out; empty if there are none."""
        if not self.mostly_common:
            return ""
        names = join_and([self.submissions[index].student for index in self.mostly_common])
        return (
            f"More than a third of the class has most of the code of {names}. Such code was left out, as if it "
            "had been handed out; if it was not, compare these submissions by hand."
        )

    def place(self, submission: int, passage: Passage) -> str:
        """Return the file and the lines of a passage as text: `homework3.py, lines 10 to 63`."""
        path = self.files[submission][passage.file].path
        if passage.first_line == passage.last_line:
            return f"{path}, line {passage.first_line}"
        return f"{path}, lines {passage.first_line} to {passage.last_line}"


def compare_submissions(
    submissions: Sequence[Submission],
    templates: Sequence[Path] = (),
    *,
    on_progress: Callable[[], object] = lambda: None,
) -> ClassSimilarity:
    """Return the pairs of submissions that share suspiciously much code.

    Code in `templates`, which are files and folders, does not count. `on_progress` is called after each submission
    is read.

    Raises TemplateError if a template does not exist or contains no source file.
    """
    template = tuple(file for path in templates for file in read_template(path))
    files = tuple(() if one.folder is None else read_sources(Path(one.folder)) for one in submissions)
    common: list[int] = []
    pairs = find_similar(files, template, on_progress=on_progress, on_mostly_common=common.append)
    return ClassSimilarity(submissions=tuple(submissions), files=files, pairs=pairs, mostly_common=tuple(common))


def read_template(path: Path) -> tuple[SourceFile, ...]:
    """Return the source files of a template.

    Raises TemplateError if the template does not exist or has no source files.
    """
    if not path.exists():
        raise TemplateError(f"template {path} does not exist")
    if not (files := read_sources(path)):
        raise TemplateError(f"template {path} contains no readable source file ({join_or(LANGUAGES)})")
    return files


def read_sources(path: Path) -> tuple[SourceFile, ...]:
    """Return the Python, Java and C++ files in the folder `path`, or the file `path` itself.

    Links are not followed. Hidden and unreadable files, files over 1 MiB and all files after the first 200 are
    left out.
    """
    if path.is_file():
        paths, root = [path] if path.suffix.lower() in LANGUAGES else [], path.parent
    else:
        paths, root = list(itertools.islice(_source_paths(path), MAX_FILES)), path
    files = []
    for one in paths:
        with suppress(OSError):
            text = one.read_text(encoding="utf-8", errors="replace")
            files.append(SourceFile(path=one.relative_to(root).as_posix(), text=text))
    return tuple(files)


def _source_paths(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            is_source = path.suffix.lower() in LANGUAGES and not name.startswith(".")
            if is_source and path.is_file() and not path.is_symlink() and path.stat().st_size <= MAX_FILE_BYTES:
                yield path
