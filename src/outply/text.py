"""Text helpers: plurals, enumerations, error reasons and escaping of untrusted text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def plural(count: int, singular: str, plural: str = "") -> str:
    """Return the count with its noun: `1 game`, `3 games`. Pass `plural` if it is not `singular` + s."""
    return f"{count} {plural_noun(count, singular, plural)}"


def plural_noun(count: int, singular: str, plural: str = "") -> str:
    """Return the noun without the count, singular or plural, for callers that format the count themselves."""
    return singular if count == 1 else plural or f"{singular}s"


def join_and(items: Iterable[str]) -> str:
    """Return an enumeration: `a, b and c`."""
    return _join(items, "and")


def join_or(items: Iterable[str]) -> str:
    """Return an enumeration of alternatives: `a, b or c`."""
    return _join(items, "or")


def _join(items: Iterable[str], conjunction: str) -> str:
    *rest, last = items
    return f"{', '.join(rest)} {conjunction} {last}" if rest else last


def escape_controls(text: str, *, keep: str = "", replacement: str | None = None) -> str:
    r"""Replace unprintable characters: control characters, bidirectional marks and other invisible characters.

    They could hide or reorder the text around them, or be executed by a terminal. Each one is replaced by its
    escape sequence (`\x1b`), or by `replacement` if given. Characters in `keep` (usually `"\n\t"`) stay.
    """
    if text.isprintable():
        return text

    def escape(char: str) -> str:
        if char.isprintable() or char in keep:
            return char
        return char.encode("unicode_escape").decode() if replacement is None else replacement

    return "".join(map(escape, text))


def os_reason(error: OSError) -> str:
    """Return the reason for an operating system error in lower case: `no such file or directory`."""
    return (error.strerror or str(error)).lower()
