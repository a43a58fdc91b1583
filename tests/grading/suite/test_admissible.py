"""Admissible questions, and the case kinds that generate only admissible questions."""

from pathlib import Path
from random import Random

import pytest

from outply.formats.question import Question, read
from outply.games import starcircle, warfare
from outply.grading.suite.admissible import inadmissible_reason
from outply.grading.suite.kinds import KINDS, KINDS_BEYOND, CaseConstraints

DEFAULT_KINDS = [(game, kind.name) for game, kinds in KINDS.items() for kind in kinds]
BEYOND_KINDS = [(game, kind.name) for game, kinds in KINDS_BEYOND.items() for kind in kinds]


def war(owners: str, to_move: str, value: int = 5, depth: int = 2) -> Question:
    size = round(len(owners) ** 0.5)
    return Question(warfare.Position(size, [value] * len(owners), owners, to_move, "raid"), "MINIMAX", depth)


def star(
    pieces: dict[int, int], weights: tuple[int, ...] = starcircle.DEFAULT_WEIGHTS, depth: int = 2
) -> Question:
    squares = [pieces.get(square, 0) for square in range(64)]
    return Question(starcircle.Position(squares, "Star", weights), "MINIMAX", depth)


def make_questions(kind_of_game: tuple[str, str], seeds: int, constraints: CaseConstraints) -> list[Question]:
    game, name = kind_of_game
    kind = next(kind for kind in (*KINDS[game], *KINDS_BEYOND[game]) if kind.name == name)
    made = [kind.make_question(Random(f"{name} {seed}"), constraints) for seed in range(seeds)]
    return [question for question in made if question is not None]


@pytest.mark.parametrize("rule_variant", ["raid", "blitz"])
@pytest.mark.parametrize("kind", DEFAULT_KINDS, ids="-".join)
def test_every_question_of_a_default_case_kind_is_admissible(kind: tuple[str, str], rule_variant: str) -> None:
    questions = make_questions(kind, 40, CaseConstraints(rule_variant=rule_variant))
    assert [inadmissible_reason(question) for question in questions if inadmissible_reason(question)] == []
    assert questions


@pytest.mark.parametrize("kind", BEYOND_KINDS, ids="-".join)
def test_case_kinds_beyond_the_assignment_generate_inadmissible_questions(kind: tuple[str, str]) -> None:
    assert any(inadmissible_reason(question) for question in make_questions(kind, 60, CaseConstraints()))


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
def test_examples_of_the_assignments_are_admissible(examples: Path, name: str) -> None:
    assert inadmissible_reason(read((examples / f"{name}.in").read_bytes())) == ""


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (war("XO..", "X", value=100), "a cell value is not between 1 and 99"),
        (war("XO..", "X", value=0), "a cell value is not between 1 and 99"),
        (war("XO..", "X", depth=0), "the depth is 0, less than 1"),
        (war("XOXO", "X"), "the board is full, so there is no valid move"),
        (war("XO..", "O"), "X is to move after 2 moves, not O"),
        (war("X...", "X"), "O is to move after 1 moves, not X"),
        (war("XX..", "X"), "O moved last and owns no cell"),
        (war("....", "X"), ""),
        (war("XO..", "X"), ""),
        (star({1: 1}), "Circle has 0 pieces, not 1 to 12"),
        (star({1: 13, 56: -1}), "Star has 13 pieces, not 1 to 12"),
        (star({1: 12, 56: -12}), ""),
        (star({8: 2, 56: -1}), "a stack of Star is not in the last row"),
        (star({0: 1, 56: -1}), "a Star is on a light square"),
        (star({1: 1, 56: -1}, depth=11), "the depth is 11, not 1 to 10"),
        (star({1: 1, 56: -1}, weights=(1, 2, 3, 4, 5, 6, 7, 7)), "the weights do not increase"),
        (star({1: 1, 56: -1}, weights=(-1, 2, 3, 4, 5, 6, 7, 8)), "a weight is not positive"),
    ],
)
def test_inadmissible_question_has_a_reason(question: Question, reason: str) -> None:
    assert inadmissible_reason(question) == reason


def test_scores_of_default_questions_stay_below_common_substitutes_for_infinity() -> None:
    for kind in DEFAULT_KINDS:
        for question in make_questions(kind, 20, CaseConstraints()):
            position = question.position
            if kind[0] == "warfare":
                assert sum(position.values) < 26 * 26 * 99 + 1
            else:
                pieces = max(
                    sum(count for count in position.squares if count > 0),
                    -sum(count for count in position.squares if count < 0),
                )
                assert pieces * max(position.weights) < 1_000


def test_constraints_limit_cell_values_and_stacks() -> None:
    constraints = CaseConstraints(values=(10, 20), max_stack=2)
    for game, name in DEFAULT_KINDS:
        for question in make_questions((game, name), 20, constraints):
            if game == "warfare":
                assert all(10 <= value <= 20 for value in question.position.values)
            else:
                assert max(map(abs, question.position.squares)) <= 2
