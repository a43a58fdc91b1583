"""Limits of requests in size, media type and time, and the static files."""

import asyncio
import http.client
import json
import re
from collections.abc import MutableMapping
from email.message import Message
from typing import Any

import pytest
from fastapi import FastAPI, Request
from starlette.datastructures import Headers
from support.web.event_loops import run_coroutine
from support.web.serving import Server

from outply.report.base.assets import asset
from outply.web.middleware import RequestLimits
from outply.web.static_files import StaticFiles, hashed_name

SCRIPT = f"/static/{StaticFiles().manifest['play.js']}"


def request(
    server: Server, method: str, path: str, body: bytes | None = None, /, **headers: str
) -> tuple[int, Message, bytes]:
    """Return the status, headers and body of a response."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    result = response.status, response.headers, response.read()
    connection.close()
    return result


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded"])
def test_non_json_request_names_the_expected_content_type(server: Server, media_type: str) -> None:
    status, _, body = request(server, "POST", "/api/position", b"start=1", **{"Content-Type": media_type})
    assert (status, b"application/json" in body) == (415, True)


@pytest.mark.parametrize("is_slow", [False, True], ids=["never", "for ever"])
def test_request_whose_body_never_ends_times_out(*, is_slow: bool) -> None:
    app = FastAPI()

    @app.post("/")
    async def body(request: Request) -> int:
        return len(await request.body())

    async def never() -> MutableMapping[str, Any]:
        if not is_slow:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": b"", "more_body": True}

    scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "headers": [], "query_string": b""}
    limited = RequestLimits(app, max_body_s=0.01) if is_slow else RequestLimits(app, body_timeout_s=0.01)
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def request() -> None:
        await limited(scope, never, send)

    run_coroutine(request())
    assert sent[0]["status"] == 408


def test_request_for_an_unchanged_file_gets_status_304(server: Server) -> None:
    status, headers, body = request(server, "GET", SCRIPT, **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert body
    status, _, body = request(server, "GET", SCRIPT, **{"If-None-Match": headers["ETag"]})
    assert (status, body) == (304, b"")


def test_client_that_does_not_accept_gzip_gets_an_uncompressed_file(server: Server) -> None:
    path = f"/static/{StaticFiles().manifest['play-chunk.js']}"
    _, headers, body = request(server, "GET", path, **{"Accept-Encoding": "identity"})
    assert headers["Content-Encoding"] is None
    assert body.decode() == asset("play-chunk.js")


def test_browsers_cache_scripts_for_ever_and_revalidate_pages(server: Server) -> None:
    _, headers, _ = request(server, "GET", SCRIPT)
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    _, headers, _ = request(server, "GET", "/")
    assert headers["Cache-Control"] == "no-cache"


def test_name_of_a_served_file_changes_with_its_content() -> None:
    names = [hashed_name("play.js", text) for text in (b"a", b"b")]
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"play-[0-9a-f]{16}\.js", name) for name in names)


def test_every_file_that_a_page_or_a_script_names_is_served(server: Server) -> None:
    files = StaticFiles()
    pages = ("/", "/tree", "/puzzles", "/manifest.webmanifest")
    paths = {f"/static/{name}" for name in files.manifest.values()}
    texts = dict.fromkeys(pages, "static/") | dict.fromkeys((path for path in paths if ".png" not in path), "./")
    named = {
        f"/static/{name}"
        for path, folder in texts.items()
        for name in re.findall(rf'"{re.escape(folder)}([\w.-]+)"', request(server, "GET", path)[2].decode())
    }
    assert named == paths
    assert {request(server, "GET", path)[0] for path in named} == {200}


def test_play_page_contains_the_catalogue_and_the_first_position(server: Server) -> None:
    page = request(server, "GET", "/")[2].decode()
    found = re.search(r'<script type="application/json" id="initial-data">([^<]+)</script>', page)
    assert found is not None
    data = json.loads(found[1])
    assert data["catalogue"] == server.get_json("/api/games")
    start = data["catalogue"]["first_start"]
    assert data["position"] == server.get_json("/api/position", {"start": start, "moves": []})


def test_embedded_data_cannot_end_its_element() -> None:
    files = StaticFiles()
    files.embed("play.html", json.dumps("</script>"))
    assert bytes(files.page("play.html", Headers()).body).decode().count('"\\u003c/script>"</script>') == 1


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/static/nothing.js", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("POST", SCRIPT, 405),
    ],
)
def test_only_static_files_are_served_and_only_for_reading(
    server: Server, method: str, path: str, status: int
) -> None:
    assert request(server, method, path)[0] == status


def test_unknown_path_gets_an_html_page_in_browsers_and_json_in_programs(server: Server) -> None:
    status, headers, body = request(server, "GET", "/nowhere", Accept="text/html,*/*")
    assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b'<a href="/">' in body
    assert request(server, "GET", "/nowhere", Accept="*/*")[2] == b'{"error":"Not Found"}'
