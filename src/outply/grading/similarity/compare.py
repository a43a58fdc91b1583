"""Find pairs of submissions that share much of their code.

Fingerprints find the pairs that have passages in common; then the passages are extended to their full length.
Passages that occur in a template, or in more than a third of the class, do not count.
"""

from __future__ import annotations

import itertools
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from outply.grading.similarity.lexer import LANGUAGES, Tokens
from outply.grading.similarity.winnowing import KGRAM_TOKENS, kgram_hashes, winnow

MIN_SHARE = 0.3
"""Minimum share of a submission that the other submission of a listed pair contains.

Independent programs for the same assignment share less than 0.1 (tests/programs/similarity). Of 156 modules of
Python's standard library, 9 pairs share 0.3, and all of these have a common origin."""

MIN_TOKENS = 100
"""Minimum number of common tokens of a listed pair: about 12 lines."""

COMMON_SHARE = 1 / 3
MIN_COMMON_SUBMISSIONS = 5
"""A passage is boilerplate if it occurs in more than this share of a class and at least this many submissions."""

MOSTLY_COMMON_SHARE = 0.5
"""Minimum share of boilerplate in a submission that is reported as left out."""

MAX_REPETITIONS = 8
"""Maximum number of occurrences of a fingerprint that are compared per submission."""

MIN_DISTINCT_TOKENS = 6
"""Minimum number of different tokens in a hashed passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A source file of a submission: its path within the submission, and its text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Part of a source file: index of the file, first and last line (from 1), and start and end in the text."""

    file: int
    first_line: int
    last_line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonPassage:
    """Two passages with the same tokens, one in each submission of a pair."""

    tokens: int
    first: Passage
    second: Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarPair:
    """Two submissions that share code. `first` and `second` are their indexes in the class.

    `first_share` is the share of the first submission that the second one contains as well, and vice versa;
    boilerplate counts neither as common nor as part of a submission. `passages` are sorted, the longest first.
    """

    first: int
    second: int
    first_share: float
    second_share: float
    tokens: int
    passages: tuple[CommonPassage, ...]

    @property
    def share(self) -> float:
        """The greater of the two shares."""
        return max(self.first_share, self.second_share)


class _Document:
    """The tokens of all source files of a submission, one after the other, and their fingerprints.

    A negative code equals no other code: it separates two files or replaces a token that does not count.
    `fingerprints` maps hashes to the indexes of their first tokens.
    """

    def __init__(self, files: Sequence[SourceFile], excluded: frozenset[int], separators: Iterator[int]) -> None:
        self.files = tuple(files)
        self._separators = separators
        self.codes, self._starts, self._ends, self._files = array("q"), array("q"), array("q"), array("q")
        for index, file in enumerate(files):
            tokens = _tokens(file)
            self.codes.extend((*tokens.codes, next(separators)))
            self._starts.extend((*tokens.starts, 0))
            self._ends.extend((*tokens.ends, 0))
            self._files.extend([index] * (len(tokens) + 1))
        hashes = kgram_hashes(self.codes)
        self.fingerprints: dict[int, list[int]] = defaultdict(list)
        for start in winnow(hashes):
            # A table of numbers or strings has the same tokens as any other one.
            is_code = len(set(self.codes[start : start + KGRAM_TOKENS])) >= MIN_DISTINCT_TOKENS
            if is_code and hashes[start] not in excluded:
                self.fingerprints[hashes[start]].append(start)
        self.exclude(start for start, value in enumerate(hashes) if value in excluded)

    def exclude(self, starts: Iterable[int]) -> None:
        """Exclude the tokens of the hashed passages that begin at `starts` from every comparison."""
        for start in starts:
            for index in range(start, start + KGRAM_TOKENS):
                self.codes[index] = next(self._separators)

    @cached_property
    def counted_tokens(self) -> int:
        """The number of tokens that count; must not be read before the last call of `exclude`."""
        return self.count_tokens()

    def count_tokens(self) -> int:
        """Return the number of tokens that have not been excluded so far."""
        return sum(code >= 0 for code in self.codes)

    def passage(self, start: int, end: int) -> Passage:
        """Return the passage of the tokens with indexes from `start` to before `end`, which are in one file."""
        file = self._files[start]
        text, first, last = self.files[file].text, self._starts[start], self._ends[end - 1]
        first_line = text.count("\n", 0, first) + 1
        return Passage(
            file=file,
            first_line=first_line,
            last_line=first_line + text.count("\n", first, last),
            start=first,
            end=last,
        )


def find_similar(
    submissions: Iterable[Sequence[SourceFile]],
    template: Sequence[SourceFile] = (),
    *,
    min_share: float = MIN_SHARE,
    min_tokens: int = MIN_TOKENS,
    on_progress: Callable[[], object] = lambda: None,
    on_mostly_common: Callable[[int], object] = lambda _: None,
) -> tuple[SimilarPair, ...]:
    """Return the pairs of submissions that share suspiciously much, the most similar first.

    A pair is listed if at least `min_tokens` tokens are common and they make up at least `min_share` of one
    submission. Passages in `template` do not count. `on_progress` is called after each submission is read, and
    `on_mostly_common` with the index of each submission that was mostly left out as boilerplate.
    """
    separators = itertools.count(-1, -1)
    excluded = _all_hashes(template)
    documents = []
    for files in submissions:
        documents.append(_Document(files, excluded, separators))
        on_progress()
    before = [document.count_tokens() for document in documents]
    occurrences = _exclude_common(documents)
    for index, document in enumerate(documents):
        if before[index] - document.counted_tokens >= max(min_tokens, MOSTLY_COMMON_SHARE * before[index]):
            on_mostly_common(index)
    shared = Counter(pair for indexes in occurrences.values() for pair in itertools.combinations(indexes, 2))
    pairs = []
    for (first, second), count in shared.items():
        fewest = min(len(documents[first].fingerprints), len(documents[second].fingerprints))
        # Fingerprints are a sample of the tokens, so this is an estimate of the share; half of it leaves a margin.
        if 2 * count >= min_share * fewest:
            pair = _compare(documents, first, second)
            if pair.share >= min_share and pair.tokens >= min_tokens:
                pairs.append(pair)
    return tuple(sorted(pairs, key=lambda pair: (-pair.share, -pair.tokens, pair.first, pair.second)))


def _all_hashes(files: Sequence[SourceFile]) -> frozenset[int]:
    return frozenset(value for file in files for value in kgram_hashes(_tokens(file).codes))


def _tokens(file: SourceFile) -> Tokens:
    return Tokens(file.text, LANGUAGES[Path(file.path).suffix.lower()])


def _exclude_common(documents: Sequence[_Document]) -> Mapping[int, Sequence[int]]:
    """Exclude the passages that are in too many documents.

    Returns, for each of the other fingerprints, the indexes of the documents that have it.
    """
    occurrences: dict[int, list[int]] = defaultdict(list)
    for index, document in enumerate(documents):
        for value in document.fingerprints:
            occurrences[value].append(index)
    limit = max(COMMON_SHARE * len(documents), MIN_COMMON_SUBMISSIONS - 1)
    for value in [value for value, indexes in occurrences.items() if len(indexes) > limit]:
        for index in occurrences.pop(value):
            documents[index].exclude(documents[index].fingerprints.pop(value))
    return occurrences


def _compare(documents: Sequence[_Document], first: int, second: int) -> SimilarPair:
    one, other = documents[first], documents[second]
    matches = list(_disjoint(sorted(_matches(one, other), key=lambda match: (-match[2], match))))
    tokens = sum(length for *_, length in matches)
    return SimilarPair(
        first=first,
        second=second,
        first_share=tokens / max(1, one.counted_tokens),
        second_share=tokens / max(1, other.counted_tokens),
        tokens=tokens,
        passages=tuple(
            CommonPassage(
                tokens=length, first=one.passage(start, start + length), second=other.passage(at, at + length)
            )
            for start, at, length in sorted(matches, key=lambda match: -match[2])
        ),
    )


Match = tuple[int, int, int]
"""A match: index of its first token in one document, index in the other document, and number of tokens."""


def _matches(one: _Document, other: _Document) -> Iterator[Match]:
    """Yield the longest common passages around common fingerprints."""
    seeds = sorted(
        (start - at, start, at)
        for value in one.fingerprints.keys() & other.fingerprints.keys()
        for start in one.fingerprints[value][:MAX_REPETITIONS]
        for at in other.fingerprints[value][:MAX_REPETITIONS]
    )
    end, diagonal = 0, None
    for difference, start, at in seeds:
        if difference == diagonal and start < end:
            continue
        diagonal, end = difference, start
        # Tokens at one end of the passage may be excluded.
        for offset in (0, KGRAM_TOKENS - 1):
            if start + offset >= end:
                match = _extend(one.codes, other.codes, start + offset, at + offset)
                end = max(end, match[0] + match[2])
                if match[2] >= KGRAM_TOKENS:
                    yield match


def _extend(one: array[int], other: array[int], start: int, at: int) -> Match:
    """Return the longest common passage that contains token `start` of `one` and token `at` of `other`."""
    after = _common_prefix(one[start:], other[at:])
    before = _common_prefix(reversed(one[:start]), reversed(other[:at])) if after else 0
    return start - before, at - before, before + after


def _common_prefix(one: Iterable[int], other: Iterable[int]) -> int:
    length = 0
    for code, other_code in zip(one, other, strict=False):
        if code != other_code:
            break
        length += 1
    return length


def _disjoint(matches: Iterable[Match]) -> Iterator[Match]:
    """Yield the matches, the longest first, without the tokens that an earlier match contains."""
    used, used_in_other = set[int](), set[int]()
    for start, at, length in matches:
        free = [start + i not in used and at + i not in used_in_other for i in range(length)]
        offset = 0
        for is_free, run in itertools.groupby(free):
            count = len(list(run))
            if is_free and count >= KGRAM_TOKENS:
                used.update(range(start + offset, start + offset + count))
                used_in_other.update(range(at + offset, at + offset + count))
                yield start + offset, at + offset, count
            offset += count
