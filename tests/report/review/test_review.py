"""Reviews as JSON, as sentences and as pages."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from support.assertions import not_none

from outply.games import game_named
from outply.games.record import GameRecord, Turn
from outply.report.match.replay import replay
from outply.report.review.export import review_to_dict
from outply.report.review.page import page
from outply.report.review.sentences import (
    costliest_sentences,
    thresholds_sentence,
    turning_point_sentence,
    value_text,
    values_sentence,
)
from outply.review.game_review import GameReview, review_game

START = game_named("warfare").start("blitz", "random:3:7")
NAMES = ("</script><b>Ada", "random:1")


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """A game in which both players always take the first empty cell."""
    record = GameRecord(START, NAMES, (), START, "random:3:7")
    while not record.final.is_over:
        move = record.final.moves()[0]
        turn = Turn(NAMES[len(record.turns) % 2], move, 0.0, 0.0)
        record = record.after(turn, record.final.play(move))
    return record


@pytest.fixture(scope="module")
def review(record: GameRecord) -> GameReview:
    return review_game(record.start, [turn.move for turn in record.turns])


def replayed(text: str) -> Any:
    return json.loads(not_none(re.search(r'id="game">(.*?)</script>', text, re.DOTALL))[1])


def test_json_has_the_summary_and_every_move(record: GameRecord, review: GameReview) -> None:
    data = json.loads(json.dumps(review_to_dict(record, review)))
    assert (data["game"], data["variant"], data["board"]) == ("warfare", "blitz", "random:3:7")
    assert [data["first"], data["second"]] == list(NAMES)
    assert data["values"] == list(review.values)
    assert data["turning_point"] == not_none(review.turning_point).number
    assert [side["name"] for side in data["sides"]] == ["blue", "green"]
    assert [side["total_loss"] for side in data["sides"]] == [side.total_loss for side in review.sides]
    assert list(data["sides"][0]["counts"]) == ["best", "good", "inaccuracy", "mistake", "blunder"]
    assert [move["number"] for move in data["moves"]] == list(range(1, 10))
    for move, each in zip(data["moves"], review.moves, strict=True):
        assert move["loss"] == move["value"] - move["played_value"] == each.loss
        assert move["move"] == str(each.move)
        assert move["principal_variation"][0] == str(each.best_move)
        assert move["solved"]


def test_turning_point_is_described_with_the_results_it_changed(review: GameReview) -> None:
    move = not_none(review.turning_point)
    sentence = turning_point_sentence(review)
    assert sentence.startswith(f"Turning point: move {move.number}, ")
    assert " into a loss by " in sentence
    assert "about" not in sentence
    estimates = replace(review, moves=tuple(replace(each, solved=False) for each in review.moves))
    assert f"into a loss by about {-move.played_value} (depth {move.depth});" in turning_point_sentence(estimates)


def test_game_without_losses_has_no_turning_point(review: GameReview) -> None:
    perfect = replace(review, moves=tuple(replace(each, played_value=each.value) for each in review.moves))
    assert turning_point_sentence(perfect) == "No move lost a point."
    assert costliest_sentences(perfect) == []


def test_sentences_say_which_values_are_exact(review: GameReview) -> None:
    assert values_sentence(review) == "All positions are solved: the values are exact."
    unsolved = tuple(replace(each, solved=False) for each in review.moves)
    nodes = "estimates (≈) of searches with 500,000 nodes."
    assert values_sentence(replace(review, moves=unsolved)) == f"All values are {nodes}"
    partly = replace(review, moves=(*unsolved[:3], *review.moves[3:]))
    assert values_sentence(partly).startswith("Solved from move 4 on, where values are exact;")
    assert values_sentence(partly).endswith(nodes)


def test_estimates_are_marked() -> None:
    assert value_text(12, solved=True) == "+12"
    assert value_text(-12, solved=False) == "≈\N{MINUS SIGN}12"


def test_thresholds_are_stated_in_points(review: GameReview) -> None:
    limits = review.thresholds
    assert f"loses {limits.inaccuracy} or more, a mistake {limits.mistake}" in thresholds_sentence(review)


def test_page_contains_the_review_beside_the_replay(record: GameRecord, review: GameReview) -> None:
    text = page(record, review)
    data = replayed(text)
    assert data["review"]["values"] == list(review.values)
    assert data["review"]["turning_point"] == not_none(review.turning_point).number
    assert [move["quality"] for move in data["review"]["moves"]] == [each.quality for each in review.moves]
    assert {key: value for key, value in data.items() if key != "review"} == replayed(replay(record))
    assert f'data-move="{review.sides[0].costliest[0].number}"' in text
    assert thresholds_sentence(review) in text
    assert "<b>Ada" not in text  # names are escaped
    assert "review-summary" not in re.sub(r"<style>.*?</style>", "", replay(record), flags=re.DOTALL)
