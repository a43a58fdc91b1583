import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.games import evaluations
from outply.players.protocol import PlayerError
from outply.players.registry import kinds, player

# A program needs its directory; tests/players/test_program.py has one.
EXAMPLES = [example for kind in kinds() if kind.name != "program" for example in kind.examples]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_player_of_that_name(name):
    assert player(name).name == name


def test_every_kind_says_what_it_is_in_one_line():
    for kind in kinds():
        assert kind.description
        assert "\n" not in kind.description
        assert all(example.partition(":")[0] == kind.name for example in kind.examples)


@pytest.mark.parametrize(
    "name", ["plain:10s", "plain:10.25s/game", "engine:1n", "engine:007s", "exact:676", "alphabeta:16:own"]
)
def test_numbers_are_read_as_people_write_them(name):
    assert player(name).name == name


@pytest.mark.parametrize(
    ("name", "wrong", "wanted"),
    [
        ("minimax", "not nothing", "a depth from 1 (minimax:4)"),
        ("minimax:", "not nothing", "a depth from 1 (minimax:4)"),
        ("minimax:0", "not '0'", "a depth from 1 (minimax:4)"),
        ("minimax:x", "not 'x'", "a depth from 1 (minimax:4)"),
        ("alphabeta:3s", "not '3s'", "a depth from 1 (alphabeta:4)"),
        (
            "minimax:x:own",
            "not 'x:own'",
            "a depth and an evaluation, difference, own or safety (minimax:4:safety)",
        ),
        ("minimax:own", "not 'own'", "a depth and an evaluation, difference, own or safety (minimax:4:safety)"),
        (
            "alphabeta:5:safe",
            "not '5:safe'",
            "after alphabeta comes a depth from 1 (alphabeta:4) or a depth and an evaluation, difference, own or "
            "safety (alphabeta:4:safety)",
        ),
        ("alphabeta:5:", "not '5:'", "(alphabeta:4:safety)"),
        ("alphabeta:5:own:own", "not '5:own:own'", "(alphabeta:4:safety)"),
        ("exact:5:safety", "not '5:safety'", "after exact comes a depth from 1 (exact:4), not"),
        ("engine:5:safety", "not '5:safety'", "a depth from 1 (engine:4)"),
        ("greedy:safety", "not 'safety'", "after greedy comes nothing"),
        ("exact:٣", "not '٣'", "a depth from 1 (exact:4)"),
        ("exact:3\n", r"not '3\n'", "a depth from 1 (exact:4)"),
        ("plain:3", "not '3'", "CPU seconds a move (plain:0.5s) or CPU seconds a game (plain:10s/game)"),
        ("deepening:0.0s", "not '0.0s'", "CPU seconds a move (deepening:0.5s)"),
        ("deepening:1s/move", "not '1s/move'", "CPU seconds a move (deepening:0.5s)"),
        ("engine", "not nothing", "or theirs (engine:theirs)"),
        ("engine:-1s", "not '-1s'", "CPU seconds a move (engine:0.5s), CPU seconds a game (engine:10s/game)"),
        ("engine:1e9s", "not '1e9s'", "a number of nodes (engine:50000n)"),
        ("engine:" + "9" * 5000, "not '999", "a depth from 1 (engine:4)"),
        ("greedy:3", "not '3'", "after greedy comes nothing"),
        ("greedy:", "not nothing", "after greedy comes nothing"),
        ("random:-1", "not '-1'", "a seed (random:7) or nothing"),
    ],
)
def test_a_name_with_a_bad_end_is_refused_with_what_it_should_be(name, wrong, wanted):
    with pytest.raises(PlayerError) as raised:
        player(name)
    assert repr(name) in str(raised.value)
    assert wrong in str(raised.value)
    assert wanted in str(raised.value)


@pytest.mark.parametrize("kind", ["minimax", "alphabeta"])
@pytest.mark.parametrize("evaluation", evaluations.NAMES)
def test_the_textbook_players_take_every_evaluation(kind, evaluation):
    assert player(f"{kind}:3:{evaluation}").name == f"{kind}:3:{evaluation}"


@pytest.mark.parametrize("name", ["", ":", "engin:3", "Minimax:3", " greedy", "human"])
def test_an_unknown_kind_is_refused_with_all_the_kinds(name):
    with pytest.raises(PlayerError, match="there is no kind") as raised:
        player(name)
    assert all(kind.examples[0] in str(raised.value) for kind in kinds())


@given(st.text() | st.builds("{}:{}".format, st.sampled_from([kind.name for kind in kinds()]), st.text()))
def test_any_other_text_is_refused_and_never_crashes(name):
    try:
        assert player(name).name == name
    except PlayerError as error:
        assert repr(name) in str(error)
