"""From the name of a player to the player. Each kind is imported when somebody wants one."""

from __future__ import annotations

from collections.abc import Callable

from outply.games.evaluations import DEFAULT
from outply.games.struct import Struct
from outply.players.protocol import Player, PlayerError
from outply.players.spec import (
    DEPTH,
    DEPTH_AND_EVALUATION,
    DIRECTORY,
    LEVEL,
    NODES,
    NOTHING,
    SECONDS,
    SECONDS_A_GAME,
    SEED,
    SOLVE,
    THEIRS,
    Argument,
    Form,
)

Make = Callable[[str, Argument], Player]


class Kind(Struct):
    """Players of one kind: the word that their names begin with, and the forms of what follows it."""

    __slots__ = ("name", "description", "forms", "make")

    name: str
    description: str
    forms: tuple[Form, ...]
    make: Make

    def __init__(self, name: str, description: str, forms: tuple[Form, ...], make: Make) -> None:
        self._set(name, description, forms, make)

    @property
    def examples(self) -> tuple[str, ...]:
        """Names of players of this kind, one in each form."""
        return tuple(self._name(form) for form in self.forms)

    @property
    def expected(self) -> str:
        """What follows the kind's name, in words: `a depth from 1 (minimax:4)`."""
        *others, last = [
            f"{form.meaning} ({self._name(form)})" if form != NOTHING else form.meaning for form in self.forms
        ]
        return f"{', '.join(others)} or {last}" if others else last

    def _name(self, form: Form) -> str:
        return f"{self.name}:{form.example}" if form.example else self.name


def kinds() -> tuple[Kind, ...]:
    """Return every kind of player, with its description and examples."""
    return _KINDS


def player(name: str) -> Player:
    """Return a new player of that name, for one side of one game; a `PlayerError` if there is none."""
    word, colon, text = name.partition(":")
    kind = next((kind for kind in kinds() if kind.name == word), None)
    if kind is None:
        known = ", ".join(kind.examples[0] for kind in kinds())
        raise PlayerError(f"{name!r} is not a player: there is no kind {word!r}; players are called {known}")
    argument = Argument.parse(text, kind.forms)
    if argument is None or (colon and not text):
        given = repr(text) if text else "nothing"
        raise PlayerError(f"{name!r} is not a player: after {word} comes {kind.expected}, not {given}")
    return kind.make(name, argument)


def _minimax(name: str, depth: Argument) -> Player:
    from outply.players.fixed_depth import FixedDepth, by_evaluation

    return FixedDepth(name, by_evaluation(depth.word or DEFAULT), "MINIMAX", int(depth.amount))


def _alphabeta(name: str, depth: Argument) -> Player:
    from outply.players.fixed_depth import FixedDepth, by_evaluation

    return FixedDepth(name, by_evaluation(depth.word or DEFAULT), "ALPHABETA", int(depth.amount))


def _exact(name: str, depth: Argument) -> Player:
    from outply.players.fixed_depth import FixedDepth
    from outply.search import exact

    return FixedDepth(name, exact.search, "ALPHABETA", int(depth.amount))


def _plain(name: str, limit: Argument) -> Player:
    from outply.players.iterative_deepening import Deepening
    from outply.search import literal

    return Deepening(name, literal.search, limit)


def _deepening(name: str, limit: Argument) -> Player:
    from outply.players.iterative_deepening import Deepening
    from outply.search import exact

    return Deepening(name, exact.search, limit)


def _engine(name: str, limit: Argument) -> Player:
    from outply.players.engine import EnginePlayer

    return EnginePlayer(name, limit)


def _level(name: str, level: Argument) -> Player:
    from outply.players.level import Level

    return Level(name, int(level.amount))


def _greedy(name: str, nothing: Argument) -> Player:
    from outply.players.baseline import Greedy

    return Greedy(name)


def _random(name: str, seed: Argument) -> Player:
    from outply.players.baseline import Anyhow

    return Anyhow(name, int(seed.amount))


def _program(name: str, directory: Argument) -> Player:
    from pathlib import Path

    from outply.players.program import Program

    return Program.of(name, Path(directory.word))


_TEXTBOOK = (DEPTH, DEPTH_AND_EVALUATION)
_KINDS = (
    Kind("minimax", "the textbook's minimax, counting the textbook's nodes", _TEXTBOOK, _minimax),
    Kind("alphabeta", "the textbook's alpha-beta, counting the textbook's nodes", _TEXTBOOK, _alphabeta),
    Kind("exact", "the textbook's move at that depth, found faster", (DEPTH,), _exact),
    Kind("plain", "alpha-beta deeper and deeper, looking at the score only", (SECONDS, SECONDS_A_GAME), _plain),
    Kind("deepening", "the same as plain over the faster search", (SECONDS, SECONDS_A_GAME), _deepening),
    Kind(
        "engine",
        "the strongest move; solve: to the end of the game; theirs: in the time of the opponent's last move",
        (SECONDS, SECONDS_A_GAME, DEPTH, NODES, SOLVE, THEIRS),
        _engine,
    ),
    Kind("level", "from a beginner (1) to the engine at its best (8)", (LEVEL,), _level),
    Kind("greedy", "the best score right after the move", (NOTHING,), _greedy),
    Kind("random", "any legal move; the seed brings the same ones back", (SEED, NOTHING), _random),
    Kind("program", "a contestant's directory with a Makefile, run in a sandbox", (DIRECTORY,), _program),
)
