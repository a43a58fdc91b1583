"""The figures of a report as CSV."""

import csv
import io
import statistics

import pytest
from support.arena.matchup_results import SQUARE, matchups, played, record, trials
from support.assertions import not_none

from outply.arena.matchup import DepthTrial, Matchup, PlayedMatchup
from outply.games import warfare
from outply.games.boards import random_board
from outply.report.matchups.csv_export import results_csv, trials_csv

HALF = 0.00051
"""Maximum error of rounding to three decimals, with either rounding of halves."""

START = warfare.Position.of(random_board(3, seed=4), rules="blitz")


def read(text: str) -> list[dict[str, str]]:
    assert "\r" not in text
    return list(csv.DictReader(io.StringIO(text)))


def number(text: str) -> float | None:
    return float(text) if text else None


def test_results_csv_has_one_row_per_game() -> None:
    games = [
        played("three, by three", START, "minimax:2", "alphabeta:3"),
        played("three, by three", START, "alphabeta:3", "random:1"),
    ]
    rows = read(results_csv(matchups(games)))
    assert len(rows) == 2
    for row, game in zip(rows, games, strict=True):
        record = game.record
        assert (row["board"], row["variant"]) == ("three, by three", "blitz")
        assert (row["first"], row["second"]) == record.players
        assert int(row["first_margin"]) == record.margin == int(row["first_total"]) - int(row["second_total"])
        assert row["winner"] == {"win": "blue", "loss": "green", "draw": "draw"}[record.outcome]
        for side, (prefix, player) in enumerate((("first_", "X"), ("second_", "O"))):
            times = [1000 * turn.cpu_seconds for turn in record.turns_of(side)]
            assert row[prefix + "label"] == {"X": "blue", "O": "green"}[player]
            assert int(row[prefix + "total"]) == record.final.total(player)
            assert number(row[prefix + "node_count"]) == record.visited(side)
            assert number(row[prefix + "expanded"]) == record.expanded(side)
            assert number(row[prefix + "time_average_ms"]) == pytest.approx(statistics.fmean(times), abs=HALF)
            assert number(row[prefix + "time_median_ms"]) == pytest.approx(statistics.median(times), abs=HALF)
            assert number(row[prefix + "time_longest_ms"]) == pytest.approx(max(times), abs=HALF)
    visited = not_none(games[0].record.visited(0))
    assert number(rows[0]["first_node_count_average"]) == pytest.approx(
        visited / len(games[0].record.turns_of(0)), abs=HALF
    )
    assert rows[1]["second_node_count"] == rows[1]["second_expanded_average"] == ""


def test_infeasible_depth_trial_has_a_csv_row_with_empty_cells() -> None:
    data = matchups(trials=trials("b", START, depths=2, algorithms=("minimax",)), seconds=2.5)
    rows = read(trials_csv(data))
    assert [(row["depth"], row["feasible"]) for row in rows] == [("1", "yes"), ("2", "yes"), ("3", "no")]
    for row, trial in zip(rows, data.trials, strict=True):
        assert (row["algorithm"], row["evaluation"], float(row["limit_ms"])) == ("minimax", "difference", 2500)
        if trial.record is not None:
            assert int(row["node_count"]) == sum(not_none(turn.visited) for turn in trial.record.turns)
            longest = max(turn.cpu_seconds for turn in trial.record.turns)
            assert float(row["time_longest_ms"]) == pytest.approx(1000 * longest, abs=HALF)
    assert rows[-1]["node_count"] == rows[-1]["time_longest_ms"] == ""


def test_numbers_in_csv_have_at_most_three_decimals() -> None:
    moves = ["paradrop B1", "paradrop A2", "blitz A1", "paradrop B2"]
    seconds = (0.000227, 0.000001, 0.000227, 0.0000013)
    assert 1000 * seconds[0] != 0.227
    game = record(SQUARE, ("a", "b"), moves, visited=(1, 1, 1, 1), seconds=seconds)
    data = matchups(
        [PlayedMatchup(Matchup("b", SQUARE, "a", "b"), game)],
        [DepthTrial("b", "minimax", 2, game)],
        seconds=0.0011,
    )
    for text in (results_csv(data), trials_csv(data)):
        for cell in text.replace("\n", ",").split(","):
            assert len(cell.partition(".")[2]) <= 3
    assert read(results_csv(data))[0]["first_time_average_ms"] == "0.227"
    assert read(trials_csv(data))[0]["limit_ms"] == "1.1"


def test_results_csv_without_games_is_empty() -> None:
    assert results_csv(matchups()) == ""
