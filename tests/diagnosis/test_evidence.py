"""Evidence: which mistakes fit the answers of a program, and how certain the explanation is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from outply.diagnosis.evidence import (
    MAX_CHANCE,
    AnswerEvidence,
    Candidate,
    Doubt,
    Evidence,
    Level,
    coincidence_chance,
    weigh,
)
from outply.diagnosis.wording import (
    candidate_title,
    describe_candidate,
    describe_evidence,
    describe_refuted,
    short_candidate,
)

ALGORITHMS = ("MINIMAX", "ALPHABETA")
NAMES = ["ties", "reversed", "greedy", "depth-less", "depth-more"]


def wrong(
    *matching: str,
    others: tuple[str, ...] = ("greedy",),
    unknown: tuple[str, ...] = (),
    algorithm: str = "MINIMAX",
    player: str = "X",
    depth: int = 1,
) -> AnswerEvidence:
    """Return the evidence of a wrong answer to which `matching` lead; `others` lead to another wrong answer."""
    return AnswerEvidence(
        algorithm=algorithm,
        player=player,
        depth=depth,
        is_right=False,
        wrong_mistakes=frozenset(matching + others),
        matching=frozenset(matching),
        not_simulated=frozenset(unknown),
    )


def varied(
    *matching: str, count: int, unknown: tuple[str, ...] = (), algorithms: Sequence[str] = ALGORITHMS
) -> list[AnswerEvidence]:
    """Return the evidence of `count` wrong answers to varied questions that different mistakes answer wrongly."""
    return [
        wrong(
            *matching,
            others=(f"other {number}",),
            unknown=unknown,
            algorithm=algorithms[number % len(algorithms)],
            player="XO"[number // 2 % 2],
            depth=1 + number % 4,
        )
        for number in range(count)
    ]


def right(*wrong_mistakes: str, algorithm: str = "MINIMAX") -> AnswerEvidence:
    return AnswerEvidence(
        algorithm=algorithm, player="X", depth=2, is_right=True, wrong_mistakes=frozenset(wrong_mistakes)
    )


def names(evidence: Evidence) -> list[str]:
    return [candidate.mistake for candidate in evidence.candidates]


def test_one_wrong_answer_never_identifies_a_mistake() -> None:
    evidence = weigh([wrong("ties", others=tuple(NAMES[1:]))], NAMES)
    assert (evidence.level, names(evidence), evidence.candidates[0].chance) == (Level.ONE_OF, ["ties"], 1.0)


def test_only_mistake_that_leads_to_many_wrong_answers_explains_all_answers() -> None:
    evidence = weigh([*varied("ties", count=9), *[right("greedy")] * 3], NAMES)
    assert (evidence.level, names(evidence)) == (Level.EXPLAINS_ALL, ["ties"])
    assert evidence.candidates[0].chance <= MAX_CHANCE


def test_mistakes_with_the_same_answers_are_not_distinguished() -> None:
    evidence = weigh(varied("ties", "reversed", count=20), NAMES)
    assert (evidence.level, names(evidence)) == (Level.ONE_OF, ["ties", "reversed"])


def test_right_answer_excludes_mistakes_that_lead_to_a_wrong_answer() -> None:
    evidence = weigh([*varied("ties", "reversed", count=20), right("reversed")], NAMES)
    assert (evidence.level, names(evidence)) == (Level.ONE_OF, ["ties"])
    assert weigh([wrong("ties"), right("ties")], NAMES).level is Level.NONE


def test_wrong_answer_that_most_mistakes_lead_to_is_weak_evidence() -> None:
    many = [f"mistake {number}" for number in range(20)]
    distinguishing = [right(*many[1:])] * 3
    assert weigh([*varied(*many, count=12), *distinguishing], many).doubts == (Doubt.COINCIDENCE,)
    assert weigh([*varied(many[0], count=12), *distinguishing], many).level is Level.EXPLAINS_ALL


def test_answers_that_a_similar_mistake_mostly_explains_as_well_are_weak_evidence() -> None:
    rights = [right("greedy")] * 3
    mostly = [*varied("ties", "reversed", count=12)[:9], *varied("ties", count=12)[9:], *rights]
    seldom = [*varied("ties", "reversed", count=12)[:3], *varied("ties", count=12)[3:], *rights]
    assert (weigh(mostly, NAMES).level, weigh(mostly, NAMES).doubts) == (Level.ONE_OF, (Doubt.COINCIDENCE,))
    assert weigh(seldom, NAMES).level is Level.EXPLAINS_ALL


def test_wrong_answers_alone_are_certain_only_if_many_of_them_are_specific() -> None:
    assert weigh(varied("ties", count=19), NAMES).doubts == (Doubt.FEW_RIGHT,)
    assert weigh(varied("ties", count=20), NAMES).level is Level.EXPLAINS_ALL


@pytest.mark.parametrize(
    ("same", "doubt"),
    [
        ({"algorithm": "MINIMAX"}, Doubt.ONE_ALGORITHM),
        ({"player": "X"}, Doubt.ONE_PLAYER),
        ({"depth": 2}, Doubt.FEW_DEPTHS),
    ],
)
def test_mistake_is_not_certain_if_the_questions_are_not_varied(same: dict[str, Any], doubt: Doubt) -> None:
    answers = [replace(answer, **same) for answer in varied("ties", count=20)]
    evidence = weigh(answers, NAMES)
    assert (evidence.level, names(evidence), evidence.doubts) == (Level.ONE_OF, ["ties"], (doubt,))
    assert describe_evidence(evidence).endswith(f"This may be a coincidence: {doubt.value}.")


def test_mistake_in_one_algorithm_only_is_not_excluded_by_right_answers_of_the_other() -> None:
    answers = [*varied("ties", count=12, algorithms=["ALPHABETA"]), *[right("ties", algorithm="MINIMAX")] * 3]
    evidence = weigh(answers, NAMES)
    assert (evidence.level, names(evidence)) == (Level.EXPLAINS_ALL, ["ties"])
    assert evidence.candidates[0].only_in == "ALPHABETA"
    assert short_candidate(evidence, evidence.candidates[0]) == (
        "plays the last of several best moves, in ALPHABETA only"
    )
    excluded = weigh([*answers, right("ties", algorithm="ALPHABETA")], NAMES)
    assert (excluded.level, excluded.possible) == (Level.NONE, ())


def test_mistake_in_one_algorithm_only_is_not_named_if_it_may_be_a_coincidence() -> None:
    answers = [*varied("ties", count=3, algorithms=["ALPHABETA"]), right("ties", algorithm="MINIMAX")]
    evidence = weigh(answers, NAMES)
    assert (evidence.level, evidence.candidates) == (Level.NONE, ())
    assert [one.mistake for one in evidence.possible] == ["ties"]


def test_mistake_that_was_not_simulated_is_not_excluded() -> None:
    answers = varied("ties", count=20, unknown=("depth-more",))
    assert weigh(answers, NAMES).level is Level.ONE_OF
    assert weigh([*answers, right("depth-more")], NAMES).level is Level.EXPLAINS_ALL


def test_mistake_that_explains_some_answers_is_a_candidate_unless_it_may_be_a_coincidence() -> None:
    evidence = weigh([*varied("ties", count=10), wrong()], NAMES)
    assert (evidence.level, names(evidence)) == (Level.EXPLAINS_SOME, ["ties"])
    assert (evidence.candidates[0].explained, evidence.candidates[0].contradicted) == (10, 1)
    assert weigh([wrong("ties")] * 2 + [wrong()] * 6, NAMES).level is Level.NONE


def test_mistake_that_contradicts_right_answers_is_refuted() -> None:
    evidence = weigh([wrong("ties")] * 4 + [wrong()] * 2 + [right("ties")] * 3, NAMES)
    assert (evidence.level, names(evidence)) == (Level.NONE, [])
    assert [(one.mistake, one.explained, one.failed_right) for one in evidence.refuted] == [("ties", 4, 3)]
    assert describe_refuted(evidence, evidence.refuted[0]) == (
        "A program that plays the last of several best moves gives 4 of the 6 wrong answers, but fails 3 "
        "questions that this program answers right."
    )


def test_mistakes_of_one_family_count_as_one_candidate() -> None:
    ways = ["infinity/9", "infinity/99", "ties"]
    evidence = weigh(varied("infinity/9", "infinity/99", count=20), ways)
    assert (evidence.level, names(evidence), evidence.listed) == (Level.EXPLAINS_ALL, ["infinity/9"], 2)


def test_many_similar_answers_are_not_more_evidence_than_a_few() -> None:
    similar = [replace(answer, wrong_mistakes=frozenset(["ties"])) for answer in varied("ties", count=30)]
    assert weigh(similar, NAMES).doubts == (Doubt.COINCIDENCE,)
    assert weigh(varied("ties", count=30), NAMES).level is Level.EXPLAINS_ALL


def test_chance_of_a_coincidence_grows_with_the_numbers_of_mistakes_and_wrong_answers() -> None:
    assert coincidence_chance([0.1] * 4, wrong=4, explained=4, listed=1) == pytest.approx(1e-4)
    assert coincidence_chance([0.1] * 4, wrong=5, explained=4, listed=2) == pytest.approx(1e-3)
    assert coincidence_chance([0.5], wrong=1, explained=1, listed=60) == 1.0


def test_right_answers_alone_have_the_level_none() -> None:
    evidence = weigh([right("ties")], NAMES)
    assert (evidence.level, evidence.right, evidence.wrong) == (Level.NONE, 1, 0)


# Sentences.


def stated(level: Level, *, candidates: int = 1, right: int = 0, wrong: int = 1, explained: int = 1) -> Evidence:
    found = [
        Candidate(mistake=name, explained=explained, contradicted=0, chance=0.00023) for name in NAMES[:candidates]
    ]
    return Evidence(level=level, candidates=tuple(found), right=right, wrong=wrong, listed=61)


def test_description_of_several_candidates_names_no_single_cause() -> None:
    evidence = stated(Level.ONE_OF, candidates=3)
    assert describe_evidence(evidence) == (
        "3 of the 61 known mistakes lead to this answer; one answer cannot distinguish them."
    )
    assert describe_candidate(evidence, evidence.candidates[0]) == (
        "A program that plays the last of several best moves gives this answer, as do 2 other known mistakes."
    )
    assert short_candidate(evidence, evidence.candidates[0]) == (
        "one of 3 that fit: plays the last of several best moves"
    )
    evidence = stated(Level.ONE_OF, candidates=2)
    first, second = map(candidate_title, evidence.candidates)
    assert short_candidate(evidence, evidence.candidates[0]) == f"either {first}, or {second}"


def test_description_of_a_single_candidate_mentions_a_possible_coincidence() -> None:
    assert describe_evidence(stated(Level.ONE_OF)) == (
        "One of the 61 known mistakes leads to this answer. This may be a coincidence: one wrong answer cannot "
        "rule out other mistakes."
    )


def test_description_of_a_certain_candidate_states_the_chance() -> None:
    evidence = stated(Level.EXPLAINS_ALL, right=7, wrong=5, explained=5)
    assert describe_candidate(evidence, evidence.candidates[0]) == (
        "A program that plays the last of several best moves gives exactly these 12 answers, 5 of them wrong, and "
        "no other known mistake does. It is unlikely (less than 1 in 1,000) that a program with another mistake "
        "gives the same answers."
    )


def test_description_of_a_partial_explanation_counts_the_unexplained_answers() -> None:
    evidence = stated(Level.EXPLAINS_SOME, right=7, wrong=8, explained=5)
    assert describe_evidence(evidence) == "None of the 61 known mistakes explains all 8 wrong answers."
    assert describe_candidate(evidence, evidence.candidates[0]) == (
        "A program that plays the last of several best moves gives 5 of the 8 wrong answers, but not the other 3."
    )


def test_description_states_that_no_known_mistake_fits() -> None:
    assert describe_evidence(stated(Level.NONE, candidates=0, wrong=1)) == (
        "None of the 61 known mistakes explains this answer."
    )
    assert describe_evidence(stated(Level.NONE, candidates=0, wrong=4)) == (
        "None of the 61 known mistakes explains these 4 wrong answers."
    )
