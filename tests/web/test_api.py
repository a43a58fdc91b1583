"""The API: what a page asks, and what a stranger may ask."""

import http.client
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from support.serving import serving

from outply.arena import match
from outply.formats import game_record, question
from outply.games import all_games
from outply.players import registry
from outply.search import literal

SMOLENSK = {"start": "warfare/blitz/Smolensk", "moves": []}


def events(text):
    """The events of a stream, each with its data."""
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(name, json.loads(data)) for name, data in found]


def test_it_tells_every_game_with_its_rules_and_set_ups(server):
    told = server.told("/api/games")
    games = {game["name"]: game for game in told["games"]}
    for name, game in all_games().items():
        assert games[name]["title"] == game.title
        assert games[name]["setups"] == list(game.setups)
        assert [variant["name"] for variant in games[name]["variants"]] == list(game.variants)
        assert [each["explained"] for each in games[name]["variants"]] == [*map(game.rules, game.variants)]
    assert games["warfare"]["variants"][1]["players"] == ["blue", "green"]
    assert [player["kind"] for player in told["players"]].count("level") == 8


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_whole_game_is_played_by_its_options(server, game):
    place = server.told("/api/start", {"game": game.name})
    position = game.start()
    for _ in range(1000):
        told = server.told("/api/position", place)
        assert [option["move"] for option in told["options"]] == [str(move) for move in position.moves()]
        assert [player["total"] for player in told["players"]] == [position.total(one) for one in game.players]
        assert told["over"] == position.is_over
        if told["over"]:
            break
        option = told["options"][len(place["moves"]) * 7 % len(told["options"])]
        place["moves"].append(option["move"])
        after = position.play(game.parse_move(option["move"]))
        assert option["gain"] == after.score(position.to_move) - position.score(position.to_move)
        position = after
    assert told["result"]
    assert told["turns"][-1]["score"] == position.score(game.players[0])
    assert len(told["turns"]) == len(place["moves"])


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("warfare-3", ["alphabeta:4", "person"]),
        ("starcircle-1", ["minimax:2", "person"]),
    ],
)
def test_an_input_txt_proposes_who_plays(server, examples, name, players):
    text = (examples / f"{name}.in").read_text()
    assert server.told("/api/start", {"text": text})["players"] == players


def test_a_table_of_values_proposes_nobody(server):
    assert "players" not in server.told("/api/start", {"text": "1 2\n3 4\n"})


@pytest.mark.parametrize(
    ("start", "edit", "sentence"),
    [
        (SMOLENSK["start"], {"square": [2, 2], "text": ""}, "C3 must be a number from 1 to 1,000,000"),
        (SMOLENSK["start"], {"square": [2, 2], "text": "1000001"}, "C3 must be a number from 1 to 1,000,000"),
        (
            "warfare/raid/X/1/.",
            {"square": [0, 0], "text": "1", "owner": "X"},
            "at least one cell must be nobody's",
        ),
        (
            "starcircle/standard/initial",
            {"square": [0, 0], "text": "", "owner": "Star"},
            "H1 is a light square, and pieces stand on dark ones",
        ),
        (
            "starcircle/standard/initial",
            {"square": [5, 0], "text": "2", "owner": "Star"},
            "C1 can hold one Star only; they share squares in row H alone",
        ),
    ],
)
def test_an_edit_that_cannot_be_is_refused_in_words_of_the_board(server, start, edit, sentence):
    assert server.refused("/api/start", {"start": start, "edits": [edit]})[1] == sentence


def test_what_rows_are_worth_is_told_where_it_matters(server):
    told = server.told("/api/position", {"start": "starcircle/standard/initial"})
    assert [player["name"] for player in told["players"]] == ["Star", "Circle"]
    assert told["rows"][5] == "C"
    assert told["worths"][5] == [30, 60]
    assert server.told("/api/position", SMOLENSK)["worths"] == []


def test_positions_come_from_names_texts_records_and_edits(server, examples):
    assert server.told("/api/start", {"game": "warfare", "rules": "blitz", "setup": "random:3:1"})["moves"] == []
    asked = (examples / "warfare-3.in").read_text()
    start = server.told("/api/start", {"text": asked})["start"]
    told = server.told("/api/position", {"start": start})
    assert "".join(cell["owner"] or "." for cell in told["cells"]) == question.read(asked.encode()).position.owners
    edits = [{"square": [0, 0], "text": "5", "owner": "O"}]
    edited = server.told("/api/start", {"start": start, "edits": edits, "to_move": "O"})["start"]
    told = server.told("/api/position", {"start": edited})
    assert (told["cells"][0]["owner"], told["cells"][0]["text"], told["to_move"]) == ("O", "5", "O")


def test_a_record_tells_who_played_which_side(server):
    first = all_games()["warfare"].start("raid", "Keren")
    second = first.play(first.moves()[0])
    for start, names in [(first, ["greedy", "minimax:1"]), (second, ["minimax:1", "greedy"])]:
        played = match.play(start, registry.player("greedy"), registry.player("minimax:1"))
        told = server.told("/api/start", {"text": game_record.write(played)})
        assert told["names"] == names
        assert told["moves"] == [str(turn.move) for turn in played.turns]


def test_it_tells_on_which_boards_numbers_are_written(server):
    told = {game["name"]: (game["editable"], game["numbers"]) for game in server.told("/api/games")["games"]}
    assert told == {"warfare": (True, True), "starcircle": (True, True)}


def test_a_computer_player_is_asked_for_its_move(server):
    told = server.told("/api/choose", {**SMOLENSK, "player": "alphabeta:3"})
    start = all_games()["warfare"].start("blitz")
    expected = literal.search(start, 3, "ALPHABETA")
    assert (told["move"], told["value"], told["visited"]) == (str(expected.move), expected.value, expected.visited)
    for player in server.told("/api/games")["players"]:
        name = {"depth": f"{player['name']}:2", "seconds": f"{player['name']}:0.01s"}.get(
            player["kind"], player["name"]
        )
        if name != "level:8":  # which thinks for two seconds
            assert server.told("/api/choose", {**SMOLENSK, "player": name})["move"]


def test_solve_answers_as_the_grader_does(server, examples):
    start = server.told("/api/start", {"text": (examples / "warfare-3.in").read_text()})["start"]
    told = server.told("/api/solve", {"start": start, "mode": "ALPHABETA", "depth": 4})
    assert told["output"] == (examples / "warfare-3.out").read_text()


def test_thoughts_come_as_they_are_thought(server, monkeypatch):
    monkeypatch.setattr(
        "outply.web.search_slots.SPARE", 200.0
    )  # however busy the machine is, there are several rounds
    status, headers, text = server.ask("/api/think", {**SMOLENSK, "seconds": 0.2, "values": True})
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, "text/event-stream")
    told = events(text)
    names = [name for name, _ in told]
    thoughts = [data for name, data in told if name == "thought"]
    assert names[-1] == "done"
    assert names.count("values") > 1
    assert [thought["depth"] for thought in thoughts] == sorted(thought["depth"] for thought in thoughts)
    assert told[-1][1]["move"] == thoughts[-1]["move"]
    assert len(dict(told)["values"]["values"]) == 36


def test_files_can_be_taken_along(server):
    place = {**SMOLENSK, "moves": ["A5 Stake"]}
    _, headers, text = server.ask("/api/export/input", {**place, "mode": "MINIMAX", "depth": 2})
    assert headers["Content-Disposition"] == 'attachment; filename="input.txt"'
    asked = question.read(text.encode(), rules="blitz")
    answered = server.ask("/api/export/output", {**place, "mode": "MINIMAX", "depth": 2})[2]
    assert answered == question.write_answer(asked, literal.search(asked.position, 2, "MINIMAX"))
    ElementTree.fromstring(server.ask("/api/export/svg", place)[2])
    assert "A5" in server.ask("/api/export/replay", place)[2]

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
        ("position", {**SMOLENSK, "moves": ["A1 Raid"]}, 422, "move 1, A1 Raid, is not legal there"),
        ("position", {**SMOLENSK, "moves": ["nonsense"]}, 422, "move 1: 'nonsense' is not a move"),
        ("position", {**SMOLENSK, "moves": ["A1 Stake"] * 1001}, 422, "moves: "),
        ("position", {**SMOLENSK, "more": 1}, 422, "more: Extra inputs are not permitted"),
        ("position", b"{", 422, "JSON"),
        ("position", b" " * 2_000_000, 413, "a request has at most 1024 KiB"),
        ("start", {"game": "chess"}, 422, "there is no game 'chess'"),
        ("start", {"setup": "Atlantis"}, 422, "there is no board 'Atlantis'"),
        ("start", {"text": "1 2\n3"}, 422, "the text, line 2: found 1 value"),
        ("start", {**SMOLENSK, "moves": []}, 422, "moves: Extra inputs"),
        ("start", {"start": SMOLENSK["start"], "edits": [{"square": [9, 0], "text": "1"}]}, 422, "no square"),
        (
            "start",
            {"start": SMOLENSK["start"], "edits": [{"square": [0, 0], "text": "0"}]},
            422,
            "A1 must be a number from 1 to 1,000,000",
        ),
        ("choose", {**SMOLENSK, "player": "minimax:13"}, 422, "minimax looks at most 12 plies ahead here"),
        ("choose", {**SMOLENSK, "player": "engine:61s"}, 422, "at most 60"),
        ("choose", {**SMOLENSK, "player": "engine:solve"}, 422, "such as engine:2s"),
        ("choose", {**SMOLENSK, "player": "exact:3"}, 422, "exact is not a player that can be asked here"),
        ("choose", {**SMOLENSK, "player": "nobody"}, 422, "'nobody' is not a player"),
        ("think", {**SMOLENSK, "seconds": 61}, 422, "seconds: "),
        ("think", {"start": "warfare/raid/X/1/.", "moves": ["A1 Stake"]}, 422, "the game is over"),
        ("solve", {**SMOLENSK, "mode": "MINIMAX", "depth": 13}, 422, "depth: "),
        ("export/record", SMOLENSK, 422, "a record is of a finished game"),
        ("export/zip", SMOLENSK, 422, "kind: "),
        ("nothing", {}, 404, "Not Found"),
    ],
)
def test_a_bad_request_is_refused_in_a_sentence(server, path, body, status, problem):
    found, sentence = server.refused(f"/api/{path}", body)
    assert (found, problem in sentence) == (status, True), sentence
    assert "Traceback" not in sentence
    assert "/site-packages" not in sentence


def test_every_answer_says_what_a_page_may_do(server):
    for path in ("/api/games", "/nothing", "/api/openapi.json"):
        headers = server.ask(path)[1]
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_page_is_there_for_those_who_only_ask_whether_it_is(server):
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    asked.request("HEAD", "/")
    assert asked.getresponse().status == 200
    asked.close()


def test_a_name_that_the_server_does_not_go_by_is_refused():
    with serving(hosts=("127.0.0.1",)) as server:
        for name, status in (("127.0.0.1", 200), ("evil.example", 400)):
            asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            asked.request("GET", "/api/games", headers={"Host": name})
            assert asked.getresponse().status == status
            asked.close()


def connection(server, path, body):
    """A request whose answer is not read yet."""
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    asked.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    return asked


def test_who_finds_all_searches_taken_is_told_to_come_again(small_server):
    thinking = connection(small_server, "/api/think", {**SMOLENSK, "seconds": 60})
    answer = thinking.getresponse()
    assert answer.readline() == b"event: thought\n"
    status, headers, text = small_server.ask("/api/choose", {**SMOLENSK, "player": "greedy"})
    assert (status, headers["Retry-After"]) == (429, "5")
    assert "try again" in json.loads(text)["error"]
    assert small_server.told("/api/position", SMOLENSK)["title"] == "Warfare"  # which is no search
    answer.close()
    thinking.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/think", {**SMOLENSK, "seconds": 60}),
        ("/api/choose", {**SMOLENSK, "player": "engine:60s"}),
        ("/api/choose", {**SMOLENSK, "player": "minimax:12"}),
        ("/api/solve", {**SMOLENSK, "mode": "MINIMAX", "depth": 12}),
    ],
)
def test_a_search_ends_when_its_client_goes_away(small_server, path, body):
    asked = connection(small_server, path, body)
    if path == "/api/think":
        asked.getresponse().readline()
    else:
        small_server.wait_until_busy()
    asked.close()
    while small_server.ask("/api/choose", {**SMOLENSK, "player": "greedy"})[0] == 429:
        pass  # the test's timeout is the limit; minutes are what the search would take
