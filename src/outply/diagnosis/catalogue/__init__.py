"""The catalogue of all mistakes that Outply can simulate, the most frequent first."""

from __future__ import annotations

from outply.diagnosis.catalogue import (
    depth,
    end_of_game,
    evaluation,
    large_scores,
    move_order,
    output,
    passes,
    pruning,
    reading,
    starcircle_rules,
    warfare_rules,
)
from outply.diagnosis.mistake import Mistake, Reach, families, family_of
from outply.games import CapabilityTable

GAME_MISTAKES = CapabilityTable(group="outply.mistakes")
"""The mistakes that added games define: modules with a tuple `MISTAKES`, whose mistakes name their `games`."""

MISTAKES: tuple[Mistake, ...] = (
    move_order.LAST_OF_TIES,
    *output.LINES,
    *depth.DEPTHS,
    *move_order.ORDERS,
    *evaluation.EVALUATIONS,
    *passes.PASSES,
    *warfare_rules.RULES,
    *starcircle_rules.RULES,
    *output.NODE_COUNTS,
    *pruning.PRUNING,
    output.PRUNED_COUNTED,
    *end_of_game.ENDS,
    *reading.READING,
    *large_scores.SCORES,
    *(mistake for game in GAME_MISTAKES.games() for mistake in GAME_MISTAKES[game].MISTAKES),
)
"""All mistakes; if several mistakes explain an answer, the first of these is the most likely."""

MISTAKES_BY_NAME = {mistake.name: mistake for mistake in MISTAKES}


__all__ = ["GAME_MISTAKES", "MISTAKES", "MISTAKES_BY_NAME", "Mistake", "Reach", "families", "family_of"]
