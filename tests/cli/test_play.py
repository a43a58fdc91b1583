"""`outply play`: the server of the play page."""

import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

import pytest
from support.arena.tournaments import add_game, create_tournament
from support.assertions import not_none
from support.processes.command_line import run_cli
from support.processes.terminal import COMMAND


@contextmanager
def playing(*arguments: str) -> Iterator[tuple[Popen[str], str]]:
    """Yield a running server and the address that it printed."""
    command = [*COMMAND, "play", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        line = not_none(process.stdout).readline()
        try:
            yield process, not_none(re.search(r"http://\S+/", line))[0]
        finally:
            process.kill()


def title_at(address: str) -> str:
    """Return the first word of the title of the page at this address."""
    with urllib.request.urlopen(address, timeout=600) as page:
        return not_none(re.search(r"<title>(\w+)", page.read().decode()))[1]


@pytest.mark.parametrize(
    ("stop", "arguments", "host"),
    [(signal.SIGINT, [], "127.0.0.1"), (signal.SIGTERM, ["--host", "localhost"], "localhost")],
)
def test_server_listens_on_the_loopback_interface_until_a_signal(
    stop: signal.Signals, arguments: list[str], host: str
) -> None:
    with playing("--port", "0", *arguments) as (process, address):
        assert address.startswith(f"http://{host}:")
        assert title_at(address) == "Outply"
        process.send_signal(stop)
        _, errors = process.communicate(timeout=600)
        assert process.returncode in (0, 128 + stop)
        assert "Traceback" not in errors


def test_running_search_does_not_delay_shutdown() -> None:
    body = b'{"start": "warfare/raid/Smolensk", "mode": "MINIMAX", "depth": 12}'
    with playing("--port", "0") as (process, address):
        with ThreadPoolExecutor(1) as client:
            request = urllib.request.Request(f"{address}api/solve", body, {"Content-Type": "application/json"})
            search = client.submit(urllib.request.urlopen, request)
            urllib.request.urlopen(address, timeout=600).close()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=600)
            assert search.exception() is not None
        assert "Traceback" not in errors


def test_port_in_use_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run_cli("play", "--no-browser", "--port", port)
        assert done.returncode == 2
        assert done.stderr == f"outply: cannot listen on 127.0.0.1, port {port}: address already in use\n"
        assert done.stdout == ""


def test_next_free_port_is_used_by_default() -> None:
    with playing() as (_, first), playing() as (_, second):
        assert first != second
        assert title_at(first) == title_at(second) == "Outply"


def test_tournament_is_served_beside_the_play_page(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]) as store:
        add_game(store, "anna", "bert")
    with playing("--port", "0", "--tournament", str(tmp_path / "t.db")) as (process, address):
        assert not_none(process.stdout).readline() == f"tournament: {address}tournament/\n"
        with urllib.request.urlopen(f"{address}tournament/", timeout=600) as page:
            assert "1 of 1 game played" in page.read().decode()


def test_server_waits_for_a_tournament_and_lets_a_named_origin_embed_its_pages(tmp_path: Path) -> None:
    options = ("--tournament", str(tmp_path / "t.db"), "--allow-embedding", "https://course.example/")
    with playing("--port", "0", *options) as (process, address):
        assert not_none(process.stdout).readline() == f"tournament: {address}tournament/\n"
        assert "t.db contains no tournament yet" in not_none(process.stdout).readline()
        with urllib.request.urlopen(f"{address}tournament/", timeout=600) as page:
            assert "The tournament has not begun" in page.read().decode()
        with urllib.request.urlopen(address, timeout=600) as page:
            assert page.headers["Content-Security-Policy"].endswith("frame-ancestors https://course.example")


@pytest.mark.parametrize(("name", "problem"), [("no/no.db", "no does not exist"), ("text", "not a database")])
def test_file_that_is_not_a_tournament_is_reported(tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "text").write_text("a text " * 1000)
    done = run_cli("play", "--no-browser", "--tournament", tmp_path / name)
    assert (done.returncode, done.stdout) == (2, "")
    assert problem in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "origin", ["course.example", "https://course.example/page", "https://a b", "*", "http://a;b"]
)
def test_embedding_needs_an_origin(origin: str) -> None:
    done = run_cli("play", "--no-browser", "--allow-embedding", origin)
    assert done.returncode == 2
    assert "expected an origin such as https://course.example, without a path" in done.stderr
