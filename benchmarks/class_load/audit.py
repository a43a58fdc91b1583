"""Audit of a class after a simulated semester: nothing is lost, doubled or changed."""

from __future__ import annotations

from collections import Counter

from class_load.semester import Semester
from kills import Problems

from outply.arena.ratings import bradley_terry
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder import ranking
from outply.formats import notation
from outply.players.contestant import fingerprint

MAX_ELO_DIFFERENCE = 0.01


def audit(classroom: Classroom, semester: Semester, problems: Problems) -> None:
    """Check submissions, files, games and ratings of a class that is not being served."""
    _check_submissions(classroom, semester, problems)
    _check_games(classroom, semester, problems)
    _check_ratings(classroom, problems)
    print(f"audit: {len(semester.snapshots)} snapshots after kills compared")


def _check_submissions(classroom: Classroom, semester: Semester, problems: Problems) -> None:
    rows = {row["id"]: row for row in classroom.database.rows("SELECT * FROM submission")}
    accepted = [one.submission for one in semester.outcomes if one.submission]
    problems.check(len(set(accepted)) == len(accepted), "two uploads got the same submission")
    problems.check(set(accepted) <= rows.keys(), f"submissions lost: {set(accepted) - rows.keys()}")
    problems.check(rows.keys() <= set(accepted), f"submissions doubled: {rows.keys() - set(accepted)}")
    versions: Counter[int] = Counter()
    for row in sorted(rows.values(), key=lambda one: (one["team"], one["version"])):
        versions[row["team"]] += 1
        problems.check(row["version"] == versions[row["team"]], f"versions of team {row['team']} have a gap")
        folder = classroom.submissions / row["folder"]
        is_same = folder.is_dir() and fingerprint(folder) == row["fingerprint"]
        problems.check(is_same, f"files of submission {row['id']} are missing or changed")
    known = {row["folder"] for row in rows.values()}
    extra = {path.name for path in classroom.submissions.iterdir()} - known
    problems.check(not extra, f"folders without a submission: {extra}")
    states = Counter(row["state"] for row in rows.values())
    unfinished = states["queued"] + states["checking"]
    problems.check(not unfinished, f"{unfinished} checks did not end")
    for number, snapshot in enumerate(semester.snapshots, start=1):
        for submission, before in snapshot.submissions.items():
            names = ("id", "team", "person", "version", "file_name", "folder", "fingerprint", "received_at")
            after = tuple(rows[submission][name] for name in names) if submission in rows else ()
            problems.check(after == before, f"submission {submission} changed or lost after kill {number}")
    repeated = sum(row["attempts"] > 1 for row in rows.values())
    print(f"\naudit: {len(rows)} submissions, {dict(states)}; {repeated} checks were started again")


def _check_games(classroom: Classroom, semester: Semester, problems: Problems) -> None:
    rows = {row["id"]: row for row in classroom.database.rows("SELECT * FROM ladder_game")}
    for row in rows.values():
        if row["state"] != "done":
            continue
        result = ladder_games.parse_result(row["result"])
        position = notation.from_line(row["start"])
        for move, _, _ in result.turns:
            position = position.play(move)
        problems.check(position.is_over or result.failed is not None, f"game {row['id']} is not over")
        is_right = row["points"] == ladder_games.points_of(result)
        problems.check(is_right, f"game {row['id']} has wrong points")
    pairings = Counter((row["start"], frozenset((row["first"], row["second"]))) for row in rows.values())
    sides = Counter((row["start"], row["first"], row["second"]) for row in rows.values())
    problems.check(set(pairings.values()) <= {2}, "a pairing has not exactly two games")
    problems.check(set(sides.values()) <= {1}, "a game is stored twice")
    for number, snapshot in enumerate(semester.snapshots, start=1):
        for game, before in snapshot.games.items():
            names = ("id", "first", "second", "start", "points", "finished_at", "result")
            after = tuple(rows[game][name] for name in names) if game in rows else ()
            problems.check(after == before, f"game {game} changed or lost after kill {number}")
    states = Counter(row["state"] for row in rows.values())
    problems.check(not states["running"], f"{states['running']} games did not end")
    print(f"audit: games {dict(states)}")


def _check_ratings(classroom: Classroom, problems: Problems) -> None:
    """Check that the ladder counts each finished game once, and rates by all of them."""
    standings = ranking.standings(classroom.database, classroom.settings)
    rows = classroom.database.rows("SELECT first, second, points FROM ladder_game WHERE state = 'done'")
    problems.check(sum(row.games for row in standings) == 2 * len(rows), "the ladder counts other games")
    problems.check(sum(row.points for row in standings) == len(rows), "the ladder counts other points")
    if not rows:
        return
    games = ((row["first"], row["second"], row["points"]) for row in rows)
    fitted = bradley_terry.fit(games, [row.key for row in standings]).by_player()
    shifts = [row.rating.elo - fitted[row.key].elo for row in standings]
    is_same = max(shifts) - min(shifts) < MAX_ELO_DIFFERENCE
    problems.check(is_same, f"ratings differ from those of all games by up to {max(shifts) - min(shifts):.2f} Elo")
