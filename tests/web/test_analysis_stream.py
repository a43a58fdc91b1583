"""Snapshots of an analysis: each is consistent in itself, and none takes back what an earlier one states."""

from collections.abc import Iterator
from itertools import count

import pytest

from outply.games import all_games
from outply.games.protocol import Position
from outply.search.engine import Engine, SearchInfo
from outply.search.time_control import TimeControl
from outply.web.analysis_stream import snapshots
from outply.web.events import AnalysisSnapshot

NODES = TimeControl.to_nodes(20_000)


def analyse(position: Position, infos: Iterator[SearchInfo]) -> list[AnalysisSnapshot]:
    seconds = count()
    return list(snapshots(position, infos, 10.0, lambda: float(next(seconds))))


@pytest.fixture(params=["warfare", "starcircle"])
def position(request: pytest.FixtureRequest) -> Position:
    start = all_games()[request.param].start()
    return start.play(start.moves()[0])


def test_best_move_of_a_snapshot_begins_its_line(position: Position) -> None:
    found = analyse(position, Engine().analyse_moves(position, NODES))
    assert len(found) > 3
    for snapshot in found:
        values = {each.move: each.value for each in snapshot.move_values}
        assert list(values) == [str(move) for move in position.moves()]
        assert snapshot.value == max(values.values()) == values[snapshot.principal_variation[0]]


@pytest.mark.parametrize("with_values", [False, True])
def test_depth_nodes_and_time_of_snapshots_never_decrease(position: Position, with_values: bool) -> None:
    search = Engine().analyse_moves if with_values else Engine().analyse
    found = analyse(position, search(position, NODES))
    for counted in ("depth", "nodes", "elapsed_seconds"):
        series = [getattr(snapshot, counted) for snapshot in found]
        assert series == sorted(series)
    assert [snapshot.elapsed_seconds for snapshot in found] == [float(n) for n in range(1, len(found) + 1)]
    assert {snapshot.limit_seconds for snapshot in found} == {10.0}


def test_interrupted_iteration_changes_only_nodes_and_time() -> None:
    position = all_games()["starcircle"].start()
    first, second, *_ = position.moves()
    complete = SearchInfo(3, 10, (first,), 100, 1.0, proven=False)
    interrupted = SearchInfo(3, 10, (second,), 150, 2.0, proven=False)
    before, after = analyse(position, iter([complete, interrupted]))
    assert after == before.model_copy(
        update={"nodes": 150, "nodes_per_second": 75, "elapsed_seconds": after.elapsed_seconds}
    )


def test_moves_are_named_as_the_rule_variant_names_them() -> None:
    position = all_games()["warfare"].start("blitz")
    info = SearchInfo(1, 5, (position.moves()[0],), 1, 0.1, proven=False)
    (snapshot,) = analyse(position, iter([info]))
    assert snapshot.principal_variation == ["A1 Stake"]
    assert snapshot.principal_variation_text == ["paradrop A1"]
