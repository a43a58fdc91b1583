"""Winnowing: common passages of a guaranteed length have a common fingerprint."""

from itertools import pairwise
from random import Random

from outply.grading.similarity.winnowing import KGRAM_TOKENS, WINDOW, kgram_hashes, winnow


def fingerprints(codes: list[int]) -> set[int]:
    hashes = kgram_hashes(codes)
    return {hashes[index] for index in winnow(hashes)}


def random_codes(rng: Random, count: int) -> list[int]:
    return [rng.randrange(1 << 32) for _ in range(count)]


def test_hash_depends_only_on_the_tokens_of_its_passage() -> None:
    codes = random_codes(Random(1), 60)
    assert kgram_hashes(codes)[25] == kgram_hashes(codes[25 : 25 + KGRAM_TOKENS])[0]
    assert len(set(kgram_hashes(codes))) == 60 - KGRAM_TOKENS + 1


def test_common_passage_of_the_guaranteed_length_has_a_common_fingerprint() -> None:
    for seed in range(50):
        rng = Random(seed)
        passage = random_codes(rng, KGRAM_TOKENS + WINDOW - 1)
        one = random_codes(rng, 40) + passage + random_codes(rng, 30)
        other = random_codes(rng, 7) + passage + random_codes(rng, 90)
        assert fingerprints(one) & fingerprints(other)


def test_every_window_has_a_fingerprint_but_most_hashes_are_not_fingerprints() -> None:
    hashes = kgram_hashes(random_codes(Random(2), 2000))
    chosen = list(winnow(hashes))
    assert chosen == sorted(set(chosen))
    assert max(later - earlier for earlier, later in pairwise(chosen)) <= WINDOW
    assert len(chosen) < len(hashes) / 3


def test_short_document_has_at_most_one_fingerprint() -> None:
    assert fingerprints([1] * (KGRAM_TOKENS - 1)) == set()
    assert len(fingerprints([1] * KGRAM_TOKENS)) == 1
