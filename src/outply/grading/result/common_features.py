"""Find the features that most wrong cases of a submission have and few of its right cases.

Each feature is tested by Fisher's exact test, one-sided, and the p-values are corrected for the number of
comparisons (Holm). A finding is a pattern, not a cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from outply.grading.result.case_features import Feature, case_facts, features_of
from outply.grading.result.likely_mistakes import LikelyMistake
from outply.grading.result.verdict import GradedSubmission, Judgement
from outply.grading.suite.case import Case

HEADING = "What the wrong cases have in common"

MAX_FINDINGS = 2
SIGNIFICANCE = 0.01
"""Maximum probability that any finding about a submission is a coincidence (family-wise error rate)."""

MIN_CASES = 3
"""Minimum number of wrong cases, and also of right cases, for a comparison."""

MIN_SHARE = 0.5
"""Minimum share of the wrong cases that have a common feature."""

NEGLIGIBLE = 1e-60
"""Probabilities below this bound count as zero."""

ONLY_SHARE = 0.25
"""Up to this share of the right cases, a sentence writes `only` before the number of right cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonFeature:
    """A feature of most wrong cases of a submission and of few of its right cases.

    `group` says which wrong cases were compared, such as `wrong cases`. `wrong` and `right` are the numbers of
    cases compared, and `wrong_with` and `right_with` the numbers of those that have the feature. `p_value` is the
    probability of a difference of this size by coincidence, corrected for the number of comparisons.
    """

    feature: str
    group: str
    wrong_with: int
    wrong: int
    right_with: int
    right: int
    p_value: float

    @property
    def sentence(self) -> str:
        """The finding as a sentence: `7 of the 8 wrong cases have N = 26; only 1 of the 32 right ones has.`"""
        is_all = self.wrong_with == self.wrong
        wrong = f"All {self.wrong}" if is_all else f"{self.wrong_with} of the {self.wrong}"
        only = "only " if self.right_with <= ONLY_SHARE * self.right else ""
        right = f"{only}{self.right_with}" if self.right_with else "none"
        has = "has" if self.right_with < 2 else "have"
        return f"{wrong} {self.group} have {self.feature}; {right} of the {self.right} right ones {has}."


Table = tuple[int, int, int, int]
"""Wrong cases with a feature, wrong cases, right cases with the feature, right cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Comparison:
    """A feature and a group of wrong cases; `with_feature` and `wrong` are sets of cases as bit masks."""

    feature: Feature
    group: str
    wrong: int
    with_feature: int

    def is_different(self, other: _Comparison) -> bool:
        """Return whether this comparison has a different topic or different wrong cases than `other`."""
        return self.feature.topic != other.feature.topic or not self.wrong & other.wrong

    def table(self, right: int, stratum: int) -> Table:
        """Return the numbers of wrong and right cases in a stratum, each with the feature and in total."""
        wrong, right = self.wrong & stratum, right & stratum
        with_feature = self.with_feature
        return (
            (wrong & with_feature).bit_count(),
            wrong.bit_count(),
            (right & with_feature).bit_count(),
            right.bit_count(),
        )


def common_features(
    cases: Sequence[Case], graded: GradedSubmission, likely: Sequence[LikelyMistake]
) -> tuple[CommonFeature, ...]:
    """Return what the wrong cases of a submission have in common, at most `MAX_FINDINGS` findings.

    The result is empty if one of the `likely` mistakes explains every wrong case. A second finding must also be
    significant among the cases that agree in the first feature.
    """
    judgements = dict(graded.judgements)
    judged = [(case, judgement) for case in cases if (judgement := judgements.get(case.name)) is not None]
    right = _mask(judgement.is_right for _, judgement in judged)
    wrong = len(judged) - right.bit_count()
    if min(wrong, right.bit_count()) < MIN_CASES or any(one.explains == wrong for one in likely):
        return ()
    groups = list(_groups([judgement for _, judgement in judged], likely))
    splits = _splits(tuple(case for case, _ in judged))
    comparisons = [
        _Comparison(feature=feature, group=name, wrong=group, with_feature=mask)
        for name, group in groups
        for feature, mask in splits
    ]
    return tuple(_findings(comparisons, right, (1 << len(judged)) - 1))


def _findings(comparisons: Sequence[_Comparison], right: int, all_cases: int) -> Iterator[CommonFeature]:
    """Yield the findings among the comparisons of wrong cases with the cases in the bit mask `right`."""
    tables = [one.table(right, all_cases) for one in comparisons]
    candidates = [
        (exact_p_value([table]), number) for number, table in enumerate(tables) if table[0] >= MIN_SHARE * table[1]
    ]
    for count in range(len(comparisons), len(comparisons) - MAX_FINDINGS, -1):
        chance, number = min(candidates, default=(1.0, 0))
        if chance * count > SIGNIFICANCE:
            return
        best, (wrong_with, wrong, right_with, right_count) = comparisons[number], tables[number]
        yield CommonFeature(
            feature=best.feature.phrase,
            group=best.group,
            wrong_with=wrong_with,
            wrong=wrong,
            right_with=right_with,
            right=right_count,
            p_value=chance * count,
        )
        strata = (best.with_feature, all_cases & ~best.with_feature)
        candidates = [
            (max(chance, exact_p_value([comparisons[number].table(right, stratum) for stratum in strata])), number)
            for chance, number in candidates
            if comparisons[number].is_different(best) and chance * count <= SIGNIFICANCE
        ]


def exact_p_value(tables: Sequence[Table]) -> float:
    """Return the one-sided p-value: the probability that at least as many wrong cases have the feature by chance.

    For one table this is Fisher's exact test; for several tables it is the exact test stratified by table.
    """
    lowest, chances = 0, [1.0]
    for wrong_with, wrong, right_with, right in tables:
        low, more = _hypergeometric(wrong_with + right_with, wrong, wrong + right)
        lowest, chances = lowest + low, _convolve(chances, more)
    observed = sum(table[0] for table in tables)
    return min(1.0, sum(chances[max(0, observed - lowest) :]))


def _hypergeometric(marked: int, drawn: int, total: int) -> tuple[int, list[float]]:
    """Return the distribution of the number of marked items in a random draw.

    Of `total` items, `marked` are marked and `drawn` are drawn without replacement.

    Returns the lowest number, and a list with the probabilities of this number and the following ones. Negligible
    probabilities at both ends are left out.
    """
    low, high = max(0, drawn + marked - total), min(marked, drawn)
    mode = (drawn + 1) * (marked + 1) // (total + 2)
    chances = [comb(marked, mode) * comb(total - marked, drawn - mode) / comb(total, drawn)]
    for count in range(mode, high):
        factor = (marked - count) * (drawn - count) / ((count + 1) * (total - marked - drawn + count + 1))
        if (chance := chances[-1] * factor) < NEGLIGIBLE:
            break
        chances.append(chance)
    for count in range(mode, low, -1):
        factor = count * (total - marked - drawn + count) / ((marked - count + 1) * (drawn - count + 1))
        if (chance := chances[0] * factor) < NEGLIGIBLE:
            return count, chances
        chances.insert(0, chance)
    return low, chances


def _convolve(first: Sequence[float], second: Sequence[float]) -> list[float]:
    result = [0.0] * (len(first) + len(second) - 1)
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            result[i + j] += one * other
    return result


def _groups(judgements: Sequence[Judgement], likely: Sequence[LikelyMistake]) -> Iterator[tuple[str, int]]:
    """Yield the groups of wrong cases to compare with right cases: all, the unexplained ones, and each verdict."""
    names = {one.mistake for one in likely}
    groups = {
        "wrong cases": _mask(not one.is_right for one in judgements),
        "wrong cases that no known mistake explains": _mask(
            not one.is_right and names.isdisjoint(one.mistakes) for one in judgements
        ),
    }
    for verdict in dict.fromkeys(one.verdict for one in judgements if not one.is_right):
        groups[f'cases with the verdict "{verdict.value}"'] = _mask(one.verdict is verdict for one in judgements)
    masks: set[int] = set()
    for name, mask in groups.items():
        if mask.bit_count() >= MIN_CASES and mask not in masks:
            masks.add(mask)
            yield name, mask


@lru_cache(maxsize=16)
def _splits(cases: tuple[Case, ...]) -> tuple[tuple[Feature, int], ...]:
    """Return the features that some but not all cases have, each with a bit mask of the cases that have it.

    Of several features with the same bit mask, only the first is returned.
    """
    facts = [case_facts(case) for case in cases]
    by_phrase: dict[str, tuple[Feature, int]] = {}
    for game in dict.fromkeys(one.position.game for one in facts):
        for feature in features_of(game):
            mask = _mask(one.position.game == game and feature.holds(one) for one in facts)
            # Cases of several games may have the same feature.
            _, others = by_phrase.get(feature.phrase, (feature, 0))
            by_phrase[feature.phrase] = feature, mask | others
    by_mask = {mask: feature for feature, mask in reversed(by_phrase.values())}
    all_cases = (1 << len(cases)) - 1
    return tuple((feature, mask) for mask, feature in reversed(by_mask.items()) if mask not in (0, all_cases))


def _mask(flags: Iterable[bool]) -> int:
    """Return a bit mask whose bit i is set if flag i is true."""
    return sum(1 << index for index, flag in enumerate(flags) if flag)
