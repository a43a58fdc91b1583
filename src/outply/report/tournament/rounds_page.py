"""The rounds of a knock-out or Swiss tournament: pairings, winners and how they were decided."""

from __future__ import annotations

from typing import Any

from outply.arena.tournament.standings import Pairing
from outply.report.tournament.snapshot import Snapshot

DECISION_NOTES = {"games": "", "margin": "by margin", "lot": "by lot"}
"""Notes on how a pairing was decided, empty for the usual way."""


def rounds_context(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the rounds that are paired so far, in order."""
    pairings = {
        (pairing.round, frozenset((pairing.contestant, pairing.opponent))): pairing
        for pairing in snapshot.standings.pairings
    }
    return [
        {
            "title": f"Round {round_.index + 1}",
            "pairings": [_pairing(*pair, pairings.get((round_.index, frozenset(pair)))) for pair in round_.pairs],
            "byes": round_.byes,
        }
        for round_ in snapshot.rounds
    ]


def _pairing(name: str, opponent: str, pairing: Pairing | None) -> dict[str, Any]:
    """Return both contestants with their results, the winner, and a note on the decision."""
    if pairing is None:
        return {"sides": [(name, None), (opponent, None)], "winner": None, "note": "to be played"}
    wdl = pairing.wdl if pairing.contestant == name else pairing.wdl.reversed()
    note = "being played" if pairing.winner is None else DECISION_NOTES[pairing.decided_by or "games"]
    return {"sides": [(name, wdl), (opponent, wdl.reversed())], "winner": pairing.winner, "note": note}
