"""Leaderboards from the state of a tournament and from an archive."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.arena.tournaments import add_game, create_tournament
from support.grading.gradescope_schema import ENTRY, faults

from outply.grading.gradescope.leaderboard import find_contestant, leaderboards_json, read_leaderboards
from outply.jobs.sqlite_state import StateError


@pytest.fixture
def state(tmp_path: Path) -> Path:
    with create_tournament(tmp_path / "state", ["ada", "bob", "Jane Doe"]) as state:
        add_game(state, "ada", "bob")
    return tmp_path / "state"


def test_leaderboard_has_the_place_and_the_rating_and_the_games_won(state: Path) -> None:
    board = read_leaderboards(state)["ada"]
    assert [(entry["name"], entry["order"]) for entry in board] == [
        ("Place", "asc"),
        ("Elo", "desc"),
        ("Games won", "desc"),
    ]
    assert (board[0]["value"], board[2]["value"]) == (1, 1)
    assert isinstance(board[1]["value"], int)
    assert board[1]["value"] > 0
    assert not any(faults(entry, ENTRY, ("name", "value")) for entry in board)


def test_student_outside_of_the_tournament_has_no_entry(state: Path) -> None:
    assert "eve" not in read_leaderboards(state)


def test_exported_leaderboards_equal_the_original_and_contain_no_games(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "leaderboard.json"
    file.write_text(leaderboards_json(state))
    assert read_leaderboards(file) == read_leaderboards(state)
    assert set(json.loads(file.read_text())) == {"ada", "bob", "Jane Doe"}
    assert "Stake" not in file.read_text()


@pytest.mark.parametrize("data", [b"", b"[]", b'{"ada": 1}', b"\xff"])
def test_file_without_tournament_or_leaderboards_is_rejected(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(StateError, match="expected the state of a tournament or the leaderboard of an archive"):
        read_leaderboards(tmp_path / "file")


def test_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StateError, match=r"cannot read .*nothing\.db: no such file"):
        read_leaderboards(tmp_path / "nothing.db")


@pytest.mark.parametrize(
    ("users", "name"),
    [
        ([{"email": "Ada@example.edu", "name": "A. Lovelace"}], "ada"),
        ([{"email": "x@example.edu", "sid": "bob"}], "bob"),
        ([{"email": "x@example.edu", "name": "jane doe", "sid": None}], "Jane Doe"),
        ([{"email": "ada@example.edu", "name": "bob"}], "ada"),
        ([{"email": "x@example.edu"}, {"email": "bob@example.edu"}], "bob"),
        ([{"email": "eve@example.edu", "name": "Eve"}], ""),
        ([], ""),
        (None, ""),
        (["ada"], ""),
    ],
)
def test_contestant_is_found_by_email_or_student_number_or_name(
    users: Any, name: str, state: Path, tmp_path: Path
) -> None:
    (tmp_path / "metadata.json").write_text(json.dumps({"users": users}))
    assert find_contestant(state, tmp_path / "metadata.json") == name


@pytest.mark.parametrize("text", [None, "", "{}", "[1]"])
def test_unreadable_metadata_names_no_contestant(text: str | None, state: Path, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "metadata.json").write_text(text)
    assert find_contestant(state, tmp_path / "metadata.json") == ""
