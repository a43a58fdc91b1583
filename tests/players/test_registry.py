"""Player names: the players that they create, their descriptions, and the messages about invalid names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.games import evaluations
from outply.players.protocol import PlayerError
from outply.players.registry import describe, parse_name, player, player_title, player_types
from outply.players.spec import is_external

# A program needs its files; tests/players/test_program.py and test_engine_process.py have some.
EXAMPLES = [example for kind in player_types() for example in kind.examples if not is_external(example)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_creates_a_player_of_that_name(name: str) -> None:
    assert player(name).name == name


def test_every_player_type_has_a_one_line_description() -> None:
    for kind in player_types():
        assert kind.description
        assert "\n" not in kind.description
        assert all(example.partition(":")[0] == kind.name for example in kind.examples)


def test_every_example_is_parsed_as_its_player_type() -> None:
    for kind in player_types():
        for example in kind.examples:
            result = parse_name(example)
            assert result is not None
            parsed, argument = result
            assert parsed == kind
            assert argument.spec in kind.arguments


@pytest.mark.parametrize(
    "name", ["plain:10s", "plain:10.25s/game", "engine:1n", "engine:007s", "exact:676", "alphabeta:16:own"]
)
def test_numbers_in_player_names_may_have_decimals_and_leading_zeros(name: str) -> None:
    assert player(name).name == name


@pytest.mark.parametrize(
    ("name", "got", "expected"),
    [
        ("minimax", "got nothing", "a depth of at least 1 (minimax:4)"),
        ("minimax:", "got nothing", "a depth of at least 1 (minimax:4)"),
        ("minimax:0", "got '0'", "a depth of at least 1 (minimax:4)"),
        ("minimax:x", "got 'x'", "a depth of at least 1 (minimax:4)"),
        ("alphabeta:3s", "got '3s'", "a depth of at least 1 (alphabeta:4)"),
        (
            "minimax:x:own",
            "got 'x:own'",
            "a depth and an evaluation, difference, own or safety (minimax:4:safety)",
        ),
        ("minimax:own", "got 'own'", "a depth and an evaluation, difference, own or safety (minimax:4:safety)"),
        (
            "alphabeta:5:safe",
            "got '5:safe'",
            "expected a depth of at least 1 (alphabeta:4) or a depth and an evaluation, difference, own or safety "
            "(alphabeta:4:safety) after 'alphabeta'",
        ),
        ("alphabeta:5:", "got '5:'", "(alphabeta:4:safety)"),
        ("alphabeta:5:own:own", "got '5:own:own'", "(alphabeta:4:safety)"),
        ("exact:5:safety", "got '5:safety'", "expected a depth of at least 1 (exact:4) after 'exact'"),
        ("engine:5:safety", "got '5:safety'", "a depth of at least 1 (engine:4)"),
        ("greedy:safety", "got 'safety'", "expected nothing after 'greedy'"),
        ("exact:٣", "got '٣'", "a depth of at least 1 (exact:4)"),
        ("exact:3\n", r"got '3\n'", "a depth of at least 1 (exact:4)"),
        ("plain:3", "got '3'", "CPU seconds per move (plain:0.5s) or CPU seconds per game (plain:10s/game)"),
        ("deepening:0.0s", "got '0.0s'", "CPU seconds per move (deepening:0.5s)"),
        ("deepening:1s/move", "got '1s/move'", "CPU seconds per move (deepening:0.5s)"),
        ("engine", "got nothing", "or theirs (engine:theirs)"),
        ("engine:-1s", "got '-1s'", "CPU seconds per move (engine:0.5s), CPU seconds per game (engine:10s/game)"),
        ("engine:1e9s", "got '1e9s'", "a number of nodes (engine:50000n)"),
        ("engine:" + "9" * 5000, "got '999", "a depth of at least 1 (engine:4)"),
        ("greedy:3", "got '3'", "expected nothing after 'greedy'"),
        ("greedy:", "got nothing", "expected nothing after 'greedy'"),
        ("random:-1", "got '-1'", "a seed (random:7) or nothing"),
    ],
)
def test_invalid_argument_is_reported_with_the_expected_forms(name: str, got: str, expected: str) -> None:
    with pytest.raises(PlayerError) as raised:
        player(name)
    assert repr(name) in str(raised.value)
    assert got in str(raised.value)
    assert expected in str(raised.value)
    assert parse_name(name) is None


@pytest.mark.parametrize("kind", ["minimax", "alphabeta"])
@pytest.mark.parametrize("evaluation", evaluations.NAMES)
def test_textbook_players_accept_every_evaluation(kind: str, evaluation: str) -> None:
    assert player(f"{kind}:3:{evaluation}").name == f"{kind}:3:{evaluation}"


@pytest.mark.parametrize("name", ["", ":", "human", "nothing:3"])
def test_unknown_player_type_is_reported_with_an_example_of_each(name: str) -> None:
    with pytest.raises(PlayerError, match="unknown player") as raised:
        player(name)
    assert all(kind.examples[0] in str(raised.value) for kind in player_types())


@pytest.mark.parametrize("name", ["homework.py", "./agent", "agents/ada"])
def test_path_is_not_a_player_but_may_be_the_directory_of_a_program(name: str) -> None:
    with pytest.raises(PlayerError, match=f"unknown player '{name}'; a program plays as program:DIR"):
        player(name)


@pytest.mark.parametrize(
    ("name", "guess"),
    [("engin:3", "engine:3"), ("Minimax:3", "minimax:3"), (" greedy", "greedy"), ("Greedy:3", "greedy")],
)
def test_similar_player_is_suggested(name: str, guess: str) -> None:
    with pytest.raises(PlayerError, match=f"unknown player '{name}'; did you mean '{guess}'"):
        player(name)


@given(st.text() | st.builds("{}:{}".format, st.sampled_from([kind.name for kind in player_types()]), st.text()))
def test_arbitrary_text_is_a_player_or_a_player_error(name: str) -> None:
    try:
        assert player(name).name == name
    except PlayerError as error:
        assert repr(name) in str(error)


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("minimax:3", "minimax to depth 3, with the evaluation difference"),
        ("alphabeta:5:safety", "alpha-beta to depth 5, with the evaluation safety"),
        ("exact:6", "the textbook's move at depth 6, found with fewer nodes"),
        ("plain:0.5s", "textbook alpha-beta with iterative deepening, 0.5 s of CPU time per move"),
        ("deepening:10s/game", "exact search with iterative deepening, 10 s of CPU time per game"),
        ("engine:0.1s", "the engine, 0.1 s of CPU time per move"),
        ("engine:0.000000001s", "the engine, 0.000000001 s of CPU time per move"),
        ("engine:200s/game", "the engine, 200 s of CPU time per game"),
        ("engine:12", "the engine, to depth 12"),
        ("engine:50000n", "the engine, 50,000 nodes per move"),
        ("engine:solve", "the engine, to the end of the game"),
        ("engine:theirs", "the engine, the CPU time of the opponent's last move"),
        ("level:3", "level 3 of 8 (Casual)"),
        ("level:8", "level 8 of 8 (Full strength)"),
        ("greedy", "the move with the best score after one ply"),
        ("random:7", "a random legal move, seed 7"),
        ("random", "a random legal move, seed 0"),
        ("make run", ""),
    ],
)
def test_player_is_described_by_its_name(name: str, description: str) -> None:
    assert describe(name) == description


def test_descriptions_of_players_with_different_arguments_differ() -> None:
    names = [name for kind in player_types() for name in kind.examples]
    assert len({describe(name) for name in names}) == len(names)
    assert not [name for name in names if "{" in describe(name) or describe(name).endswith(", ")]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("person", "Person"),
        ("level:2", "Novice"),
        ("alphabeta:4", "Alpha-beta 4"),
        ("minimax:4:safety", "Minimax 4 (safety)"),
        ("engine:0.5s", "Engine 0.5 s"),
        ("engine:50000n", "Engine 50,000 nodes"),
        ("random", "Random"),
        ("program:agents/anna", "program:agents/anna"),
        ("anna", "anna"),
    ],
)
def test_player_title_is_readable(name: str, title: str) -> None:
    assert player_title(name) == title
