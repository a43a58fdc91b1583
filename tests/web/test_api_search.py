"""The HTTP API of searches: moves of players, answers, analyses, their limits and search slots."""

import http.client
import json
from pathlib import Path
from typing import Any

import pytest
from support.web.events import events
from support.web.serving import SMOLENSK, Server, serving

from outply.formats import question
from outply.games import all_games
from outply.search import literal
from outply.web.search_limits import SearchLimits


def test_choose_endpoint_returns_the_move_of_the_player(server: Server) -> None:
    engine = server.get_json("/api/choose", {**SMOLENSK, "player": "level:6"})  # without random moves
    assert engine["principal_variation_text"][0] == engine["text"]
    answer = server.get_json("/api/choose", {**SMOLENSK, "player": "alphabeta:3"})
    start = all_games()["warfare"].start("blitz")
    expected = literal.search(start, 3, "ALPHABETA")
    assert (answer["move"], answer["value"], answer["node_count"]) == (
        str(expected.move),
        expected.value,
        expected.node_count,
    )
    for player in server.get_json("/api/games")["players"]:
        name = {"depth": f"{player['name']}:2", "seconds": f"{player['name']}:0.01s"}.get(
            player["kind"], player["name"]
        )
        if name != "level:8":  # it searches for two seconds
            assert server.get_json("/api/choose", {**SMOLENSK, "player": name})["move"]


def test_solve_endpoint_returns_the_expected_output(server: Server, examples: Path) -> None:
    start = server.get_json("/api/start", {"text": (examples / "warfare-3.in").read_text()})["start"]
    answer = server.get_json("/api/solve", {"start": start, "mode": "ALPHABETA", "depth": 4})
    assert answer["output"] == (examples / "warfare-3.out").read_text()
    line = answer["principal_variation_text"]
    assert (line[0], len(line)) == (answer["text"], 4)


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
def test_solve_stream_ends_with_the_expected_output(server: Server, examples: Path, name: str) -> None:
    opened = server.get_json("/api/start", {"text": (examples / f"{name}.in").read_text()})
    request = {"start": opened["start"], **opened["question"]}
    streamed = events(server.ask("/api/solve/stream", request)[2])
    (first, size), (last, answer) = streamed[0], streamed[-1]
    assert (first, last) == ("size", "answer")
    assert (size["visits"], size["exact"]) == (answer["node_count"], True)
    assert answer["output"].encode() == (examples / f"{name}.out").read_bytes()
    assert answer["principal_variation"][0] == answer["move"]


@pytest.mark.parametrize("evaluation", ["difference", "own", "safety"])
def test_solve_endpoint_returns_the_values_of_all_moves(server: Server, examples: Path, evaluation: str) -> None:
    asked = question.read((examples / "warfare-3.in").read_bytes())
    start = server.get_json("/api/start", {"text": (examples / "warfare-3.in").read_text()})["start"]
    request = {"start": start, "depth": 3, "evaluation": evaluation}
    exact = server.get_json("/api/solve", {**request, "mode": "MINIMAX"})
    bounds = server.get_json("/api/solve", {**request, "mode": "ALPHABETA"})
    moves = [str(move) for move in asked.position.moves()]
    assert [entry["move"] for entry in exact["move_values"]] == moves
    assert not any(entry["is_upper_bound"] for entry in exact["move_values"])
    assert exact["value"] == max(entry["value"] for entry in exact["move_values"])
    assert (bounds["move"], bounds["value"]) == (exact["move"], exact["value"])
    assert (exact["output"] is not None) == (evaluation == "difference")
    assert any(entry["is_upper_bound"] for entry in bounds["move_values"])
    for bound, value in zip(bounds["move_values"], exact["move_values"], strict=True):
        if bound["is_upper_bound"]:
            assert value["value"] <= bound["value"] <= exact["value"]
        else:
            assert bound["value"] == value["value"]


def test_depth_beyond_the_end_of_the_game_is_solved(server: Server) -> None:
    start = "warfare/raid/X/9_1/1_1/../.."
    deep = server.get_json("/api/solve", {"start": start, "mode": "MINIMAX", "depth": 100})
    whole = server.get_json("/api/solve", {"start": start, "mode": "MINIMAX", "depth": 4})
    assert (deep["output"], deep["node_count"]) == (whole["output"], whole["node_count"])


def test_solve_stream_beyond_the_time_limit_suggests_a_depth() -> None:
    request = {**SMOLENSK, "mode": "MINIMAX", "depth": 9}
    with serving(limits=SearchLimits(max_seconds=0.01)) as server:
        streamed = events(server.ask("/api/solve/stream", request)[2])
    assert streamed[0][1]["seconds"] > streamed[0][1]["max_seconds"]
    assert streamed[-1][0] == "error"
    assert streamed[-1][1]["error"].startswith("this search is too large here; try depth ")


def test_analysis_streams_snapshots_and_ends_with_the_last(server: Server) -> None:
    status, headers, text = server.ask("/api/analyse", {**SMOLENSK, "seconds": 0.2, "values": True})
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, "text/event-stream")
    names, data = zip(*events(text), strict=True)
    assert names == ("snapshot",) * (len(names) - 1) + ("done",)
    assert data[-1] == data[-2]
    assert len(data[-1]["move_values"]) == 36


def test_time_limit_of_the_server_is_published_and_applies_to_players_and_analyses() -> None:
    with serving(limits=SearchLimits(max_seconds=0.05)) as server:
        assert server.get_json("/api/games")["limits"]["seconds"] == 0.05
        status, message = server.get_error("/api/choose", {**SMOLENSK, "player": "engine:1s"})
        assert (status, "(at most 0.05s)" in message) == (422, True), message
        analysis = events(server.ask("/api/analyse", {**SMOLENSK, "seconds": 60.0})[2])
        assert [data["limit_seconds"] for _, data in analysis] == [0.05] * len(analysis)


def connection(server: Server, path: str, body: dict[str, Any]) -> http.client.HTTPConnection:
    """Send a request and leave its response unread."""
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    asked.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    return asked


def test_search_request_gets_status_429_if_no_search_slot_is_free(small_server: Server) -> None:
    thinking = connection(small_server, "/api/analyse", {**SMOLENSK, "seconds": 60})
    answer = thinking.getresponse()
    assert answer.readline() == b"event: snapshot\n"
    status, headers, text = small_server.ask("/api/choose", {**SMOLENSK, "player": "greedy"})
    assert (status, headers["Retry-After"]) == (429, "5")
    assert "try again" in json.loads(text)["error"]
    assert small_server.get_json("/api/position", SMOLENSK)["title"] == "Warfare"  # not a search
    answer.close()
    thinking.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/analyse", {**SMOLENSK, "seconds": 60}),
        ("/api/choose", {**SMOLENSK, "player": "engine:60s"}),
        ("/api/choose", {**SMOLENSK, "player": "minimax:12"}),
        ("/api/solve", {**SMOLENSK, "mode": "MINIMAX", "depth": 12}),
    ],
)
def test_search_stops_when_its_client_disconnects(small_server: Server, path: str, body: dict[str, Any]) -> None:
    pending = connection(small_server, path, body)
    if path == "/api/analyse":
        pending.getresponse().readline()
    else:
        small_server.wait_until_busy()
    pending.close()
    small_server.wait_until_free()


def test_exception_during_analysis_ends_the_stream_with_an_error(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("outply.web.analysis_stream.Engine.analyse", fail)
    *_, (event, data) = events(server.ask("/api/analyse", {**SMOLENSK, "seconds": 0.1})[2])
    assert (event, data) == ("error", {"error": "the analysis failed; see the server's log for details"})
