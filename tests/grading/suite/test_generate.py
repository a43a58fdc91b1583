"""Properties of generated suites and of each case kind."""

from dataclasses import replace
from random import Random

import pytest
from support.grading import mutants
from support.grading.generated_suites import COUNT, generated_suite
from support.grading.wrong_answers import depth_of

from outply.diagnosis.catalogue import MISTAKES
from outply.diagnosis.wrong_outputs import WrongOutputs, undetectable_reason
from outply.formats import question as questions
from outply.formats.question import Question
from outply.games import starcircle
from outply.grading.suite.coverage import Coverage
from outply.grading.suite.generate import ATTEMPTS_PER_CANDIDATE, RARE_QUESTIONS_PER_CASE, generate
from outply.grading.suite.kinds import KINDS, CaseConstraints, kinds_of
from outply.grading.suite.kinds.kind import MAX_NODES, CaseKind
from outply.grading.suite.requirements import REQUIREMENTS, requirement_violated_by
from outply.search import exact, literal

GAMES = pytest.mark.parametrize("game", KINDS)
VARIANTS = {"warfare": "raid", "starcircle": "standard"}


def kind_of(game: str, name: str) -> CaseKind:
    return next(kind for kind in KINDS[game] if kind.name == name)


def questions_of(game: str, name: str) -> list[Question]:
    """Return a dozen questions of a kind."""
    attempts = [kind_of(game, name).make_question(Random(seed), CaseConstraints()) for seed in range(150)]
    made = [question for question in attempts if question is not None][:12]
    assert len(made) >= 3
    return made


@GAMES
def test_suite_has_the_requested_number_of_distinct_questions(game: str) -> None:
    cases = generated_suite(game)
    assert len({case.name for case in cases}) == len({questions.write(case.question) for case in cases}) == COUNT


@GAMES
def test_suite_contains_every_kind(game: str) -> None:
    assert {case.name[4:] for case in generated_suite(game)} == {kind.name for kind in KINDS[game]}


@GAMES
def test_cases_are_numbered_in_the_order_of_the_kinds(game: str) -> None:
    names = [case.name for case in generated_suite(game)]
    order = [kind.name for kind in KINDS[game]]
    assert [name[:4] for name in names] == [f"{number:03}-" for number in range(1, COUNT + 1)]
    assert [order.index(name[4:]) for name in names] == sorted(order.index(name[4:]) for name in names)


@GAMES
def test_every_case_catches_a_mistake_of_its_requirement(game: str) -> None:
    for case in generated_suite(game):
        assert case.requirement in {requirement_violated_by(mistake).name for mistake in case.caught_mistakes}, (
            case.name
        )


@GAMES
def test_expected_answer_is_the_answer_of_the_textbook_and_never_a_wrong_output(game: str) -> None:
    for case in generated_suite(game):
        result = literal.search(case.question.position, depth_of(case.question), case.question.mode)
        assert case.expected == questions.write_answer(case.question, result)
        assert case.expected not in {wrong.output for wrong in case.wrong_outputs}


@GAMES
def test_mistakes_and_wrong_outputs_are_unique_in_a_case(game: str) -> None:
    for case in generated_suite(game):
        assert len(set(case.caught_mistakes)) == len(case.caught_mistakes)
        assert len({wrong.output for wrong in case.wrong_outputs}) == len(case.wrong_outputs)


@GAMES
def test_every_case_is_small_enough_for_a_plain_program(game: str) -> None:
    for case in generated_suite(game):
        assert (
            literal.search(case.question.position, depth_of(case.question), "MINIMAX").reported_nodes <= MAX_NODES
        )


@GAMES
def test_seed_determines_the_cases(game: str) -> None:
    kinds = [kind_of(game, "ties"), kind_of(game, "second-player")]
    small = CaseConstraints(sizes=(3,), depths=(1, 2))
    first, again, other = (generate(game, kinds, count=2, seed=seed, constraints=small) for seed in (3, 3, 4))
    assert first == again
    assert {questions.write(case.question) for case in first}.isdisjoint(
        questions.write(case.question) for case in other
    )


def test_one_kind_can_provide_all_cases() -> None:
    assert len(generate("warfare", [kind_of("warfare", "one-cell")], count=12, seed=1)) == 12


def test_small_suite_tries_few_questions() -> None:
    tried = []
    ordinary = next(kind for kind in KINDS["warfare"] if kind.name == "ordinary")

    def make_question(rng: Random, constraints: CaseConstraints) -> Question | None:
        if question := ordinary.make_question(rng, constraints):
            tried.append(question)
        return question

    kind = replace(ordinary, make_question=make_question)
    assert len(generate("warfare", [kind], count=1, seed=1, constraints=CaseConstraints(sizes=(2,)))) == 1
    assert len(tried) < RARE_QUESTIONS_PER_CASE + 2 * ATTEMPTS_PER_CANDIDATE


def test_questions_satisfy_the_constraints() -> None:
    constraints = CaseConstraints(
        rule_variant="blitz", sizes=(3, 4), depths=(2,), modes=("ALPHABETA",), density=(0.4, 0.5)
    )
    cases = generate("warfare", [kind_of("warfare", "ordinary")], count=6, seed=1, constraints=constraints)
    assert len(cases) == 6
    for question in (case.question for case in cases):
        position = question.position
        assert (position.variant, question.mode, question.depth) == ("blitz", "ALPHABETA", 2)
        assert position.size in (3, 4)
        assert 0.4 - 0.1 <= 1 - position.owners.count(".") / position.size**2 <= 0.5 + 0.1


def test_blitz_suite_expects_the_answers_of_an_independent_program_with_blitz_rules() -> None:
    constraints = CaseConstraints(rule_variant="blitz", sizes=(3, 4), depths=(1, 2))
    cases = generate("warfare", KINDS["warfare"], count=12, seed=1, constraints=constraints)
    assert len(cases) == 12
    solve = mutants.solver("other-rules")
    assert [case.name for case in cases if solve(questions.write(case.question)) != case.expected] == []


def test_unsatisfiable_constraints_give_no_cases() -> None:
    constraints = CaseConstraints(sizes=(4,))
    assert generate("warfare", [kind_of("warfare", "one-cell")], count=3, seed=1, constraints=constraints) == ()


def test_competition_cases_are_optional_and_have_no_expected_answer() -> None:
    assert "competition" not in {kind.name for kind in kinds_of("warfare", ("MINIMAX", "ALPHABETA"))}
    assert kinds_of("starcircle", ("MINIMAX", "COMPETITION")) == KINDS["starcircle"]
    modes = ("COMPETITION",)
    cases = generate(
        "warfare", kinds_of("warfare", modes), count=2, seed=1, constraints=CaseConstraints(modes=modes)
    )
    assert [(case.requirement, case.expected, case.wrong_outputs) for case in cases] == [
        ("competition", "", ())
    ] * 2
    assert [case.question.seconds is not None for case in cases] == [True, True]


@GAMES
def test_forty_cases_catch_every_detectable_mistake_under_its_requirement(game: str) -> None:
    cases = generated_suite(game)
    requirements = {case.name: case.requirement for case in cases}
    detectable = {
        mistake.name
        for mistake in MISTAKES
        if mistake.applies_to(game) and not undetectable_reason(mistake, game=game, rule_variant=VARIANTS[game])
    }
    assert Coverage(cases).missed == {}
    for mistake in detectable:
        catching = [case.name for case in cases if mistake in case.caught_mistakes]
        assert requirement_violated_by(mistake).name in {requirements[name] for name in catching}, mistake


def test_coverage_gives_the_reason_for_a_missed_mistake() -> None:
    constraints = CaseConstraints(depths=(1,), modes=("MINIMAX",))
    cases = generate("warfare", [kind_of("warfare", "one-cell")], count=1, seed=1, constraints=constraints)
    coverage = Coverage(cases)
    missed, undetectable = coverage.missed, coverage.undetectable
    assert undetectable["strict-cut"] == "it changes only the node count, which is not part of Warfare's output"
    assert undetectable["useful-raids"] == "a Stake on the same cell has the same effect and comes first"
    assert missed["one-window"] == "no case asks for ALPHABETA"
    assert missed["depth-less"] == "no case is deep enough"
    assert missed["ties"] == "it does not change the answer of any case"
    assert missed["end-crash"] == "no case has the property that reveals it"
    assert "free-pass" not in missed


def test_program_that_finds_no_move_has_an_empty_output() -> None:
    question = questions_of("starcircle", "passes")[0]
    no_pass = next(mistake for mistake in MISTAKES if mistake.name == "no-pass")
    assert WrongOutputs(question).of(no_pass) == ""


@GAMES
def test_kinds_refer_to_existing_requirements(game: str) -> None:
    known = {requirement.name for requirement in REQUIREMENTS}
    assert all(known.issuperset(kind.requirements) for kind in kinds_of(game, ("MINIMAX", "COMPETITION")))


@pytest.mark.parametrize(("game", "name"), [(game, kind.name) for game, kinds in KINDS.items() for kind in kinds])
def test_every_question_can_be_read_back(game: str, name: str) -> None:
    for question in questions_of(game, name):
        assert questions.read(questions.write(question).encode()) == question


@GAMES
def test_ties_have_several_best_moves(game: str) -> None:
    for question in questions_of(game, "ties"):
        values = [value for _, value in exact.move_values(question.position, depth_of(question))]
        assert values.count(max(values)) > 1


def test_kind_idle_raid_has_a_raid_on_the_best_cell_that_conquers_nothing() -> None:
    for question in questions_of("warfare", "idle-raid"):
        position = question.position
        best = max(range(len(position.values)), key=lambda cell: position.values[cell])
        move = next(
            move for move in position.moves() if move.raid and move.row * position.size + move.column == best
        )
        assert sum(map(str.__ne__, position.owners, position.play(move).owners)) == 1


def test_warfare_kinds_use_their_board_sizes() -> None:
    assert {question.position.size for question in questions_of("warfare", "one-cell")} == {1}
    assert {question.position.size for question in questions_of("warfare", "largest")} == {26}
    assert all(question.position.owners.count(".") <= 5 for question in questions_of("warfare", "nearly-full"))
    assert {question.position.to_move for question in questions_of("warfare", "second-player")} == {"O"}


def test_kind_beyond_the_end_has_a_depth_above_the_number_of_empty_cells() -> None:
    for question in questions_of("warfare", "beyond-the-end"):
        assert depth_of(question) > question.position.owners.count(".")


def test_pass_kinds_require_passes() -> None:
    for question in questions_of("starcircle", "passes"):
        assert question.position.moves() == [starcircle.PASS]
        assert question.position.play(starcircle.PASS).moves() != [starcircle.PASS]
    for question in questions_of("starcircle", "two-passes"):
        assert question.position.play(starcircle.PASS).moves() == [starcircle.PASS]
        assert literal.search(question.position, depth_of(question), question.mode).reported_nodes == 3
    for question in questions_of("starcircle", "later-pass"):
        assert question.position.moves() != [starcircle.PASS]


def test_kind_stack_capture_has_moves_onto_a_stack_that_are_all_captures() -> None:
    for question in questions_of("starcircle", "stack-capture"):
        position = question.position
        joining = [move for move in position.moves() if position.squares[move.target]]
        assert joining
        assert all(abs(move.origin // 8 - move.target // 8) == 2 for move in joining)
        assert all(move.target // 8 == starcircle.LAST_ROW[position.to_move] for move in joining)


def test_kind_one_colour_has_a_player_with_pieces_on_a_single_square() -> None:
    for question in questions_of("starcircle", "one-colour"):
        squares = question.position.squares
        assert 1 in (sum(pieces > 0 for pieces in squares), sum(pieces < 0 for pieces in squares))
