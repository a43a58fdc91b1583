"""Many clients at once: each is answered or refused with 429, and the server stays responsive."""

from concurrent.futures import ThreadPoolExecutor

from support.web.serving import serving

from outply.web.search_slots import SearchSlots

CLIENTS = 50
LARGE_BOARD_CLIENTS = 20
RAID_SMOLENSK = {"start": "warfare/raid/Smolensk", "moves": []}


def test_page_is_served_while_many_clients_request_large_boards() -> None:
    moves = [f"{column}{row} Stake" for column in "ABCDEFGHIJKL" for row in range(1, 27)]
    ref = {"start": "warfare/raid/random:26:1", "moves": moves}
    with serving() as server, ThreadPoolExecutor(LARGE_BOARD_CLIENTS) as clients:
        pending = [clients.submit(server.ask, "/api/position", ref, 300) for _ in range(LARGE_BOARD_CLIENTS)]
        is_answered = False
        while not is_answered:
            is_answered = all(answer.done() for answer in pending)
            assert server.ask("/")[0] == 200
        assert 200 in {answer.result()[0] for answer in pending} <= {200, 429}


def test_fifty_analyses_are_answered_or_refused_while_others_are_served() -> None:
    slots = SearchSlots(slots=2, max_queued=8, queue_timeout_s=200)
    with serving(slots) as server, ThreadPoolExecutor(CLIENTS) as clients:
        pending = [
            clients.submit(server.ask, "/api/analyse", {**RAID_SMOLENSK, "seconds": 0.05, "values": True})
            for _ in range(CLIENTS)
        ]
        is_answered = False
        while not is_answered:
            is_answered = all(answer.done() for answer in pending)
            assert server.get_json("/api/position", RAID_SMOLENSK)["title"] == "Warfare"
        answers = [answer.result() for answer in pending]
        assert {status for status, _, _ in answers} <= {200, 429}
        for status, headers, text in answers:
            if status == 200:
                assert "event: done" in text
            else:
                assert headers["Retry-After"] == "5"
        # Two run and eight queue; more are accepted whenever a slot becomes free.
        assert sum(status == 200 for status, _, _ in answers) >= 10
        assert server.ask("/api/analyse", {**RAID_SMOLENSK, "seconds": 0.05})[0] == 200
