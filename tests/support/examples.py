"""The number of examples of a property, in proportion to the Hypothesis profile."""

from hypothesis import settings

FULL = 200  # examples of a property by default in the profile `complete`
MIN_EXAMPLES = 20
MIN_SAMPLED = 1 / 3  # of the samples of a statistical test


def up_to(full: int) -> settings:
    """Return settings with `full` examples in the profile `complete`, and fewer or more of them in others."""
    return settings(max_examples=max(MIN_EXAMPLES, full * settings().max_examples // FULL))


def samples(full: int) -> int:
    """Return `full`, the number of samples of a statistical test in the profile `complete`, or a third of it."""
    return max(int(full * MIN_SAMPLED), full * settings().max_examples // FULL)
