import re

import pytest
from report.hand import SQUARE, matchups, record, trials

from outply.arena.fixtures import Fixture, Played, Trial
from outply.games import all_games, warfare
from outply.games.boards import named
from outply.report.findings import findings, summary
from outply.report.findings.depths import best_looking, feasible, growth, order, same_games, savings
from outply.report.findings.finding import listed, multiple
from outply.report.findings.games import (
    draws,
    head_to_head,
    is_symmetric,
    late_turns,
    looking_further,
    moving_first,
    prices,
)

FIRST_WINS = ["paradrop B1", "paradrop A2", "blitz A1", "paradrop B2"]
SECOND_WINS = ["paradrop A2", "paradrop B1", "blitz A1", "blitz B2"]
EVEN = warfare.Position.of([[1, 1], [1, 1]])
DRAW = ["A1 Stake", "B1 Stake", "A2 Stake", "B2 Stake"]


def game(first, second, moves=FIRST_WINS, start=SQUARE, board="square", visited=()):
    return Played(Fixture(board, start, first, second), record(start, (first, second), moves, visited))


def test_the_hand_made_games_end_as_their_names_say():
    assert game("a", "b").record.outcome == "win"
    assert game("a", "b", SECOND_WINS).record.outcome == "loss"
    assert game("a", "b", DRAW, EVEN).record.outcome == "draw"


@pytest.mark.parametrize(
    ("results", "fact", "more"),
    [
        ([FIRST_WINS] * 2 + [SECOND_WINS], "won 2 of 3 games and lost 1.", "better to move first"),
        ([SECOND_WINS] * 2, "lost both games.", "better to move second"),
        ([SECOND_WINS, FIRST_WINS], "won 1 of 2 games and lost 1.", "neither side had an advantage"),
        ([FIRST_WINS], "won the one game.", "better to move first"),
    ],
)
def test_moving_first_is_judged_by_games_between_equals(results, fact, more):
    equals = [game("minimax:2", "minimax:2", moves) for moves in results]
    found = moving_first(matchups([*equals, game("minimax:2", "minimax:3")]))
    assert found.fact.endswith(fact)
    assert more in found.more
    assert f"last move in {'it' if len(results) == 1 else 'all of them'}." in found.more


def test_without_equals_nothing_is_said_of_moving_first():
    assert moving_first(matchups([game("minimax:2", "minimax:3")])) is None
    assert moving_first(matchups()) is None


def test_two_persons_need_not_be_equals():
    assert moving_first(matchups([game("person", "person"), game("make run", "make run")])) is None


def test_a_player_is_the_same_under_either_of_its_names():
    games = [
        game("minimax:2", "minimax:2:difference"),
        game("minimax:2:difference", "minimax:3", SECOND_WINS, visited=(10, 30, 20, 40)),
        game("minimax:2", "minimax:3", SECOND_WINS, visited=(30, 30, 40, 40)),
        game("greedy", "minimax:2"),
        game("minimax:2:difference", "greedy"),
    ]
    told = matchups(games)
    assert moving_first(told).fact == "Between equals, the side that moves first won the one game."
    assert looking_further(told).fact == "Against minimax to depth 2, minimax to depth 3 won both games."
    assert head_to_head(told).fact == (
        "Between different players: greedy won 1 of 2 games and lost 1 against minimax to depth 2."
    )
    assert prices(matchups(games[1:3])).fact == (
        "Over all games a move took on average "
        "25 nodes for minimax to depth 2 and 35 nodes for minimax to depth 3."
    )


def test_the_deeper_side_is_found_whichever_moves_first():
    games = [game("minimax:2", "alphabeta:3", SECOND_WINS), game("alphabeta:3", "minimax:2", SECOND_WINS)]
    found = looking_further(matchups(games))
    assert found.fact == "Against minimax to depth 2, alpha-beta to depth 3 won 1 of 2 games and lost 1."
    assert found.more.startswith("It won 0 of 1 when it moved first and 1 of 1 when it moved second.")
    assert "no guarantee" in found.more
    always = looking_further(matchups(games[:1]))
    assert always.fact.endswith("won the one game.")
    assert always.more == ""


@pytest.mark.parametrize(
    ("players", "moves", "estimated"),
    [
        (("alphabeta:3", "minimax:2"), SECOND_WINS, True),
        (("alphabeta:4", "minimax:2"), SECOND_WINS, False),
        (("minimax:1", "alphabeta:2"), FIRST_WINS, True),
        (("minimax:1", "alphabeta:3"), FIRST_WINS, False),  # three moves are left when it first looks
    ],
)
def test_an_estimate_is_blamed_only_where_the_end_was_out_of_sight(players, moves, estimated):
    found = looking_further(matchups([game(*players, moves)]))
    assert found.fact.endswith("lost the one game.")
    assert ("still an estimate" in found.more) == estimated


def test_several_pairs_of_depths_are_counted_together():
    games = [game("minimax:2", "minimax:4", SECOND_WINS), game("minimax:3", "minimax:4", SECOND_WINS)]
    fact = looking_further(matchups(games)).fact
    assert fact == "Between different depths, the side that looks further ahead won both games."


@pytest.mark.parametrize(
    "players",
    [("minimax:2", "alphabeta:2"), ("minimax:2", "minimax:3:own"), ("engine:9", "minimax:3"), ("a", "a")],
)
def test_depths_are_compared_with_one_evaluation_only(players):
    assert looking_further(matchups([game(*players)])) is None


def test_other_players_are_told_of_pair_by_pair():
    games = [
        game("greedy", "engine:1s", SECOND_WINS),
        game("engine:1s", "greedy"),
        game("greedy", "minimax:3:own"),
    ]
    found = head_to_head(matchups([*games, game("greedy", "greedy"), game("minimax:1", "minimax:2")]))
    assert found.fact == (
        "Between different players: greedy lost both games against engine:1s; "
        "greedy won the one game against minimax to depth 3 (own)."
    )
    assert head_to_head(matchups([game("minimax:1", "minimax:2")])) is None


def test_draws_are_told_with_their_boards():
    drawn = game("a", "a", DRAW, EVEN, "even")
    assert draws(matchups([drawn])).fact == "The one game ended in a draw, on even."
    assert draws(matchups([drawn])).more == ""  # all boards are symmetric: nothing to tell apart
    both = draws(matchups([drawn, game("a", "a")]))
    assert both.fact == "1 of 2 games ended in a draw, on even."
    assert "half turn" in both.more
    won = game("a", "a", [*DRAW[:3], "B2 Raid"], EVEN, "even")
    assert won.record.outcome != "draw"
    assert draws(matchups([won])).fact == "No game ended in a draw."
    assert draws(matchups([game("a", "a")])) is None


def test_symmetry_is_that_of_an_empty_board_under_a_half_turn():
    boards = {name: is_symmetric(warfare.Position.of(named(name))) for name in all_games()["warfare"].setups}
    assert boards == {
        "Keren": True,
        "Narvik": True,
        "Sevastopol": False,
        "Smolensk": False,
        "Westerplatte": True,
    }
    assert not is_symmetric(all_games()["starcircle"].start())


def test_games_that_turn_at_the_end_are_seen():
    start = warfare.Position.of([[5, 10], [7, 30]])
    turned = game("a", "b", ["B1 Stake", "A2 Stake", "A1 Stake", "B2 Raid"], start)
    assert turned.record.margin < 0 < turned.record.positions()[2].score("X")
    assert late_turns(matchups([turned])).fact == (
        "In the one game the last two moves changed who was ahead, on square."
    )
    assert late_turns(matchups([game("a", "b")])) is None
    assert late_turns(matchups()) is None


def test_prices_are_averages_of_those_who_tell():
    told = game("minimax:2", "greedy", visited=(100, 3, 50, 2))
    found = prices(matchups([told, game("greedy", "random", visited=(4, None, 3, None))]))
    assert found.fact == (
        "Over all games a move took on average 3 nodes for greedy and 75 nodes for minimax to depth 2."
    )
    assert prices(matchups([game("a", "b")])) is None


SEVASTOPOL = warfare.Position.of([[2**row] * 4 for row in range(4)], rules="blitz")
KEREN = warfare.Position.of([[1] * 4] * 4, rules="blitz")
TRIED = trials("Keren", KEREN) + trials("Sevastopol", SEVASTOPOL)


def test_both_algorithms_play_the_same_game():
    assert "very same game" in same_games(matchups(trials=TRIED)).fact
    wrong = [Trial("Keren", "alphabeta", 2, TRIED[0].record) if trial == TRIED[5] else trial for trial in TRIED]
    assert TRIED[5].depth == 2
    assert TRIED[5].algorithm == "alphabeta"
    mixed = same_games(matchups(trials=wrong))
    assert mixed.fact.endswith("the same moves in 5 of 6 trials.")
    assert mixed.more == ""
    assert same_games(matchups()) is None


def test_savings_are_those_at_the_deepest_common_depth():
    tried = matchups(trials=[trial for trial in TRIED if (trial.board, trial.depth) != ("Sevastopol", 3)])
    fact = savings(tried).fact
    assert fact.startswith("At depth 2, minimax visited ")
    assert " times as many nodes in a game as alpha-beta on Keren and " in fact
    assert "best move always first" in savings(tried).more
    assert savings(matchups(trials=TRIED[:1])) is None
    assert savings(matchups(trials=trials("b", KEREN, depths=1))) is None  # at depth 1 there is nothing to save


def test_savings_at_depths_of_their_own_say_which():
    uneven = [
        trial
        for trial in TRIED
        if (trial.board == "Keren" and trial.depth == 2) or (trial.board == "Sevastopol" and trial.depth == 3)
    ]
    fact = savings(matchups(trials=uneven)).fact
    assert "on Keren (depth 2)" in fact
    assert "on Sevastopol (depth 3)" in fact


def test_the_order_is_blamed_only_where_the_best_looking_move_comes_late():
    assert (best_looking(KEREN), best_looking(SEVASTOPOL)) == (1, 13)
    found = order(matchups(trials=TRIED))
    assert "number 1 of 16 on Keren and number 13 of 16 on Sevastopol" in found.more
    costs = re.search(
        r"([0-9,]+) nodes on Keren, about .* times the ideal, but ([0-9,]+) nodes on Sev", found.fact
    )
    keren, sevastopol = (int(text.replace(",", "")) for text in costs.groups())
    assert keren < sevastopol
    renamed = trials("Keren", SEVASTOPOL) + trials("Sevastopol", SEVASTOPOL)
    assert order(matchups(trials=renamed)) is None
    assert order(matchups(trials=trials("Keren", KEREN))) is None


def test_boards_of_different_size_say_nothing_of_the_order():
    small = warfare.Position.of([[2**row] * 3 for row in range(3)], rules="blitz")
    assert best_looking(small) == 7
    assert order(matchups(trials=trials("Keren", KEREN) + trials("small", small))) is None
    with_a_twin = order(matchups(trials=TRIED + trials("small", small)))
    assert with_a_twin == order(matchups(trials=TRIED))


def test_growth_tells_both_branching_factors():
    fact = growth(matchups(trials=TRIED)).fact
    assert fact.startswith("On the opening move the effective branching factor of alpha-beta is ")
    assert "; that of minimax is 15.0." in fact
    assert growth(matchups()) is None


def test_the_feasible_depths_are_grouped():
    deeper = trials("Keren", KEREN, depths=2, algorithms=("minimax",)) + trials(
        "Keren", KEREN, depths=3, algorithms=("alphabeta",)
    )
    found = feasible(matchups(trials=deeper, seconds=2.5))
    assert found.fact == (
        "Within 2.5 s of CPU time for each move, the deepest feasible search is: minimax 2 on Keren; "
        "alpha-beta 3 on Keren."
    )
    assert found.more == "In plies, pruning brought 1 more on Keren."
    same = feasible(matchups(trials=TRIED))
    assert "minimax 3 on every board; alpha-beta 3 on every board" in same.fact
    assert same.more == "In plies, pruning brought none on Keren and Sevastopol."
    untried = feasible(matchups(trials=TRIED[:2]))
    assert "minimax at least 2 on Keren." in untried.fact
    assert untried.more == ""
    square = [trial for trial in trials("square", SQUARE, depths=4) if trial.record]
    whole = feasible(matchups(trials=square))
    assert whole.fact.endswith(": minimax 4 (the whole game) on square; alpha-beta 4 (the whole game) on square.")
    assert whole.more == ""
    sooner = trials("square", SQUARE, depths=3, algorithms=("minimax",)) + tuple(square[4:])
    assert feasible(matchups(trials=sooner)).more == "In plies, pruning brought 1 more on square."
    assert "minimax none on b" in feasible(matchups(trials=[Trial("b", "minimax", 1, None)])).fact
    assert feasible(matchups()) is None


def test_nothing_follows_from_nothing():
    assert findings(matchups()) == []
    assert summary(matchups()) == []


def test_every_sentence_ends_as_one():
    games = [
        game("minimax:2", "minimax:2"),
        game("a", "b"),
        game("minimax:2", "minimax:3"),
        game("a", "a", DRAW, EVEN),
    ]
    found = findings(matchups(games, TRIED))
    assert len(found) >= 8
    for one in found:
        assert one.fact.endswith(".")
        assert one.more == "" or one.more.endswith(".")
        assert one.fact[0].isupper() or one.fact[0].isdigit()


def test_words():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert multiple(1.84) == "1.8"
    assert multiple(9.96) == "10"
    assert multiple(1234.4) == "1,234"
