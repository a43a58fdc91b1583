"""Page and formats with a plug-in game that implements only the mandatory protocol."""

import pytest
from support.games.nim import Heap, Nim, Take
from support.web.serving import serving

from outply.arena.match import play
from outply.formats import game_record as records
from outply.formats import notation
from outply.formats.line_reader import FormatError
from outply.games import registry
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.players.registry import player
from outply.report.match.export import game_to_dict, log
from outply.web.catalog import describe_board, describe_game
from outply.web.positions import describe
from outply.web.requests import PositionRef

START = "nim/plain/seven"


@pytest.fixture(autouse=True)
def nim(monkeypatch: pytest.MonkeyPatch) -> Nim:
    game = Nim()
    monkeypatch.setattr(registry, "plugin_games", lambda reserved: {"nim": game})
    return game


def test_game_without_text_format_has_a_notation_only_for_its_setups(nim: Nim) -> None:
    seven = nim.start("plain", "seven")
    assert notation.to_line(seven) == START
    assert notation.from_line(START) == seven
    with pytest.raises(ValueError, match="Nim has no text format: only its start positions can be written"):
        notation.to_line(seven.play(Take(1)))
    with pytest.raises(FormatError, match="there is no such heap"):
        notation.from_line("nim/plain/nine")


@pytest.mark.parametrize("first", ["greedy", "alphabeta:3", "engine:solve", "level:8", "exact:9"])
def test_game_without_text_format_is_exported_as_a_game_record(nim: Nim, first: str) -> None:
    played = play(nim.start(), player(first), player("random"))
    text = records.write(played)
    assert "\nstart\nfive\n" in text
    assert records.read(text.encode(), "nim.record") == played
    assert (game_to_dict(played)["start"], game_to_dict(played)["final"]) == (["five"], None)
    assert played.result in log(played)


def test_request_for_a_feature_that_the_game_lacks_gets_a_clear_message() -> None:
    with serving() as server:
        games = {game["name"]: game for game in server.get_json("/api/games")["games"]}
        features = ("has_random_boards", "editable", "cells_take_numbers", "has_input_format")
        assert not any(games["nim"][feature] for feature in features)
        assert games["nim"]["max_size"] == 1
        edits = {"start": START, "edits": [{"square": [0, 0], "text": "", "owner": "A"}]}
        assert server.get_error("/api/start", edits)[1] == "boards of Nim cannot be edited"
        ref = {"start": START, "moves": ["two"]}
        refused = server.get_error("/api/export/input", ref)[1]
        assert refused == "Nim has no input.txt format"
        assert server.get_json("/api/position", ref)["legal_moves"][0]["click_path"] == []
        assert server.get_json("/api/solve", {**ref, "mode": "MINIMAX", "depth": 9})["output"] is None


def test_page_is_served_without_data_if_a_game_cannot_be_described(
    nim: Nim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nim, "rules", lambda variant: 1 // 0)
    with serving() as server:
        page = server.ask("/")[2]
        assert '<script type="application/json" id="initial-data"></script>' in page
        assert server.get_error("/api/games")[0] == 500


def test_error_names_the_failing_method_of_the_game(nim: Nim, monkeypatch: pytest.MonkeyPatch) -> None:
    def moves(heap: Heap) -> list[Take]:
        if heap.left <= 6:
            raise ZeroDivisionError("integer division by zero")
        return [Take(1)]

    monkeypatch.setattr(nim.heap, "moves", moves)
    with serving() as server:
        status, message = server.get_error("/api/choose", {"start": START, "moves": [], "player": "alphabeta:3"})
    assert status == 500
    assert message.startswith("the game 'nim' fails in `moves()` of Heap(left=6, to_move='B', taken=1): ")
    assert message.endswith("; see the server's log for details")


def test_boards_follow_the_rules() -> None:
    class TwoRules(Nim):
        def start(self, variant: str = "plain", setup: str = "five") -> Heap:
            return Heap(5 if variant == "plain" else 7)

    texts = [
        [cell["text"] for cell in describe_board(TwoRules(), variant, "five")["cells"]]
        for variant in ("plain", "long")
    ]
    assert [row.count("I") for row in texts] == [5, 7]


def test_game_without_kinds_of_pieces_has_one_for_each_player(nim: Nim) -> None:
    assert [(kind.owner, kind.text) for kind in describe_game(nim).piece_kinds] == [("A", None), ("B", None)]


def won_game(nim: Nim) -> GameRecord:
    return play(nim.start(), player("greedy"), player("greedy"))


def test_win_by_a_goal_is_stated_without_totals(nim: Nim, monkeypatch: pytest.MonkeyPatch) -> None:
    played = won_game(nim)
    text = records.write(played)
    assert "\n\nA 1, B 0: A wins by 1.\n" in log(played)
    monkeypatch.setattr(Nim, "won_by_goal", True, raising=False)
    assert played.result == "A wins"
    assert "\n\nA wins.\n" in log(played)
    assert records.write(played) == text
    assert records.read(text.encode(), "nim.record") == played
    positions: list[Position] = list(played.positions())
    moves = [turn.move for turn in played.turns]
    described = describe(PositionRef(start="nim/plain/five", moves=[*map(str, moves)]), moves, positions)
    assert (described["result"], described["won_by_goal"]) == ("A wins", True)
