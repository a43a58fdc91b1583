"""The number of examples of a property, in proportion to the Hypothesis profile."""

from hypothesis import settings

FULL = 200  # examples of a property by default in the profile `complete`
MIN_EXAMPLES = 20


def up_to(full: int) -> settings:
    """Return settings with `full` examples in the profile `complete`, and fewer or more of them in others."""
    return settings(max_examples=max(MIN_EXAMPLES, full * settings().max_examples // FULL))
