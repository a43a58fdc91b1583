"""The order in which test processes collect and run tests."""

from support.plugins.collection import LONGEST, TESTS, parts, rotated


def test_each_process_collects_everything_and_begins_at_another_part() -> None:
    orders = [rotated(parts(), number, 3) for number in range(3)]
    assert [sorted(order) for order in orders] == [parts()] * 3
    assert len({order[0] for order in orders}) == 3


def test_modules_with_long_tests_exist() -> None:
    assert [name for name in LONGEST if not (TESTS / name).exists()] == []
