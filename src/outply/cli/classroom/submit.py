"""`outply class submit`: send a program to the server of a class and wait for the result of its check."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from outply.classroom.uploads import pack_directory
from outply.cli.terminal import CommandError, user_errors
from outply.text import escape_controls, os_reason

TOKEN_VARIABLE = "OUTPLY_CLASS_TOKEN"
FAILED = 1
POLL_INTERVAL_S = 2.0
TIMEOUT_S = 60.0
MAX_ANSWER_BYTES = 1 << 20
LOG_LINES = 30
"""Lines of build output that are printed if the check failed."""

STEP = "> "
"""Beginning of the lines of the log that name a step."""

UNFINISHED = ("queued", "checking")

Send = Callable[[urllib.request.Request], bytes]


@click.command()
@click.argument("server", metavar="SERVER")
@click.argument("path", metavar="PATH", type=click.Path(path_type=Path, exists=True))
@click.option("--no-wait", is_flag=True, help="Do not wait for the result of the check.")
def submit(server: str, path: Path, no_wait: bool) -> int:
    """Submit the program in PATH, a directory, an archive or a source file, to the class server at SERVER.

    The environment variable OUTPLY_CLASS_TOKEN holds your token; create one on your account page. A directory is
    sent as a zip without .git and similar folders. The exit status is 0 if the program passes its check, and 1 if
    it does not; then the output of its build is printed to standard error.

    \b
    Examples:
      outply class submit http://localhost:8766/ my-program/
      outply class submit https://class.example.edu/ homework3.py
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    if not token:
        raise CommandError(f"set {TOKEN_VARIABLE} to your token; create one at {server.rstrip('/')}/account")
    client = ClassClient(server, token)
    name, data = read_program(path)
    submission = client.submit(name, data)
    click.echo(f"version {submission['version']} was received: {submission['page']}")
    if no_wait:
        return 0
    shown = ""
    while submission["state"] in UNFINISHED:
        step = f"{submission['state']} {submission['progress']}".strip()
        if step != shown:
            click.echo(escape_controls(step), err=True)
            shown = step
        submission = client.get_later(submission["id"])
    for text in (f"{submission['state']}: {submission['headline']}", submission["advice"]):
        if text:
            click.echo(escape_controls(text))
    if submission["state"] == "failed":
        lines = [line for line in submission.get("log", "").splitlines() if not line.startswith(STEP)]
        for line in lines[-LOG_LINES:]:
            click.echo(escape_controls(line), err=True)
    return 0 if submission["state"] == "ready" else FAILED


def read_program(path: Path) -> tuple[str, bytes]:
    """Return the name and content of the file to upload: the file at `path`, or the directory as a zip."""
    if path.is_file():
        return path.name, path.read_bytes()
    with user_errors():
        return f"{path.resolve().name}.zip", pack_directory(path)


class ClassClient:
    """A client of the class server at the address `server`."""

    def __init__(
        self, server: str, token: str, send: Send | None = None, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        if urllib.parse.urlsplit(server).scheme not in ("http", "https"):
            raise CommandError(f"expected an address such as https://class.example.edu/, got {server}")
        self._server, self._token, self._send = server.rstrip("/"), token, send or _send
        self._sleep = sleep

    def submit(self, name: str, data: bytes) -> dict[str, Any]:
        """Submit a file; return the state of the new version."""
        return self._ask(f"/api/submissions?name={urllib.parse.quote(name)}", data)

    def get(self, submission: int) -> dict[str, Any]:
        """Return the state of a version."""
        return self._ask(f"/api/submissions/{submission}")

    def get_later(self, submission: int) -> dict[str, Any]:
        """Wait for `POLL_INTERVAL_S`, then return the state of a version."""
        self._sleep(POLL_INTERVAL_S)
        return self.get(submission)

    def _ask(self, path: str, data: bytes | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/octet-stream"}
        request = urllib.request.Request(self._server + path, data, headers)
        try:
            answer: dict[str, Any] = json.loads(self._send(request))
        except urllib.error.HTTPError as error:
            with error:
                raise CommandError(f"{self._server}: {_problem(error)}") from None
        except OSError as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            text = os_reason(reason) if isinstance(reason, OSError) else str(reason)
            raise CommandError(f"cannot reach {self._server}: {text}") from None
        except ValueError:
            raise CommandError(f"{self._server} is not an Outply class server") from None
        return answer


def _problem(error: urllib.error.HTTPError) -> str:
    """Return the message of a refused request."""
    try:
        return str(json.loads(error.read(MAX_ANSWER_BYTES))["error"])
    except (ValueError, KeyError, TypeError):
        return f"the server answered with status {error.code}"


def _send(request: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
        content: bytes = response.read(MAX_ANSWER_BYTES)
        return content
