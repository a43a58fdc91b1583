"""Many at once: everybody is answered or told to come again, and the server goes on."""

from concurrent.futures import ThreadPoolExecutor

from support.serving import serving

from outply.web.search_slots import Desk

CLIENTS = 50
SMOLENSK = {"start": "warfare/raid/Smolensk", "moves": []}


def test_many_who_ask_for_the_rules_of_large_boards_do_not_stop_the_page():
    moves = [f"{column}{row} Stake" for column in "ABCDEFGHIJKL" for row in range(1, 27)]
    place = {"start": "warfare/raid/random:26:1", "moves": moves}
    with serving() as server, ThreadPoolExecutor(CLIENTS * 2) as clients:
        asked = [clients.submit(server.ask, "/api/position", place, 300) for _ in range(CLIENTS * 2)]
        while not all(answer.done() for answer in asked):
            assert server.ask("/static/state.js")[0] == 200
        assert {answer.result()[0] for answer in asked} <= {200, 429}


def test_fifty_clients_are_answered_or_refused_and_others_are_served_meanwhile():
    desk = Desk(slots=2, waiting=8, patience=200)
    with serving(desk) as server, ThreadPoolExecutor(CLIENTS) as clients:
        asked = [
            clients.submit(server.ask, "/api/think", {**SMOLENSK, "seconds": 0.05, "values": True})
            for _ in range(CLIENTS)
        ]
        while not all(answer.done() for answer in asked):
            assert server.told("/api/position", SMOLENSK)["title"] == "Warfare"
        answers = [answer.result() for answer in asked]
        assert {status for status, _, _ in answers} <= {200, 429}
        for status, headers, text in answers:
            if status == 200:
                assert "event: done" in text
            else:
                assert headers["Retry-After"] == "5"
        # Two search and eight wait; the others may come when there is room again.
        assert sum(status == 200 for status, _, _ in answers) >= 10
        assert server.ask("/api/think", {**SMOLENSK, "seconds": 0.05})[0] == 200
