"""The rounds of a knock-out or a Swiss tournament: who met whom, who won, and by what."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.arena.tournament.standings import Pairing
    from outply.report.tournament.snapshot import Seen

DECIDED = {"games": "", "margin": "by the margin", "lot": "by lot"}
"""How a pairing was won, where that is not by games."""


def stages(seen: Seen) -> list[dict[str, Any]]:
    """Return the rounds that are known by now, the first one first."""
    found = {(one.stage, frozenset((one.one, one.other))): one for one in seen.table.pairings}
    return [
        {
            "title": f"Round {stage.stage + 1}",
            "pairs": [_pair(*pair, found.get((stage.stage, frozenset(pair)))) for pair in stage.pairs],
            "byes": stage.byes,
        }
        for stage in seen.rounds
    ]


def _pair(one: str, other: str, pairing: Pairing | None) -> dict[str, Any]:
    """Return the two with their points, the winner, and how it was decided."""
    if pairing is None:
        return {"sides": [(one, None), (other, None)], "winner": None, "note": "to be played"}
    tally = pairing.tally if pairing.one == one else pairing.tally.turned()
    note = "being played" if pairing.winner is None else DECIDED[pairing.decided or "games"]
    return {"sides": [(one, tally), (other, tally.turned())], "winner": pairing.winner, "note": note}
