"""Metrics of a class server for Prometheus: counters of events, and gauges that are read at each scrape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from outply.classroom.checks import queue
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder.games import GameState
from outply.classroom.operation import storage
from outply.classroom.submissions import State

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
CHECK_BUCKETS_S = (1, 3, 10, 30, 100, 300, 1000)
GAME_BUCKETS_S = (0.1, 0.3, 1, 3, 10, 30, 100)
REQUEST_BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5)

Gauges = Mapping[str, float]
"""Values of gauges by name, from the names of `GAUGES`."""

GAUGES = {
    "outply_queue_length": "Versions that wait for their check",
    "outply_queue_oldest_seconds": "Waiting time of the version that has waited longest",
    "outply_queue_paused": "1 if the queue is paused",
    "outply_checks_running": "Checks that are running",
    "outply_ladder_games_running": "Ladder games that are running",
    "outply_ladder_games_waiting": "Ladder games that are scheduled",
    "outply_worker_slots": "Checks and games that can run at the same time",
    "outply_disk_used_bytes": "Disk space that the class uses",
    "outply_disk_quota_bytes": "Disk space that the class may use",
    "outply_disk_free_bytes": "Free space of the file system",
    "outply_database_bytes": "Size of the database",
}


class ClassMetrics:
    """The metrics of one server, in a registry of its own.

    `read_gauges` is called at each scrape.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.read_gauges: Callable[[], Gauges] = dict
        self._checks = Counter(
            "outply_checks", "Finished checks by the state of the version", ["state"], registry=self.registry
        )
        self._check_seconds = Histogram(
            "outply_check_seconds",
            "Wall time of checks",
            buckets=CHECK_BUCKETS_S,
            registry=self.registry,
        )
        self._games = Counter(
            "outply_ladder_games", "Ladder games by their end", ["outcome"], registry=self.registry
        )
        self._game_seconds = Histogram(
            "outply_ladder_game_seconds",
            "Wall time of ladder games",
            buckets=GAME_BUCKETS_S,
            registry=self.registry,
        )
        self._requests = Counter(
            "outply_requests",
            "Requests by route and status",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._request_seconds = Histogram(
            "outply_request_seconds",
            "Time to answer by route",
            ["route"],
            buckets=REQUEST_BUCKETS_S,
            registry=self.registry,
        )
        self._sign_in_failures = Counter(
            "outply_sign_in_failures", "Refused sign-in links", ["reason"], registry=self.registry
        )
        self.registry.register(_GaugeCollector(lambda: self.read_gauges()))

    def count_check(self, state: str, seconds: float) -> None:
        """Count a finished check."""
        self._checks.labels(state).inc()
        self._check_seconds.observe(seconds)

    def count_game(self, outcome: str, seconds: float) -> None:
        """Count a ladder game. `outcome` is `played`, the label of a failure, or `interrupted`."""
        self._games.labels(outcome).inc()
        self._game_seconds.observe(seconds)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request. `route` is the template of the path, so that there are few of them and no secrets."""
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def count_sign_in_failure(self, reason: str) -> None:
        """Count a refused sign-in link."""
        self._sign_in_failures.labels(reason).inc()

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry).decode()


class _GaugeCollector(Collector):
    """Reads the gauges when Prometheus asks for them."""

    def __init__(self, read: Callable[[], Gauges]) -> None:
        self._read = read

    def describe(self) -> Iterable[GaugeMetricFamily]:
        return [GaugeMetricFamily(name, help_text) for name, help_text in GAUGES.items()]

    def collect(self) -> Iterable[GaugeMetricFamily]:
        for name, value in self._read().items():
            yield GaugeMetricFamily(name, GAUGES[name], value=value)


def read_gauges(classroom: Classroom, slots: int) -> Gauges:
    """Return the gauges of a class whose server runs `slots` checks and games at the same time."""
    database, now = classroom.database, classroom.now()
    waiting = queue.list_waiting(database)
    checking = database.rows("SELECT id FROM submission WHERE state = ?", State.CHECKING.value)
    games = ladder_games.count_games(database, now)
    use = storage.disk_use(classroom)
    return {
        "outply_queue_length": len(waiting),
        "outply_queue_oldest_seconds": max((now - one.queued_at for one in waiting), default=0.0),
        "outply_queue_paused": float(queue.is_paused(database)),
        "outply_checks_running": len(checking),
        "outply_ladder_games_running": games[GameState.RUNNING],
        "outply_ladder_games_waiting": games[GameState.WAITING],
        "outply_worker_slots": slots,
        "outply_disk_used_bytes": use.used,
        "outply_disk_quota_bytes": use.quota,
        "outply_disk_free_bytes": use.free,
        "outply_database_bytes": use.database,
    }
