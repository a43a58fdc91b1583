"""Mistakes that no question can reveal."""

from outply.diagnosis.catalogue import MISTAKES_BY_NAME
from outply.diagnosis.wrong_outputs import undetectable_reason
from outply.games.warfare import Position


def test_stake_that_conquers_beside_own_cells_cannot_be_detected_under_blitz_rules() -> None:
    mistake = MISTAKES_BY_NAME["stake-conquers/beside-own"]
    assert undetectable_reason(mistake, game="warfare", rule_variant="blitz")
    assert not undetectable_reason(mistake, game="warfare", rule_variant="raid")
    position = Position(3, [1] * 9, "X.O.X.O..", "X", "blitz")
    assert all(mistake.variant.rules.play(position, move) == position.play(move) for move in position.moves())
