"""What a finding is, and the words that findings share."""

from __future__ import annotations

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Finding(Struct):
    """What was found: its topic in a few words, the fact as a sentence, and what else there is to say (or "")."""

    __slots__ = ("topic", "fact", "more")

    topic: str
    fact: str
    more: str

    def __init__(self, topic: str, fact: str, more: str = "") -> None:
        self._set(topic, fact, more)


def listed(parts: Iterable[str]) -> str:
    """Return an enumeration: `a, b and c`."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def multiple(factor: float) -> str:
    """Return a factor to two digits or more: `1.8`, `46`, `1,234`."""
    return f"{factor:.1f}" if factor < 9.95 else f"{factor:,.0f}"
