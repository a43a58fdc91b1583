"""Small questions, and the answers of programs with mistakes to them, as files."""

import itertools
import random
from collections.abc import Iterator
from functools import cache, lru_cache

from outply.diagnosis.finding import Diagnosis
from outply.diagnosis.mistake import Mistake, families
from outply.diagnosis.simulator import MistakeSimulator
from outply.diagnosis.variant import BudgetExceededError, SearchVariant
from outply.diagnosis.wrong_outputs import format_answer
from outply.formats.question import Question, write_answer
from outply.games import starcircle, warfare
from outply.search import exact
from outply.search.trace import OpenNode

CAUSES = {
    "PlaysLastTie": "ties",
    "PrunesStrictly": "strict-cut",
    "NeverPrunes": "no-cuts",
    "OnePlyLess": "depth-less",
    "OnePlyMore": "depth-more",
    "ColumnByColumn": "by-column",
    "RaidsFirst": "raids-first",
    "FromRowA": "from-A1",
    "FreePass": "free-pass",
    "NoPass": "no-pass",
    "EndsAfterOnePass": "one-pass",
    "EvaluatesForMover": "eval-mover",
    "EvaluatesForOpponent": "eval-other",
    "EvaluatesForFirstPlayer": "eval-first",
}
"""The mistakes of the programs in `student_programs`, which were written independently of the catalogue."""


def questions(game: str) -> Iterator[Question]:
    """Yield small random questions, the same at every call."""
    known, source = _shared_questions(game)
    for number in itertools.count():
        if number == len(known):
            known.append(next(source))
        yield known[number]


@cache
def _shared_questions(game: str) -> tuple[list[Question], Iterator[Question]]:
    """Return the questions generated so far, and the source of more."""
    return [], _random_questions(game)


def _random_questions(game: str) -> Iterator[Question]:
    rng = random.Random(561)
    while True:
        mode = rng.choice(("MINIMAX", "ALPHABETA"))
        if game == "warfare":
            size = rng.choice((2, 3, 3, 4))
            owners = "".join(rng.choice("XO....") for _ in range(size * size))
            if not 2 <= owners.count(".") <= 9:
                continue
            values = [rng.randint(1, rng.choice((3, 99))) for _ in owners]
            rules = rng.choice(("raid", "raid", "blitz"))
            yield Question(
                warfare.Position(size, values, owners, rng.choice("XO"), rules), mode, rng.choice((2, 3))
            )
        else:
            dark = [square for square in range(64) if starcircle.is_dark(square)]
            squares = [0] * 64
            arrived = rng.random() < 0.2  # pieces in their last rows, so that players pass
            candidates = [*dark[:6], *dark[-6:]] if arrived else dark
            for square in rng.sample(candidates, rng.randint(2, 8)):
                squares[square] = rng.choice((1, -1)) if not arrived else 1 if square < 32 else -1
                if square // 8 == (0 if squares[square] > 0 else 7):
                    squares[square] *= rng.choice((1, 2))
            weights = sorted(rng.sample(range(1, 30), 8))
            position = starcircle.Position(squares, rng.choice(starcircle.PLAYERS), weights)
            if not position.is_over:
                yield Question(position, mode, rng.choice((1, 2, 3, 4)))


def nth_question(game: str, number: int) -> Question:
    """Return the question of `questions(game)` with this index."""
    return next(itertools.islice(questions(game), number, None))


def special_questions(game: str) -> Iterator[Question]:
    """Yield questions with large scores, boards of special sizes, a large depth, and stacks of two digits."""
    for mode in ("MINIMAX", "ALPHABETA"):
        if game == "warfare":
            yield Question(warfare.Position(1, [7], ".", "X", "raid"), mode, 2)
            values = [1 + cell * 7 % 5 for cell in range(9)]
            yield Question(warfare.Position(3, values, "XOXOX.O..", "O", "raid"), mode, 5)
            yield Question(warfare.Position(3, values, "XO.....XO", "X", "raid"), mode, 5)
            owners = "X" * (26 * 26 - 4) + "O..."
            for player in warfare.PLAYERS:
                values = [99 - cell % 7 for cell in range(26 * 26)]
                yield Question(warfare.Position(26, values, owners, player, "raid"), mode, 3)
            values = [48] * (26 * 26 - 3) + [5, 6, 600]  # the best move exceeds a score of 32,767
            yield Question(warfare.Position(26, values, owners, "X", "raid"), mode, 1)
        else:
            squares = [0] * 64
            squares[1], squares[17], squares[56], squares[35], squares[46] = 10, 1, -11, -1, 1
            for player in starcircle.PLAYERS:
                for size in (10, 1):
                    squares[1] = size
                    yield Question(starcircle.Position(squares, player), mode, 4)


def depth_of(question: Question) -> int:
    """Return the depth limit of a question that has one."""
    assert question.depth is not None
    return question.depth


@cache
def right_output(question: Question) -> bytes:
    return write_answer(question, exact.search(question.position, depth_of(question), question.mode)).encode()


def wrong_output(question: Question, mistake: Mistake) -> bytes | None:
    """Return the output.txt of a program with the mistake; None if the mistake gives no answer."""
    simulator = _shared_simulator(question)
    if not simulator.is_applicable(mistake):
        return None
    try:
        answer = simulator.answer(mistake)
    except BudgetExceededError:
        return None
    return None if answer is None else format_answer(question.position, answer).encode()


@lru_cache(maxsize=500)
def _shared_simulator(question: Question) -> MistakeSimulator:
    """Return the same simulator at every call, so that the game tree below the question is built once."""
    return MistakeSimulator(question.position, question.mode, depth_of(question), max_visits_total=10**9)


def visited_moves(question: Question, variant: SearchVariant, max_visits: int = 20_000) -> bytes | None:
    """Return the list of visits of a search with the variant; None if the list is too long."""
    nodes: list[OpenNode] = []
    search = _shared_simulator(question).search(variant, max_visits=max_visits, on_visit=nodes.append)
    try:
        search.result()
    except BudgetExceededError:
        return None
    return "".join(f"{node.depth}: {node.move or 'root'}\n" for node in nodes).encode()


def candidate_names(diagnosis: Diagnosis) -> list[str]:
    """Return the names of the mistakes that lead to the diagnosed answer."""
    return [one.mistake.name for one in diagnosis.candidates]


def candidate_families(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Return the families of the mistakes that a diagnosis names; it names one mistake of each family."""
    return families(candidate_names(diagnosis))


def games_of(mistake: Mistake) -> tuple[str, ...]:
    """Return the games with an assignment whose programs can have the mistake."""
    return tuple(filter(mistake.applies_to, ("warfare", "starcircle")))
