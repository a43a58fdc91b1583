"""Makes test cases that tell right programs from those with usual mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import ceil
from random import Random

from outply.diagnosis.catalogue import MISTAKES, Mistake
from outply.diagnosis.wrong_outputs import Mistaken
from outply.formats import question as questions
from outply.grading.suite.case import Case
from outply.grading.suite.coverage import never_seen
from outply.grading.suite.kinds import Kind, Wanted
from outply.grading.suite.requirements import RULES
from outply.grading.suite.select import Candidate, choose, rules_of

SPARE = 2
"""Candidates for each place."""

TRIES = 40
"""Questions that are looked at for each candidate of a kind, before there seem to be no more."""

ROUNDS = 3
"""How often kinds are asked for more candidates where others have too few."""

PATIENCE = 5
"""How many times as long a candidate is looked for that catches a mistake which no other does."""

OnProgress = Callable[[int, int], None]
"""Hears of how many of how many kinds there are candidates."""

_MISTAKES = {mistake.name: mistake for mistake in MISTAKES}


def generate(
    game: str,
    kinds: Sequence[Kind],
    count: int,
    seed: int,
    wanted: Wanted | None = None,
    on_progress: OnProgress = lambda done, in_all: None,
) -> tuple[Case, ...]:
    """Return at most `count` cases: the same ones whenever all arguments are the same.

    Each catches a mistake of the rule that it tests, but for those of a competition. There are fewer if no more
    of what is wanted can be found.
    """
    wanted = wanted or Wanted()
    pool = _Pool([_Mine(kind, wanted, seed) for kind in kinds])
    pool.fill(count, on_progress)
    pool.add(_for_missed(pool.candidates, pool.mines, game, wanted))
    in_order = sorted(pool.candidates, key=lambda candidate: kinds.index(candidate.kind))
    chosen = choose(in_order, count)
    return tuple(
        Case(f"{number:03}-{one.kind.name}", one.question, one.expected, rule.name, one.wrong)
        for number, (one, rule) in enumerate(chosen, start=1)
    )


class _Mine:
    """Where the candidates of a kind come from, one after the other."""

    def __init__(self, kind: Kind, wanted: Wanted, seed: int) -> None:
        self.kind = kind
        self._wanted = wanted
        self._seed = seed
        self._number = 0

    def candidates(self, how_many: int, mistakes: Sequence[Mistake] = ()) -> Iterator[Candidate]:
        """Yield candidates that catch one of the mistakes, or of any rule that the kind tests."""
        aims = [_MISTAKES[name] for rule in rules_of(self.kind) for name in rule.mistakes]
        for _ in range(TRIES * how_many):
            self._number += 1
            question = self.kind.make(Random(f"{self._seed} {self.kind.name} {self._number}"), self._wanted)
            if question is None:
                continue
            answers = Mistaken(question)
            # Most questions are dropped, so the few answers that decide about it come first.
            if any(answers.wrong(mistake) is not None for mistake in mistakes or aims) or not aims:
                yield Candidate(self.kind, question, answers.right, answers.all_wrong())


class _Pool:
    """The candidates so far, each question once."""

    def __init__(self, mines: list[_Mine]) -> None:
        self.mines = mines
        self._found: dict[str, Candidate] = {}

    @property
    def candidates(self) -> list[Candidate]:
        return list(self._found.values())

    def fill(self, count: int, on_progress: OnProgress) -> None:
        """Get as many candidates for so many places as there should be; of some kinds there may be none."""
        each = ceil(SPARE * count / len(self.mines))
        for done, mine in enumerate(self.mines, start=1):
            self.add(islice(mine.candidates(each), each))
            on_progress(done, len(self.mines))
        for _ in range(ROUNDS):
            rich = [mine for mine in self.mines if any(one.kind == mine.kind for one in self._found.values())]
            if len(self._found) >= count or not rich:
                return
            more = ceil((SPARE * count - len(self._found)) / len(rich))
            for mine in rich:
                self.add(islice(mine.candidates(more), more))

    def add(self, found: Iterable[Candidate]) -> None:
        for candidate in found:
            self._found.setdefault(questions.write(candidate.question), candidate)


def _for_missed(
    candidates: Sequence[Candidate], mines: Sequence[_Mine], game: str, wanted: Wanted
) -> Iterator[Candidate]:
    """Yield candidates for the mistakes that none so far can be said to test."""
    held = {
        name
        for candidate in candidates
        for rule in candidate.rules()
        for wrong in candidate.wrong
        for name in wrong.mistakes
        if name in rule.mistakes
    }
    variant = wanted.rules if game == "warfare" else "standard"
    for rule in RULES:
        for name in rule.mistakes:
            mistake = _MISTAKES[name]
            if name in held or game not in mistake.games or never_seen(mistake, game, variant):
                continue
            for mine in mines:
                if rule in rules_of(mine.kind) and (found := next(mine.candidates(PATIENCE, [mistake]), None)):
                    yield found
                    break
