import pytest

from outply.players.registry import kinds
from outply.report.matchups.player_names import ALGORITHMS
from outply.report.matchups.players import WORDS, described


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("minimax:3", "minimax to depth 3, with the evaluation difference"),
        ("alphabeta:5:safety", "alpha-beta to depth 5, with the evaluation safety"),
        ("exact:6", "the textbook's move at depth 6, found faster"),
        ("plain:0.5s", "alpha-beta deeper and deeper, by the score alone, 0.5 s of CPU time a move"),
        ("deepening:10s/game", "alpha-beta deeper and deeper, by a faster search, 10 s of CPU time a game"),
        ("engine:0.1s", "the engine, 0.1 s of CPU time a move"),
        ("engine:0.000000001s", "the engine, 0.000000001 s of CPU time a move"),
        ("engine:200s/game", "the engine, 200 s of CPU time a game"),
        ("engine:12", "the engine, to depth 12"),
        ("engine:50000n", "the engine, 50,000 nodes a move"),
        ("engine:solve", "the engine, to the end of the game"),
        ("engine:theirs", "the engine, in the CPU time of the opponent's last move"),
        ("level:3", "level 3 of 8 (Casual)"),
        ("level:8", "level 8 of 8 (Full strength)"),
        ("greedy", "the move with the best score right after it"),
        ("random:7", "any legal move, seed 7"),
        ("random", "any legal move, seed 0"),
        ("make run", ""),
    ],
)
def test_a_player_is_described_by_what_its_name_says(name, words):
    assert described(name) == words


def test_every_kind_of_player_has_words_of_its_own():
    assert {kind.name for kind in kinds()} == {*ALGORITHMS, *WORDS}
    names = [name for kind in kinds() for name in kind.examples]
    assert len({described(name) for name in names}) == len(names)
    assert not [name for name in names if "{" in described(name) or described(name).endswith(", ")]
