"""Tables in the terminal with a line below the headings and no other borders."""

from __future__ import annotations

from collections.abc import Collection

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from outply.text import escape_controls


def plain_table(
    *headings: str, numbers: Collection[str] = (), wrap: bool = True, caption: str | None = None
) -> Table:
    """Return an empty table. The columns whose headings are in `numbers` are right-aligned.

    With `wrap`, the text of the last column may wrap.
    """
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption=caption)
    for heading in headings:
        justify = "right" if heading in numbers else "left"
        table.add_column(heading, justify=justify, no_wrap=not wrap or heading is not headings[-1])  # type: ignore[arg-type]
    return table


def add_row(table: Table, *cells: str) -> None:
    """Add a row of plain text with control characters escaped; Rich does not interpret the text as markup."""
    table.add_row(*(Text(escape_controls(cell)) for cell in cells))
