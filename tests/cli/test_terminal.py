"""Tables on terminals of different widths."""

import io

import pytest
from rich.console import Console

from outply.cli.terminal import PlainTable

SENTENCE = "Moves are tried from the first to the last."


def shown(table: PlainTable, width: int) -> list[str]:
    text = io.StringIO()
    Console(file=text, width=width).print(table)
    return [line.rstrip() for line in text.getvalue().splitlines()]


def example() -> PlainTable:
    table = PlainTable("case", "wrong", "description", numbers=("wrong",))
    table.add_row("004-stake-or-raid-or-nothing", "3", SENTENCE)
    table.add_row("[bold]", "", "none\n")
    return table


def test_wide_console_shows_aligned_columns() -> None:
    lines = shown(example(), 100)
    assert lines[1].split() == ["case", "wrong", "description"]
    assert lines[3] == f" 004-stake-or-raid-or-nothing       3   {SENTENCE}"


def test_last_column_wraps() -> None:
    assert sum("Moves" in line or "last." in line for line in shown(example(), 62)) == 2


def test_narrow_console_shows_a_paragraph_for_each_row() -> None:
    assert shown(example(), 40) == [
        "",
        "004-stake-or-raid-or-nothing",
        "  wrong: 3; description: Moves are tried",
        "  from the first to the last.",
        "[bold]",
        "  description: none\\n",
        "",
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_nothing_is_cut_off(width: int) -> None:
    words = " ".join(shown(example(), width)).split()
    assert "…" not in "".join(words)
    assert all(word in " ".join(words) for word in SENTENCE.split())


def test_long_names_wrap_at_the_name_width() -> None:
    table = PlainTable("name", "remarks", name_width=12)
    table.add_row("Ada Augusta Lovelace", "right")
    assert [line.split() for line in shown(table, 80)[3:5]] == [["Ada", "Augusta", "right"], ["Lovelace"]]


def test_place_and_contestant_begin_the_paragraph_of_a_row() -> None:
    table = PlainTable("", "contestant", "pairings", "W-D-L", numbers=("", "pairings", "W-D-L"), wrap=False)
    table.add_row("1", "a-contestant-with-a-long-name", "3", "10-0-2")
    assert shown(table, 40)[1:3] == ["1 a-contestant-with-a-long-name", "  pairings: 3; W-D-L: 10-0-2"]


def test_row_of_a_cross_table_begins_with_its_contestant() -> None:
    table = PlainTable("", "1", "2", numbers=("1", "2"), wrap=False, caption="the last 3 have no column")
    table.add_row("1 a-contestant-with-a-long-name", "", "3/6")
    assert shown(table, 30)[1:4] == ["1 a-contestant-with-a-long-", "  name", "  2: 3/6"]


def test_heading_with_an_ellipsis_continues_in_the_cell() -> None:
    table = PlainTable("mistake", "the program ...")
    table.add_row("a-mistake-with-a-long-name", "prints the board before the move")
    assert shown(table, 40)[2] == "  the program prints the board before"
