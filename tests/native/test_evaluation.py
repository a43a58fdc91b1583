"""The engine's evaluations: sums of terms, the same for all symmetries of the board."""

import random
import zlib
from typing import Any

import pytest

from outply import _native

SIZES = (1, 2, 3, 5, 6, 8, 9, 13, 26)


def random_position(rng: random.Random, size: int) -> tuple[list[int], str]:
    values = [rng.randint(1, rng.choice((3, 20, 99, 255))) for _ in range(size * size)]
    empty_share = rng.random()
    owners = ["." if rng.random() < empty_share else rng.choice("XO") for _ in values]
    owners[rng.randrange(len(owners))] = "."
    return values, "".join(owners)


def core(values: list[int], owners: str) -> _native.WarfarePosition:
    return _native.WarfarePosition(round(len(values) ** 0.5), values, owners, "X", blitz=False)


@pytest.mark.parametrize("size", SIZES)
def test_evaluation_is_the_weighted_sum_of_its_terms(size: int) -> None:
    rng = random.Random(f"terms {size}")
    count = _native.WarfarePosition.weight_count()
    for _ in range(20):
        weights = [rng.randint(-16383, 16383) for _ in range(2 * count)]
        values, owners = random_position(rng, size)
        first = owners.count(".") % 2 * count
        total = sum(weights[first + number] * value for number, value in core(values, owners).evaluation_terms())
        assert core(values, owners).evaluate(weights) == int(total / 4096)


@pytest.mark.parametrize("size", SIZES)
def test_rotations_and_reflections_have_the_same_evaluation(size: int) -> None:
    rng = random.Random(f"symmetries {size}")
    values, owners = random_position(rng, size)
    cells = range(size * size)
    rotated = [(size - 1 - cell % size) * size + cell // size for cell in cells]
    reflected = [cell // size * size + size - 1 - cell % size for cell in cells]
    expected = core(values, owners).evaluate([])
    for turn in range(8):
        order = reflected if turn % 4 == 0 else rotated
        values, owners = [values[cell] for cell in order], "".join(owners[cell] for cell in order)
        assert core(values, owners).evaluate([]) == expected


def test_values_above_the_limit_are_rounded_to_eight_bits() -> None:
    rng = random.Random("scale")
    values, owners = random_position(rng, 6)
    large = core([value * 4096 for value in values], owners).evaluate([])
    assert abs(large / 4096 - core(values, owners).evaluate([])) < 1


def test_too_large_weight_is_refused() -> None:
    weights = [0] * 2 * _native.WarfarePosition.weight_count()
    weights[7] = 16384
    with pytest.raises(ValueError, match="of at most 16383"):
        core([1, 2, 3, 4], "XO..").evaluate(weights)


def test_self_play_is_reproducible_and_its_targets_are_possible() -> None:
    samples = _native.WarfarePosition.self_play(5, 200, [])
    assert samples == _native.WarfarePosition.self_play(5, 200, [])
    for empty_count, highest, target, terms in samples:
        assert empty_count > 0
        assert abs(target) <= highest * empty_count * 5
        assert len(terms) % 8 == 0


def random_pieces(rng: random.Random) -> tuple[int, int]:
    stars, circles = 1 << rng.randrange(32), 0
    while not circles:
        for square in range(32):
            chance = rng.random()
            if chance < 0.3:
                stars |= 1 << square
            elif chance < 0.6:
                circles |= 1 << square
        circles &= ~stars
    return stars, circles


def starcircle(stars: int, circles: int, to_move: str, row_weights: list[int]) -> _native.StarCirclePosition:
    return _native.StarCirclePosition(
        stars, circles, star_to_move=to_move == "Star", passed=False, weights=row_weights, score=0
    )


def test_starcircle_evaluation_is_the_weighted_sum_of_its_terms() -> None:
    rng = random.Random("Star/Circle terms")
    for _ in range(200):
        weights = [rng.randint(-32767, 32767) for _ in range(_native.StarCirclePosition.weight_count())]
        row_weights = sorted(rng.sample(range(-50, 200), 8))
        position = starcircle(*random_pieces(rng), rng.choice(("Star", "Circle")), row_weights)
        total = sum(weights[number] * value for number, value in position.evaluation_terms())
        assert position.evaluate(weights) == int(total / 4096)


def test_starcircle_evaluation_is_the_same_for_both_players() -> None:
    rng = random.Random("Star/Circle sides")
    row_weights = list(range(10, 90, 10))
    for _ in range(200):
        stars, circles = random_pieces(rng)
        # A rotation by 180 degrees maps the squares of one player to those of the other.
        rotated_stars, rotated_circles = (int(f"{squares:032b}"[::-1], 2) for squares in (stars, circles))
        expected = starcircle(stars, circles, "Star", row_weights).evaluate([])
        assert starcircle(rotated_circles, rotated_stars, "Circle", row_weights).evaluate([]) == expected


def test_starcircle_self_play_is_reproducible_and_its_targets_are_possible() -> None:
    samples = _native.StarCirclePosition.self_play(7, 200, [])
    assert samples
    assert samples == _native.StarCirclePosition.self_play(7, 200, [])
    for plies_left, unit, target, terms in samples:
        assert plies_left > 0
        assert abs(target) <= 24 * 20 * 8
        assert unit > 0
        assert len(terms) % 8 == 0


@pytest.mark.parametrize(
    ("position", "signature"),
    [(_native.WarfarePosition, 2_495_550_134), (_native.StarCirclePosition, 3_436_764_726)],
)
def test_games_of_the_training_are_unchanged(position: Any, signature: int) -> None:
    samples = [sample for seed in range(16) for sample in position.self_play(seed, 200, [])]
    rounded = [(plies_left, unit, round(target, 3), terms) for plies_left, unit, target, terms in samples]
    assert zlib.crc32(repr(rounded).encode()) == signature, (
        "The training gets other games. A fault of the search? Run pytest tests/search. "
        "If these tests pass and the change is intended, adopt the new signature."
    )
