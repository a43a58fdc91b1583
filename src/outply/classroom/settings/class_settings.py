"""Settings of a class as values, and what follows from them: boards, start positions and the tournament plan."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime

from outply.arena.tournament.boards import default_board, find_board
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Plan
from outply.arena.tournament.settings import make_plan
from outply.formats.start import find_start
from outply.games import all_games
from outply.games.protocol import HasRandomBoards, Position
from outply.grading.run.settings import CASE_CPU_SECONDS, CASE_MEMORY_MIB, CASE_WALL_SECONDS

DEFAULT_URL = "http://localhost:8766/"
PREFLIGHT_BOARD = "random:6:1"
"""Board of the preflight for games with random boards, unless the settings name one."""

RANDOM_SIZE = re.compile(r"random:[0-9]+")
"""A random board of a size, without its seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """A deadline: versions received after `due` are late, and those after `closes` are refused.

    Both are seconds since 1970. `closes` is equal to `due` if no late versions are accepted. `hidden_suite` is a
    folder relative to the class directory, empty for none; its cases are worth `hidden_points` together, or 0 for
    one point each. With `release_hidden`, students see its results without further action of the staff.
    """

    name: str
    due: float
    closes: float
    hidden_suite: str = ""
    hidden_points: float = 0.0
    release_hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramBaseline:
    """A program that plays on the ladder as a baseline.

    `directory` is a directory or source file in the class directory, and `name` is shown on the ladder.
    """

    name: str
    directory: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Points for a version that is stronger than `player`, which is a baseline: a player or a program."""

    name: str
    player: str
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The title of the class, and the address of the server in sign-in links."""

    title: str = "Class"
    url: str = DEFAULT_URL


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """The game of the class and its rule variant."""

    name: str = "warfare"
    rules: str = "raid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """The checks of each version. `public_suite` is a folder relative to the class directory, empty for none.

    `preflight_board` is empty for the default board of the game.
    """

    public_suite: str = ""
    preflight: bool = True
    preflight_moves: int = 6
    preflight_seconds: float = 20.0
    preflight_opponent: str = "level:2"
    preflight_board: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLimits:
    """Limits per team on uploads, and per program on each case of a suite."""

    upload_mib: int = 4
    submissions_per_hour: int = 6
    submissions_per_day: int = 24
    waiting_submissions: int = 3
    case_cpu_seconds: float = CASE_CPU_SECONDS
    case_wall_seconds: float = CASE_WALL_SECONDS
    case_memory_mib: int = CASE_MEMORY_MIB
    give_up_after_timeouts: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderSettings:
    """The ladder, on which the active versions play each other and the baselines.

    Each player has `seconds` of CPU time per game. Games are on `board`; if it is empty, or `random:SIZE` without
    a seed, each pairing has another random board. A version plays `games_per_version` games in all, and its team
    uses at most `cpu_minutes_per_day`. After `failures_before_pause` failures in a row a version is paused. With
    `review_games`, lost games are reviewed for the move that lost them.
    """

    is_open: bool = True
    baselines: tuple[str, ...] = ("random", "greedy", "alphabeta:2", "level:4")
    board: str = ""
    seconds: float = 10.0
    games_per_version: int = 60
    cpu_minutes_per_day: float = 60.0
    failures_before_pause: int = 4
    review_games: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """What visitors see who are not signed in. They see aliases, as students do."""

    public_ladder: bool = False
    public_tournament: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSettings:
    """The official tournament of the active versions.

    If `is_automatic`, it is played when the last deadline has closed. Each pairing has `games` games, on `board`
    or on random boards, and each player has `seconds` of CPU time per game. With `has_baselines`, the baselines of
    the ladder take part.
    """

    is_automatic: bool = True
    format: str = ROUND_ROBIN
    games: int = 4
    seconds: float = 30.0
    board: str = ""
    has_baselines: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """Lifetimes of sign-in links and sessions, and the header of a single sign-on behind a reverse proxy.

    `trusted_header` holds the key or the email address of a person. It is read only from requests whose sender is
    one of `trusted_proxies`, as is the header X-Forwarded-For with the address of the client.
    """

    link_days: float = 14.0
    session_days: float = 30.0
    trusted_header: str = ""
    trusted_proxies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSettings:
    """Disk space: the quota of the whole class, and how long files of inactive versions are kept.

    Of each team, the files of the newest `keep_versions` inactive versions are kept for `keep_days`; 0 means all
    and for ever.
    """

    max_mib: int = 20_480
    keep_versions: int = 0
    keep_days: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsSettings:
    """The metrics for Prometheus: a client at one of the `addresses` needs no token of the staff."""

    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationSettings:
    """Messages about finished checks, off by default: a webhook if `webhook_url` is set, mail if `smtp_host` is.

    Webhooks are signed with `webhook_secret`. `smtp_security` is starttls, tls or none.
    """

    webhook_url: str = ""
    webhook_secret: str = field(default="", repr=False)
    mail_from: str = ""
    smtp_host: str = ""
    smtp_port: int = 587
    smtp_security: str = "starttls"
    smtp_user: str = ""
    smtp_password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassSettings:
    """All settings of a class."""

    course: Course = field(default_factory=Course)
    game: GameSettings = field(default_factory=GameSettings)
    checks: Checks = field(default_factory=Checks)
    limits: ClassLimits = field(default_factory=ClassLimits)
    ladder: LadderSettings = field(default_factory=LadderSettings)
    tournament: TournamentSettings = field(default_factory=TournamentSettings)
    visibility: Visibility = field(default_factory=Visibility)
    sign_in: SignIn = field(default_factory=SignIn)
    storage: StorageSettings = field(default_factory=StorageSettings)
    metrics: MetricsSettings = field(default_factory=MetricsSettings)
    notifications: NotificationSettings = field(default_factory=NotificationSettings)
    baselines: tuple[ProgramBaseline, ...] = ()
    marks: tuple[Mark, ...] = ()
    deadlines: tuple[Deadline, ...] = ()

    def deadline_at(self, time: float) -> Deadline | None:
        """Return the next deadline that has not closed at `time`; None if there is none."""
        return next((deadline for deadline in self.deadlines if time <= deadline.closes), None)

    def is_closed(self, time: float) -> bool:
        """Return whether all deadlines have closed at `time`; a class without deadlines never closes."""
        return bool(self.deadlines) and self.deadline_at(time) is None


def preflight_start(settings: ClassSettings) -> Position:
    """Return the start position of the preflight games.

    Raises StartError if the game has no such board.
    """
    name, rules = settings.game.name, settings.game.rules
    default = PREFLIGHT_BOARD if isinstance(all_games()[name], HasRandomBoards) else None
    return find_start(settings.checks.preflight_board or default, game_name=name, rules=rules)[1]


def ladder_board(settings: ClassSettings, seed: int) -> Board:
    """Return the board of a pairing on the ladder: that of the settings, or the random board with this seed.

    Raises PlanError if the game has no such board.
    """
    name, rules = settings.game.name, settings.game.rules
    board = settings.ladder.board or default_board(name, seed)
    return find_board(f"{board}:{seed}" if RANDOM_SIZE.fullmatch(board) else board, name, rules)


def tournament_plan(settings: ClassSettings) -> Plan:
    """Return the plan of the official tournament, with a random seed.

    Raises PlanError if the game has no such board.
    """
    tournament = settings.tournament
    values = {
        "game": settings.game.name,
        "rules": settings.game.rules,
        "format": tournament.format,
        "games": tournament.games,
        "seconds": tournament.seconds,
        "title": "Official tournament",
    }
    return make_plan(values | ({"boards": [tournament.board]} if tournament.board else {}))


def format_time(time: float) -> str:
    """Format a time in UTC: `2026-12-01 22:59 UTC`."""
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d %H:%M} UTC"
