"""How those who hand in stand in a tournament, as Gradescope's leaderboard shows it.

An autograder's archive carries the standings of the day that it was made, and not the tournament: that has
everybody's games in it. Who handed something in, Gradescope says in its submission_metadata.json.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from outply.jobs.sqlite_state import StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.arena.tournament.standings import Standing

Board = list[dict[str, object]]
"""Somebody's entries of the leaderboard, as Gradescope documents them."""

DATABASE = b"SQLite format 3\x00"
KNOWN_BY = ("email", "sid", "name")
"""What Gradescope says of a person, the surest first. The part of an address before the @ counts, too."""


def boards(path: Path) -> dict[str, Board]:
    """Return the entries of everybody in a tournament's database, or in what `carried` made of one.

    A `StateError` if the file is neither.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(DATABASE)) != DATABASE:
                file.seek(0)
                return _read(path, file.read())
    except OSError as error:
        raise StateError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    # Not at the top: results are written also where there are no tournaments, such as on Windows.
    from outply.arena.tournament.run import Tournament
    from outply.arena.tournament.state import TournamentState

    with TournamentState(path) as store:
        return {row.name: _entries(row) for row in Tournament(store).standings().rows}


def carried(path: Path) -> str:
    """Return the standings as an archive carries them."""
    return json.dumps(boards(path), indent=1, allow_nan=False) + "\n"


def entrant(path: Path, metadata: Path) -> str:
    """Return the name under which whoever handed in takes part; empty if they do not, or nobody knows."""
    try:
        users = json.loads(metadata.read_text(encoding="utf-8"))["users"]
        told = [str(user[key]).strip() for key in KNOWN_BY for user in users if user.get(key)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return ""
    names = {name.casefold(): name for name in boards(path)}
    known = (word.casefold() for one in told for word in (one, one.partition("@")[0]))
    return next((names[word] for word in known if word in names), "")


def _read(path: Path, data: bytes) -> dict[str, Board]:
    try:
        told: Any = json.loads(data)
    except ValueError:
        told = None
    if not isinstance(told, dict) or not all(isinstance(board, list) for board in told.values()):
        raise StateError(f"{path} is neither a tournament's database nor the leaderboard of an archive")
    return told


def _entries(standing: Standing) -> Board:
    board: Board = [{"name": "Place", "value": standing.place, "order": "asc"}]
    if standing.rating is not None and standing.wdl.games and math.isfinite(standing.rating.elo):
        board.append({"name": "Elo", "value": round(standing.rating.elo), "order": "desc"})
    return [*board, {"name": "Games won", "value": standing.wdl.won, "order": "desc"}]


if __name__ == "__main__":
    sys.stdout.write(entrant(*map(Path, sys.argv[1:])))
