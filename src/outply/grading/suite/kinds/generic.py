"""Case kinds of games without an assignment; their positions come from random games."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from outply.formats.question import Question
from outply.games import game_named
from outply.grading.suite.kinds.kind import ALGORITHMS, CaseConstraints, CaseKind, case_kind, require_tie
from outply.grading.suite.requirements import COMPETITION

SHALLOW, DEEPER = (1, 2, 3), (2, 3, 4)
MAX_PLIES = 400
"""Maximum length of a random game; longer games contribute the positions up to here."""

LAST_PLIES = 5
"""Positions from which a random game ends within this many moves count as the end of a game."""


def _random_game(rng: Random, game: str, variant: str) -> list[Any]:
    """Return the positions of a random game before its end, from a random setup."""
    definition = game_named(game)
    position: Any = definition.start(variant, rng.choice(definition.setups))
    positions: list[Any] = []
    while not position.is_over and len(positions) < MAX_PLIES:
        positions.append(position)
        position = position.play(rng.choice(position.moves()))
    return positions


def kinds_of_game(game: str) -> tuple[CaseKind, ...]:
    """Return the case kinds of a game."""
    kinds: list[CaseKind] = []
    kind = partial(case_kind, kinds)
    definition = game_named(game)

    def variant(constraints: CaseConstraints) -> str:
        is_known = constraints.rule_variant in definition.variants
        return constraints.rule_variant if is_known else definition.variants[0]

    def position(rng: Random, constraints: CaseConstraints, low: float = 0.0, high: float = 1.0) -> Any:
        """Return a position of a random game, from a share `low` to `high` of its length."""
        positions = _random_game(rng, game, variant(constraints))
        return positions[min(len(positions) - 1, int(len(positions) * rng.uniform(low, high)))]

    @kind("positions of random games")
    def ordinary(rng: Random, constraints: CaseConstraints) -> Question | None:
        return constraints.ask(rng, position(rng, constraints), (1, 2, 3, 4))

    @kind("the start of a game", "depth turns evaluation value nodes ties order")
    def opening(rng: Random, constraints: CaseConstraints) -> Question | None:
        return constraints.ask(rng, position(rng, constraints, 0.0, 0.2), SHALLOW)

    @kind("several equally good moves", "ties order")
    def ties(rng: Random, constraints: CaseConstraints) -> Question | None:
        return require_tie(constraints.ask(rng, position(rng, constraints), SHALLOW))

    @kind("the end of the game within the depth limit", "end depth turns evaluation value rules")
    def endgame(rng: Random, constraints: CaseConstraints) -> Question | None:
        positions = _random_game(rng, game, variant(constraints))
        return constraints.ask(rng, rng.choice(positions[-LAST_PLIES:]), (2, 3, 4, 5, 6))

    @kind("many alpha-beta cutoffs", "window cuts repeats nodes")
    def window(rng: Random, constraints: CaseConstraints) -> Question | None:
        return constraints.ask(rng, position(rng, constraints), DEEPER, ALGORITHMS[1:])

    @kind("the printed position", "board")
    def printed(rng: Random, constraints: CaseConstraints) -> Question | None:
        return constraints.ask(rng, position(rng, constraints, 0.1), SHALLOW)

    return tuple(kinds)


def competition_kind(game: str) -> CaseKind:
    """Return the case kind for the mode COMPETITION."""

    def competition(rng: Random, constraints: CaseConstraints) -> Question | None:
        definition = game_named(game)
        is_known = constraints.rule_variant in definition.variants
        variant = constraints.rule_variant if is_known else definition.variants[0]
        position = rng.choice(_random_game(rng, game, variant))
        return Question(position, "COMPETITION", seconds=rng.choice((200.0, 20.5, 3.125)))

    return CaseKind(
        name="competition",
        title="questions to which any legal move is right",
        requirements=(COMPETITION,),
        make_question=competition,
    )
