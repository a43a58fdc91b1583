"""Small classes with a clock that stands still, an executor that runs jobs in line, and a browser in process."""

import re
from collections import deque
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from starlette.applications import Starlette

from outply.arena.tournament.jobs import BuildResult, GameJob, GameResult
from outply.classroom.accounts import credentials
from outply.classroom.accounts.people import Person, RosterEntry, find_person
from outply.classroom.accounts.roles import Role
from outply.classroom.checks import queue
from outply.classroom.checks.check import CheckJob, CheckResult, PreflightReport
from outply.classroom.checks.hidden import HiddenJob, HiddenRun
from outply.classroom.classroom import Classroom, create_class
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder.games import GameState
from outply.classroom.operation.runner import IDLE_S, QueueRunner
from outply.classroom.settings.class_settings import ladder_board
from outply.classroom.settings.template import template
from outply.classroom.submissions import State, Submission, add_submission
from outply.classroom.uploads import store_upload
from outply.jobs.executor import Executor
from outply.jobs.job import J, JobContext, JobEvent, WorkerError
from outply.players.forfeit import Failure
from outply.web.classroom.app import create_class_app
from outply.web.classroom.server import ClassServer
from support.assertions import not_none
from support.web.event_loops import run_coroutine

START = 1_800_000_000.0
URL = "http://class.example.edu/"
PROGRAM = b"print('hello')\n"
SCRIPT = "<script>alert(1)</script>"  # in untrusted text; pages must escape it

ROSTER = (
    RosterEntry(key="ann", name="Ann Lee", email="ann@example.edu"),
    RosterEntry(key="bob", name="Bob <i>Ray</i>", email="bob@example.edu", team="Red"),
    RosterEntry(key="cyd", name="Cyd Fox", team="Red"),
    RosterEntry(key="tom", name="Tom Aid", role=Role.ASSISTANT),
)
KEYS = {Role.STUDENT: "ann", Role.ASSISTANT: "tom", Role.ADMINISTRATOR: "administrator"}


class FakeClock:
    """A clock that a test sets."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


def make_class(
    folder: Path,
    *,
    suite: Path | None = None,
    extra: str = "",
    ladder: str = "[ladder]\nis_open = false\n",
    preflight: bool = True,
    clock: FakeClock | None = None,
) -> Classroom:
    """Create a class with `ROSTER`. `ladder` replaces this section of its settings, and `extra` is appended."""
    public_suite = "suites/public" if suite is not None else ""
    settings = template("Games", URL, "warfare", "raid", public_suite=public_suite, preflight=preflight)
    settings = re.sub(r"\[ladder\][^\[]*(\[[^\]]*\][^\[]*)*?(?=\n\[sign_in\])", lambda _: ladder, settings)
    classroom, _ = create_class(folder, settings + extra, ROSTER, suite=suite, clock=clock or FakeClock())
    return classroom


def ready(classroom: Classroom, key: str, result: CheckResult | None = None) -> int:
    """Submit a version that passes its check and becomes the active one; return its ID."""
    submit(classroom, key)
    claim = queue.claim_next(classroom.database, classroom.now())
    assert claim is not None
    saved = None if result is None else result.to_json()
    queue.finish(classroom.database, claim, State.READY, classroom.now(), headline="", advice="", result=saved)
    return claim.id


def won(by: int, cpu_s: float = 1.0) -> GameResult:
    """Return the result of a game that the first player wins by so many points."""
    turns = (("A1 Stake", cpu_s, cpu_s), ("A2 Stake", cpu_s, cpu_s))
    return GameResult(turns=turns, final_score=by, board_total=20)


def failed(side: int, **values: Any) -> GameResult:
    """Return the result of a game in which the program of a side crashed."""
    label = Failure.CRASHED.label
    shown = {"explanation": "it crashed", **values}
    return GameResult(turns=(), final_score=0, board_total=20, failed=side, failure=label, **shown)


def add_ladder_game(classroom: Classroom, first: str, second: str, result: GameResult) -> int:
    """Add a finished game of the ladder between two entrants; return its ID."""
    board = ladder_board(classroom.settings, 1)
    state = GameState.WAITING.value
    fields = {"first": first, "second": second, "board": board.name, "start": board.start, "state": state}
    game = classroom.database.insert("ladder_game", **fields, created_at=classroom.now())
    claim = ladder_games.claim_game(classroom.database, classroom.now())
    assert claim is not None
    assert claim.id == game
    assert ladder_games.finish_game(classroom.database, claim, result, classroom.settings, classroom.now())
    return game


def person(classroom: Classroom, key: str) -> Person:
    return not_none(find_person(classroom.database, key))


def submit(classroom: Classroom, key: str, name: str = "agent.py", data: bytes = PROGRAM) -> Submission:
    """Submit a file as the person with this key."""
    settings = classroom.settings
    upload = store_upload(name, data, classroom.submissions, settings.limits.upload_mib)
    return add_submission(classroom.database, person(classroom, key), upload, settings, classroom.now())


@dataclass(frozen=True, slots=True, kw_only=True)
class FakeJob(CheckJob):
    """A check with a given outcome: the result that it returns, or the message with which it fails."""

    outcome: CheckResult | str

    def __call__(self, context: JobContext) -> CheckResult:
        context.report("playing")
        if isinstance(self.outcome, str):
            raise WorkerError(self.outcome)
        return replace(self.outcome, suite_hash=self.outcome.suite_hash or self.suite_hash)


PASSED = CheckResult(preflight=PreflightReport(moves=3, max_cpu_seconds=0.1))


class InlineExecutor:
    """Runs jobs one after the other in the thread of the test."""

    workers = 1

    def run(
        self, jobs: deque[J], *, pin_cores: bool = False, keep_going: bool = False, deadline: float | None = None
    ) -> Generator[JobEvent[J], None, None]:
        while jobs:
            job = jobs.popleft()
            reports: list[Any] = []
            try:
                value: Any = job(JobContext(reports.append))
            except WorkerError as error:
                value = error
            for report in reports:
                yield JobEvent(job=job, value=report, is_result=False)
            yield JobEvent(job=job, value=value, is_result=True)

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class GamesExecutor(InlineExecutor):
    """Builds nothing, and plays games by their names: the contestant that comes later in `order` wins.

    A contestant that is not in `order` crashes. Calls `on_game` with the number of the game before each game.
    """

    def __init__(self, order: list[str], on_game: Callable[[int], object] = lambda _: None) -> None:
        self.order, self.on_game, self.games = order, on_game, 0

    def run(self, jobs: deque[J], **_: Any) -> Generator[JobEvent[J], None, None]:
        while jobs:
            job = jobs.popleft()
            value: Any = BuildResult()
            if isinstance(job, GameJob):
                self.games += 1
                self.on_game(self.games)
                yield JobEvent(job=job, value=1, is_result=False)
                value = self._result([job.game.first, job.game.second])
            yield JobEvent(job=job, value=value, is_result=True)

    def _result(self, names: list[str]) -> GameResult:
        crashed = [side for side, name in enumerate(names) if name not in self.order]
        if crashed:
            return failed(crashed[0], output="its output", errors="its errors", explanation="it quoted")
        return won(self.order.index(names[0]) - self.order.index(names[1]))


def make_runner(
    classroom: Classroom,
    outcome: CheckResult | str = PASSED,
    hidden_job_of: Callable[[HiddenRun], HiddenJob] | None = None,
    executor: Executor | None = None,
    idle_s: float = IDLE_S,
) -> QueueRunner:
    """Return a runner whose checks all have the same outcome."""

    def job_of(submission: Submission) -> FakeJob:
        return FakeJob(
            submission=submission.id,
            folder="",
            preflight=None,
            cases=classroom.public_cases(),
            settings=classroom.grade_settings(),
            suite_hash=classroom.public_suite().hash,
            outcome=outcome,
        )

    return QueueRunner(classroom, executor or InlineExecutor(), job_of, hidden_job_of=hidden_job_of, idle_s=idle_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A response of the application."""

    status: int
    headers: list[tuple[str, str]]
    text: str

    def header(self, name: str) -> str:
        """Return the value of a header; empty if there is none."""
        return next((value for key, value in self.headers if key == name.lower()), "")


@dataclass(slots=True)
class Browser:
    """A browser that calls the application in process: keeps cookies, and sends forms with their CSRF token."""

    app: Starlette
    cookies: dict[str, str] = field(default_factory=dict)
    client: str = "192.0.2.1"
    host: str = urlsplit(URL).netloc

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.send("GET", path, headers or {}, b"")

    def post(
        self,
        path: str,
        fields: Mapping[str, str] | None = None,
        file: tuple[str, bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        with_csrf: bool = True,
    ) -> Answer:
        """Send a form as a page of the site does."""
        values = dict(fields or {})
        if with_csrf and self.cookies:
            values = {"csrf": credentials.csrf_token(next(iter(self.cookies.values()))), **values}
        kind, body = "application/x-www-form-urlencoded", urlencode(values).encode()
        if file is not None:
            kind, body = multipart(values, *file)
        sent = {"sec-fetch-site": "same-origin", "content-type": kind, **(headers or {})}
        return self.send("POST", path, sent, body)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send a request and return the answer; the cookies that it sets are kept."""
        sent = {"host": self.host, "accept": "text/html", **headers}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": (self.client, 1234),
            "server": (self.host, 80),
        }
        answer = run_coroutine(_call(self.app, scope, body))
        for name, value in answer.headers:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                secret = rest.partition(";")[0].strip('"')
                self.cookies.pop(key, None)
                if secret:
                    self.cookies[key] = secret
        return answer


def multipart(fields: Mapping[str, str], name: str, data: bytes) -> tuple[str, bytes]:
    """Return the Content-Type and the body of a form with a file called `program`."""
    boundary = "----boundary7MA4YWxk"
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in fields.items()
    ]
    disposition = f'form-data; name="program"; filename="{name}"'
    head = f"--{boundary}\r\nContent-Disposition: {disposition}\r\nContent-Type: application/zip\r\n\r\n"
    return f"multipart/form-data; boundary={boundary}", b"".join(
        [*parts, head.encode(), data, f"\r\n--{boundary}--\r\n".encode()]
    )


async def _call(app: Starlette, scope: dict[str, Any], body: bytes) -> Answer:
    messages: list[dict[str, Any]] = []
    pending = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return pending.pop() if pending else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        messages.append(message)

    await app(scope, receive, send)
    start = messages[0]
    return Answer(
        status=start["status"],
        headers=[(name.decode(), value.decode()) for name, value in start["headers"]],
        text=b"".join(message.get("body", b"") for message in messages[1:]).decode(),
    )


@dataclass(slots=True)
class Site:
    """A served class: its application, and the browsers of its people."""

    classroom: Classroom
    runner: QueueRunner
    app: Starlette

    @classmethod
    def of(cls, classroom: Classroom, outcome: CheckResult | str = PASSED) -> "Site":
        runner = make_runner(classroom, outcome)
        return cls(classroom, runner, create_class_app(ClassServer(classroom=classroom)))

    def visitor(self) -> Browser:
        return Browser(self.app)

    def browser(self, key: str) -> Browser:
        """Return a browser in which the person with this key has signed in by a link."""
        browser = self.visitor()
        link = self.classroom.sign_in_link(person(self.classroom, key).id)
        answer = browser.post(urlsplit(link).path)
        assert answer.status == 303, answer.text
        return browser

    def session(self, key: str) -> Browser:
        """Return a browser with a session of the person, without the requests of a sign-in."""
        session = credentials.start_session(
            self.classroom.database, person(self.classroom, key).id, self.classroom.now(), 30
        )
        return Browser(self.app, {"outply-session": session})


def visible(text: str) -> str:
    """Return the text of a page without its tags, with single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())
