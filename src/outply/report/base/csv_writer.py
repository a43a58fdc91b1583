"""Write CSV from a list of columns, each with its name and a function for its values."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from outply.text import escape_controls

FORMULA_STARTS = ("=", "+", "-", "@")
"""First characters of cells that a spreadsheet evaluates as formulas."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """A column: its name in the header, and the function that returns its value for a row."""

    name: str
    value: Callable[[T], object]


def write_csv(columns: Sequence[Column[T]], rows: Iterable[T]) -> str:
    """Return CSV text: a header and one line per row. None becomes an empty cell; `safe_cell` escapes text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(safe_cell(column.name) for column in columns)
    for row in rows:
        values = (column.value(row) for column in columns)
        writer.writerow(safe_cell(value) if isinstance(value, str) else value for value in values)
    return text.getvalue()


def safe_cell(text: str) -> str:
    """Escape control characters in untrusted text, and put an apostrophe before text that looks like a formula."""
    escaped = escape_controls(text)
    return f"'{escaped}" if escaped.startswith(FORMULA_STARTS) else escaped
