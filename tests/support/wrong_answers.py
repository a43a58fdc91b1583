"""Questions on which programs with mistakes are tried, and their answers as files."""

import random

from outply.diagnosis.faulty_search import Ground, Walk
from outply.diagnosis.simulator import Attempts
from outply.diagnosis.variant import TooLongError
from outply.formats.question import Question, write_answer
from outply.games import starcircle, warfare
from outply.search import exact


def questions(game):
    """Yield small questions of every kind, the same at every call."""
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
            arrived = rng.random() < 0.2  # where pieces stand still, players pass
            around = [*dark[:6], *dark[-6:]] if arrived else dark
            for square in rng.sample(around, rng.randint(2, 8)):
                squares[square] = rng.choice((1, -1)) if not arrived else 1 if square < 32 else -1
                if square // 8 == (0 if squares[square] > 0 else 7):
                    squares[square] *= rng.choice((1, 2))
            weights = sorted(rng.sample(range(1, 30), 8))
            position = starcircle.Position(squares, rng.choice(starcircle.PLAYERS), weights)
            if not position.is_over:
                yield Question(position, mode, rng.choice((1, 2, 3, 4)))


def output(question, answer):
    """Return the output.txt with that answer."""
    if question.position.game == "warfare":
        return "\n".join([str(answer.move), *answer.after.rows]).encode()
    return f"{answer.move}\n{answer.score}\n{answer.value}\n{answer.visited}".encode()


def right_output(question):
    return write_answer(question, exact.search(question.position, question.depth, question.mode)).encode()


def wrong_output(question, mistake):
    """Return the output.txt of a program with the mistake, or None if it has none."""
    attempts = Attempts(question.position, question.mode, question.depth)
    if not attempts.can_happen(mistake):
        return None
    try:
        answer = attempts.answer(mistake)
    except TooLongError:
        return None
    return answer and output(question, answer)


def visited_moves(question, habits, most=20_000):
    """Return the list of moves that a program with these habits visits, or None if it is long."""
    entered = []
    ground = Ground(question.position, habits.rules)
    walk = Walk(ground, question.mode, question.depth, habits, most=most, watch=entered.append)
    try:
        walk.result()
    except TooLongError:
        return None
    return "".join(f"{node.depth}: {node.move or 'root'}\n" for node in entered).encode()


def names(found):
    """Return the names of the causes that a diagnosis gives."""
    return [cause.mistake.name for cause in found.causes]
