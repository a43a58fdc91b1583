"""Aliases: the names under which teams appear to other students."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from random import Random

COLOURS = (
    *("Amber", "Azure", "Bronze", "Cobalt", "Copper", "Coral", "Crimson", "Ebony", "Emerald", "Golden"),
    *("Indigo", "Ivory", "Jade", "Lilac", "Maroon", "Ochre", "Olive", "Onyx", "Pearl", "Ruby"),
    *("Russet", "Saffron", "Scarlet", "Sienna", "Silver", "Slate", "Teal", "Umber", "Violet", "White"),
)
ANIMALS = (
    *("Badger", "Beaver", "Bison", "Crane", "Curlew", "Dolphin", "Eagle", "Falcon", "Ferret", "Finch"),
    *("Gecko", "Gibbon", "Heron", "Ibex", "Jaguar", "Kestrel", "Lemur", "Lynx", "Marten", "Newt"),
    *("Ocelot", "Osprey", "Otter", "Panther", "Puffin", "Raven", "Salmon", "Stork", "Tapir", "Wren"),
)


def make_aliases(count: int, taken: Iterable[str], random: Random) -> list[str]:
    """Return `count` aliases such as `Amber Falcon`, none of which is `taken`; later ones have a number."""
    used = set(taken)
    names = [f"{colour} {animal}" for colour, animal in itertools.product(COLOURS, ANIMALS)]
    random.shuffle(names)
    numbered = (f"{name} {number}" for number in itertools.count(2) for name in names)
    free = (name for name in itertools.chain(names, numbered) if name not in used)
    return list(itertools.islice(free, count))
