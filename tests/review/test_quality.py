"""Quality of moves: the unit of a board, thresholds and accuracy."""

import pytest
from support.games.nim import Heap

from outply.games import game_named
from outply.review.quality import Quality, Thresholds, thresholds

SMOLENSK = thresholds([game_named("warfare").start("blitz", "Smolensk")])


@pytest.mark.parametrize(
    ("loss", "quality"),
    [
        (0, Quality.BEST),
        (1, Quality.GOOD),
        (22, Quality.GOOD),
        (23, Quality.INACCURACY),
        (45, Quality.INACCURACY),
        (46, Quality.MISTAKE),
        (91, Quality.MISTAKE),
        (92, Quality.BLUNDER),
        (1_000, Quality.BLUNDER),
    ],
)
def test_quality_follows_from_the_average_cell_of_the_board(loss: int, quality: Quality) -> None:
    assert SMOLENSK.unit == pytest.approx(45.92, abs=0.01)  # the average of the 36 values
    assert SMOLENSK.quality(loss) == quality


def test_unit_of_starcircle_is_a_row() -> None:
    assert thresholds([game_named("starcircle").start()]) == Thresholds(
        unit=10.0, inaccuracy=5, mistake=10, blunder=20
    )


def test_unit_of_any_game_comes_from_its_moves() -> None:
    assert thresholds([Heap(5)]).unit == 1.5  # one match or two


def test_unit_ignores_positions_and_moves_that_leave_the_score_unchanged() -> None:
    class Quiet(Heap):
        def score(self, player: str) -> int:
            return 0 if self.left > 1 else 7

    assert thresholds([Quiet(5), Quiet(3)]).unit == 7.0
    assert thresholds([Quiet(5)]) == Thresholds(unit=1.0, inaccuracy=1, mistake=1, blunder=2)


def test_accuracy_halves_with_each_lost_unit() -> None:
    limits = Thresholds(unit=10.0, inaccuracy=5, mistake=10, blunder=20)
    assert limits.accuracy([0]) == 100
    assert limits.accuracy([10]) == 50
    assert limits.accuracy([0, 10, 20, 1_000_000]) == pytest.approx((100 + 50 + 25) / 4)
    assert limits.accuracy([]) is None
