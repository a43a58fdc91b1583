"""`outply play` as somebody starts it."""

import re
import signal
import socket
import subprocess
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from support.terminal import COMMAND
from support.tournaments import fill, keep


@contextmanager
def playing(*arguments):
    """A server that was started, and the address that it printed."""
    command = [*COMMAND, "play", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        try:
            yield process, re.search(r"http://\S+/", line)[0]
        finally:
            process.kill()


@pytest.mark.parametrize("arguments", [["--port", "0"], ["--port", "0", "--host", "localhost"], []])
def test_it_prints_where_the_page_is(arguments):
    with playing(*arguments) as (_, address), urllib.request.urlopen(address, timeout=60) as page:
        assert "<title>Outply" in page.read().decode()


def test_it_listens_to_this_machine_alone():
    with playing("--port", "0") as (_, address):
        assert address.startswith("http://127.0.0.1:")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told_to_without_a_traceback(stop):
    with playing("--port", "0") as (process, address):
        urllib.request.urlopen(address, timeout=60).close()
        process.send_signal(stop)
        _, errors = process.communicate(timeout=60)
        assert process.returncode in (0, 128 + stop)
        assert "Traceback" not in errors


def test_a_running_search_does_not_keep_it_from_ending():
    body = b'{"start": "warfare/raid/Smolensk", "mode": "MINIMAX", "depth": 12}'
    with playing("--port", "0") as (process, address):
        with ThreadPoolExecutor(1) as client:
            request = urllib.request.Request(f"{address}api/solve", body, {"Content-Type": "application/json"})
            search = client.submit(urllib.request.urlopen, request)
            urllib.request.urlopen(address, timeout=60).close()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
            assert search.exception() is not None
        assert "Traceback" not in errors


def test_a_port_that_is_taken_is_an_error_in_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*COMMAND, "play", "--no-browser", "--port", port], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert done.stderr == f"outply: cannot listen at 127.0.0.1, port {port}: address already in use\n"
        assert done.stdout == ""


def test_where_nobody_asks_for_a_port_the_next_free_one_is_taken():
    with playing() as (_, first), playing() as (_, second):
        assert first != second


def test_a_tournament_is_served_beside_the_game(tmp_path):
    with fill(tmp_path / "t.db", ["anna", "bert"]) as store:
        keep(store, "anna", "bert")
    with playing("--port", "0", "--tournament", str(tmp_path / "t.db")) as (process, address):
        assert process.stdout.readline() == f"the tournament is at {address}tournament/\n"
        with urllib.request.urlopen(f"{address}tournament/", timeout=60) as page:
            assert "1 game played" in page.read().decode()


@pytest.mark.parametrize(("name", "problem"), [("no.db", "there is no tournament in"), ("text", "not a database")])
def test_what_is_no_tournament_is_an_error_in_a_sentence(tmp_path, name, problem):
    (tmp_path / "text").write_text("a text " * 1000)
    command = [*COMMAND, "play", "--no-browser", "--tournament", str(tmp_path / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
