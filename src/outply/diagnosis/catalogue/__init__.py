"""The usual wrong solvers: one list, the most usual first."""

from __future__ import annotations

from outply.diagnosis.catalogue import (
    evaluation,
    move_order,
    output,
    passes,
    pruning,
    starcircle_rules,
    warfare_rules,
)
from outply.diagnosis.mistake import Mistake, Reach

MISTAKES: tuple[Mistake, ...] = (
    move_order.LATE_TIES,
    *output.PRINTS,
    *pruning.DEPTHS,
    *move_order.ORDERS,
    *evaluation.EVALUATIONS,
    *passes.PASSES,
    *warfare_rules.RULES,
    *starcircle_rules.RULES,
    *output.COUNTS,
    *pruning.CUTS,
    output.CUT_COUNTED,
)
"""Every mistake; where several explain an answer, the earlier is the likelier one."""

__all__ = ["MISTAKES", "Mistake", "Reach"]
