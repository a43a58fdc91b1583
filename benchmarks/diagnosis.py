"""Measure how often a diagnosis names the right mistake, and how often it names a wrong one with certainty.

Every listed mistake in turn is the mistake of a simulated program. With the whole catalogue, the diagnosis should
find it. With its family removed from the catalogue, the program has an unlisted mistake, and the diagnosis should
name no other mistake with certainty. Both are measured side by side, for 1, 10 and 40 answers to random questions
of all case kinds, for 10 wrong answers, and for experiments.

    python benchmarks/diagnosis.py --jobs 2
    python benchmarks/diagnosis.py --experiments 0 --questions 60     a quick look
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random

from outply.diagnosis.catalogue import MISTAKES, MISTAKES_BY_NAME, Mistake
from outply.diagnosis.evidence import AnswerEvidence, Evidence, Level, weigh
from outply.diagnosis.mistake import families, family_of
from outply.diagnosis.program import ProgramAnswer, simulate
from outply.diagnosis.wrong_outputs import undetectable_reason
from outply.formats.question import Question
from outply.games import game_named
from outply.grading.run.experiment import Conclusion, Experiment
from outply.grading.suite.distinguishing_questions import QuestionSource
from outply.grading.suite.kinds import KINDS

ANSWERS = (1, 10, 40)
WRONG_ANSWERS = 10
TRIALS = 30
SEED = 1
MAX_CONFUSIONS = 6  # shown: mistakes that are taken for others with certainty


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedQuestion:
    """The wrong outputs of all mistakes to a question (None: right), and the mistakes that were not simulated."""

    question: Question
    outputs: dict[str, str | None]
    not_simulated: frozenset[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=tuple(KINDS), action="append", help="default: all games")
    parser.add_argument("--questions", type=int, default=150, help="questions per game (default: 150)")
    parser.add_argument("--experiments", type=int, help="mistakes per game (default: all)")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    for game in arguments.game or KINDS:
        names = [mistake.name for mistake in _detectable(game)]
        print(f"{game}: {len(names)} known mistakes, {arguments.questions} questions")
        with ProcessPoolExecutor(arguments.jobs) as pool:
            parts = pool.map(
                partial(_simulate_part, game, arguments.questions, arguments.jobs), range(arguments.jobs)
            )
            table = [question for part in parts for question in part]
            for count in ANSWERS:
                for is_listed in (True, False):
                    _print(f"{count} answers", is_listed, _weigh_samples(table, names, count, is_listed=is_listed))
            for is_listed in (True, False):
                outcomes = _weigh_samples(table, names, WRONG_ANSWERS, is_listed=is_listed, only_wrong=True)
                _print(f"{WRONG_ANSWERS} wrong", is_listed, outcomes)
            chosen = Random(SEED).sample(names, min(len(names), arguments.experiments or len(names)))
            if arguments.experiments != 0:
                for is_listed in (True, False):
                    concluded = pool.map(partial(_experiment, game, is_listed=is_listed), chosen)
                    _print("experiment", is_listed, Counter(concluded))


def _detectable(game: str) -> list[Mistake]:
    """Return the mistakes that can change an answer."""
    variant = game_named(game).variants[0]
    return [
        mistake
        for mistake in MISTAKES
        if game in mistake.games and not undetectable_reason(mistake, game=game, rule_variant=variant)
    ]


def _print(label: str, is_listed: bool, outcomes: Counter[str]) -> None:
    total = sum(outcomes.values())
    wrong = {outcome: count for outcome, count in outcomes.items() if " as " in outcome}
    shares = Counter({outcome: count for outcome, count in outcomes.items() if outcome not in wrong})
    for outcome, count in wrong.items():
        shares[f"{outcome.partition(':')[0]}: another"] += count
    text = ", ".join(f"{outcome} {count / total:.1%}" for outcome, count in sorted(shares.items()))
    print(f"  {label:11} {'listed  ' if is_listed else 'unlisted'} {text}", flush=True)
    for outcome, count in Counter(wrong).most_common(MAX_CONFUSIONS):
        print(f"{'':22}{count} x {outcome}", flush=True)


def _simulate_part(game: str, count: int, parts: int, part: int) -> list[SimulatedQuestion]:
    mistakes = _detectable(game)
    simulated = []
    for generated in QuestionSource(game, SEED).take(count)[part::parts]:
        outputs = {mistake.name: generated.outputs.of(mistake) for mistake in mistakes}
        simulated.append(
            SimulatedQuestion(
                question=generated.question,
                outputs=outputs,
                not_simulated=frozenset(generated.outputs.not_simulated),
            )
        )
    return simulated


def _weigh_samples(
    table: Sequence[SimulatedQuestion],
    names: Sequence[str],
    count: int,
    *,
    is_listed: bool,
    only_wrong: bool = False,
) -> Counter[str]:
    """Weigh random samples of answers of every mistake, each with at least one wrong answer.

    With `only_wrong`, a sample has right answers only if there are fewer than `count` wrong ones.
    """
    rng, outcomes = Random(SEED), Counter[str]()
    for student in names:
        known = [question for question in table if student not in question.not_simulated]
        wrong = [question for question in known if question.outputs[student] is not None]
        for _ in range(TRIALS if wrong else 0):
            first = rng.sample(wrong, min(count, len(wrong)) if only_wrong else 1)
            rest = [one for one in known if one not in first]
            others = rng.sample(rest, min(count, len(known)) - len(first))
            listed = [name for name in names if is_listed or family_of(name) != family_of(student)]
            answers = [_answer(question, student, listed) for question in (*first, *others)]
            evidence = weigh(answers, listed)
            is_certain = evidence.level is Level.EXPLAINS_ALL
            if is_certain and _are_equivalent(table, student, evidence.candidates[0].mistake):
                outcomes["explains all: equivalent"] += 1
            else:
                outcomes[_outcome(evidence, student)] += 1
    return outcomes


def _are_equivalent(table: Sequence[SimulatedQuestion], student: str, named: str) -> bool:
    """Return whether programs with two mistakes of different families give the same answers to all questions."""
    same = all(question.outputs[student] == question.outputs[named] for question in table)
    return same and family_of(student) != family_of(named)


def _answer(question: SimulatedQuestion, student: str, listed: Sequence[str]) -> AnswerEvidence:
    output = question.outputs[student]
    wrong = frozenset(name for name in listed if question.outputs[name] is not None)
    matching = frozenset(name for name in wrong if output is not None and question.outputs[name] == output)
    return AnswerEvidence(
        algorithm=question.question.mode,
        player=question.question.position.to_move,
        depth=question.question.depth or 0,
        is_right=output is None,
        wrong_mistakes=wrong,
        matching=matching,
        not_simulated=question.not_simulated.intersection(listed),
    )


def _outcome(evidence: Evidence, student: str) -> str:
    names = [family_of(candidate.mistake) for candidate in evidence.candidates]
    if evidence.level is Level.NONE:
        return "none fits"
    if family_of(student) not in names:
        is_certain = evidence.level is Level.EXPLAINS_ALL
        return f"{evidence.level.value}: {f'{student} as {names[0]}' if is_certain else 'another'}"
    return f"{evidence.level.value}: {'first' if names[0] == family_of(student) else 'among them'}"


def _experiment(game: str, student: str, *, is_listed: bool) -> str:
    """Diagnose a program with the mistake `student` by experiment; return the outcome."""
    mistake = MISTAKES_BY_NAME[student]

    def ask(questions: Sequence[tuple[str, Question]]) -> list[ProgramAnswer]:
        answers = []
        for name, question in questions:
            outputs = simulate(question)
            output = outputs.of(mistake)
            if student not in outputs.not_simulated:
                text = outputs.correct if output is None else output
                answers.append(ProgramAnswer(name=name, question=question, output=text.encode()))
        return answers

    catalogue = [one for one in MISTAKES if is_listed or one.family != mistake.family]
    result = Experiment(game, ask, seed=SEED, catalogue=catalogue).run()
    names = [candidate.mistake for candidate in result.diagnosis.evidence.candidates]
    if result.conclusion in (Conclusion.RIGHT, Conclusion.UNEXPLAINED):
        return result.conclusion.name.lower()
    is_found = family_of(student) in families(names)
    found = "right" if is_found else f"{student} as {', '.join(names[:1])}"
    return f"{result.conclusion.name.lower()}: {found}"


if __name__ == "__main__":
    main()
