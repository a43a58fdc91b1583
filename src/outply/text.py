"""Text helpers: plurals, enumerations, error reasons and escaping of untrusted text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def plural(count: int, singular: str, plural: str = "") -> str:
    """Return `count` with its noun: `1 game`, `3 games`. Without `plural`, the plural is `singular` + s."""
    return f"{count} {plural_noun(count, singular, plural)}"


def plural_noun(count: int, singular: str, plural: str = "") -> str:
    """Return only the noun, singular or plural as `count` requires, for callers that format the count."""
    return singular if count == 1 else plural or f"{singular}s"


def join_and(items: Iterable[str]) -> str:
    """Return the items, of which there must be at least one, as an enumeration: `a, b and c`."""
    return _join(items, "and")


def join_or(items: Iterable[str]) -> str:
    """Return the items, of which there must be at least one, as alternatives: `a, b or c`."""
    return _join(items, "or")


def _join(items: Iterable[str], conjunction: str) -> str:
    *rest, last = items
    return f"{', '.join(rest)} {conjunction} {last}" if rest else last


def escape_controls(text: str, *, keep: str = "", replacement: str | None = None) -> str:
    r"""Replace unprintable characters: control characters, bidirectional marks and other invisible characters.

    Such characters could hide or reorder the surrounding text, or control a terminal. Each of them is replaced by
    its escape sequence (`\x1b`), or by `replacement` if given. Characters in `keep` (usually `"\n\t"`) stay.
    """
    if text.isprintable():
        return text

    def escape(char: str) -> str:
        if char.isprintable() or char in keep:
            return char
        return char.encode("unicode_escape").decode() if replacement is None else replacement

    return "".join(map(escape, text))


def os_reason(error: OSError) -> str:
    """Return the reason that an operating system error states, in lower case: `no such file or directory`."""
    return (error.strerror or str(error)).lower()
