"""What comes in is bounded: in size, in kind, and in the time that it may take to come."""

import asyncio
import http.client
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi import FastAPI, Request

from outply.web.middleware import Guard


def asked(server, method, path, body=None, **headers):
    """Return the status, the headers and the body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read()
    connection.close()
    return found


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_what_is_no_json_is_told_what_to_send(server, kind):
    status, _, body = asked(server, "POST", "/api/position", b"start=1", **{"Content-Type": kind})
    assert (status, b"application/json" in body) == (415, True)


def test_a_body_that_does_not_come_is_not_waited_for():
    app = FastAPI()

    @app.post("/")
    async def body(request: Request):
        return len(await request.body())

    async def never():
        await asyncio.Event().wait()

    scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "headers": [], "query_string": b""}
    guard = Guard(app, body_seconds=0.01)
    sent = []

    async def send(message):
        sent.append(message)

    with ThreadPoolExecutor(1) as elsewhere:  # a browser's loop may be running here
        elsewhere.submit(lambda: asyncio.run(guard(scope, never, send))).result()
    assert sent[0]["status"] == 408


def test_a_file_that_has_not_changed_is_not_sent_again(server):
    status, headers, body = asked(server, "GET", "/static/main.js", **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert body
    status, _, body = asked(server, "GET", "/static/main.js", **{"If-None-Match": headers["ETag"]})
    assert (status, body) == (304, b"")


def test_who_cannot_unpack_gets_the_file_as_it_is(server):
    _, headers, body = asked(server, "GET", "/static/main.js", **{"Accept-Encoding": "identity"})
    assert headers["Content-Encoding"] is None
    assert body.decode().startswith(("/", "import"))


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/static/nothing.js", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("POST", "/static/main.js", 405),
    ],
)
def test_there_are_only_the_files_of_the_page_and_they_are_only_read(server, method, path, status):
    assert asked(server, method, path)[0] == status


def test_a_person_who_goes_astray_gets_a_page_and_a_program_a_sentence(server):
    status, headers, body = asked(server, "GET", "/nowhere", Accept="text/html,*/*")
    assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b'<a href="/">' in body
    assert asked(server, "GET", "/nowhere", Accept="*/*")[2] == b'{"error":"Not Found"}'
