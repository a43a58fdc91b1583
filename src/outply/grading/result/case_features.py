"""Features of cases, such as a depth of at least 4, in which wrong and right cases may differ.

`GAME_FEATURES` holds the features of each game; a game of another package registers its own there. The features
of `general_features` apply to every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from outply.formats.question import Question
from outply.formats.student_output import parse_output
from outply.games import game_named, starcircle, warfare
from outply.grading.suite.case import Case
from outply.search import exact

DEPTHS = (2, 3, 4, 5, 6, 8, 10)
SCORES = (1, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000)
SIGNED_SCORES = (*(-score for score in reversed(SCORES)), 0, *SCORES)
MOVE_COUNTS = (2, 5, 10, 20, 50, 100, 200)
BOARD_SIZES = (3, 4, 5, 6, 8, 10, 15, 20)
CELL_VALUES = (10, 100, 1_000)
PIECE_COUNTS = (4, 8, 12, 16, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFacts:
    """The data of a case from which its features are computed.

    `moves` are the legal moves and `score` is the score of the player to move. `value` is the minimax value,
    `best_moves` the number of moves with that value, and `line` the principal variation that begins with the
    expected move; for a COMPETITION question these are None, 0 and empty.
    """

    question: Question
    moves: tuple[Any, ...]
    score: int
    value: int | None
    best_moves: int
    line: tuple[Any, ...]

    @property
    def position(self) -> Any:
        return self.question.position

    @property
    def expected_move(self) -> Any:
        """The expected move; None for a COMPETITION question."""
        return self.line[0] if self.line else None


Holds = Callable[[CaseFacts], bool]
Number = Callable[[CaseFacts], int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A property that a case has or lacks.

    `phrase` completes the sentence "The case has ...". Features with the same `topic` are about the same property,
    such as the depth.
    """

    topic: str
    phrase: str
    holds: Holds


@lru_cache(maxsize=10_000)
def case_facts(case: Case) -> CaseFacts:
    """Return the data for the features of a case, such as its legal moves, minimax value and principal variation.

    The native searches take less than 1 ms for a usual case.
    """
    question = case.question
    position, depth = question.position, question.depth
    moves, score = tuple(position.moves()), position.score(position.to_move)
    if depth is None:
        return CaseFacts(question=question, moves=moves, score=score, value=None, best_moves=0, line=())
    move_values = exact.move_values(position, depth)
    value = max(value for _, value in move_values)
    best = [move for move, move_value in move_values if move_value == value]
    expected = parse_output(case.expected.encode(), question).move
    # The expected answer of a suite from elsewhere may be wrong, or even illegal.
    first = expected if expected in moves else best[0]
    # Alpha-beta finds the line of minimax, and does not have to count minimax's nodes.
    line = exact.principal_variation(position, first, depth, "ALPHABETA")
    return CaseFacts(question=question, moves=moves, score=score, value=value, best_moves=len(best), line=line)


def features_of(game: str) -> tuple[Feature, ...]:
    """Return the features that cases of a game can have, those with the most specific phrase first."""
    definition = game_named(game)
    return (
        *GAME_FEATURES.get(game, ()),
        *general_features(definition.players),
        Feature(
            topic="game", phrase=f"a {definition.title} position", holds=lambda facts: facts.position.game == game
        ),
    )


def general_features(players: Sequence[str]) -> tuple[Feature, ...]:
    """Return the features that cases of every game can have; `players` are the players of the game."""
    return (
        *(_mode_feature(mode) for mode in ("MINIMAX", "ALPHABETA", "COMPETITION")),
        *(_player_feature(player) for player in players),
        Feature(topic="moves", phrase="only one legal move", holds=lambda facts: len(facts.moves) == 1),
        Feature(topic="ties", phrase="several best moves", holds=lambda facts: facts.best_moves > 1),
        Feature(
            topic="move order",
            phrase="an expected move that is not the first in the move order",
            holds=lambda facts: facts.expected_move not in (None, facts.moves[0]),
        ),
        Feature(
            topic="end",
            phrase="a line of play that ends before the depth limit",
            holds=lambda facts: 0 < len(facts.line) < (facts.question.depth or 0),
        ),
        *thresholds(
            "depth", "a depth of at least {}", "a depth below {}", DEPTHS, lambda facts: facts.question.depth
        ),
        Feature(topic="depth", phrase="an odd depth", holds=lambda facts: (facts.question.depth or 0) % 2 == 1),
        Feature(topic="depth", phrase="an even depth", holds=lambda facts: (facts.question.depth or 1) % 2 == 0),
        *thresholds(
            "score",
            "a minimax value of at least {}",
            "a minimax value below {}",
            SIGNED_SCORES,
            lambda facts: facts.value,
        ),
        *thresholds(
            "score",
            "a score of at least {} for the player to move",
            "a score below {} for the player to move",
            SIGNED_SCORES,
            lambda facts: facts.score,
        ),
        *thresholds(
            "moves",
            "at least {} legal moves",
            "fewer than {} legal moves",
            MOVE_COUNTS,
            lambda facts: len(facts.moves),
        ),
    )


def thresholds(topic: str, at_least: str, below: str, limits: Sequence[int], number: Number) -> Iterator[Feature]:
    """Yield features that compare `number` with each of `limits`, given in ascending order.

    The phrases `at_least` and `below` contain `{}` in place of the limit. No comparison holds if `number` is None.
    """
    # Of several limits that separate the cases in the same way, the tightest comes first.
    for limit in reversed(limits):
        yield Feature(
            topic=topic, phrase=at_least.format(f"{limit:,}"), holds=_AtLeast(number=number, limit=limit)
        )
    for limit in limits:
        yield Feature(topic=topic, phrase=below.format(f"{limit:,}"), holds=_Below(number=number, limit=limit))


@dataclass(frozen=True, slots=True, kw_only=True)
class _AtLeast:
    number: Number
    limit: int

    def __call__(self, facts: CaseFacts) -> bool:
        number = self.number(facts)
        return number is not None and number >= self.limit


@dataclass(frozen=True, slots=True, kw_only=True)
class _Below:
    number: Number
    limit: int

    def __call__(self, facts: CaseFacts) -> bool:
        number = self.number(facts)
        return number is not None and number < self.limit


def _mode_feature(mode: str) -> Feature:
    return Feature(topic="mode", phrase=f"the mode {mode}", holds=lambda facts: facts.question.mode == mode)


def _player_feature(player: str) -> Feature:
    return Feature(
        topic="player", phrase=f"{player} to move", holds=lambda facts: facts.position.to_move == player
    )


def _empty_cells(facts: CaseFacts) -> int:
    return int(facts.position.owners.count(warfare.EMPTY))


def _conquers(facts: CaseFacts, move: warfare.Move) -> bool:
    """Return whether a legal Warfare move conquers at least one cell."""
    before, after = facts.position, facts.position.play(move)
    enemy = warfare.opponent(before.to_move)
    return bool(after.owners.count(enemy) < before.owners.count(enemy))


def _is_jump(move: Any) -> bool:
    return bool(abs(move.origin // 8 - move.target // 8) == 2)


def _stack_sizes(facts: CaseFacts) -> list[int]:
    return [abs(pieces) for pieces in facts.position.squares if abs(pieces) > 1]


_WARFARE = (
    Feature(topic="size", phrase="N = 1", holds=lambda facts: facts.position.size == 1),
    Feature(topic="size", phrase="N = 26", holds=lambda facts: facts.position.size == warfare.MAX_SIZE),
    Feature(
        topic="end",
        phrase="a depth greater than the number of empty cells",
        holds=lambda facts: (facts.question.depth or 0) > _empty_cells(facts),
    ),
    Feature(
        topic="end",
        phrase="a depth that reaches the full board",
        holds=lambda facts: (facts.question.depth or 0) >= _empty_cells(facts),
    ),
    Feature(
        topic="move",
        phrase="a Raid as the expected move",
        holds=lambda facts: facts.expected_move is not None and facts.expected_move.raid,
    ),
    Feature(
        topic="move",
        phrase="a Stake as the expected move",
        holds=lambda facts: facts.expected_move is not None and not facts.expected_move.raid,
    ),
    Feature(
        topic="captures",
        phrase="an expected move that conquers a cell",
        holds=lambda facts: facts.expected_move is not None and _conquers(facts, facts.expected_move),
    ),
    Feature(
        topic="captures",
        phrase="a move that conquers a cell",
        holds=lambda facts: any(_conquers(facts, move) for move in facts.moves if move.raid),
    ),
    Feature(
        topic="captures",
        phrase="a legal Raid",
        holds=lambda facts: any(move.raid for move in facts.moves),
    ),
    Feature(
        topic="board",
        phrase="an empty board",
        holds=lambda facts: _empty_cells(facts) == len(facts.position.owners),
    ),
    Feature(
        topic="board", phrase="equal values on all cells", holds=lambda facts: len(set(facts.position.values)) == 1
    ),
    Feature(
        topic="size",
        phrase="an expected move in row 10 or a later row",
        holds=lambda facts: facts.expected_move is not None and facts.expected_move.row >= 9,
    ),
    *thresholds(
        "size",
        "a board size N of at least {}",
        "a board size N below {}",
        BOARD_SIZES,
        lambda facts: facts.position.size,
    ),
    *thresholds(
        "cell values",
        "a highest cell value of at least {}",
        "a highest cell value below {}",
        CELL_VALUES,
        lambda facts: max(facts.position.values),
    ),
)

_STARCIRCLE = (
    Feature(
        topic="stacks",
        phrase="a stack of ten or more pieces",
        holds=lambda facts: max(_stack_sizes(facts), default=0) > 9,
    ),
    Feature(topic="stacks", phrase="a stack on the board", holds=lambda facts: bool(_stack_sizes(facts))),
    Feature(
        topic="passes",
        phrase="a pass as the expected move",
        holds=lambda facts: facts.expected_move == starcircle.PASS,
    ),
    Feature(
        topic="passes", phrase="a pass in the line of play", holds=lambda facts: starcircle.PASS in facts.line
    ),
    Feature(
        topic="move",
        phrase="a jump as the expected move",
        holds=lambda facts: facts.expected_move is not None and _is_jump(facts.expected_move),
    ),
    Feature(
        topic="move",
        phrase="a step as the expected move",
        holds=lambda facts: (
            facts.expected_move not in (None, starcircle.PASS) and not _is_jump(facts.expected_move)
        ),
    ),
    Feature(topic="captures", phrase="a legal jump", holds=lambda facts: any(map(_is_jump, facts.moves))),
    Feature(
        topic="captures", phrase="a jump in the line of play", holds=lambda facts: any(map(_is_jump, facts.line))
    ),
    Feature(
        topic="last row",
        phrase="a piece in its last row",
        holds=lambda facts: max(facts.position.squares[:8]) > 0 or min(facts.position.squares[-8:]) < 0,
    ),
    Feature(topic="weights", phrase="a negative weight", holds=lambda facts: facts.position.weights[0] < 0),
    Feature(
        topic="weights",
        phrase="weights other than 10,20,...,80",
        holds=lambda facts: facts.position.weights != starcircle.DEFAULT_WEIGHTS,
    ),
    *thresholds(
        "pieces",
        "at least {} pieces",
        "fewer than {} pieces",
        PIECE_COUNTS,
        lambda facts: sum(map(abs, facts.position.squares)),
    ),
)

GAME_FEATURES: dict[str, tuple[Feature, ...]] = {"warfare": _WARFARE, "starcircle": _STARCIRCLE}
"""The features that cases can have, by game."""
