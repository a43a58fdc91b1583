"""The HTTP API: games, positions, files, error messages and headers."""

import http.client
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from support.web.serving import SMOLENSK, Server, serving

from outply.arena import match
from outply.formats import game_record, question
from outply.games import all_games
from outply.games.protocol import Game
from outply.games.registry import built_in_games
from outply.players import registry
from outply.search import literal


def test_games_endpoint_lists_every_game_with_its_rules_and_setups(server: Server) -> None:
    answer = server.get_json("/api/games")
    games = {game["name"]: game for game in answer["games"]}
    for name, game in built_in_games().items():
        assert games[name]["title"] == game.title
        assert games[name]["setups"] == list(game.setups)
        assert [variant["name"] for variant in games[name]["variants"]] == list(game.variants)
        assert [each["rules_text"] for each in games[name]["variants"]] == [*map(game.rules, game.variants)]
    assert games["warfare"]["variants"][1]["players"] == ["blue", "green"]
    assert [player["kind"] for player in answer["players"]].count("level") == 8
    assert all(player["description"] for player in answer["players"])
    assert answer["network_url"] is None


def test_setups_endpoint_returns_the_board_of_every_setup(server: Server) -> None:
    boards = server.get_json("/api/games/warfare/setups")
    assert [board["name"] for board in boards] == list(all_games()["warfare"].setups)
    narvik = next(board for board in boards if board["name"] == "Narvik")
    assert [cell["text"] for cell in narvik["cells"][:3]] == ["99", "1", "99"]
    assert server.get_error("/api/games/chess/setups")[0] == 422
    assert server.get_error("/api/games/warfare/setups?rules=chess") == (
        422,
        "Warfare has no chess rules; expected raid or blitz",
    )


def test_illegal_move_is_explained(server: Server) -> None:
    start = {"start": "starcircle/standard/initial", "moves": []}
    assert server.get_json("/api/explain", {**start, "text": "c1-d3"}) == {
        "explanation": "C1-D3 is neither a step to the next diagonal square nor a single jump."
    }
    assert server.get_json("/api/explain", {**start, "text": "hello"}) == {"explanation": None}
    assert "There is no Star on D1." in server.get_error("/api/position", {**start, "moves": ["D1-E2"]})[1]


def test_network_address_is_reported_if_there_is_one() -> None:
    with serving(network_url="http://192.0.2.7:8765/") as server:
        assert server.get_json("/api/games")["network_url"] == "http://192.0.2.7:8765/"


def test_random_board_keeps_its_size_and_seed(server: Server) -> None:
    request = {"game": "warfare", "rules": "blitz", "setup": "random:3:1"}
    start = server.get_json("/api/start", request)["start"]
    assert start == "warfare/blitz/random:3:1"
    assert server.get_json("/api/position", {"start": start})["board"] == "random:3:1"


@pytest.mark.parametrize("game", built_in_games().values(), ids=lambda game: game.name)
def test_legal_moves_of_a_whole_game_match_the_rules(server: Server, game: Game) -> None:
    ref = server.get_json("/api/start", {"game": game.name})
    position = game.start()
    for _ in range(1000):
        answer = server.get_json("/api/position", ref)
        assert [option["move"] for option in answer["legal_moves"]] == [str(move) for move in position.moves()]
        assert [player["total"] for player in answer["players"]] == [position.total(one) for one in game.players]
        assert answer["over"] == position.is_over
        if answer["over"]:
            break
        option = answer["legal_moves"][len(ref["moves"]) * 7 % len(answer["legal_moves"])]
        ref["moves"].append(option["move"])
        after = position.play(game.parse_move(option["move"]))
        assert option["gain"] == after.score(position.to_move) - position.score(position.to_move)
        position = after
    assert answer["result"]
    assert answer["turns"][-1]["score"] == position.score(game.players[0])
    assert len(answer["turns"]) == len(ref["moves"])


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("warfare-3", ["alphabeta:4", "person"]),
        ("starcircle-1", ["minimax:2", "person"]),
    ],
)
def test_input_txt_suggests_players(server: Server, examples: Path, name: str, players: list[str]) -> None:
    text = (examples / f"{name}.in").read_text()
    assert server.get_json("/api/start", {"text": text})["players"] == players


def test_input_txt_names_the_textbook_search(server: Server, examples: Path) -> None:
    text = (examples / "warfare-3.in").read_text()
    assert server.get_json("/api/start", {"text": text})["question"] == {"mode": "ALPHABETA", "depth": 4}
    deep = server.get_json("/api/start", {"text": text.replace("X\n4\n", "X\n1000000\n")})
    assert deep["question"]["depth"] == 100  # more plies than any search that ends in time
    timed = server.get_json("/api/start", {"text": text.replace("ALPHABETA", "COMPETITION")})
    assert "question" not in timed


def test_text_of_another_game_than_the_chosen_one_is_opened(server: Server, examples: Path) -> None:
    text = (examples / "warfare-3.in").read_text()
    assert server.get_json("/api/start", {"text": text, "rules": "standard"})["start"].startswith("warfare/raid/")


def test_board_file_suggests_no_players(server: Server) -> None:
    answer = server.get_json("/api/start", {"text": "1 2\n3 4\n"})
    assert "players" not in answer
    assert "question" not in answer


@pytest.mark.parametrize(
    ("start", "edit", "message"),
    [
        (SMOLENSK["start"], {"square": [2, 2], "text": ""}, "C3 must be a number from 1 to 1,000,000"),
        (SMOLENSK["start"], {"square": [2, 2], "text": "1000001"}, "C3 must be a number from 1 to 1,000,000"),
        (
            "warfare/raid/X/1/.",
            {"square": [0, 0], "text": "1", "owner": "X"},
            "at least one cell must be empty",
        ),
        (
            "starcircle/standard/initial",
            {"square": [0, 0], "text": "", "owner": "Star"},
            "H1 is a light square; pieces stand on dark squares only",
        ),
        (
            "starcircle/standard/initial",
            {"square": [5, 0], "text": "2", "owner": "Star"},
            "C1 can hold one Star; stacks are allowed in row H only",
        ),
    ],
)
def test_invalid_edit_names_the_square(server: Server, start: str, edit: dict[str, Any], message: str) -> None:
    assert server.get_error("/api/start", {"start": start, "edits": [edit]})[1] == message


def test_position_endpoint_returns_row_values_of_games_that_have_them(server: Server) -> None:
    answer = server.get_json("/api/position", {"start": "starcircle/standard/initial"})
    assert [player["name"] for player in answer["players"]] == ["Star", "Circle"]
    assert answer["rows"][5] == "C"
    assert answer["row_values"][5] == [30, 60]
    assert server.get_json("/api/position", SMOLENSK)["row_values"] == []


def test_start_endpoint_accepts_setup_names_and_input_texts_and_edits(server: Server, examples: Path) -> None:
    assert (
        server.get_json("/api/start", {"game": "warfare", "rules": "blitz", "setup": "random:3:1"})["moves"] == []
    )
    asked = (examples / "warfare-3.in").read_text()
    start = server.get_json("/api/start", {"text": asked})["start"]
    answer = server.get_json("/api/position", {"start": start})
    assert (
        "".join(cell["owner"] or "." for cell in answer["cells"]) == question.read(asked.encode()).position.owners
    )
    edits = [{"square": [0, 0], "text": "5", "owner": "O"}]
    edited = server.get_json("/api/start", {"start": start, "edits": edits, "to_move": "O"})["start"]
    answer = server.get_json("/api/position", {"start": edited})
    assert (answer["cells"][0]["owner"], answer["cells"][0]["text"], answer["to_move"]) == ("O", "5", "O")


def test_start_endpoint_returns_the_players_of_a_record_by_side(server: Server) -> None:
    first = all_games()["warfare"].start("raid", "Keren")
    second = first.play(first.moves()[0])
    for start, names in [(first, ["greedy", "minimax:1"]), (second, ["minimax:1", "greedy"])]:
        played = match.play(start, registry.player("greedy"), registry.player("minimax:1"))
        answer = server.get_json("/api/start", {"text": game_record.write(played)})
        assert answer["names"] == names
        assert answer["moves"] == [str(turn.move) for turn in played.turns]


def test_games_endpoint_reports_whether_the_editor_accepts_numbers(server: Server) -> None:
    answer = {
        game["name"]: (game["editable"], game["cells_take_numbers"])
        for game in server.get_json("/api/games")["games"]
        if game["name"] in built_in_games()
    }
    assert answer == {"warfare": (True, True), "starcircle": (True, True)}


def test_export_endpoint_returns_each_kind_of_file(server: Server) -> None:
    ref = {**SMOLENSK, "moves": ["A5 Stake"]}
    _, headers, text = server.ask("/api/export/input", {**ref, "mode": "MINIMAX", "depth": 2})
    assert headers["Content-Disposition"] == 'attachment; filename="input.txt"'
    asked = question.read(text.encode(), rules="blitz")
    answered = server.ask("/api/export/output", {**ref, "mode": "MINIMAX", "depth": 2})[2]
    assert answered == question.write_answer(asked, literal.search(asked.position, 2, "MINIMAX"))
    ElementTree.fromstring(server.ask("/api/export/svg", ref)[2])
    assert "A5" in server.ask("/api/export/replay", ref)[2]
    assert server.ask("/api/export/text", ref)[2].splitlines()[0].split() == list("ABCDEF")

    tiny = {"start": "warfare/raid/O/1_2/3_4/X./..", "moves": ["B2 Stake", "B1 Raid", "A2 Stake"]}
    text = server.ask("/api/export/record", {**tiny, "players": ["person", "level:3"]})[2]
    assert game_record.read(text.encode(), "x").players == ("level:3", "person")
    text = server.ask("/api/export/record", {**tiny, "players": [" ", "a\tb\nwin"]})[2]
    assert game_record.read(text.encode(), "x").players == ("a b win", "person")


@pytest.mark.parametrize(
    ("path", "body", "status", "problem"),
    [
        ("position", {"start": "chess"}, 422, "the position: found 'chess'"),
        ("position", {}, 422, "start: Field required"),
        ("position", {**SMOLENSK, "moves": ["A1 Raid"]}, 422, "move 1, A1 Raid, is illegal"),
        ("position", {**SMOLENSK, "moves": ["nonsense"]}, 422, "move 1: 'nonsense' is not a move"),
        ("position", {**SMOLENSK, "moves": ["A1 Stake"] * 1001}, 422, "moves: "),
        ("position", {**SMOLENSK, "more": 1}, 422, "more: Extra inputs are not permitted"),
        ("position", b"{", 422, "JSON"),
        ("position", b" " * 2_000_000, 413, "request body too large: at most 1024 KiB"),
        ("start", {"game": "chess"}, 422, "unknown game 'chess'"),
        ("start", {"setup": "Atlantis"}, 422, "unknown board 'Atlantis'"),
        ("start", {"text": "1 2\n3"}, 422, "the text, line 2: found 1 value"),
        ("start", {**SMOLENSK, "moves": []}, 422, "moves: Extra inputs"),
        (
            "start",
            {"start": SMOLENSK["start"], "edits": [{"square": [9, 0], "text": "1"}]},
            422,
            "square (9, 0) is not on the board",
        ),
        (
            "start",
            {"start": SMOLENSK["start"], "edits": [{"square": [0, 0], "text": "0"}]},
            422,
            "A1 must be a number from 1 to 1,000,000",
        ),
        ("choose", {**SMOLENSK, "player": "minimax:13"}, 422, "minimax is limited to depth 12 on this server"),
        ("choose", {**SMOLENSK, "player": "engine:61s"}, 422, "at most 60"),
        ("choose", {**SMOLENSK, "player": "engine:solve"}, 422, "such as engine:2s"),
        ("choose", {**SMOLENSK, "player": "exact:3"}, 422, "player 'exact' is not available on this server"),
        ("choose", {**SMOLENSK, "player": "unknown"}, 422, "unknown player 'unknown'"),
        ("analyse", {**SMOLENSK, "seconds": 61}, 422, "seconds: "),
        ("analyse", {"start": "warfare/raid/X/1/.", "moves": ["A1 Stake"]}, 422, "the game is over"),
        ("solve", {**SMOLENSK, "mode": "MINIMAX", "depth": 101}, 422, "depth: "),
        ("solve", {**SMOLENSK, "mode": "MINIMAX", "depth": 1, "evaluation": "luck"}, 422, "no evaluation 'luck'"),
        ("export/record", SMOLENSK, 422, "a game record needs a finished game"),
        ("export/zip", SMOLENSK, 422, "file_type: "),
        ("nothing", {}, 404, "Not Found"),
    ],
)
def test_bad_request_gets_a_clear_message(
    server: Server, path: str, body: dict[str, Any] | bytes, status: int, problem: str
) -> None:
    actual, message = server.get_error(f"/api/{path}", body)
    assert (actual, problem in message) == (status, True), message
    assert "Traceback" not in message
    assert "/site-packages" not in message


def test_every_response_has_the_security_headers(server: Server) -> None:
    for path in ("/api/games", "/nothing", "/api/openapi.json"):
        headers = server.ask(path)[1]
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_page_answers_head_requests(server: Server) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    asked.request("HEAD", "/")
    assert asked.getresponse().status == 200
    asked.close()


def test_unknown_host_header_is_refused() -> None:
    with serving(hosts=("127.0.0.1",)) as server:
        for name, status in (("127.0.0.1", 200), ("evil.example", 400)):
            asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
            asked.request("GET", "/api/games", headers={"Host": name})
            assert asked.getresponse().status == status
            asked.close()
