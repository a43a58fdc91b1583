"""Creates players from their names, and lists the player types. Each type's module is imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from outply.games.evaluations import DEFAULT
from outply.players.protocol import Player, PlayerError
from outply.players.spec import (
    COMMAND,
    DEPTH,
    DEPTH_AND_EVALUATION,
    DIRECTORY,
    LEVEL,
    NO_ARGUMENT,
    NODES,
    OPPONENT_TIME,
    SECONDS,
    SECONDS_PER_GAME,
    SEED,
    SOLVE,
    Argument,
    ArgumentSpec,
)
from outply.text import join_or

PERSON = "person"
"""Name of a human player in game records."""

CreatePlayer = Callable[[str, Argument], Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerType:
    """A type of player. A player's name consists of the name of its type and, after a colon, an argument.

    `description` is about the type; `summary` is a template for the description of one player (see `describe`).
    `uses_evaluation` is True for searches that evaluate leaves by one of the evaluations of `games.evaluations`.
    """

    name: str
    title: str
    description: str
    summary: str
    arguments: tuple[ArgumentSpec, ...]
    create: CreatePlayer
    uses_evaluation: bool = False

    @property
    def examples(self) -> tuple[str, ...]:
        """One example of a player name for each form of the argument."""
        return tuple(self._example(argument) for argument in self.arguments)

    @property
    def expected(self) -> str:
        """The forms of the argument with examples: `a depth of at least 1 (minimax:4)`."""
        return join_or(
            argument.meaning if argument == NO_ARGUMENT else f"{argument.meaning} ({self._example(argument)})"
            for argument in self.arguments
        )

    def _example(self, argument: ArgumentSpec) -> str:
        return f"{self.name}:{argument.example}" if argument.example else self.name


def player_types() -> tuple[PlayerType, ...]:
    """Return all player types."""
    return _PLAYER_TYPES


def player_type(name: str) -> PlayerType | None:
    """Return the player type `name`; None if there is no such type."""
    return next((kind for kind in _PLAYER_TYPES if kind.name == name), None)


def parse_name(name: str) -> tuple[PlayerType, Argument] | None:
    """Return the type and the argument of a player name, or None if the name is invalid."""
    word, colon, text = name.partition(":")
    kind = player_type(word)
    if kind is None or bool(colon) != bool(text):
        return None
    argument = Argument.parse(text, kind.arguments)
    return None if argument is None else (kind, argument)


def player(name: str) -> Player:
    """Return a new player, created from its name, for one side of one game.

    Raises PlayerError if the name is invalid, and ForfeitError if the directory of a program cannot be built.
    """
    parsed = parse_name(name)
    if parsed is None:
        raise PlayerError(_problem(name))
    kind, argument = parsed
    return kind.create(name, argument)


def describe(name: str) -> str:
    """Return a description of a player: `the engine, 0.1 s of CPU time per move` for `engine:0.1s`.

    Return an empty string if the name is invalid.
    """
    parsed = parse_name(name)
    if parsed is None:
        return ""
    from outply.players.engine import LEVELS

    kind, argument = parsed
    amount = f"{argument.amount:,.9f}".rstrip("0").rstrip(".")
    return kind.summary.format(
        amount=amount,
        directory=argument.word,
        evaluation=argument.word or DEFAULT,
        limit=argument.spec.limit.format(amount=amount),
        levels=len(LEVELS),
        level_title=LEVELS[int(argument.amount) - 1].title if argument.spec == LEVEL else "",
    )


def player_title(name: str) -> str:
    """Return a player's name for pages: `Novice` for `level:2`, `Engine 0.5 s` for `engine:0.5s`.

    Names that are not those of built-in players are returned unchanged.
    """
    if name == PERSON:
        return PERSON.capitalize()
    parsed = parse_name(name)
    if parsed is None or parsed[1].spec in (DIRECTORY, COMMAND):
        return name
    kind, argument = parsed
    if argument.spec == LEVEL:
        from outply.players.engine import LEVELS

        return LEVELS[int(argument.amount) - 1].title
    amount = f"{argument.amount:,.9f}".rstrip("0").rstrip(".")
    details = argument.spec.title.format(amount=amount, word=argument.word)
    return f"{kind.title} {details}".strip()


def _problem(name: str) -> str:
    word, _, text = name.partition(":")
    kind = player_type(word)
    if kind is None:
        if close := get_close_matches(word.lower(), [kind.name for kind in _PLAYER_TYPES], 1):
            guess = name.replace(word, close[0], 1)
            if parse_name(guess) is None:
                guess = next(kind.examples[0] for kind in _PLAYER_TYPES if kind.name == close[0])
            return f"unknown player {name!r}; did you mean {guess!r}?"
        if "/" in word or "." in word:  # a path; a server must not reveal whether it exists
            return f"unknown player {name!r}; a program plays as program:DIR, the directory with its Makefile"
        examples = ", ".join(kind.examples[0] for kind in _PLAYER_TYPES)
        return f"unknown player {name!r}: expected a name such as {examples}"
    got = repr(text) if text else "nothing"
    return f"invalid player {name!r}: expected {kind.expected} after {word!r}, got {got}"


def _fixed_depth(algorithm: str, *, use_exact: bool = False) -> CreatePlayer:
    def create(name: str, depth: Argument) -> Player:
        from outply.players.textbook import FixedDepthPlayer, literal_search_with
        from outply.search import exact

        search = exact.search if use_exact else literal_search_with(depth.word or DEFAULT)
        return FixedDepthPlayer(name, search, algorithm, int(depth.amount))

    return create


def _iterative_deepening(*, use_exact: bool) -> CreatePlayer:
    def create(name: str, limit: Argument) -> Player:
        from outply.players.textbook import IterativeDeepeningPlayer
        from outply.search import exact, literal

        return IterativeDeepeningPlayer(name, exact.search if use_exact else literal.search, limit)

    return create


def _engine(name: str, limit: Argument) -> Player:
    from outply.players.engine import EnginePlayer

    return EnginePlayer(name, limit)


def _level(name: str, level: Argument) -> Player:
    from outply.players.engine import LevelPlayer

    return LevelPlayer(name, int(level.amount))


def _greedy(name: str, argument: Argument) -> Player:
    from outply.players.baseline import GreedyPlayer

    return GreedyPlayer(name)


def _random(name: str, seed: Argument) -> Player:
    from outply.players.baseline import RandomPlayer

    return RandomPlayer(name, int(seed.amount))


def _external(name: str, argument: Argument) -> Player:
    from outply.players.external import external_player

    return external_player(name)


_PLAYER_TYPES = (
    PlayerType(
        name="minimax",
        title="Minimax",
        description="textbook minimax, with its node counts",
        summary="minimax to depth {amount}, with the evaluation {evaluation}",
        arguments=(DEPTH, DEPTH_AND_EVALUATION),
        create=_fixed_depth("MINIMAX"),
        uses_evaluation=True,
    ),
    PlayerType(
        name="alphabeta",
        title="Alpha-beta",
        description="textbook alpha-beta, with its node counts",
        summary="alpha-beta to depth {amount}, with the evaluation {evaluation}",
        arguments=(DEPTH, DEPTH_AND_EVALUATION),
        create=_fixed_depth("ALPHABETA"),
        uses_evaluation=True,
    ),
    PlayerType(
        name="exact",
        title="Exact search",
        description="the textbook's move, found with fewer nodes",
        summary="the textbook's move at depth {amount}, found with fewer nodes",
        arguments=(DEPTH,),
        create=_fixed_depth("ALPHABETA", use_exact=True),
        uses_evaluation=True,
    ),
    PlayerType(
        name="plain",
        title="Iterative deepening",
        description="textbook alpha-beta with iterative deepening",
        summary="textbook alpha-beta with iterative deepening, {limit}",
        arguments=(SECONDS, SECONDS_PER_GAME),
        create=_iterative_deepening(use_exact=False),
        uses_evaluation=True,
    ),
    PlayerType(
        name="deepening",
        title="Fast iterative deepening",
        description="exact search with iterative deepening",
        summary="exact search with iterative deepening, {limit}",
        arguments=(SECONDS, SECONDS_PER_GAME),
        create=_iterative_deepening(use_exact=True),
        uses_evaluation=True,
    ),
    PlayerType(
        name="engine",
        title="Engine",
        description="the strongest move (solve: to the end of the game; theirs: in the opponent's last CPU time)",
        summary="the engine, {limit}",
        arguments=(SECONDS, SECONDS_PER_GAME, DEPTH, NODES, SOLVE, OPPONENT_TIME),
        create=_engine,
    ),
    PlayerType(
        name="level",
        title="Level",
        description="from beginner (1) to the engine at full strength (8)",
        summary="level {amount} of {levels} ({level_title})",
        arguments=(LEVEL,),
        create=_level,
    ),
    PlayerType(
        name="greedy",
        title="Greedy",
        description="the move with the best score after one ply",
        summary="the move with the best score after one ply",
        arguments=(NO_ARGUMENT,),
        create=_greedy,
    ),
    PlayerType(
        name="random",
        title="Random",
        description="a random legal move; a seed makes it reproducible",
        summary="a random legal move, seed {amount}",
        arguments=(SEED, NO_ARGUMENT),
        create=_random,
    ),
    PlayerType(
        name="program",
        title="Program",
        description="a contestant's directory with a Makefile, run in a sandbox",
        summary="the program in the directory {directory}",
        arguments=(DIRECTORY,),
        create=_external,
    ),
    PlayerType(
        name="engine-process",
        title="Engine process",
        description="a program that speaks the engine protocol, run in a sandbox",
        summary="the program {directory}",
        arguments=(COMMAND,),
        create=_external,
    ),
)
