"""A trial of a contestant before the tournament: does it build, does it play, and what is wrong if not."""

from __future__ import annotations

from random import Random

from outply.formats import question
from outply.formats.question import Question
from outply.games.struct import Struct
from outply.games.warfare import EMPTY
from outply.players.contestant import BuiltContestant, build
from outply.players.forfeit import ForfeitError
from outply.players.program import ProgramPlayer
from outply.players.protocol import MoveContext
from outply.players.registry import player
from outply.sandbox.limits import Termination

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from outply.games.warfare import Position
    from outply.players.forfeit import Failure
    from outply.sandbox.limits import RunResult

    OnStep = Callable[[str], None]

NEAR_THE_END = 7  # empty cells
SLOW = 1.0  # seconds, of CPU time or of waiting, that even the quickest move takes


class Game(Struct):
    """A game of the trial: what it is called, where it begins, and whether the contestant moves first."""

    __slots__ = ("title", "start", "moves", "moves_first")

    title: str
    start: Position
    moves: int  # of the contestant's, at most
    moves_first: bool

    def __init__(self, title: str, start: Position, moves: int, moves_first: bool) -> None:
        self._set(title, start, moves, moves_first)


class Made(Struct):
    """A move that the contestant made, and what that took."""

    __slots__ = ("game", "move", "cpu_seconds", "wall_seconds", "memory_mib")

    game: str
    move: str
    cpu_seconds: float
    wall_seconds: float
    memory_mib: float

    def __init__(self, game: str, move: str, cpu_seconds: float, wall_seconds: float, memory_mib: float) -> None:
        self._set(game, move, cpu_seconds, wall_seconds, memory_mib)


class Problem(Struct):
    """How the contestant failed: where, why, and what it was asked and answered, None where it came to nothing.

    `output` and `errors` are what it printed; `files` are those in its directory afterwards.
    """

    __slots__ = ("failure", "where", "sentence", "asked", "answered", "output", "errors", "files")

    failure: Failure
    where: str
    sentence: str
    asked: str | None
    answered: str | None
    output: str
    errors: str
    files: tuple[str, ...]

    def __init__(
        self,
        failure: Failure,
        where: str,
        sentence: str,
        asked: str | None,
        answered: str | None,
        output: str,
        errors: str,
        files: tuple[str, ...],
    ) -> None:
        self._set(failure, where, sentence, asked, answered, output, errors, files)


class Checked(Struct):
    """What came of the trial: the moves made, the problem that ended it if there was one, and remarks."""

    __slots__ = ("made", "problem", "remarks")

    made: tuple[Made, ...]
    problem: Problem | None
    remarks: tuple[str, ...]

    def __init__(self, made: tuple[Made, ...], problem: Problem | None, remarks: tuple[str, ...]) -> None:
        self._set(made, problem, remarks)


def games(start: Position, moves: int, seed: int) -> Iterator[Game]:
    """Yield the games of a trial: from the start moving first and second, and near the end as O."""
    other = "O" if start.to_move == "X" else "X"
    yield Game(f"as {start.to_move} from the start", start, moves, moves_first=True)
    yield Game(f"as {other} from the start", start, max(1, moves // 3), moves_first=False)
    position, random = start, Random(seed)
    while not position.is_over and (position.owners.count(EMPTY) > NEAR_THE_END or position.to_move != "O"):
        # The later half of the moves are the Raids, if there are any.
        options = position.moves()
        position = position.play(options[int(random.random() * len(options))])
    if not position.is_over:
        yield Game("as O near the end", position, moves, moves_first=True)


def check(
    folder: Path,
    start: Position,
    opponent: str,
    moves: int,
    seconds: float,
    seed: int,
    sandboxed: bool = True,
    on_step: OnStep | None = None,
) -> Checked:
    """Build the contestant and let it play the games of a trial, up to the first failure.

    `on_step` hears what is being done.
    """
    trial = _Trial(opponent, seconds, on_step or (lambda _: None))
    try:
        trial.tell("building it")
        with build(folder, sandboxed, on_target=trial.on_target) as room:
            contestant = BuiltContestant(room.folder, sandboxed)
            for game in games(start, moves, seed):
                trial.play(game, contestant)
    except ForfeitError as forfeit:
        trial.problem = Problem(
            forfeit.failure,
            trial.where,
            forfeit.explanation,
            trial.asked,
            trial.answered,
            forfeit.stdout,
            forfeit.stderr,
            trial.files,
        )
    return Checked(tuple(trial.made), trial.problem, tuple(trial.remarks()))


class _Trial:
    """A trial on its way."""

    def __init__(self, opponent: str, seconds: float, tell: OnStep) -> None:
        self.tell = tell
        self.where = "building it"
        self.asked: str | None = None
        self.answered: str | None = None
        self.files: tuple[str, ...] = ()
        self.made: list[Made] = []
        self.problem: Problem | None = None
        self._opponent, self._seconds = opponent, seconds
        self._targets: dict[str, RunResult] = {}
        self._ended_badly = False

    def on_target(self, target: str, ended: RunResult) -> None:
        self._targets[target] = ended

    def play(self, game: Game, contestant: BuiltContestant) -> None:
        position, used, own = game.start, 0.0, 0
        program = ProgramPlayer("the contestant", contestant, on_target=self.on_target)
        opponent = player(self._opponent)
        its_turn = game.moves_first
        try:
            while not position.is_over and own < game.moves:
                if its_turn:
                    own += 1
                    self.where = f"{game.title}, its move {own}"
                    self.tell(self.where)
                    move, cpu = self._ask(program, position, game.title, used)
                    used += cpu
                else:
                    move = opponent.choose(position, MoveContext(seconds_per_game=self._seconds)).move
                position = position.play(move)
                its_turn = not its_turn
        finally:
            program.close()

    def _ask(self, program: ProgramPlayer, position: Position, title: str, used: float) -> tuple[Any, float]:
        left = self._seconds - used
        self.asked = question.write(Question(position, "COMPETITION", seconds=max(0.0, left)))
        try:
            choice = program.choose(position, MoveContext(seconds_used=used, seconds_per_game=self._seconds))
        except ForfeitError:
            self.answered = None if program.last_output is None else program.last_output.decode(errors="replace")
            self.files = tuple(program.files)
            raise
        ended = program.last_run
        assert ended is not None
        self._ended_badly |= ended.termination == Termination.ERROR
        self.made.append(Made(title, str(choice.move), ended.cpu_seconds, ended.wall_seconds, ended.memory_mib))
        return choice.move, ended.cpu_seconds

    def remarks(self) -> Iterator[str]:
        """Yield what is allowed and yet worth to know."""
        for target in ("calibrate", "newgame"):
            ended = self._targets.get(target)
            missing = f"No rule to make target '{target}'"
            if ended is not None and ended.termination != Termination.OK and missing not in ended.stderr:
                last = "".join(ended.stderr.strip().splitlines()[-1:]) or "it does not say why"
                yield f"make {target} {ended.explanation}, which is allowed: {last}"
        if self._ended_badly:
            yield "make run ended with a status other than 0 though it wrote a move, which is allowed"
        if not self.made:
            return
        cpu = min(made.cpu_seconds for made in self.made)
        if cpu > SLOW:
            yield f"even the quickest move took {cpu:.1f} s of CPU time: does it need so long to start?"
        waited = min(made.wall_seconds - made.cpu_seconds for made in self.made)
        if waited > SLOW:
            yield f"every move took {waited:.1f} s or more without using the CPU: does it sleep or wait?"
