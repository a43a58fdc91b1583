"""Waiting for what another thread or process does."""

import os
import threading
from collections.abc import Callable

BUDGET_S = 240.0
SLOWNESS = "OUTPLY_TEST_SLOWNESS"
"""The environment variable with a factor for the budget."""
FIRST_PAUSE_S = 0.002
MAX_PAUSE_S = 0.1


def wait_until(condition: Callable[[], object], what: str, budget_s: float | None = None) -> None:
    """Wait until the condition is true; fail and name `what` was awaited after `budget_s` of pauses.

    Only pauses count, so a machine that stops does not use up the budget.
    """
    if budget_s is None:
        budget_s = BUDGET_S * float(os.environ.get(SLOWNESS, "1"))
    never, pause_s, waited_s = threading.Event(), FIRST_PAUSE_S, 0.0
    while not condition():
        assert waited_s < budget_s, f"waited {budget_s:.0f} s in vain: {what}"
        never.wait(pause_s)
        waited_s += pause_s
        pause_s = min(2 * pause_s, MAX_PAUSE_S)
