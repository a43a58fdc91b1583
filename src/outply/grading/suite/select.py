"""Which of many possible cases make the best suite: few that together tell most mistakes from a right program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from outply.formats.question import Question
from outply.games.struct import Struct
from outply.grading.suite.case import Wrong
from outply.grading.suite.kinds.kind import Kind
from outply.grading.suite.requirements import RULES, Rule

HELD, CAUGHT, FRESH_KIND = 8.0, 1.0, 2.0
"""What a mistake is worth that the case's own rule is about, any other, and a kind that has no place yet.

A second place of a kind is worth half of that, a third one a third.
"""

AGAIN = 0.15
"""Of that, what it is still worth a second time; a third time half of it, and so on."""


class Candidate(Struct):
    """A case that may get a place."""

    __slots__ = ("kind", "question", "expected", "wrong")

    kind: Kind
    question: Question
    expected: str
    wrong: tuple[Wrong, ...]

    def __init__(self, kind: Kind, question: Question, expected: str, wrong: tuple[Wrong, ...]) -> None:
        self._set(kind, question, expected, wrong)

    def rules(self) -> list[Rule]:
        """Return what it can be said to test: rules of its kind of which it catches a mistake."""
        caught = {name for wrong in self.wrong for name in wrong.mistakes}
        return [rule for rule in rules_of(self.kind) if not rule.mistakes or caught.intersection(rule.mistakes)]


def rules_of(kind: Kind) -> list[Rule]:
    """Return the rules that cases of a kind may test."""
    if kind.rules:
        return [rule for rule in RULES if rule.name in kind.rules]
    return [rule for rule in RULES if rule.mistakes]


class _Option:
    """A candidate as the test of one rule."""

    def __init__(self, candidate: Candidate, rule: Rule) -> None:
        self.candidate = candidate
        self.rule = rule
        # An answer that few mistakes give says more about whoever gives it.
        shares = {name: 0.5 + 0.5 / len(wrong.mistakes) for wrong in candidate.wrong for name in wrong.mistakes}
        self.held = {name: share for name, share in shares.items() if name in rule.mistakes}
        self.caught = {name: share for name, share in shares.items() if name not in rule.mistakes}


class _Suite:
    """What has been chosen so far."""

    def __init__(self) -> None:
        self.chosen: list[_Option] = []
        self.held: Counter[str] = Counter()
        self.caught: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()

    def gain(self, option: _Option) -> float:
        """Return what the suite would be better by."""
        return (
            HELD * sum(share * _worth(self.held[name]) for name, share in option.held.items())
            + CAUGHT * sum(share * _worth(self.caught[name]) for name, share in option.caught.items())
            + FRESH_KIND / (1 + self.kinds[option.candidate.kind.name])
        )

    def add(self, option: _Option) -> None:
        self.chosen.append(option)
        self.held.update(option.held.keys())
        self.caught.update([*option.held, *option.caught])
        self.kinds[option.candidate.kind.name] += 1

    def retell(self, other: _Option) -> None:
        """Let a chosen candidate test another rule, if that is a gain at no loss."""
        for number, option in enumerate(self.chosen):
            is_gain = any(not self.held[name] for name in other.held)
            if (
                option.candidate is other.candidate
                and is_gain
                and all(self.held[name] > 1 for name in option.held)
            ):
                self.chosen[number] = other
                self.held.subtract(option.held.keys())
                self.held.update(other.held.keys())


def _worth(times: int) -> float:
    return 1.0 if times == 0 else AGAIN / times


def choose(candidates: Sequence[Candidate], count: int) -> list[tuple[Candidate, Rule]]:
    """Return at most so many candidates, each with the rule that it tests, in the order of their kinds.

    Every kind that has a candidate has a place, if there are places enough.
    """
    options = [_Option(candidate, rule) for candidate in candidates for rule in candidate.rules()]
    kinds = list(dict.fromkeys(candidate.kind.name for candidate in candidates))
    suite = _Suite()
    left = options
    while left and len(suite.chosen) < count:
        without = [kind for kind in kinds if not suite.kinds[kind]]
        must = [option for option in left if option.candidate.kind.name in without]
        best = max(must if len(without) >= count - len(suite.chosen) and must else left, key=suite.gain)
        suite.add(best)
        left = [option for option in left if option.candidate is not best.candidate]
    for option in options:
        suite.retell(option)
    chosen = sorted(suite.chosen, key=lambda option: kinds.index(option.candidate.kind.name))
    return [(option.candidate, option.rule) for option in chosen]
