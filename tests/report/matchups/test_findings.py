"""Findings from the games."""

from collections.abc import Sequence

import pytest
from support.arena.matchup_results import SQUARE, TRIED, matchups, played, record
from support.assertions import not_none

from outply.arena.matchup import Matchup, PlayedMatchup
from outply.games import all_games, game_of, warfare
from outply.games.protocol import Position
from outply.report.matchups.findings import findings, summary
from outply.report.matchups.findings.finding import factor_text
from outply.report.matchups.findings.games import (
    deeper_search,
    draws,
    first_move,
    head_to_head,
    identical_play,
    late_changes,
    node_costs,
)

FIRST_WINS = ["paradrop B1", "paradrop A2", "blitz A1", "paradrop B2"]
SECOND_WINS = ["paradrop A2", "paradrop B1", "blitz A1", "blitz B2"]
EVEN = warfare.Position.of([[1, 1], [1, 1]])
DRAW = ["A1 Stake", "B1 Stake", "A2 Stake", "B2 Stake"]


def game(
    first: str,
    second: str,
    moves: Sequence[str] = FIRST_WINS,
    start: Position = SQUARE,
    board: str = "square",
    visited: Sequence[int | None] = (),
) -> PlayedMatchup:
    return PlayedMatchup(Matchup(board, start, first, second), record(start, (first, second), moves, visited))


def test_sample_games_have_the_outcomes_that_their_names_state() -> None:
    assert game("a", "b").record.outcome == "win"
    assert game("a", "b", SECOND_WINS).record.outcome == "loss"
    assert game("a", "b", DRAW, EVEN).record.outcome == "draw"


def board_of(number: int) -> Position:
    """Return a different board for each number; games on all these boards have the same outcomes as on SQUARE."""
    return warfare.Position.of([[5 + number, 10 + number], [7 + number, 3]], rules="blitz")


def equals(*results: Sequence[str], player: str = "minimax:2") -> list[PlayedMatchup]:
    """Return games between equal players, each on a different board."""
    return [
        game(player, player, moves, board_of(number), f"board {number}") for number, moves in enumerate(results)
    ]


@pytest.mark.parametrize(
    ("results", "fact"),
    [
        ([FIRST_WINS] * 2 + [SECOND_WINS], "won 2 of 3 games and lost 1."),
        ([SECOND_WINS] * 2, "lost both games."),
        ([SECOND_WINS, FIRST_WINS], "won 1 of 2 games and lost 1."),
        ([FIRST_WINS], "won the only game."),
        ([SECOND_WINS] * 7, "lost all 7 games."),
        ([FIRST_WINS] * 3 + [SECOND_WINS] * 5, "won 3 of 8 games and lost 5."),
    ],
)
def test_few_games_between_equal_players_give_no_conclusion(results: list[list[str]], fact: str) -> None:
    finding = not_none(first_move(matchups([*equals(*results), game("minimax:2", "minimax:3")])))
    assert finding.fact == f"Between equal players, the side that moves first {fact}"
    assert finding.more == ""


@pytest.mark.parametrize(
    ("results", "more"),
    [
        ([FIRST_WINS] * 8, "In these games it was better to move first."),
        ([FIRST_WINS] * 2 + [SECOND_WINS] * 6, "In these games it was better to move second."),
    ],
)
def test_clear_majority_of_wins_is_reported_with_the_better_side(results: list[list[str]], more: str) -> None:
    finding = not_none(first_move(matchups(equals(*results))))
    assert finding.more == f"{more} The side that moves second also made the last move in all of them."


def test_games_from_unfair_starts_give_no_conclusion() -> None:
    half = SQUARE.play(SQUARE.moves()[0])
    rest = ["paradrop B2", "blitz B1", "blitz A2"]
    uneven = game("minimax:2", "minimax:2", rest, half, "half")
    finding = not_none(first_move(matchups([*equals(*[SECOND_WINS] * 9), uneven])))
    assert " of 10 games" in finding.fact or "all 10 games" in finding.fact
    assert finding.more == ""


def test_repeated_games_are_counted_once() -> None:
    once = equals(*[SECOND_WINS] * 4)
    again = equals(*[SECOND_WINS] * 4, player="alphabeta:2")
    finding = not_none(first_move(matchups(once + again)))
    assert finding.fact == (
        "Between equal players, each different game counted once, the side that moves first lost all 4 games."
    )
    assert finding.more == ""


def test_pass_does_not_count_as_the_last_move() -> None:
    start = all_games()["starcircle"].start()
    games = [played("initial", start, f"random:{seed}", f"random:{seed}") for seed in range(20)]
    decided = [one for one in games if one.record.outcome == "win" and len(one.record.turns) % 2 == 0]
    passed = [one for one in decided if not game_of(start).click_path(one.record.turns[-1].move, start.variant)]
    assert passed
    finding = not_none(first_move(matchups(equals(*[FIRST_WINS] * 8) + passed[:1])))
    assert finding.more == "In these games it was better to move first."


def test_first_move_finding_requires_games_between_equal_players() -> None:
    assert first_move(matchups([game("minimax:2", "minimax:3")])) is None
    assert first_move(matchups()) is None


def test_unknown_players_are_not_equal() -> None:
    assert first_move(matchups([game("person", "person"), game("make run", "make run")])) is None


def test_player_with_two_names_is_one_player() -> None:
    games = [
        game("minimax:2", "minimax:2:difference"),
        game("minimax:2:difference", "minimax:3", SECOND_WINS, visited=(10, 30, 20, 40)),
        game("minimax:2", "minimax:3", SECOND_WINS, visited=(30, 30, 40, 40)),
        game("greedy", "minimax:2"),
        game("minimax:2:difference", "greedy"),
    ]
    data = matchups(games)
    assert not_none(first_move(data)).fact == "Between equal players, the side that moves first won the only game."
    assert not_none(deeper_search(data)).fact == "Against minimax to depth 2, minimax to depth 3 won both games."
    assert not_none(head_to_head(data)).fact == (
        "Between different players: greedy won 1 of 2 games and lost 1 against minimax to depth 2."
    )
    assert not_none(node_costs(matchups(games[1:3]))).fact == (
        "On average over all games, a move took "
        "25 nodes for minimax to depth 2 and 35 nodes for minimax to depth 3."
    )


def test_deeper_search_is_recognized_whichever_side_moves_first() -> None:
    games = [game("minimax:2", "alphabeta:3", SECOND_WINS), game("alphabeta:3", "minimax:2", SECOND_WINS)]
    finding = not_none(deeper_search(matchups(games)))
    assert finding.fact == "Against minimax to depth 2, alpha-beta to depth 3 won 1 of 2 games and lost 1."
    assert finding.more.startswith("It won when it moved second, but not when it moved first.")
    assert "no guarantee" in finding.more
    always = not_none(deeper_search(matchups(games[:1])))
    assert always.fact.endswith("won the only game.")
    assert always.more == ""


@pytest.mark.parametrize(
    ("players", "moves", "estimated"),
    [
        (("alphabeta:3", "minimax:2"), SECOND_WINS, True),
        (("alphabeta:4", "minimax:2"), SECOND_WINS, False),
        (("minimax:1", "alphabeta:2"), FIRST_WINS, True),
        (("minimax:1", "alphabeta:3"), FIRST_WINS, False),  # three moves are left at its first search
    ],
)
def test_finding_mentions_an_estimate_only_if_the_search_did_not_reach_the_end(
    players: tuple[str, str], moves: list[str], estimated: bool
) -> None:
    finding = not_none(deeper_search(matchups([game(*players, moves)])))
    assert finding.fact.endswith("lost the only game.")
    assert ("relies on an estimate" in finding.more) == estimated


def test_wins_of_the_deeper_side_are_split_by_order_of_moving() -> None:
    games = [
        game("minimax:2", "minimax:3", SECOND_WINS),
        game("minimax:3", "minimax:2", FIRST_WINS),
        game("minimax:3", "minimax:2", SECOND_WINS),
    ]
    more = not_none(deeper_search(matchups(games))).more
    assert more.startswith("It won 1 of 2 games when it moved first and 1 of 1 game when it moved second.")


def test_several_pairs_of_depths_are_counted_together() -> None:
    games = [game("minimax:2", "minimax:4", SECOND_WINS), game("minimax:3", "minimax:4", SECOND_WINS)]
    fact = not_none(deeper_search(matchups(games))).fact
    assert fact == "Between different depths, the deeper search won both games."


@pytest.mark.parametrize(
    "players",
    [("minimax:2", "alphabeta:2"), ("minimax:2", "minimax:3:own"), ("engine:9", "minimax:3"), ("a", "a")],
)
def test_depths_are_compared_only_with_the_same_evaluation(players: tuple[str, str]) -> None:
    assert deeper_search(matchups([game(*players)])) is None


def test_results_of_different_players_are_reported_pair_by_pair() -> None:
    games = [
        game("greedy", "engine:1s", SECOND_WINS),
        game("engine:1s", "greedy"),
        game("greedy", "minimax:3:own"),
    ]
    finding = not_none(head_to_head(matchups([*games, game("greedy", "greedy"), game("minimax:1", "minimax:2")])))
    assert finding.fact == (
        "Between different players: greedy lost both games against engine:1s; "
        "greedy won the only game against minimax to depth 3 (own)."
    )
    assert head_to_head(matchups([game("minimax:1", "minimax:2")])) is None


def test_draws_are_reported_with_their_boards() -> None:
    drawn = game("a", "a", DRAW, EVEN, "even")
    assert not_none(draws(matchups([drawn]))).fact == "The only game ended in a draw, on even."
    both = not_none(draws(matchups([drawn, game("a", "a")])))
    assert both.fact == "1 of 2 games ended in a draw, on even."
    assert both.more == ""  # one draw does not show which boards have draws
    won = game("a", "a", [*DRAW[:3], "B2 Raid"], EVEN, "even")
    assert won.record.outcome != "draw"
    assert draws(matchups([won])) is None
    assert draws(matchups([game("a", "a")])) is None


def test_players_with_the_same_behaviour_play_the_same_game() -> None:
    pairs = [("minimax:3", "minimax:3"), ("alphabeta:3", "alphabeta:3"), ("minimax:3", "alphabeta:3")]
    data = matchups([played("square", SQUARE, *pair) for pair in [*pairs, ("alphabeta:3", "minimax:3")]])
    assert not_none(identical_play(data)).fact == (
        "Minimax to depth 3 and alpha-beta to depth 3 always choose the same move, so all their games on one "
        "board are the same game, move by move."
    )
    assert head_to_head(data) is None
    assert deeper_search(data) is None
    assert not_none(identical_play(data)).fact in summary(data)
    once = not_none(identical_play(matchups([played("square", SQUARE, "exact:2", "minimax:2")])))
    assert once.fact == (
        "Minimax to depth 2 and exact:2 always choose the same move, so a game between them is no different from "
        "one of them against itself."
    )


def test_identical_play_is_not_reported_if_behaviour_or_games_differ() -> None:
    assert identical_play(matchups([game("minimax:3", "minimax:3"), game("a", "a")])) is None
    assert identical_play(matchups([game("minimax:2", "alphabeta:3")])) is None
    assert identical_play(matchups([game("minimax:2", "alphabeta:2:own")])) is None
    contradicting = [game("minimax:2", "alphabeta:2"), game("alphabeta:2", "minimax:2", SECOND_WINS)]
    assert identical_play(matchups(contradicting)) is None


RAIDS = warfare.Position.of([[5, 10], [7, 30]])
LEAD_CHANGES = game("a", "b", ["B1 Stake", "A2 Stake", "A1 Stake", "B2 Raid"], RAIDS, "turned")
DRAW_TO_LEAD = game("a", "b", [*DRAW[:3], "B2 Raid"], EVEN, "level")
LEAD_TO_DRAW = game("a", "b", DRAW, warfare.Position.of([[2, 1], [1, 2]]), "drawn")


def signs(one: PlayedMatchup) -> tuple[int, int]:
    """Return who is ahead before the last two moves and at the end, computed from the moves."""
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
        (LEAD_CHANGES, (1, -1), "The lead passed to the other side."),
        (DRAW_TO_LEAD, (0, -1), "An even score became a lead."),
        (LEAD_TO_DRAW, (1, 0), "A lead became a draw."),
    ],
)
def test_change_of_the_lead_by_the_last_two_moves_is_reported(
    one: PlayedMatchup, replayed: tuple[int, int], kind: str
) -> None:
    assert signs(one) == replayed
    finding = not_none(late_changes(matchups([one])))
    assert finding.fact == (f"The last two moves changed who was ahead in the only game, on {one.matchup.board}.")
    assert finding.more == kind


def test_late_changes_of_the_lead_are_counted_by_their_result() -> None:
    calm = [game("a", "b"), game("a", "b", DRAW, EVEN, "even")]
    assert [signs(one)[0] == signs(one)[1] for one in calm] == [True, True]
    finding = not_none(late_changes(matchups([*calm, DRAW_TO_LEAD, DRAW_TO_LEAD, LEAD_CHANGES])))
    assert finding.fact == "The last two moves changed who was ahead in 3 of 5 games, on level and turned."
    assert (
        finding.more == "An even score became a lead in 2 games and the lead passed to the other side in 1 game."
    )
    assert late_changes(matchups(calm)) is None
    assert late_changes(matchups()) is None


def test_passes_do_not_count_among_the_last_two_moves() -> None:
    start = all_games()["starcircle"].start()
    for seed in range(30):
        one = played("initial", start, f"random:{seed}", f"random:{seed + 100}")
        squares = [bool(game_of(start).click_path(turn.move, start.variant)) for turn in one.record.turns]
        moved = [number for number, on_board in enumerate(squares) if on_board]
        before, after = one.record.positions()[moved[-2]].score("Star"), one.record.final.score("Star")
        changed = (before > 0) - (before < 0) != (after > 0) - (after < 0)
        assert (late_changes(matchups([one])) is not None) == changed


def test_node_costs_are_averages_of_players_that_count_nodes() -> None:
    counted = game("minimax:2", "greedy", visited=(100, 3, 50, 2))
    finding = not_none(node_costs(matchups([counted, game("greedy", "random", visited=(4, None, 3, None))])))
    assert finding.fact == (
        "On average over all games, a move took 3 nodes for greedy and 75 nodes for minimax to depth 2."
    )
    assert node_costs(matchups([game("a", "b")])) is None


def test_no_games_give_no_findings() -> None:
    assert findings(matchups()) == []
    assert summary(matchups()) == []


def test_findings_are_sentences() -> None:
    games = [
        game("minimax:2", "minimax:2"),
        game("a", "b"),
        game("minimax:2", "minimax:3"),
        game("a", "a", DRAW, EVEN),
    ]
    all_findings = findings(matchups(games, TRIED))
    assert len(all_findings) >= 8
    for finding in all_findings:
        assert finding.fact.endswith(".")
        assert finding.more == "" or finding.more.endswith(".")
        assert finding.fact[0].isupper() or finding.fact[0].isdigit()


def test_factor_below_10_has_one_decimal_and_larger_factors_have_none() -> None:
    assert factor_text(1.84) == "1.8"
    assert factor_text(9.96) == "10"
    assert factor_text(1234.4) == "1,234"
