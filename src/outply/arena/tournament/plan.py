"""Tournament plans: contestants, format, boards and limits."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from outply.errors import UserError
from outply.players.spec import PROGRAM, is_external
from outply.text import join_or

ROUND_ROBIN, GAUNTLET, KNOCK_OUT, SWISS = "round-robin", "gauntlet", "knock-out", "swiss"
FORMATS = (ROUND_ROBIN, GAUNTLET, KNOCK_OUT, SWISS)
OPEN_FORMATS = (ROUND_ROBIN, GAUNTLET)
"""Formats in which the pairings do not depend on results, so that contestants may join late or change."""

TOTAL, USER = "total", "user"
CPU_TIMES = (TOTAL, USER)
"""Which CPU time counts: user and system time, or only user time, as in the course."""

SCHEDULE_VERSION = 2
"""Version of the pairing algorithm. In version 1, of Outply 0.1, knock-out byes are drawn among all remaining
contestants, and Swiss pairings ignore who moved first in earlier rounds."""


class PlanError(UserError, ValueError):
    """Raised for invalid settings or contestants of a tournament or an SPRT."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A participant in a tournament, with a unique name.

    `player` is `program:DIRECTORY`, `engine-process:COMMAND` or a built-in player, `fingerprint` a hash of the
    directory.
    """

    name: str
    player: str
    fingerprint: str = ""

    @property
    def directory(self) -> str | None:
        """The directory of a program; None for a command or a built-in player."""
        return self.player.removeprefix(PROGRAM) if self.player.startswith(PROGRAM) else None

    @property
    def needs_sandbox(self) -> bool:
        """Whether the contestant is a program."""
        return is_external(self.player)


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its display name and its start position in one line of text (see `formats.notation`)."""

    name: str
    start: str

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.start.partition("/")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The settings of a tournament.

    `games` is the number of games per pairing. Games 1 and 2 are played on the same board, and each contestant
    moves first in one of them; likewise games 3 and 4. All pairings use the same boards. Each player has `seconds`
    of CPU time per game; `cpu_time` says which CPU time counts. Only Swiss tournaments have a number of `rounds`.
    In a gauntlet the first contestant plays against all others. The `seed` determines all decisions by lot. The
    `title` is shown on the pages. `schedule_version` is the version of the pairing algorithm: a tournament keeps
    the version with which it started.
    """

    format: str
    games: int
    boards: tuple[Board, ...]
    seconds: float = 200.0
    seed: int = 0
    rounds: int | None = None
    title: str = ""
    schedule_version: int = SCHEDULE_VERSION
    cpu_time: str = TOTAL

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise PlanError(f"unknown tournament format {self.format!r}; expected {join_or(FORMATS)}")
        if self.games < 1:
            raise PlanError(f"the number of games per pairing must be 1 or more, got {self.games}")
        if not 0 < self.seconds < math.inf:
            raise PlanError(f"the CPU time per game must be positive and finite, got {self.seconds} s")
        if self.cpu_time not in CPU_TIMES:
            raise PlanError(f"unknown kind of CPU time {self.cpu_time!r}; expected {join_or(CPU_TIMES)}")
        if self.seed < 0:
            raise PlanError(f"the seed must be 0 or more, got {self.seed}")
        if self.rounds is not None and self.format != SWISS:
            raise PlanError(f"only Swiss tournaments have a number of rounds; the format is {self.format}")
        if self.rounds is not None and self.rounds < 1:
            raise PlanError(f"the number of rounds must be 1 or more, got {self.rounds}")
        if not self.boards:
            raise PlanError("a tournament needs at least one board")
        if not self.title.isprintable():
            raise PlanError(f"the title must not contain control characters, got {self.title!r}")

    def differences(self, other: Plan) -> list[str]:
        """Return the differences from another plan as text, such as `games 5 instead of 3`.

        The title is not compared: it may change at any time.
        """
        names = [field.name for field in fields(self) if field.name != "title"]
        return [
            f"{name} {_setting_text(getattr(self, name))} instead of {_setting_text(getattr(other, name))}"
            for name in names
            if getattr(self, name) != getattr(other, name)
        ]

    def board(self, number: int) -> Board:
        """Return the board of game `number` of a pairing, counted from 1."""
        return self.boards[(number - 1) // 2 % len(self.boards)]


def _setting_text(setting: object) -> str:
    if isinstance(setting, tuple):
        return ", ".join(board.name for board in setting)
    return f"{setting:g}" if isinstance(setting, float) else "by default" if setting is None else str(setting)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledGame:
    """A game to play. `round` counts from 0, `number` counts the pairing's games from 1. `first` moves first."""

    round: int = 0
    number: int
    first: str
    second: str
    board: Board

    @property
    def pair(self) -> tuple[str, str]:
        """The names of the two contestants in alphabetical order."""
        return (self.first, self.second) if self.first < self.second else (self.second, self.first)

    def __str__(self) -> str:
        return f"{self.first} v {self.second} on {self.board.name}"


def games_of_pairing(plan: Plan, round_index: int, first: str, second: str) -> list[ScheduledGame]:
    """Return the games of a pairing. `first` moves first in games 1, 3, 5 and so on."""
    games = []
    for number in range(1, plan.games + 1):
        players = (first, second) if number % 2 else (second, first)
        board = plan.board(number)
        games.append(
            ScheduledGame(round=round_index, number=number, first=players[0], second=players[1], board=board)
        )
    return games
