"""The CSV writer: named columns and untrusted text."""

import pytest

from outply.report.base.csv_writer import Column, safe_cell, write_csv


def test_csv_column_has_a_name_and_a_function_for_its_values() -> None:
    columns: list[Column[tuple[str, float | None]]] = [
        Column("name", lambda row: row[0]),
        Column("points", lambda row: row[1]),
    ]
    assert write_csv(columns, [("a, b", 1.5), ("c", None)]) == 'name,points\n"a, b",1.5\nc,\n'


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_spreadsheet_formulas_in_csv_are_escaped(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


def test_control_characters_in_csv_are_escaped() -> None:
    assert safe_cell("a\x1b[31m\u202e\n") == "a\\x1b[31m\\u202e\\n"


def test_negative_numbers_in_csv_are_not_escaped() -> None:
    assert write_csv([Column("margin", lambda row: row)], [-3]) == "margin\n-3\n"
