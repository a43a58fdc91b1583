"""Tournament standings as Gradescope's leaderboard.

An autograder archive contains the standings at the time it was made, not the tournament, whose games are private.
Gradescope names the students of a submission in submission_metadata.json.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outply.jobs.sqlite_state import StateError
from outply.text import os_reason

if TYPE_CHECKING:  # see `read_leaderboards`
    from outply.arena.tournament.standings import Standing

Entries = list[dict[str, object]]
"""Leaderboard entries of one contestant, as documented by Gradescope."""

SQLITE_SIGNATURE = b"SQLite format 3\x00"

STUDENT_FIELDS = ("email", "sid", "name")
"""Fields that identify a student in the metadata, the most reliable first."""


def read_leaderboards(path: Path) -> dict[str, Entries]:
    """Return the leaderboard entries of each contestant, by the name of the contestant.

    `path` is the state file of a tournament, or the leaderboard.json of an autograder archive. Raises StateError
    if the file is neither.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(SQLITE_SIGNATURE)) != SQLITE_SIGNATURE:
                file.seek(0)
                return _parse(path, file.read())
    except OSError as error:
        raise StateError(f"cannot read {path}: {os_reason(error)}") from None
    # Imported here because results are also written on systems without tournaments, such as Windows.
    from outply.arena.tournament.run import Tournament
    from outply.arena.tournament.state import TournamentState

    with TournamentState(path) as state:
        return {row.name: _entries(row) for row in Tournament(state).standings().rows}


def leaderboards_json(path: Path) -> str:
    """Return the leaderboard entries of a tournament as the text of leaderboard.json in an autograder archive."""
    return json.dumps(read_leaderboards(path), indent=1, allow_nan=False) + "\n"


def find_contestant(path: Path, metadata: Path) -> str:
    """Return the name of the contestant whose students made the submission that the file `metadata` describes.

    The name is empty if none of the students is in the tournament, or if `metadata` cannot be read. `path` is the
    file for `read_leaderboards`. An email address also matches by the part before the @.
    """
    try:
        users = json.loads(metadata.read_text(encoding="utf-8"))["users"]
        values = [str(user[field]).strip() for field in STUDENT_FIELDS for user in users if user.get(field)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return ""
    contestants = {name.casefold(): name for name in read_leaderboards(path)}
    candidates = (name.casefold() for value in values for name in (value, value.partition("@")[0]))
    return next((contestants[name] for name in candidates if name in contestants), "")


def _parse(path: Path, data: bytes) -> dict[str, Entries]:
    try:
        boards: Any = json.loads(data)
    except ValueError:
        boards = None
    if not isinstance(boards, dict) or not all(isinstance(entries, list) for entries in boards.values()):
        raise StateError(f"{path}: expected the state of a tournament or the leaderboard of an archive")
    return boards


def _entries(standing: Standing) -> Entries:
    entries: Entries = [{"name": "Place", "value": standing.place, "order": "asc"}]
    if standing.rating is not None and standing.wdl.games and math.isfinite(standing.rating.elo):
        entries.append({"name": "Elo", "value": round(standing.rating.elo), "order": "desc"})
    return [*entries, {"name": "Games won", "value": standing.wdl.won, "order": "desc"}]


if __name__ == "__main__":
    sys.stdout.write(find_contestant(*map(Path, sys.argv[1:])))
