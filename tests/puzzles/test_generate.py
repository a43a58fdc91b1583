"""Puzzles are found in random games."""

import itertools

import pytest

from outply.games import all_games
from outply.puzzles.generate import SHARES, PuzzleKind, make_puzzles, mixed_counts
from outply.puzzles.solution import find_fault
from outply.search.engine import Engine

SMALL = PuzzleKind(game="warfare", variant="blitz", size=4)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in SHARES if kind.game == "warfare"], ids=lambda kind: kind.label)
def test_generated_puzzles_have_no_faults(kind: PuzzleKind) -> None:
    for puzzle in itertools.islice(make_puzzles(kind, 10, seed=2), 1):
        assert find_fault(puzzle, Engine()) is None
        assert puzzle.start.game == kind.game
        assert puzzle.start.variant == kind.variant


def test_same_seed_makes_the_same_puzzles_and_another_seed_makes_others() -> None:
    first, again, other = (list(make_puzzles(SMALL, 1, seed)) for seed in (1, 1, 2))
    assert first == again
    assert {puzzle.position for puzzle in first}.isdisjoint(puzzle.position for puzzle in other)


def test_at_most_half_of_the_puzzles_have_the_same_difficulty() -> None:
    difficulties = [puzzle.difficulty for puzzle in make_puzzles(SMALL, 4, seed=1)]
    assert len(difficulties) == 4
    assert max(map(difficulties.count, difficulties)) <= 2


def test_progress_is_reported_after_each_game() -> None:
    reports: list[tuple[int, int]] = []
    next(make_puzzles(SMALL, 1, seed=1, on_game=lambda found, played: reports.append((found, played))))
    assert [played for _, played in reports] == list(range(1, len(reports) + 1))


@pytest.mark.parametrize("count", [1, 7, 20, 200])
def test_mixed_set_has_the_requested_number_of_puzzles(count: int) -> None:
    assert sum(mixed_counts(count).values()) == count


def test_label_names_the_variant_and_the_size() -> None:
    assert SMALL.label == "blitz-4"
    variant = all_games()["starcircle"].variants[0]
    assert PuzzleKind(game="starcircle", variant=variant).label == "starcircle"
