"""The search tree over HTTP, and the page that shows it."""

import http.client
import json
import re
from typing import Any

import pytest
from support.search.search_results import principal_variation_of, visits_of
from support.search.tree_reader import unfold
from support.web.events import events
from support.web.serving import SMOLENSK, Server, serving

from outply.games import all_games
from outply.search import literal, textbook
from outply.search.trace import WHOLE_TREE
from outply.web.events import TreeProgress
from outply.web.search_limits import SearchLimits
from outply.web.static_files import StaticFiles
from outply.web.textbook_search import progress_events


@pytest.mark.parametrize("algorithm", textbook.ALGORITHMS)
def test_tree_endpoint_returns_every_visit(server: Server, algorithm: str) -> None:
    answer = server.get_json("/api/tree", {**SMOLENSK, "moves": ["A1 Stake"], "algorithm": algorithm, "depth": 2})
    position = all_games()["warfare"].start("blitz")
    expected = textbook.ALGORITHMS[algorithm](position.play(position.moves()[0]), 2, trace=WHOLE_TREE)
    nodes = unfold(answer)
    assert (answer["node_count"], answer["recorded"], len(nodes)) == (expected.node_count,) * 3
    assert [node.value for node in nodes] == [visit.value for visit in visits_of(expected)]
    assert answer["result"]["principal_variation"] == [str(move) for move in principal_variation_of(expected)]


def test_tree_endpoint_returns_a_folded_part_given_the_moves_that_lead_to_it() -> None:
    request = {**SMOLENSK, "depth": 3}
    with serving(limits=SearchLimits(max_tree_visits=50)) as server:
        answer = server.get_json("/api/tree", request)
        assert answer["recorded"] <= 50 < answer["node_count"]
        folded = next(node for node in unfold(answer) if not node.children and node.below > 1)
        assert folded.step is not None
        part = server.get_json("/api/tree", {**request, "below": [folded.step["move"]]})
    assert part["path"] == [folded.step["move"]]
    assert (part["node_count"], part["result"]["value"]) == (folded.below, folded.value)


def test_tree_endpoint_uses_the_requested_evaluation(server: Server) -> None:
    answer = server.get_json("/api/tree", {**SMOLENSK, "depth": 2, "evaluation": "safety"})
    expected = literal.search(all_games()["warfare"].start("blitz"), 2, "ALPHABETA", evaluation="safety")
    assert answer["result"] == {
        "move": str(expected.move),
        "value": expected.value,
        "principal_variation": [str(move) for move in principal_variation_of(expected)],
        "node_count": expected.node_count,
    }


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"depth": 13}, "depth: "),
        ({"depth": 0}, "depth: "),
        ({}, "depth: Field required"),
        ({"depth": 2, "algorithm": "GREEDY"}, "algorithm: "),
        ({"depth": 2, "below": ["nonsense"]}, "'nonsense' is not a move"),
        ({"depth": 2, "below": ["A1 Raid"]}, "A1 Raid is not legal"),
        ({"depth": 1, "below": ["A1 Stake", "B2 Stake"]}, "the search ends at depth 1"),
        ({"depth": 2, "below": ["A1 Stake"] * 13}, "below: "),
        ({"depth": 2, "evaluation": "taste"}, "Warfare has no evaluation 'taste'"),
        ({"depth": 2, "moves": ["A1 Raid"]}, "move 1, A1 Raid, is illegal"),
        ({"depth": 2, "start": "warfare/raid/X/1/.", "moves": ["A1 Stake"]}, "the game is over"),
    ],
)
def test_bad_tree_request_gets_a_clear_message(server: Server, body: dict[str, Any], problem: str) -> None:
    status, message = server.get_error("/api/tree", SMOLENSK | body)
    assert (status, problem in message) == (422, True), message


def test_tree_stream_reports_progress_before_the_tree() -> None:
    request = {**SMOLENSK, "depth": 7}
    with serving(limits=SearchLimits(progress_interval_s=0.0)) as server:
        _, _, text = server.ask("/api/tree/stream", request)
        *progress, (name, tree) = events(text)
        assert (name, tree["result"]) == ("tree", server.get_json("/api/tree", request)["result"])
    assert {event for event, _ in progress} == {"progress"}
    visits = [data["visits"] for _, data in progress]
    assert visits == sorted(visits)
    assert all(data["root_moves_searched"] <= data["root_moves"] == 36 for _, data in progress)


def test_progress_is_reported_once_per_interval() -> None:
    seconds = iter([5.0, 5.5, 6.0, 6.5, 9.0])
    emitted: list[object] = []
    on_progress = progress_events(lambda name, data: emitted.append((name, data)), 1.0, lambda: next(seconds))
    for visits in range(5):
        on_progress(visits, 1, 36)
    assert emitted == [
        ("progress", TreeProgress(visits=visits, root_moves_searched=1, root_moves=36)) for visits in (0, 2, 4)
    ]


def test_tree_stream_ends_with_an_error_for_a_search_that_is_too_large() -> None:
    request = {**SMOLENSK, "algorithm": "MINIMAX", "depth": 9}
    with serving(limits=SearchLimits(max_seconds=0.01)) as server:
        name, data = events(server.ask("/api/tree/stream", request)[2])[-1]
        assert (name, re.sub(r"\d", "N", data["error"])) == ("error", "this search is too large here; try depth N")
        assert server.get_error("/api/tree", request)[0] == 422


def test_tree_size_is_estimated_before_the_search(server: Server) -> None:
    small = server.get_json("/api/tree/size", {**SMOLENSK, "algorithm": "MINIMAX", "depth": 2})
    assert (small["visits"], small["exact"], small["largest_depth"]) == (1297, True, 2)
    large = server.get_json("/api/tree/size", {**SMOLENSK, "algorithm": "MINIMAX", "depth": 12})
    assert not large["exact"]
    assert large["visits"] > 10**12
    assert large["seconds"] > large["max_seconds"]
    assert large["largest_depth"] < 12


def test_tree_search_stops_when_its_client_disconnects(small_server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", small_server.port, timeout=600)
    body = json.dumps({**SMOLENSK, "algorithm": "MINIMAX", "depth": 12})
    connection.request("POST", "/api/tree", body, {"Content-Type": "application/json"})

    small_server.wait_until_busy()
    connection.close()
    small_server.wait_until_free()


def test_tree_page_and_its_files_are_served(server: Server) -> None:
    status, headers, text = server.ask("/tree")
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, "text/html")
    for name, media_type in (("tree.js", "text/javascript"), ("tree.css", "text/css")):
        path = f"static/{StaticFiles().manifest[name]}"
        assert f'"{path}"' in text
        status, headers, _ = server.ask(f"/{path}")
        assert (status, headers["Content-Type"].partition(";")[0]) == (200, media_type)
