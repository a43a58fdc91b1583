"""Notifications about finished checks: a signed webhook and mail, sent in the background with bounded retries."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import smtplib
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from http.client import HTTPException
from typing import Any

from outply.classroom.checks.check import CheckResult
from outply.classroom.classroom import Classroom
from outply.classroom.database import ClassDatabase, Row
from outply.classroom.settings.class_settings import ClassSettings, NotificationSettings, format_time
from outply.classroom.submissions import DAY_S, Submission, get_submission
from outply.jobs.sqlite_state import StateError
from outply.text import os_reason

WEBHOOK, MAIL = "webhook", "mail"
WAITING, SENT, FAILED = "waiting", "sent", "failed"

MAX_ATTEMPTS = 5
RETRY_S = 60.0
RETRY_FACTOR = 4
"""The first retry is after `RETRY_S`, and each further one after `RETRY_FACTOR` times as long."""

TIMEOUT_S = 10.0
POLL_INTERVAL_S = 5.0
BATCH = 20
"""Notifications sent between two looks at the settings and at a stop."""

KEPT_S = 7 * DAY_S
"""Time for which sent and failed notifications are kept."""

SIGNATURE, TIMESTAMP = "X-Outply-Signature", "X-Outply-Timestamp"


class DeliveryError(Exception):
    """Raised if a notification was not delivered; the message is for the staff and contains no secrets."""


Post = Callable[[str, bytes, Mapping[str, str]], None]
"""Sends a body to an address by POST with these headers. Raises DeliveryError."""

SendMail = Callable[[NotificationSettings, EmailMessage], None]
"""Sends a message by the SMTP server of the settings. Raises DeliveryError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """A notification about the check of a version. `recipient` is the mail address; empty for the webhook."""

    id: int
    submission: int
    channel: str
    recipient: str
    state: str
    created_at: float
    attempts: int
    problem: str


def add_notifications(
    database: ClassDatabase, settings: ClassSettings, claim: Submission, headline: str, now: float
) -> None:
    """Queue the notifications about a check that has finished with `headline`.

    A check that ran again is announced only if its headline has changed. Checks of baselines are not announced.
    """
    notify = settings.notifications
    if not (notify.webhook_url or notify.smtp_host) or (claim.result is not None and claim.headline == headline):
        return
    if database.row("SELECT 1 FROM baseline WHERE team = ?", claim.team) is not None:
        return
    targets = [(WEBHOOK, "")] if notify.webhook_url else []
    if notify.smtp_host:
        query = "SELECT email FROM person WHERE team = ? AND is_active = 1 AND email != ''"
        targets += [(MAIL, row["email"]) for row in database.rows(query, claim.team)]
    for channel, recipient in targets:
        database.insert(
            "notification",
            submission=claim.id,
            channel=channel,
            recipient=recipient,
            state=WAITING,
            created_at=now,
            next_at=now,
        )


def count_notifications(database: ClassDatabase) -> dict[str, int]:
    """Return the number of notifications in each state."""
    rows = database.rows("SELECT state, count(*) AS number FROM notification GROUP BY state")
    return dict.fromkeys((WAITING, SENT, FAILED), 0) | {row["state"]: row["number"] for row in rows}


def list_problems(database: ClassDatabase, limit: int = 10) -> list[Notification]:
    """Return the newest notifications that failed, or failed so far, the newest first."""
    rows = database.rows("SELECT * FROM notification WHERE problem != '' ORDER BY id DESC LIMIT ?", limit)
    return [_parse(row) for row in rows]


def webhook_body(classroom: Classroom, submission: Submission) -> bytes:
    """Return the JSON text about a finished check: no names, no secrets, nothing that a program wrote."""
    row = classroom.database.row("SELECT alias FROM team WHERE id = ?", submission.team)
    right, cases = _score(submission)
    content: dict[str, Any] = {
        "event": "check.finished",
        "class": classroom.settings.course.title,
        "submission": submission.id,
        "version": submission.version,
        "team": "" if row is None else row["alias"],
        "state": submission.state.value,
        "verdict": submission.headline,
        "right": right,
        "cases": cases,
        "finished": None if submission.finished_at is None else format_time(submission.finished_at),
        "page": _page(classroom, submission),
    }
    return json.dumps(content, ensure_ascii=False).encode()


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """Return the signature of a webhook: HMAC-SHA-256 of the timestamp, a dot and the body."""
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def mail_message(classroom: Classroom, submission: Submission, recipient: str) -> EmailMessage:
    """Return the mail about a finished check.

    Raises ValueError if the address is invalid.
    """
    settings = classroom.settings
    message = EmailMessage()
    message["From"], message["To"] = settings.notifications.mail_from, recipient
    title = f"{settings.course.title}: version {submission.version} is {submission.state.value}"
    message["Subject"] = title
    message["Auto-Submitted"] = "auto-generated"
    right, cases = _score(submission)
    lines = [f"Version {submission.version}: {submission.state.value}", submission.headline]
    if cases is not None:
        lines.append(f"Public cases: {right} of {cases} right")
    message.set_content("\n".join([*lines, "", _page(classroom, submission), ""]))
    return message


def _page(classroom: Classroom, submission: Submission) -> str:
    return f"{classroom.settings.course.url.rstrip('/')}/submissions/{submission.id}"


def _score(submission: Submission) -> tuple[int | None, int | None]:
    result = None if submission.result is None else CheckResult.from_json(submission.result)
    if result is None or result.outcome is None:
        return None, None
    right = sum(judgement.is_right for _, judgement in result.judgements)
    return right, result.case_count or len(result.judgements)


class Notifier:
    """Sends the queued notifications of a class in a thread of its own, so that a slow receiver delays nothing.

    The thread looks for notifications that are due every `poll_interval_s`.
    """

    def __init__(
        self,
        classroom: Classroom,
        post: Post | None = None,
        send_mail: SendMail | None = None,
        poll_interval_s: float = POLL_INTERVAL_S,
    ) -> None:
        self._class, self._post, self._send_mail = classroom, post or post_webhook, send_mail or send_by_smtp
        self._poll_interval_s = poll_interval_s
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        self._thread = threading.Thread(target=self._loop, name="outply-notifications", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send no more notifications. Those that wait are sent after the next start."""
        self._stopping.set()

    def send_due(self) -> int:
        """Send the notifications that are due, at most `BATCH`; return the number of attempts."""
        database, now = self._class.database, self._class.now()
        rows = database.rows(
            "SELECT * FROM notification WHERE state = ? AND next_at <= ? ORDER BY next_at, id LIMIT ?",
            WAITING,
            now,
            BATCH,
        )
        database.execute("DELETE FROM notification WHERE state != ? AND created_at < ?", WAITING, now - KEPT_S)
        for count, row in enumerate(rows):
            if self._stopping.is_set():
                return count
            self._send(_parse(row))
        return len(rows)

    def _send(self, one: Notification) -> None:
        problem = ""
        try:
            self._deliver(one)
        except DeliveryError as error:
            problem = str(error)
        attempts, now = one.attempts + 1, self._class.now()
        state = SENT if not problem else FAILED if attempts >= MAX_ATTEMPTS else WAITING
        self._class.database.execute(
            "UPDATE notification SET state = ?, attempts = ?, problem = ?, next_at = ? WHERE id = ?",
            state,
            attempts,
            problem,
            now + RETRY_S * RETRY_FACTOR**one.attempts,
            one.id,
        )

    def _deliver(self, one: Notification) -> None:
        notify = self._class.settings.notifications
        submission = get_submission(self._class.database, one.submission)
        if one.channel == WEBHOOK:
            if not notify.webhook_url:
                raise DeliveryError("the webhook was switched off")
            body, timestamp = webhook_body(self._class, submission), f"{self._class.now():.0f}"
            signature = f"sha256={sign(notify.webhook_secret, timestamp, body)}"
            headers = {"Content-Type": "application/json", TIMESTAMP: timestamp, SIGNATURE: signature}
            self._post(notify.webhook_url, body, headers)
            return
        if not notify.smtp_host:
            raise DeliveryError("mail was switched off")
        try:
            message = mail_message(self._class, submission, one.recipient)
        except ValueError:
            raise DeliveryError("the mail address is invalid") from None
        self._send_mail(notify, message)

    def _loop(self) -> None:
        while not self._stopping.is_set():
            try:
                is_done = self.send_due() < BATCH
            except StateError as error:  # the database does not answer; notifications wait
                is_done = True
                logging.getLogger("outply.classroom").error("notifications were not sent: %s", error)
            if is_done:
                self._stopping.wait(self._poll_interval_s)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, which could lead a signed request to another host."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def post_webhook(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send a webhook. Raises DeliveryError if the receiver does not answer with a status of success."""
    opener = urllib.request.build_opener(_NoRedirects)
    try:
        with opener.open(urllib.request.Request(url, body, dict(headers)), timeout=TIMEOUT_S):
            pass
    except urllib.error.HTTPError as error:
        error.close()
        raise DeliveryError(f"the receiver answered with status {error.code}") from None
    except OSError as error:
        raise DeliveryError(_reason(error)) from None
    except (HTTPException, ValueError):
        raise DeliveryError("the receiver did not answer by HTTP") from None


def send_by_smtp(settings: NotificationSettings, message: EmailMessage) -> None:
    """Send a mail. Raises DeliveryError if the SMTP server does not accept it."""
    host, port, context = settings.smtp_host, settings.smtp_port, ssl.create_default_context()
    try:
        with (
            smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_S, context=context)
            if settings.smtp_security == "tls"
            else smtplib.SMTP(host, port, timeout=TIMEOUT_S)
        ) as server:
            if settings.smtp_security == "starttls":
                server.starttls(context=context)
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)
    except smtplib.SMTPResponseException as error:  # its text may quote the message
        raise DeliveryError(f"the mail server answered with code {error.smtp_code}") from None
    except smtplib.SMTPException as error:
        raise DeliveryError(f"the mail server refused the message ({type(error).__name__})") from None
    except OSError as error:
        raise DeliveryError(_reason(error)) from None


def _reason(error: OSError) -> str:
    inner = error.reason if isinstance(error, urllib.error.URLError) else error
    text = os_reason(inner) if isinstance(inner, OSError) else str(inner)
    return f"no connection: {text or type(inner).__name__}"


def _parse(row: Row) -> Notification:
    return Notification(**{name: row[name] for name in Notification.__slots__})
