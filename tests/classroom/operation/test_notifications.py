"""Notifications about finished checks: content, signature, retries, and failures that staff see."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.waiting import wait_until
from support.web.classrooms import PASSED, FakeClock, Site, make_class, make_runner, person, submit, visible

from outply.classroom import submissions
from outply.classroom.checks.check import CheckResult, PreflightReport
from outply.classroom.classroom import Classroom
from outply.classroom.operation import notifications
from outply.classroom.operation.notifications import MAX_ATTEMPTS, RETRY_FACTOR, RETRY_S, DeliveryError, Notifier
from outply.classroom.settings.class_settings import NotificationSettings
from outply.classroom.settings.file import SettingsError, parse

SECRET = "0123456789abcdef-secret"
PASSWORD = "pass-word"
SETTINGS = f"""
webhook_url = "https://bot.example.edu/class"
webhook_secret = "{SECRET}"
mail_from = "class@example.edu"
smtp_host = "mail.example.edu"
smtp_user = "class"
smtp_password = "{PASSWORD}"
"""
PRINTED = "printed by the program"


@dataclass(slots=True)
class Outbox:
    """Keeps what is sent; fails while `problem` is set."""

    posts: list[tuple[str, bytes, Mapping[str, str]]] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)
    problem: str = ""

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        if self.problem:
            raise DeliveryError(self.problem)
        self.posts.append((url, body, headers))

    def mail(self, settings: NotificationSettings, message: EmailMessage) -> None:
        if self.problem:
            raise DeliveryError(self.problem)
        self.mails.append(message)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def classroom(tmp_path: Path, clock: FakeClock) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", clock=clock) as made:
        path = made.folder / "class.toml"
        path.write_text(path.read_text().replace("[notifications]", f"[notifications]{SETTINGS}#"))
        yield made


@pytest.fixture
def outbox() -> Outbox:
    return Outbox()


@pytest.fixture
def notifier(classroom: Classroom, outbox: Outbox) -> Notifier:
    return Notifier(classroom, outbox.post, outbox.mail)


def finish_check(classroom: Classroom, key: str = "bob", result: CheckResult = PASSED) -> None:
    submit(classroom, key)
    make_runner(classroom, result).run_available()


def test_class_sends_nothing_by_default(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        finish_check(classroom)
        assert sum(notifications.count_notifications(classroom.database).values()) == 0


def test_webhook_is_signed_and_has_no_names_and_no_output(
    classroom: Classroom, notifier: Notifier, outbox: Outbox, clock: FakeClock
) -> None:
    failed = PreflightReport(moves=0, max_cpu_seconds=0, problem=PRINTED, failure="crashed", errors=PRINTED)
    finish_check(classroom, result=CheckResult(preflight=failed))
    notifier.send_due()
    ((url, body, headers),) = outbox.posts
    content = json.loads(body)
    assert url == "https://bot.example.edu/class"
    assert content["page"] == "http://class.example.edu/submissions/1"
    assert (content["state"], content["verdict"], content["version"]) == ("failed", "Preflight: crashed", 1)
    assert content["team"] == person(classroom, "bob").alias
    signed = f"{clock.now:.0f}.".encode() + body
    expected = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    assert headers[notifications.SIGNATURE] == f"sha256={expected}"
    for text in (SECRET, PASSWORD, PRINTED, "Ray", "bob@"):
        assert text not in body.decode()


def test_mail_goes_to_the_students_of_the_team_with_an_address(
    classroom: Classroom, notifier: Notifier, outbox: Outbox
) -> None:
    finish_check(classroom)  # the other student of the team has no address
    notifier.send_due()
    (mail,) = outbox.mails
    assert (mail["To"], mail["From"]) == ("bob@example.edu", "class@example.edu")
    assert mail["Subject"] == "Games: version 1 is ready"
    text = mail.get_content()
    assert "Preflight passed with 3 moves" in text
    assert "http://class.example.edu/submissions/1" in text
    assert not mail.is_multipart()


def test_invalid_address_is_a_failure_and_not_another_header(
    classroom: Classroom, notifier: Notifier, outbox: Outbox
) -> None:
    classroom.database.execute("UPDATE person SET email = ? WHERE key = 'bob'", "bob@x.edu\nBcc: all@x.edu")
    finish_check(classroom)
    notifier.send_due()
    assert outbox.mails == []
    (problem,) = notifications.list_problems(classroom.database)
    assert problem.problem == "the mail address is invalid"


def test_failed_delivery_is_repeated_later_and_given_up(
    classroom: Classroom, notifier: Notifier, outbox: Outbox, clock: FakeClock
) -> None:
    finish_check(classroom, "ann")
    outbox.problem = "the receiver answered with status 500"
    for attempt in range(MAX_ATTEMPTS):
        assert notifier.send_due() == 2
        assert notifier.send_due() == 0  # not yet
        clock.advance(RETRY_S * RETRY_FACTOR**attempt)
    assert notifier.send_due() == 0
    assert notifications.count_notifications(classroom.database)["failed"] == 2
    page = visible(Site.of(classroom).session("tom").get("/staff").text)
    assert "0 waiting, 0 sent, 2 failed" in page
    assert "the receiver answered with status 500" in page
    assert not any(text in page for text in (SECRET, PASSWORD))


def test_waiting_notification_survives_a_restart_and_is_sent_once(
    classroom: Classroom, outbox: Outbox, clock: FakeClock
) -> None:
    finish_check(classroom, "ann")
    outbox.problem = "no connection"
    Notifier(classroom, outbox.post, outbox.mail).send_due()
    outbox.problem = ""
    clock.advance(RETRY_S)
    again = Notifier(classroom, outbox.post, outbox.mail)
    assert [again.send_due(), again.send_due()] == [2, 0]
    assert (len(outbox.posts), len(outbox.mails)) == (1, 1)


def test_thread_sends_notifications_until_it_is_stopped(classroom: Classroom, outbox: Outbox) -> None:
    notifier = Notifier(classroom, outbox.post, outbox.mail, poll_interval_s=0.001)
    notifier.start()
    try:
        finish_check(classroom, "ann")
        wait_until(lambda: len(outbox.posts) == len(outbox.mails) == 1, "the notifications are sent")
    finally:
        notifier.stop()
        wait_until(lambda: not notifier.is_alive, "the thread has ended")


def test_check_that_runs_again_is_announced_only_if_its_result_changes(classroom: Classroom) -> None:
    finish_check(classroom, "ann")

    def run_again(result: CheckResult) -> int:
        one = submissions.get_submission(classroom.database, 1)
        submissions.rerun(classroom.database, one, "tom", classroom.now())
        make_runner(classroom, result).run_available()
        return notifications.count_notifications(classroom.database)["waiting"]

    assert run_again(PASSED) == 2
    assert PASSED.preflight is not None
    assert run_again(replace(PASSED, preflight=replace(PASSED.preflight, moves=5))) == 4


def test_settings_in_force_hide_secrets(classroom: Classroom) -> None:
    assert SECRET not in repr(classroom.settings)
    assert PASSWORD not in repr(classroom.settings)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("webhook_url = 'ftp://x'", "webhook_url: expected an address"),
        ("webhook_url = 'https://x.edu'\nwebhook_secret = 'short'", "webhook_secret: expected at least 16"),
        ("smtp_host = 'x'", "mail_from: expected the address"),
        ("smtp_security = 'ssl'", "smtp_security: expected starttls, tls or none"),
        ("smtp_user = 'x'\nsmtp_security = 'none'", "smtp_user: a password is not sent without TLS"),
    ],
)
def test_invalid_settings_are_explained(text: str, problem: str) -> None:
    with pytest.raises(SettingsError, match=problem):
        parse(f"[notifications]\n{text}", "class.toml")
