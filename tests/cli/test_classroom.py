"""`outply class`: create a class, issue links, back up, submit and serve."""

import csv
import io
import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from support.assertions import not_none
from support.processes.command_line import run_cli
from support.processes.terminal import COMMAND
from support.web.classrooms import Browser, Site, person

from outply.classroom.accounts import credentials
from outply.classroom.checks import queue
from outply.classroom.classroom import Classroom
from outply.classroom.submissions import State
from outply.cli.classroom import submit as submit_command
from outply.cli.classroom.submit import ClassClient, read_program
from outply.cli.terminal import CommandError
from outply.sandbox import bubblewrap

ROSTER = "name,login,email,role\nAnn Lee,ann,ann@x.edu,\n=Bob,bob,bob@x.edu,\nTom Aid,tom,tom@x.edu,assistant\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "roster.csv").write_text(ROSTER)
    return tmp_path


def new(folder: Path, *options: str) -> str:
    done = run_cli("class", "new", "games", "--roster", "roster.csv", *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_new_prints_a_link_by_which_the_administrator_signs_in(folder: Path) -> None:
    printed = new(folder, "--url", "http://class.example.edu/", "--title", "AI 101")
    assert "created games with 2 students" in printed
    link = next(word for word in printed.split() if "/sign-in/" in word)
    with Classroom(folder / "games") as classroom:
        browser = Browser(Site.of(classroom).app)
        assert browser.post(link.removeprefix("http://class.example.edu")).status == 303
        assert "AI 101" in browser.get("/staff").text
    assert (folder / "games").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("new", "games", "--roster", "missing.csv"), "'missing.csv' does not exist"),
        (("new", "games", "--roster", "roster.csv", "--rules", "slow"), "game.rules: expected raid or blitz"),
        (("new", "games", "--roster", "roster.csv", "--no-preflight"), "checks: nothing is checked"),
        (("new", ".", "--roster", "roster.csv"), "is not an empty directory"),
        (("new", "games", "--roster", "roster.csv", "--url", "x"), "course.url: expected an address"),
        (("serve", "games"), "games contains no class. Create one with: outply class new games"),
        (("backup", "games", "b.tar.gz"), "games contains no class"),
        (("submit", "http://localhost:1/", "roster.csv"), "set OUTPLY_CLASS_TOKEN to your token"),
    ],
)
def test_mistake_is_explained_and_nothing_is_created(folder: Path, arguments: list[str], problem: str) -> None:
    done = run_cli("class", *arguments, cwd=folder)
    assert done.returncode == 2
    assert problem in done.stderr
    assert not (folder / "games").exists()


def test_links_are_a_secret_csv_for_a_mail_merge(folder: Path) -> None:
    new(folder)
    assert "wrote 3 sign-in links" in run_cli("class", "links", "games", "-o", "links.csv", cwd=folder).stdout
    assert (folder / "links.csv").stat().st_mode & 0o077 == 0
    rows = list(csv.DictReader(io.StringIO((folder / "links.csv").read_text())))
    assert {row["key"]: row["email"] for row in rows}["ann"] == "ann@x.edu"
    assert {row["name"] for row in rows} == {"Ann Lee", "'=Bob", "Tom Aid"}
    assert all(row["link"].startswith("http://localhost:8766/sign-in/") for row in rows)
    one = run_cli("class", "links", "games", "--person", "ANN", "-o", "-", cwd=folder).stdout
    assert len(one.splitlines()) == 2
    wrong = run_cli("class", "links", "games", "--person", "nil", "-o", "-", cwd=folder)
    assert "'nil' is not the key of an active person" in wrong.stderr


def test_roster_is_replaced_and_backup_is_secret(folder: Path) -> None:
    new(folder)
    (folder / "roster.csv").write_text("name,login\nAnn Lee,ann\nDan Orr,dan\n")
    done = run_cli("class", "roster", "games", "roster.csv", cwd=folder)
    assert done.stdout == "1 added, 1 updated, 2 deactivated\n"
    assert "with 0 submissions" in run_cli("class", "backup", "games", "b.tar.gz", cwd=folder).stdout


def test_server_refuses_to_start_without_a_sandbox(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new(folder)

    def refuse() -> None:
        raise bubblewrap.NoSandboxError("bubblewrap is not installed")

    monkeypatch.setattr(bubblewrap, "require_sandbox", refuse)
    done = run_cli("class", "serve", "games", "--port", "0", cwd=folder)
    assert done.returncode == 2
    assert "bubblewrap is not installed; the class server" in done.stderr
    assert "does not start without a sandbox" in done.stderr


def test_server_without_numpy_names_the_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new(folder)
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = run_cli("class", "serve", "games", "--port", "0", cwd=folder)
    assert done.returncode == 2
    assert "the ladder of a class needs numpy: " in done.stderr


def test_server_starts_answers_and_stops_cleanly(folder: Path, needs_sandbox: None) -> None:
    new(folder)
    command = [*COMMAND, "class", "serve", "games", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        line = server.stdout.readline()
        url = next(word for word in line.split() if word.startswith("http://"))
        assert f"sign-in links begin with http://localhost:8766/; set url in games/class.toml to {url}" in (
            server.stderr.readline()
        )
        with urllib.request.urlopen(f"{url}ready", timeout=600) as answer:
            assert json.load(answer) == {"status": "ok"}
            headers = answer.headers
        again = run_cli("class", "serve", "games", "--port", "0", cwd=folder)
        assert "another server is running the class in games" in again.stderr
        server.send_signal(signal.SIGTERM)
        log = server.stderr.read()
        assert server.wait() == 0
    assert "Server" not in headers  # it would tell attackers the software
    assert "info stopping; a second signal stops at once" in log
    assert log.endswith("info stopped\n")
    assert not (folder / "games" / "class.db-wal").exists()


def test_server_behind_a_proxy_accepts_links_to_another_port(folder: Path, needs_sandbox: None) -> None:
    new(folder)
    path = folder / "games" / "class.toml"
    proxies = 'trusted_proxies = ["127.0.0.1"]'
    path.write_text(path.read_text().replace("[sign_in]\n", f"[sign_in]\n{proxies}\n"))
    command = [*COMMAND, "class", "serve", "games", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        url = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        with urllib.request.urlopen(f"{url}ready", timeout=600) as answer:
            assert json.load(answer) == {"status": "ok"}
        server.send_signal(signal.SIGTERM)
        assert "sign-in links begin with" not in server.stderr.read()
        assert server.wait() == 0


def client(site: Site, token: str) -> ClassClient:
    """Return a client whose requests are answered in process."""

    def send(request: urllib.request.Request) -> bytes:
        headers = {name.lower(): value for name, value in request.header_items()} | {"accept": "*/*"}
        data: Any = request.data
        answer = Browser(site.app).send(request.get_method(), request.selector, headers, data or b"")
        if answer.status >= 400:
            body = io.BytesIO(answer.text.encode())
            raise urllib.error.HTTPError(request.full_url, answer.status, "", Message(), body)
        return answer.text.encode()

    # The checks run while the command waits.
    return ClassClient("http://class.example.edu/", token, send, lambda _: site.runner.run_available())


@pytest.fixture
def site(folder: Path) -> Site:
    new(folder, "--url", "http://class.example.edu/")
    return Site.of(Classroom(folder / "games"))


def use_client(site: Site, monkeypatch: pytest.MonkeyPatch, token: str | None = None) -> None:
    """Let `outply class submit` talk to the site."""
    made = token or credentials.create_token(site.classroom.database, person(site.classroom, "ann").id, "", 0)
    monkeypatch.setattr(submit_command, "ClassClient", lambda _, token: client(site, token))
    monkeypatch.setenv(submit_command.TOKEN_VARIABLE, str(made))


def test_submit_sends_a_directory_and_waits_for_the_result(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_client(site, monkeypatch)
    (folder / "agent" / ".git").mkdir(parents=True)
    (folder / "agent" / "agent.py").write_text("print()\n")
    (folder / "agent" / ".git" / "config").write_text("secret")
    done = run_cli("class", "submit", "http://class.example.edu/", "agent", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "version 1 was received: http://class.example.edu/submissions/1" in done.stdout
    assert "ready: Preflight passed with 3 moves" in done.stdout
    (stored,) = site.classroom.submissions.iterdir()
    assert [path.name for path in stored.iterdir()] == ["agent.py"]


def test_submit_prints_the_output_of_a_failed_build(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_client(site, monkeypatch)

    def fail_build() -> None:
        claim = not_none(queue.claim_next(site.classroom.database, site.classroom.now()))
        log = "> building\nagent.cpp:1: error\x1b[31m\n> preflight failed\n"
        queue.append_log(site.classroom.database, claim, log)
        headline = "Preflight: build failed"
        now = site.classroom.now()
        queue.finish(site.classroom.database, claim, State.FAILED, now, headline=headline, advice="", result=None)

    monkeypatch.setattr(site.runner, "run_available", fail_build)
    (folder / "agent.py").write_text("print()\n")
    done = run_cli("class", "submit", "http://class.example.edu/", "agent.py", cwd=folder)
    assert done.returncode == 1
    assert "failed: Preflight: build failed" in done.stdout
    assert done.stderr.splitlines()[-1] == "agent.cpp:1: error\\x1b[31m"


def test_submit_explains_what_the_server_refuses(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_client(site, monkeypatch)
    done = run_cli("class", "submit", "http://class.example.edu/", "roster.csv", cwd=folder)
    assert done.returncode == 2
    assert "expected an archive" in done.stderr
    use_client(site, monkeypatch, "wrong")
    done = run_cli("class", "submit", "http://class.example.edu/", "roster.csv", cwd=folder)
    assert "you are not signed in; send a valid token" in done.stderr


def test_client_explains_an_unreachable_or_foreign_server() -> None:
    def refuse(_: urllib.request.Request) -> bytes:
        raise urllib.error.URLError(ConnectionRefusedError(111, "Connection refused"))

    with pytest.raises(CommandError, match="cannot reach http://x: connection refused"):
        ClassClient("http://x/", "t", refuse).get(1)
    with pytest.raises(CommandError, match="is not an Outply class server"):
        ClassClient("http://x/", "t", lambda _: b"<html>").get(1)
    with pytest.raises(CommandError, match="expected an address"):
        ClassClient("file:///etc/passwd", "t")


def test_directory_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="contains no files"):
        read_program(tmp_path)
    (tmp_path / "agent.py").write_text("x")
    name, data = read_program(tmp_path)
    assert zipfile.ZipFile(io.BytesIO(data)).namelist() == ["agent.py"]
    assert name.endswith(".zip")
