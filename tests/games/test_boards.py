"""Named and random boards of Warfare."""

import pytest

from outply.games.boards import NAMES, named, random_board


def test_five_named_boards_have_the_specified_values() -> None:
    assert NAMES == ("Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte")
    assert {name: sum(map(sum, named(name))) for name in NAMES} == {
        "Keren": 36,
        "Narvik": 18 * 100,
        "Sevastopol": 6 * 63,
        "Smolensk": 1653,
        "Westerplatte": 72,
    }
    assert named("Narvik")[0][:2] == [99, 1]
    assert named("Sevastopol")[5] == [32] * 6
    assert named("smolensk")[4][0] == 99


def test_unknown_board_is_refused_with_the_known_names() -> None:
    with pytest.raises(ValueError, match="Keren, Narvik"):
        named("Atlantis")


def test_random_board_is_reproducible_from_its_seed() -> None:
    assert random_board(4, seed=7) == random_board(4, seed=7)
    assert random_board(4, seed=7) != random_board(4, seed=8)
    assert random_board(3, seed=1) == [[96, 6, 12], [40, 80, 55], [33, 47, 13]]


def test_values_of_random_boards_are_in_range() -> None:
    values = {value for row in random_board(26, seed=3, highest=2) for value in row}
    assert values == {1, 2}


@pytest.mark.parametrize(("size", "highest"), [(0, 9), (27, 9), (5, 0), (5, 1_000_001)])
def test_malformed_random_board_is_refused(size: int, highest: int) -> None:
    with pytest.raises(ValueError):
        random_board(size, seed=1, highest=highest)
