"""The tree of a search, asked of the server; and the page that shows it."""

import http.client
import json

import pytest
from support.tree_reader import unfold

from outply.games import all_games
from outply.search import literal, textbook
from outply.web import tree_api as web_tree

SMOLENSK = {"start": "warfare/blitz/Smolensk"}


@pytest.mark.parametrize("algorithm", textbook.ALGORITHMS)
def test_a_tree_has_every_visit_of_the_search(server, algorithm):
    told = server.told("/api/tree", {**SMOLENSK, "moves": ["A1 Stake"], "algorithm": algorithm, "depth": 2})
    position = all_games()["warfare"].start("blitz")
    expected = textbook.ALGORITHMS[algorithm](position.play(position.moves()[0]), 2, traced=True)
    found = unfold(told)
    assert (told["visited"], told["recorded"], len(found)) == (expected.visited,) * 3
    assert [node.value for node in found] == [visit.value for visit in expected.trace]
    assert told["result"]["line"] == [str(move) for move in expected.line]


def test_what_one_answer_does_not_hold_is_asked_for_by_the_moves_to_it(server, monkeypatch):
    monkeypatch.setattr(web_tree, "MOST", 50)
    asked = {**SMOLENSK, "depth": 3}
    told = server.told("/api/tree", asked)
    assert told["recorded"] <= 50 < told["visited"]
    folded = next(node for node in unfold(told) if not node.children and node.below > 1)
    part = server.told("/api/tree", {**asked, "below": [folded.step["move"]]})
    assert part["path"] == [folded.step["move"]]
    assert (part["visited"], part["result"]["value"]) == (folded.below, folded.value)


def test_another_evaluation_can_be_asked_for(server):
    told = server.told("/api/tree", {**SMOLENSK, "depth": 2, "evaluation": "safety"})
    expected = literal.search(all_games()["warfare"].start("blitz"), 2, "ALPHABETA", evaluation="safety")
    assert told["result"] == {
        "move": str(expected.move),
        "value": expected.value,
        "line": [str(move) for move in expected.line],
        "visited": expected.visited,
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
        ({"depth": 2, "moves": ["A1 Raid"]}, "move 1, A1 Raid, is not legal there"),
        ({"depth": 2, "start": "warfare/raid/X/1/.", "moves": ["A1 Stake"]}, "the game is over"),
    ],
)
def test_what_has_no_tree_is_refused_in_a_sentence(server, body, problem):
    status, sentence = server.refused("/api/tree", SMOLENSK | body)
    assert (status, problem in sentence) == (422, True), sentence


def test_a_search_for_a_tree_ends_when_its_client_goes_away(small_server):
    asked = http.client.HTTPConnection("127.0.0.1", small_server.port, timeout=60)
    body = json.dumps({**SMOLENSK, "algorithm": "MINIMAX", "depth": 12})
    asked.request("POST", "/api/tree", body, {"Content-Type": "application/json"})

    small_server.wait_until_busy()
    asked.close()
    while small_server.ask("/api/choose", {**SMOLENSK, "player": "greedy"})[0] == 429:
        pass  # the test's timeout is the limit; hours are what the search would take


def test_the_page_and_its_modules_are_there(server):
    status, headers, text = server.ask("/tree")
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, "text/html")
    assert "static/tree/page.js" in text
    for name, media_type in (("page.js", "text/javascript"), ("tree.css", "text/css")):
        status, headers, _ = server.ask(f"/static/tree/{name}")
        assert (status, headers["Content-Type"].partition(";")[0]) == (200, media_type)
