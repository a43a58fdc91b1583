"""What the page and the formats do for a game that offers no more than it has to."""

import pytest
from support.nim import Nim, Take
from support.serving import serving

from outply.arena.match import play
from outply.formats import address
from outply.formats import game_record as records
from outply.formats.line_reader import FormatError
from outply.games import registry
from outply.players.registry import player
from outply.report.match.json_export import game_to_dict
from outply.report.match.log import log

START = "nim/plain/seven"


@pytest.fixture(autouse=True)
def nim(monkeypatch):
    game = Nim()
    monkeypatch.setattr(registry, "games", lambda taken: {"nim": game})
    return game


def test_its_set_ups_have_addresses_and_other_positions_have_none(nim):
    seven = nim.start("plain", "seven")
    assert address.write(seven) == START
    assert address.read(START) == seven
    with pytest.raises(ValueError, match="Nim does not say how to write a position that is none of its set-ups"):
        address.write(seven.play(Take(1)))
    with pytest.raises(FormatError, match="there is no such heap"):
        address.read("nim/plain/nine")


@pytest.mark.parametrize("first", ["greedy", "alphabeta:3", "engine:solve", "level:8", "exact:9"])
def test_its_games_are_kept_in_records(nim, first):
    played = play(nim.start(), player(first), player("random"))
    text = records.write(played)
    assert "\nstart\nfive\n" in text
    assert records.read(text.encode(), "nim.record") == played
    assert (game_to_dict(played)["start"], game_to_dict(played)["final"]) == (["five"], None)
    assert played.result in log(played)


def test_the_page_says_what_it_cannot_do():
    with serving() as server:
        games = {game["name"]: game for game in server.told("/api/games")["games"]}
        asked = {key: games["nim"][key] for key in ("random", "max_size", "editable", "numbers", "asked")}
        assert asked == {"random": False, "max_size": 1, "editable": False, "numbers": False, "asked": False}
        edits = {"start": START, "edits": [{"square": [0, 0], "text": "", "owner": "A"}]}
        assert server.refused("/api/start", edits)[1] == "a board of Nim cannot be edited"
        place = {"start": START, "moves": ["two"]}
        refused = server.refused("/api/export/input", place)[1]
        assert refused == "Nim comes from no assignment, so it has no input.txt"
        assert server.told("/api/position", place)["options"][0]["squares"] == []
        assert server.told("/api/solve", {**place, "mode": "MINIMAX", "depth": 9})["output"] is None


def test_the_page_is_told_which_method_of_a_game_fails(nim, monkeypatch):
    def moves(heap):
        return [Take(1)] if heap.left > 6 else 1 // 0

    monkeypatch.setattr(nim.heap, "moves", moves)
    with serving() as server:
        status, sentence = server.refused("/api/choose", {"start": START, "moves": [], "player": "alphabeta:3"})
    assert status == 500
    assert sentence.startswith("the game 'nim' fails in `moves()` of Heap(left=6, to_move='B', taken=1): ")
    assert sentence.endswith("; the server's log has more")
