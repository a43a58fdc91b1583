"""The catalogue of mistakes, their simulation, and the search that they vary."""

import itertools
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.grading.wrong_answers import (
    depth_of,
    games_of,
    questions,
    right_output,
    special_questions,
    visited_moves,
    wrong_output,
)
from support.search.positions import (
    feasible_depth,
    starcircle_endgames,
    starcircle_positions,
    warfare_positions,
)

from outply.diagnosis.catalogue import MISTAKES, MISTAKES_BY_NAME, Mistake, Reach, families
from outply.diagnosis.catalogue.starcircle_rules import piece_moves
from outply.diagnosis.catalogue.warfare_rules import moves_with, orthogonal, play_with
from outply.diagnosis.faulty_search import FaultySearch, PositionCache
from outply.diagnosis.simulator import MistakeSimulator, ObservedAnswer
from outply.diagnosis.variant import BudgetExceededError, SearchVariant, SimulatedAnswer
from outply.formats.question import Question
from outply.games import starcircle, warfare
from outply.games.protocol import Position
from outply.search.result import SearchResult
from outply.search.textbook import ALGORITHMS
from outply.search.trace import WHOLE_TREE

positions = st.one_of(warfare_positions(sizes=(1, 2, 3, 4)), starcircle_positions(), starcircle_endgames())


@cache
def textbook_result(question: Question) -> SearchResult:
    return ALGORITHMS[question.mode](question.position, depth_of(question))


@cache
def textbook_visits(question: Question) -> bytes | None:
    return visited_moves(question, SearchVariant())


@given(positions.filter(lambda position: not position.is_over), st.sampled_from(sorted(ALGORITHMS)))
def test_default_variant_is_the_textbook_search(position: Position, algorithm: str) -> None:
    depth = feasible_depth(position, 300)
    result = FaultySearch(PositionCache(position), algorithm, depth, SearchVariant(), traced=True).result()
    assert result == ALGORITHMS[algorithm](position, depth, trace=WHOLE_TREE)


@given(starcircle_positions().filter(lambda position: not position.is_over))
def test_default_piece_moves_of_starcircle_are_the_legal_moves(position: starcircle.Position) -> None:
    assert piece_moves(position) == position.moves()


@given(st.one_of(starcircle_positions(), starcircle_endgames()).filter(lambda position: not position.is_over))
def test_search_with_several_jumps_in_a_move_plays_legal_moves_by_the_rules(position: starcircle.Position) -> None:
    play = MISTAKES_BY_NAME["multi-jump"].variant.rules.play
    assert play is not None
    for move in position.moves():
        assert play(position, move) == position.play(move)


@given(warfare_positions())
def test_warfare_moves_with_orthogonal_neighbours_are_the_legal_moves(position: warfare.Position) -> None:
    assert moves_with(position, orthogonal) == position.moves()
    for move in position.moves():
        assert play_with(position, move, orthogonal) == position.play(move)


def test_names_are_short_and_unique() -> None:
    names = [mistake.name for mistake in MISTAKES]
    assert len(names) == len(set(names))
    assert max(len(mistake.family) for mistake in MISTAKES) <= 16


def test_mistakes_of_a_family_have_the_same_title_and_advice() -> None:
    texts = {(mistake.family, mistake.title, mistake.advice) for mistake in MISTAKES}
    assert len(texts) == len({mistake.family for mistake in MISTAKES})
    assert len(texts) == len({title for _, title, _ in texts})


def test_families_of_mistakes_are_listed_once_in_order() -> None:
    assert families(["infinity/100", "ties", "infinity/200"]) == ("infinity", "ties")


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_title_is_a_clause_and_advice_is_a_sentence(mistake: Mistake) -> None:
    verb = mistake.title.split()[0]
    assert verb.endswith("s")
    assert verb.islower()
    assert not mistake.title.endswith(".")
    assert mistake.advice.endswith((".", ".)"))


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_every_mistake_changes_an_answer_or_the_visits_in_each_of_its_games(mistake: Mistake) -> None:
    for game in games_of(mistake):
        assert any(
            mistake.variant.crashes
            or wrong_output(question, mistake) not in (None, right_output(question))
            or visited_moves(question, mistake.variant) not in (None, textbook_visits(question))
            for question in (*special_questions(game), *itertools.islice(questions(game), 200))
            if mistake.is_applicable(game=game, algorithm=question.mode, depth=depth_of(question))
            and mistake.affects(question.position, depth_of(question))
        )


@up_to(60)
@given(st.sampled_from(MISTAKES), st.integers(0, 40))
def test_reproduces_method_agrees_with_the_simulated_answer(mistake: Mistake, number: int) -> None:
    question = next(itertools.islice(questions(games_of(mistake)[number % len(games_of(mistake))]), number, None))
    simulator = MistakeSimulator(question.position, question.mode, depth_of(question))
    if not simulator.is_applicable(mistake):
        return
    for other in MISTAKES[:: 1 + number % 7]:
        if not simulator.is_applicable(other) or (answer := simulator.answer(other)) is None:
            continue
        observed = _observed(question, answer)
        assert simulator.reproduces(mistake, observed) == observed.matches(simulator.answer(mistake))


def _observed(question: Question, answer: SimulatedAnswer) -> ObservedAnswer:
    if question.position.game == "warfare":
        return ObservedAnswer(move=answer.move, rows=tuple(answer.after.rows))
    return ObservedAnswer(move=answer.move, score=answer.score, value=answer.value, node_count=answer.node_count)


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_mistake_changes_no_more_of_the_answer_than_its_reach_states(mistake: Mistake) -> None:
    for game in games_of(mistake):
        for question in itertools.islice(questions(game), 40):
            simulator = MistakeSimulator(question.position, question.mode, depth_of(question))
            if mistake.reach == Reach.VALUE or not simulator.is_applicable(mistake):
                continue
            right = textbook_result(question)
            answer = simulator.answer(mistake)
            assert answer is not None
            assert answer.value == right.value
            if mistake.reach == Reach.COUNT:
                assert answer.move == right.move


def test_simulation_stops_at_the_budget_unless_the_native_core_has_the_answer() -> None:
    start = starcircle.StarCircle().start()
    simulator = MistakeSimulator(start, "ALPHABETA", 6, max_visits_per_mistake=500)
    with pytest.raises(BudgetExceededError):
        simulator.answer(MISTAKES_BY_NAME["from-A1"])
    assert _node_count(simulator, "depth-more") == 7333
    assert _node_count(simulator, "root-uncounted") == 2873
    assert _node_count(simulator, "no-cuts") == 216_033


def _node_count(simulator: MistakeSimulator, mistake: str) -> int:
    answer = simulator.answer(MISTAKES_BY_NAME[mistake])
    assert answer is not None
    return answer.node_count


def test_mistakes_of_the_rules_or_of_the_players_cost_more_to_simulate() -> None:
    names = ("late-score", "ties", "no-pass", "memory", "only-max")
    assert [MISTAKES_BY_NAME[name].cost for name in names] == [0, 1, 2, 3, 3]


def test_total_budget_is_shared_by_all_simulations() -> None:
    start = starcircle.StarCircle().start()
    simulator = MistakeSimulator(start, "ALPHABETA", 4, max_visits_total=300)
    mistake = MISTAKES_BY_NAME["by-target"]
    assert simulator.answer(mistake) is not None
    with pytest.raises(BudgetExceededError):
        simulator.answer(mistake)
