import pytest

from outply.report.base.numbers import average, count, duration, milliseconds, significant


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.01234, "0.012"), (0.9994, "0.999"), (0.9996, "1.00"), (9.996, "10.0"), (99.96, "100"), (1234.5, "1,234")],
)
def test_three_digits_stand_however_it_is_rounded(number, text):
    assert significant(number) == text


def test_what_is_not_known_is_said():
    assert count(None) == average(None) == "not told"
    assert milliseconds(None) == "-"


def test_numbers_are_written_to_be_read():
    assert count(1234567) == "1,234,567"
    assert average(9999.94) == "9,999.9"
    assert average(12345.6) == "12,346"
    assert milliseconds(0.0123) == "12.3"
    assert duration(0.0123) == "12.3 ms"
    assert duration(12.34) == "12.3 s"
