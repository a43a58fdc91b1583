"""How those who hand in stand in a tournament: from its database, and from what an archive carries of it."""

import json

import pytest
from support.gradescope_schema import ENTRY, faults
from support.tournaments import add_game, create_tournament

from outply.grading.gradescope.leaderboard import boards, carried, entrant
from outply.jobs.sqlite_state import StateError


@pytest.fixture
def state(tmp_path):
    with create_tournament(tmp_path / "state", ["ada", "bob", "Jane Doe"]) as store:
        add_game(store, "ada", "bob")
    return tmp_path / "state"


def test_it_has_place_rating_and_games_won(state):
    board = boards(state)["ada"]
    assert [(entry["name"], entry["order"]) for entry in board] == [
        ("Place", "asc"),
        ("Elo", "desc"),
        ("Games won", "desc"),
    ]
    assert (board[0]["value"], board[2]["value"]) == (1, 1)
    assert board[1]["value"] > 0
    assert not any(faults(entry, ENTRY, ("name", "value")) for entry in board)


def test_who_takes_no_part_has_no_place(state):
    assert "eve" not in boards(state)


def test_what_is_carried_says_the_same_and_has_no_games(state, tmp_path):
    file = tmp_path / "leaderboard.json"
    file.write_text(carried(state))
    assert boards(file) == boards(state)
    assert set(json.loads(file.read_text())) == {"ada", "bob", "Jane Doe"}
    assert "Stake" not in file.read_text()


@pytest.mark.parametrize("data", [b"", b"[]", b'{"ada": 1}', b"\xff"])
def test_another_file_is_told_to_be_none(data, tmp_path):
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(StateError, match="neither a tournament's database nor the leaderboard of an archive"):
        boards(tmp_path / "file")


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(StateError, match=r"cannot read .*nothing\.db: no such file"):
        boards(tmp_path / "nothing.db")


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
def test_who_handed_in_is_known_by_address_number_or_name(users, name, state, tmp_path):
    (tmp_path / "metadata.json").write_text(json.dumps({"users": users}))
    assert entrant(state, tmp_path / "metadata.json") == name


@pytest.mark.parametrize("text", [None, "", "{}", "[1]"])
def test_without_a_word_of_who_handed_in_nobody_is_found(text, state, tmp_path):
    if text is not None:
        (tmp_path / "metadata.json").write_text(text)
    assert entrant(state, tmp_path / "metadata.json") == ""
