"""Number formats for readers."""

import pytest

from outply.report.base.formatting import average, count, duration, milliseconds, significant


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.01234, "0.012"), (0.9994, "0.999"), (0.9996, "1.00"), (9.996, "10.0"), (99.96, "100"), (1234.5, "1,234")],
)
def test_number_has_three_significant_digits_after_rounding(number: float, text: str) -> None:
    assert significant(number) == text


def test_unknown_number_is_written_as_a_placeholder() -> None:
    assert count(None) == average(None) == "not counted"
    assert milliseconds(None) == "-"


def test_counts_averages_and_times_are_formatted_for_readers() -> None:
    assert count(1234567) == "1,234,567"
    assert average(9999.94) == "9,999.9"
    assert average(12345.6) == "12,346"
    assert milliseconds(0.0123) == "12.3"
    assert duration(0.0123) == "12.3 ms"
    assert duration(12.34) == "12.3 s"
