"""Reviews on the server: events, cache, limits."""

import http.client
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from support.waiting import wait_until
from support.web.events import events
from support.web.serving import Server, serving

from outply.games import game_named
from outply.games.protocol import Position
from outply.review.game_review import review_game
from outply.review.position_analysis import PositionAnalysis
from outply.search.native import Control, Stopped
from outply.web.reviews import BoundedCache
from outply.web.search_slots import SearchSlots

START = "warfare/blitz/random:3:7"
MOVES = ["A1 Stake", "B1 Stake", "C1 Stake", "A2 Stake"]
GAME = {"start": START, "moves": MOVES}


def test_review_streams_an_event_for_each_move_and_a_summary(server: Server) -> None:
    status, headers, text = server.ask("/api/review", GAME)
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, "text/event-stream")
    *moves, (last, summary) = events(text)
    assert [name for name, _ in moves] == ["move"] * 4
    assert [data["move"] for _, data in moves] == MOVES
    assert last == "summary"
    start = game_named("warfare").start("blitz", "random:3:7")
    review = review_game(start, [game_named("warfare").parse_move(move) for move in MOVES])
    assert [data["loss"] for _, data in moves] == [each.loss for each in review.moves]
    assert summary["values"] == list(review.values)
    assert summary["solved_from"] == 1
    assert [side["name"] for side in summary["sides"]] == ["blue", "green"]
    assert len(summary["sentences"]) == 3


def test_tried_move_is_reviewed_from_the_cache(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, (_, best), _ = events(server.ask("/api/review", GAME)[2])

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("searched again")

    monkeypatch.setattr("outply.search.engine.Engine.analyse_moves", fail)
    tried = {"start": START, "moves": [*MOVES[:3], best["principal_variation"][0]]}
    *_, (name, data), (last, _) = events(server.ask("/api/review", tried)[2])
    assert (name, last) == ("move", "summary")
    assert (data["quality"], data["loss"], data["value"]) == ("best", 0, best["value"])


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"start": START}, 422, "the game has no moves to review"),
        ({"start": START, "moves": ["Z9 Stake"]}, 422, "move 1"),
        ({**GAME, "nodes": 0}, 422, "nodes: "),
        ({**GAME, "nodes": 10**9}, 422, "nodes: "),
    ],
)
def test_invalid_review_requests_are_refused(
    server: Server, body: dict[str, Any], status: int, message: str
) -> None:
    got, error = server.get_error("/api/review", body)
    assert got == status
    assert message in error


class SlowReviews:
    """Replaces `review_game`: reviews wait until they are released or stopped."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.started = threading.Semaphore(0)

    def __call__(self, start: Position, moves: list[Any], *, control: Control, **options: Any) -> Any:
        self.started.release()
        wait_until(lambda: self.released.is_set() or control.stopped, "the review is released")
        return review_game(start, moves, control=control, **options)

    def wait_for_start(self) -> None:
        """Wait until one more review has started."""
        wait_until(lambda: self.started.acquire(blocking=False), "a review has started")


@pytest.fixture
def slow_reviews(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowReviews]:
    slow = SlowReviews()
    monkeypatch.setattr("outply.web.reviews.review_game", slow)
    yield slow
    slow.released.set()


def request_review(server: Server) -> http.client.HTTPConnection:
    """Send a request and leave its response unread."""
    pending = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    pending.request("POST", "/api/review", json.dumps(GAME), {"Content-Type": "application/json"})
    return pending


def test_reviews_leave_half_of_the_search_slots_to_others(slow_reviews: SlowReviews) -> None:
    with serving(SearchSlots(slots=4)) as server:
        running = [request_review(server) for _ in range(2)]
        for _ in running:
            slow_reviews.wait_for_start()
        status, headers, _ = server.ask("/api/review", GAME)
        assert (status, headers["Retry-After"]) == (429, "5")
        assert server.get_json("/api/choose", {"start": START, "player": "greedy"})["move"]
        slow_reviews.released.set()
        for pending in running:
            *_, (last, _) = events(pending.getresponse().read().decode())
            assert last == "summary"
            pending.close()
        assert server.ask("/api/review", GAME)[0] == 200


def test_review_stops_when_its_client_disconnects(small_server: Server, slow_reviews: SlowReviews) -> None:
    pending = request_review(small_server)
    slow_reviews.wait_for_start()
    pending.close()
    small_server.wait_until_free()


def test_review_over_its_time_limit_ends_with_an_error(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise Stopped("stopped")

    monkeypatch.setattr("outply.web.reviews.review_game", stop)
    ((event, data),) = events(server.ask("/api/review", GAME)[2])
    message = "the review takes too long here; request it with fewer nodes"
    assert (event, data) == ("error", {"error": message})


def analysis(position: Position) -> PositionAnalysis:
    moves = position.moves()
    return PositionAnalysis(values=dict.fromkeys(moves, 0), line=(moves[0],), depth=1, solved=False, nodes=1)


def test_cache_forgets_the_positions_that_were_not_used_for_the_longest_time() -> None:
    first = game_named("warfare").start("blitz", "random:2:1")  # four moves
    second = first.play(first.moves()[0])  # three
    third = second.play(second.moves()[0])  # two
    cache = BoundedCache(max_values=7)
    cache[first] = analysis(first)
    cache[second] = analysis(second)
    assert cache.get(first) is not None
    cache[third] = analysis(third)
    assert cache.get(second) is None
    assert cache.get(first) == analysis(first)
    cache[first] = analysis(first)  # replaced, not counted twice
    assert cache.get(third) is not None
