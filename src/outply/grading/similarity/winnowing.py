"""Winnowing (Schleimer, Wilkerson, Aiken 2003): a few hashes that represent a document, as in MOSS.

Two documents that share a passage of at least `KGRAM_TOKENS + WINDOW - 1` tokens have a fingerprint in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

KGRAM_TOKENS = 16
"""Length of the hashed passages. Shorter common passages are never found."""

WINDOW = 8
"""Size of a window: of this many successive hashes at least one is a fingerprint."""

_BASE = 1_000_003
_MODULUS = (1 << 61) - 1


def kgram_hashes(codes: Sequence[int]) -> list[int]:
    """Return the hash of each passage of `KGRAM_TOKENS` tokens (Rabin-Karp)."""
    if len(codes) < KGRAM_TOKENS:
        return []
    dropped_weight = pow(_BASE, KGRAM_TOKENS, _MODULUS)
    value = 0
    for code in codes[:KGRAM_TOKENS]:
        value = (value * _BASE + code) % _MODULUS
    hashes = [value]
    for dropped, code in zip(codes, codes[KGRAM_TOKENS:], strict=False):
        value = (value * _BASE + code - dropped * dropped_weight) % _MODULUS
        hashes.append(value)
    return hashes


def winnow(hashes: Sequence[int]) -> Iterator[int]:
    """Yield the index of each fingerprint once: the rightmost of the smallest hashes in each window."""
    selected = -1
    for start in range(max(1, len(hashes) - WINDOW + 1) if hashes else 0):
        window = hashes[start : start + WINDOW]
        if selected < start:
            least = min(window)
            selected = start + max(index for index, value in enumerate(window) if value == least)
            yield selected
        elif window[-1] <= hashes[selected]:
            selected = start + len(window) - 1
            yield selected
