"""Common features of the wrong cases of a submission."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import comb
from random import Random

import pytest

from outply.diagnosis.evidence import Level
from outply.formats.question import Question, write_answer
from outply.games.starcircle import Position as StarCirclePosition
from outply.games.starcircle import StarCircle
from outply.games.warfare import Position
from outply.grading.result.case_features import GAME_FEATURES, Feature, case_facts, features_of
from outply.grading.result.common_features import CommonFeature, common_features, exact_p_value
from outply.grading.result.likely_mistakes import LikelyMistake
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.suite.case import Case
from outply.search import exact

Judge = Callable[[Case], Verdict]


def make_case(name: str, position: Position | StarCirclePosition, depth: int, mode: str = "MINIMAX") -> Case:
    question = Question(position, mode, depth)
    return Case(name=name, question=question, expected=write_answer(question, exact.search(position, depth, mode)))


def random_position(rng: Random, size: int) -> Position:
    owners = ["".join(rng.choice("XO..") for _ in range(size)) for _ in range(size)]
    owners[0] = "." + owners[0][1:]
    values = [[rng.randint(1, 99) for _ in range(size)] for _ in range(size)]
    return Position.of(values, owners, rng.choice("XO"))


def random_cases(count: int = 40, seed: int = 1) -> tuple[Case, ...]:
    rng = Random(seed)
    return tuple(
        make_case(
            f"{number:03}",
            random_position(rng, rng.choice((2, 3, 4, 5))),
            rng.choice((1, 2, 3)),
            rng.choice(("MINIMAX", "ALPHABETA")),
        )
        for number in range(count)
    )


CASES = random_cases()


def graded(judge: Judge, cases: Iterable[Case] = CASES, mistakes: tuple[str, ...] = ()) -> GradedSubmission:
    judgements = tuple((case.name, Judgement(verdict=judge(case), mistakes=mistakes)) for case in cases)
    return GradedSubmission(name="a", student="a", judgements=judgements)


def wrong_if(holds: Callable[[Case], bool], verdict: Verdict = Verdict.WRONG_MOVE) -> Judge:
    return lambda case: verdict if holds(case) else Verdict.RIGHT


def findings(judge: Judge, likely: tuple[LikelyMistake, ...] = ()) -> list[str]:
    return [one.sentence for one in common_features(CASES, graded(judge), likely)]


def is_alphabeta(case: Case) -> bool:
    return case.question.mode == "ALPHABETA"


def is_for_x(case: Case) -> bool:
    return bool(case.question.position.to_move == "X")


def likely_mistake(explains: int) -> LikelyMistake:
    return LikelyMistake(
        mistake="ties",
        title="",
        advice="",
        explains=explains,
        wrong_answers=explains,
        level=Level.EXPLAINS_ALL,
        chance=0.0,
        statement="",
        summary="",
    )


def test_feature_that_exactly_the_wrong_cases_have_is_found() -> None:
    wrong = sum(map(is_alphabeta, CASES))
    assert findings(wrong_if(is_alphabeta)) == [
        f"All {wrong} wrong cases have the mode ALPHABETA; none of the {len(CASES) - wrong} right ones has."
    ]


def test_threshold_of_the_minimax_value_is_found() -> None:
    (finding,) = findings(wrong_if(lambda case: (case_facts(case).value or 0) < -50))
    assert "wrong cases have a minimax value below -50; none of the" in finding


def test_common_feature_counts_wrong_cases_without_it_and_right_cases_with_it() -> None:
    wrong = [case.name for case in CASES if is_alphabeta(case)]
    exceptions = (wrong[0], next(case.name for case in CASES if not is_alphabeta(case)))
    (finding,) = common_features(
        CASES, graded(wrong_if(lambda case: is_alphabeta(case) != (case.name in exceptions))), ()
    )
    assert (finding.wrong_with, finding.wrong) == (len(wrong) - 1, len(wrong))
    assert (finding.right_with, finding.right) == (1, len(CASES) - len(wrong))
    assert finding.sentence.startswith(f"{len(wrong) - 1} of the {len(wrong)} wrong cases have")


def test_two_features_that_make_a_case_wrong_only_together_are_both_found() -> None:
    cases = random_cases(120, seed=5)
    judged = graded(wrong_if(lambda case: is_alphabeta(case) and is_for_x(case)), cases)
    features = {one.feature for one in common_features(cases, judged, ())}
    assert features == {"the mode ALPHABETA", "X to move"}


def test_second_common_feature_is_left_out_if_it_follows_from_the_first() -> None:
    # The wrong cases are those of size 2, which also have fewer moves and smaller values.
    judged = graded(wrong_if(lambda case: case.question.position.size == 2))
    (finding,) = common_features(CASES, judged, ())
    assert finding.feature == "a board size N below 3"


@pytest.mark.parametrize("seed", range(20))
def test_randomly_chosen_wrong_cases_have_no_common_feature(seed: int) -> None:
    rng = Random(seed)
    names = {case.name for case in rng.sample(CASES, 12)}
    assert findings(wrong_if(lambda case: case.name in names)) == []


def test_too_few_wrong_cases_have_no_common_feature() -> None:
    names = [case.name for case in CASES if is_alphabeta(case)][:2]
    assert findings(wrong_if(lambda case: case.name in names)) == []


@pytest.mark.parametrize("is_wrong", [lambda case: True, lambda case: False])
def test_common_feature_requires_both_wrong_and_right_cases(is_wrong: Callable[[Case], bool]) -> None:
    assert findings(wrong_if(is_wrong)) == []


def test_there_is_no_common_feature_if_a_known_mistake_explains_every_wrong_case() -> None:
    wrong = sum(map(is_alphabeta, CASES))
    assert findings(wrong_if(is_alphabeta), (likely_mistake(wrong),)) == []
    assert findings(wrong_if(is_alphabeta), (likely_mistake(wrong - 1),)) != []


def test_cases_that_no_known_mistake_explains_are_compared_separately() -> None:
    def judge(case: Case) -> Judgement:
        if is_alphabeta(case):
            return Judgement(verdict=Verdict.WRONG_MOVE)
        explained = case.name in explained_cases
        return Judgement(
            verdict=Verdict.WRONG_MOVE if explained else Verdict.RIGHT, mistakes=("ties",) * explained
        )

    others = [case.name for case in CASES if not is_alphabeta(case)]
    explained_cases = Random(2).sample(others, len(others) * 3 // 5)
    judgements = tuple((case.name, judge(case)) for case in CASES)
    submission = GradedSubmission(name="a", student="a", judgements=judgements)
    (finding, *_) = common_features(CASES, submission, (likely_mistake(len(explained_cases)),))
    assert finding.group == "wrong cases that no known mistake explains"
    assert finding.feature == "the mode ALPHABETA"


def test_crashes_are_compared_separately_from_wrong_answers() -> None:
    others = [case.name for case in CASES if not is_alphabeta(case)]
    wrong = set(Random(1).sample(others, len(others) // 2))

    def judge(case: Case) -> Verdict:
        if is_alphabeta(case):
            return Verdict.CRASH
        return Verdict.WRONG_MOVE if case.name in wrong else Verdict.RIGHT

    crashes = sum(map(is_alphabeta, CASES))
    assert findings(judge)[0].startswith(f'All {crashes} cases with the verdict "crash" have the mode ALPHABETA;')


def test_crashes_and_wrong_answers_may_have_common_features_of_the_same_topic() -> None:
    def judge(case: Case) -> Verdict:
        value = case_facts(case).value or 0
        return Verdict.CRASH if value < -50 else Verdict.WRONG_MOVE if value >= 100 else Verdict.RIGHT

    assert {sentence.partition(" have ")[2].partition(";")[0] for sentence in findings(judge)} == {
        "a minimax value below -50",
        "a minimax value of at least 100",
    }


def test_common_features_ignore_cases_that_were_not_run() -> None:
    judged = graded(wrong_if(is_alphabeta))
    unfinished = replace(judged, judgements=(*judged.judgements[:30], *((case.name, None) for case in CASES[30:])))
    (finding,) = common_features(CASES, unfinished, ())
    assert finding.wrong + finding.right == 30


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ((7, 8, 1, 32), "7 of the 8 wrong cases have N = 1; only 1 of the 32 right ones has."),
        ((8, 8, 3, 32), "All 8 wrong cases have N = 1; only 3 of the 32 right ones have."),
        ((8, 8, 0, 32), "All 8 wrong cases have N = 1; none of the 32 right ones has."),
        ((60, 60, 12, 40), "All 60 wrong cases have N = 1; 12 of the 40 right ones have."),
    ],
)
def test_sentence_on_a_common_feature_states_the_counts(counts: tuple[int, int, int, int], sentence: str) -> None:
    wrong_with, wrong, right_with, right = counts
    finding = CommonFeature(
        feature="N = 1",
        group="wrong cases",
        wrong_with=wrong_with,
        wrong=wrong,
        right_with=right_with,
        right=right,
        p_value=0.0,
    )
    assert finding.sentence == sentence


def test_p_value_of_one_table_equals_fishers_exact_test() -> None:
    assert exact_p_value([(7, 8, 1, 32)]) == pytest.approx((8 * 32 + 1) / comb(40, 8))
    assert exact_p_value([(0, 8, 8, 32)]) == pytest.approx(1)


def test_p_value_of_two_strata_counts_the_joint_outcomes() -> None:
    # Two strata with 1 of 2 cases wrong each: both wrong cases have the feature in one of 4 outcomes.
    assert exact_p_value([(1, 1, 0, 1), (1, 1, 0, 1)]) == pytest.approx(1 / 4)
    assert exact_p_value([(1, 1, 0, 1), (0, 1, 1, 1)]) == pytest.approx(3 / 4)


def test_p_value_of_thousands_of_cases_does_not_underflow() -> None:
    assert 0 < exact_p_value([(1300, 2500, 1200, 2500)]) < 0.01
    assert exact_p_value([(1250, 2500, 1250, 2500)]) == pytest.approx(0.511, abs=0.001)


def features(case: Case) -> set[str]:
    facts = case_facts(case)
    return {feature.phrase for feature in features_of(case.question.position.game) if feature.holds(facts)}


def test_features_of_a_warfare_case() -> None:
    single = features(make_case("a", Position.of([[7]]), 3))
    assert {"N = 1", "only one legal move", "a depth greater than the number of empty cells"} <= single
    assert {"an empty board", "a Stake as the expected move", "a minimax value below 10"} <= single
    raid = features(make_case("b", Position.of([[1, 9], [1, 1]], ["X.", ".O"]), 1))
    assert {"a Raid as the expected move", "an expected move that conquers a cell", "a legal Raid"} <= raid
    tie = features(make_case("c", Position.of([[5, 5], [5, 5]]), 1))
    assert {"several best moves", "equal values on all cells", "an odd depth"} <= tie
    large = features(make_case("d", Position.of([[1] * 25 + [2]] * 26), 1))
    assert {
        "N = 26",
        "a board size N of at least 10",
        "an expected move that is not the first in the move order",
    } <= large


def test_board_sizes_are_compared_with_round_numbers() -> None:
    phrases = features(make_case("a", Position.of([[1] * 8] * 8), 1))
    at_least = {f"a board size N of at least {size}" for size in (3, 4, 5, 6, 8)}
    below = {f"a board size N below {size}" for size in (10, 15, 20)}
    assert {phrase for phrase in phrases if phrase.startswith("a board size")} == at_least | below


def star_circle(**pieces: int) -> StarCirclePosition:
    squares = [0] * 64
    for name, count in pieces.items():
        squares[StarCircle().parse_move(f"{name}-A1").origin] = count
    return StarCirclePosition(squares, "Star")


def test_features_of_a_star_circle_case() -> None:
    initial = features(make_case("a", StarCircle().start(), 2))
    assert {"Star to move", "a step as the expected move", "at least 20 pieces", "several best moves"} <= initial
    blocked = features(make_case("b", star_circle(H2=12, A1=-1, C1=-1), 2))
    assert {"a pass as the expected move", "a stack of ten or more pieces", "a piece in its last row"} <= blocked
    jump = features(make_case("c", star_circle(C3=1, D4=-1), 3))
    assert {
        "a jump as the expected move",
        "a legal jump",
        "a line of play that ends before the depth limit",
    } <= jump


def test_piece_beside_its_last_row_is_not_in_it() -> None:
    phrase = "a piece in its last row"
    assert phrase not in features(make_case("a", star_circle(G1=1, B8=-1), 1))
    assert phrase in features(make_case("b", star_circle(H8=1, B8=-1), 1))
    assert phrase in features(make_case("c", star_circle(G1=1, A1=-1), 1))


def test_numbers_of_pieces_are_compared_with_round_numbers() -> None:
    phrases = features(make_case("a", star_circle(H2=7, A1=-1), 1))
    compared = {phrase for phrase in phrases if re.fullmatch(r"(at least|fewer than) \d+ pieces", phrase)}
    expected = {"at least 4 pieces", "at least 8 pieces", "fewer than 12 pieces", "fewer than 16 pieces"}
    assert compared == expected | {"fewer than 20 pieces"}


def test_competition_case_has_no_features_about_depth_or_value() -> None:
    case = Case(
        name="a", question=Question(Position.of([[1, 2], [3, 4]]), "COMPETITION", seconds=1.0), expected=""
    )
    assert features(case).isdisjoint({"an odd depth", "an even depth", "several best moves"})
    assert not any("value" in phrase and "cell" not in phrase for phrase in features(case))


def test_illegal_expected_move_of_a_case_is_replaced_by_the_best_move() -> None:
    case = make_case("a", Position.of([[1, 2], [3, 4]], ["X.", ".."]), 1)
    wrong = replace(case, expected="A1 Stake\nX.\n..")
    assert case_facts(wrong).expected_move == case_facts(case).expected_move


def test_registered_features_of_a_game_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    feature = Feature(
        topic="corner", phrase="an owned corner", holds=lambda facts: facts.position.owners[-1] != "."
    )
    monkeypatch.setitem(GAME_FEATURES, "warfare", (feature,))
    cases = random_cases(40, seed=9)
    judged = graded(wrong_if(lambda case: case.question.position.owners[-1] != "."), cases)
    assert common_features(cases, judged, ())[0].feature == "an owned corner"
