"""Pairings on the ladder: who plays next, and against whom."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from outply.classroom.ladder.matchmaking import Entrant, choose_pairing

MAX_GAMES = 20


def version(key: str, games: int = 0, elo: float = 1000.0, *, team: int = 1, may_start: bool = True) -> Entrant:
    return Entrant(key=key, team=team, games=games, elo=elo, may_start=may_start)


def baseline(key: str, elo: float = 1000.0) -> Entrant:
    return Entrant(key=key, team=None, games=500, elo=elo)


def choose(*entrants: Entrant) -> tuple[str, str] | None:
    pairing = choose_pairing(entrants, {}, MAX_GAMES, Random(1))
    return None if pairing is None else (pairing[0].key, pairing[1].key)


def opponents(*entrants: Entrant, met: dict[frozenset[str], int] | None = None) -> Counter[str]:
    """Return how often each entrant is the opponent in 1,000 pairings."""
    random = Random(1)
    pairings = [choose_pairing(entrants, met or {}, MAX_GAMES, random) for _ in range(1000)]
    return Counter(pairing[1].key for pairing in pairings if pairing is not None)


entrants = st.lists(
    st.builds(
        Entrant,
        key=st.text("abcdefgh", min_size=1, max_size=3),
        team=st.none() | st.integers(1, 5),
        games=st.integers(0, 30),
        elo=st.floats(-500, 3000),
        may_start=st.booleans(),
    ),
    unique_by=lambda one: one.key,
)


@given(entrants, st.integers())
def test_version_with_the_fewest_games_meets_another_team_or_a_baseline(among: list[Entrant], seed: int) -> None:
    pairing = choose_pairing(among, {}, MAX_GAMES, Random(seed))
    waiting = [one for one in among if not one.is_baseline and one.may_start and one.games < MAX_GAMES]
    if pairing is None:
        return
    chosen, opponent = pairing
    assert chosen.games == min(one.games for one in waiting)
    assert opponent in among
    assert opponent.is_baseline or (opponent.may_start and opponent.team != chosen.team)


def test_opponents_of_similar_strength_are_preferred() -> None:
    counts = opponents(
        version("new", elo=1200), baseline("weak", 300), baseline("near", 1150), baseline("far", 1400)
    )
    assert counts["near"] > counts["far"] > 10 * counts["weak"]
    assert counts["far"] > 300


def test_opponent_that_was_met_often_is_avoided() -> None:
    met = {frozenset(("new", "near")): 6}
    counts = opponents(version("new"), baseline("near"), baseline("far", 1150), met=met)
    assert counts["far"] > 3 * counts["near"] > 0


def test_version_with_all_of_its_games_is_an_opponent_only_if_there_is_no_other() -> None:
    done = version("done", MAX_GAMES, team=2)
    assert opponents(version("new"), done, baseline("random", 0)) == {"random": 1000}
    assert opponents(version("new"), done) == {"done": 1000}


def test_opponent_is_found_however_strong() -> None:
    assert opponents(version("new", elo=0), baseline("giant", 100_000)) == {"giant": 1000}


def test_version_with_all_of_its_games_starts_no_more() -> None:
    assert choose(version("old", MAX_GAMES), baseline("greedy")) is None


def test_paused_version_plays_no_games() -> None:
    assert choose(version("paused", may_start=False), baseline("greedy")) is None
    paused = version("paused", team=2, may_start=False)
    assert choose(version("new"), paused) is None


def test_version_without_opponents_waits() -> None:
    assert choose(version("alone")) is None


def test_two_versions_of_a_team_do_not_meet() -> None:
    assert choose(version("one"), version("two")) is None
