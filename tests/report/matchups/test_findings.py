import pytest
from support.matchup_results import SQUARE, TRIED, matchups, played, record

from outply.arena.matchups.pairing import Fixture, Played
from outply.games import all_games, game_of, warfare
from outply.report.matchups.findings import findings, summary
from outply.report.matchups.findings.finding import listed, multiple
from outply.report.matchups.findings.games import (
    bound_to_be_alike,
    draws,
    head_to_head,
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


def board_of(number):
    """A board on which the hand-made games end as they do on the square, and different from all others."""
    return warfare.Position.of([[5 + number, 10 + number], [7 + number, 3]], rules="blitz")


def equals(*results, player="minimax:2"):
    """Games between equals, each on a board of its own."""
    return [
        game(player, player, moves, board_of(number), f"board {number}") for number, moves in enumerate(results)
    ]


@pytest.mark.parametrize(
    ("results", "fact"),
    [
        ([FIRST_WINS] * 2 + [SECOND_WINS], "won 2 of 3 games and lost 1."),
        ([SECOND_WINS] * 2, "lost both games."),
        ([SECOND_WINS, FIRST_WINS], "won 1 of 2 games and lost 1."),
        ([FIRST_WINS], "won the one game."),
        ([SECOND_WINS] * 7, "lost all 7 games."),
        ([FIRST_WINS] * 3 + [SECOND_WINS] * 5, "won 3 of 8 games and lost 5."),
    ],
)
def test_moving_first_is_counted_in_games_between_equals_and_a_few_prove_nothing(results, fact):
    found = moving_first(matchups([*equals(*results), game("minimax:2", "minimax:3")]))
    assert found.fact == f"Between equals, the side that moves first {fact}"
    assert found.more == ""


@pytest.mark.parametrize(
    ("results", "more"),
    [
        ([FIRST_WINS] * 8, "In these games it was better to move first."),
        ([FIRST_WINS] * 2 + [SECOND_WINS] * 6, "In these games it was better to move second."),
    ],
)
def test_a_clear_majority_of_enough_games_says_who_was_better_off(results, more):
    found = moving_first(matchups(equals(*results)))
    assert found.more == f"{more} The side that moves second also made the last move in all of them."


def test_games_from_the_middle_say_nothing_of_moving_first():
    half = SQUARE.play(SQUARE.moves()[0])
    rest = ["paradrop B2", "blitz B1", "blitz A2"]
    uneven = game("minimax:2", "minimax:2", rest, half, "half")
    found = moving_first(matchups([*equals(*[SECOND_WINS] * 9), uneven]))
    assert " of 10 games" in found.fact or "all 10 games" in found.fact
    assert found.more == ""


def test_the_same_game_again_is_no_further_evidence():
    once = equals(*[SECOND_WINS] * 4)
    again = equals(*[SECOND_WINS] * 4, player="alphabeta:2")
    found = moving_first(matchups(once + again))
    assert found.fact == (
        "Between equals, each different game counted once, the side that moves first lost all 4 games."
    )
    assert found.more == ""


def test_a_pass_is_not_the_last_move():
    start = all_games()["starcircle"].start()
    games = [played("initial", start, f"random:{seed}", f"random:{seed}") for seed in range(20)]
    decided = [one for one in games if one.record.outcome == "win" and len(one.record.turns) % 2 == 0]
    passed = [one for one in decided if not game_of(start).click_path(one.record.turns[-1].move, start.variant)]
    assert passed
    found = moving_first(matchups(equals(*[FIRST_WINS] * 8) + passed[:1]))
    assert found.more == "In these games it was better to move first."


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
        "On average over all games, a move took "
        "25 nodes for minimax to depth 2 and 35 nodes for minimax to depth 3."
    )


def test_the_deeper_side_is_found_whichever_moves_first():
    games = [game("minimax:2", "alphabeta:3", SECOND_WINS), game("alphabeta:3", "minimax:2", SECOND_WINS)]
    found = looking_further(matchups(games))
    assert found.fact == "Against minimax to depth 2, alpha-beta to depth 3 won 1 of 2 games and lost 1."
    assert found.more.startswith("It won when it moved second, but not when it moved first.")
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
    assert ("relies on an estimate" in found.more) == estimated


def test_the_wins_of_the_deeper_side_are_told_by_its_place():
    games = [
        game("minimax:2", "minimax:3", SECOND_WINS),
        game("minimax:3", "minimax:2", FIRST_WINS),
        game("minimax:3", "minimax:2", SECOND_WINS),
    ]
    more = looking_further(matchups(games)).more
    assert more.startswith("It won 1 of 2 games when it moved first and 1 of 1 game when it moved second.")


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
    both = draws(matchups([drawn, game("a", "a")]))
    assert both.fact == "1 of 2 games ended in a draw, on even."
    assert both.more == ""  # one draw does not show which boards have draws
    won = game("a", "a", [*DRAW[:3], "B2 Raid"], EVEN, "even")
    assert won.record.outcome != "draw"
    assert draws(matchups([won])) is None
    assert draws(matchups([game("a", "a")])) is None


def test_players_that_are_bound_to_be_alike_are_said_to_play_the_same_game():
    pairs = [("minimax:3", "minimax:3"), ("alphabeta:3", "alphabeta:3"), ("minimax:3", "alphabeta:3")]
    told = matchups([played("square", SQUARE, *pair) for pair in [*pairs, ("alphabeta:3", "minimax:3")]])
    assert bound_to_be_alike(told).fact == (
        "Minimax to depth 3 and alpha-beta to depth 3 always choose the same move, so all their games on one "
        "board are the same game, move by move."
    )
    assert head_to_head(told) is None
    assert looking_further(told) is None
    assert bound_to_be_alike(told).fact in summary(told)
    once = bound_to_be_alike(matchups([played("square", SQUARE, "exact:2", "minimax:2")]))
    assert once.fact == (
        "Minimax to depth 2 and exact:2 always choose the same move, so a game between them is no different from "
        "one of them against itself."
    )


def test_players_are_not_called_alike_where_they_need_not_be_or_their_games_differ():
    assert bound_to_be_alike(matchups([game("minimax:3", "minimax:3"), game("a", "a")])) is None
    assert bound_to_be_alike(matchups([game("minimax:2", "alphabeta:3")])) is None
    assert bound_to_be_alike(matchups([game("minimax:2", "alphabeta:2:own")])) is None
    belied = [game("minimax:2", "alphabeta:2"), game("alphabeta:2", "minimax:2", SECOND_WINS)]
    assert bound_to_be_alike(matchups(belied)) is None


RAIDS = warfare.Position.of([[5, 10], [7, 30]])
PASSED_TO_THE_OTHER = game("a", "b", ["B1 Stake", "A2 Stake", "A1 Stake", "B2 Raid"], RAIDS, "turned")
LEVEL_BEFORE = game("a", "b", [*DRAW[:3], "B2 Raid"], EVEN, "level")
LEVEL_AFTER = game("a", "b", DRAW, warfare.Position.of([[2, 1], [1, 2]]), "drawn")


def signs(one):
    """Who is ahead before the last two moves and at the end, replayed from the moves."""
    position = one.record.start
    for turn in one.record.turns[:-2]:
        position = position.play(turn.move)
    before = position.score("X")
    for turn in one.record.turns[-2:]:
        position = position.play(turn.move)
    after = position.score("X")
    return (before > 0) - (before < 0), (after > 0) - (after < 0)


@pytest.mark.parametrize(
    ("one", "replayed", "kind"),
    [
        (PASSED_TO_THE_OTHER, (1, -1), "The lead passed to the other side."),
        (LEVEL_BEFORE, (0, -1), "A level score became a lead."),
        (LEVEL_AFTER, (1, 0), "A lead became a draw."),
    ],
)
def test_every_change_of_the_lead_by_the_last_two_moves_is_seen(one, replayed, kind):
    assert signs(one) == replayed
    found = late_turns(matchups([one]))
    assert found.fact == (f"The last two moves changed who was ahead in the one game, on {one.fixture.board}.")
    assert found.more == kind


def test_games_that_turn_at_the_end_are_counted_by_what_happened():
    calm = [game("a", "b"), game("a", "b", DRAW, EVEN, "even")]
    assert [signs(one)[0] == signs(one)[1] for one in calm] == [True, True]
    found = late_turns(matchups([*calm, LEVEL_BEFORE, LEVEL_BEFORE, PASSED_TO_THE_OTHER]))
    assert found.fact == "The last two moves changed who was ahead in 3 of 5 games, on level and turned."
    assert found.more == "A level score became a lead in 2 games and the lead passed to the other side in 1 game."
    assert late_turns(matchups(calm)) is None
    assert late_turns(matchups()) is None


def test_passes_are_not_among_the_last_two_moves():
    start = all_games()["starcircle"].start()
    for seed in range(30):
        one = played("initial", start, f"random:{seed}", f"random:{seed + 100}")
        squares = [bool(game_of(start).click_path(turn.move, start.variant)) for turn in one.record.turns]
        moved = [number for number, on_board in enumerate(squares) if on_board]
        before, after = one.record.positions()[moved[-2]].score("Star"), one.record.final.score("Star")
        changed = (before > 0) - (before < 0) != (after > 0) - (after < 0)
        assert (late_turns(matchups([one])) is not None) == changed


def test_prices_are_averages_of_those_who_tell():
    told = game("minimax:2", "greedy", visited=(100, 3, 50, 2))
    found = prices(matchups([told, game("greedy", "random", visited=(4, None, 3, None))]))
    assert found.fact == (
        "On average over all games, a move took 3 nodes for greedy and 75 nodes for minimax to depth 2."
    )
    assert prices(matchups([game("a", "b")])) is None


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
