"""Fuzz all routes of the class server in each role by Schemathesis: no server error, no unexpected status.

The class server has no OpenAPI description, because its pages are not an API; the test describes its routes.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import requests
from hypothesis import settings
from support.web.classrooms import (
    KEYS,
    URL,
    Browser,
    FakeClock,
    Site,
    add_ladder_game,
    make_class,
    make_runner,
    person,
    submit,
    won,
)

from outply.classroom.accounts import credentials
from outply.classroom.accounts.roles import Role
from outply.classroom.ladder.games import key_of
from outply.web.classroom.routes import ROUTES, Route

EXAMPLES = max(1, settings().max_examples // 20)  # of the profile, for each of the routes and roles
EXPECTED = (200, 201, 303, 400, 401, 403, 404, 405, 409, 413, 422, 429, 507)
TEXT = {"type": "string"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with make_class(tmp_path / "class", clock=FakeClock()) as classroom:
        first, second = (key_of(submit(classroom, key).id) for key in ("ann", "bob"))
        make_runner(classroom).run_available()
        add_ladder_game(classroom, first, second, won(1))
        yield Site.of(classroom)


def describe(route: Route, path: str, csrf: str) -> dict[str, Any]:
    """Return the OpenAPI description of a route. IDs from 1 to 3 exist, and forms contain the CSRF token."""
    value = {"anyOf": [{"enum": ["1", "2", "3", "csv", "index.html"]}, {"type": "string", "minLength": 1}]}
    names = re.findall(r"{(\w+)}", path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": value} for name in names]
    parameters += [{"name": name, "in": "query", "schema": TEXT} for name in ("name", "person", "before")]
    accepted = {"name": "accept", "in": "header", "schema": {"enum": ["text/html", "application/json"]}}
    responses = {str(status): {"description": "expected"} for status in EXPECTED}
    operation: dict[str, Any] = {"parameters": [*parameters, accepted], "responses": responses}
    if route.method == "POST":
        file = {"type": "string", "format": "binary"}
        fields = {"csrf": {"enum": [csrf]}, "title": TEXT} | ({"program": file} if route.is_upload else {})
        form = {"type": "object", "properties": fields, "required": ["csrf"]}
        kind = "multipart/form-data" if route.is_upload else "application/x-www-form-urlencoded"
        content = {"application/octet-stream": {"schema": file}} if route.is_api else {kind: {"schema": form}}
        operation["requestBody"] = {"content": content}
    return {
        "openapi": "3.0.3",
        "info": {"title": "Class server", "version": "1"},
        "paths": {path: {route.method.lower(): operation}},
    }


def sender(browser: Browser, headers: Mapping[str, str], statuses: set[int]) -> Callable[[Any], None]:
    """Return a test that sends a case with additional headers, and adds the status of its answer."""

    @settings(max_examples=EXAMPLES)
    def send(case: Any) -> None:
        request = requests.Request(**case.as_transport_kwargs(base_url=URL.rstrip("/"))).prepare()
        path, _, query = (request.path_url or "/").partition("?")
        body = request.body.encode() if isinstance(request.body, str) else request.body or b""
        assert isinstance(body, bytes)
        sent = {name.lower(): str(value) for name, value in request.headers.items()} | dict(headers)
        sent.pop("cookie", None)
        answer = browser.send(str(request.method), f"{unquote(path)}?{query}", sent, body)
        statuses.add(answer.status)
        assert answer.status in EXPECTED, (request.method, request.path_url, answer.text[:200])
        assert answer.header("content-security-policy")

    return send


@pytest.mark.parametrize("role", Role)
def test_no_request_of_a_role_leads_to_a_server_error(site: Site, role: Role) -> None:
    # Imported here: the import takes seconds of CPU time, in every test process.
    import schemathesis
    from schemathesis.core.result import Ok
    from schemathesis.pytest.lazy import get_all_tests

    database = site.classroom.database
    statuses: set[int] = set()
    for route in ROUTES:
        browser = site.visitor() if role is Role.PUBLIC else site.session(KEYS[role])
        session = next(iter(browser.cookies.values()), "")
        headers = {} if route.is_api else {"sec-fetch-site": "same-origin"}
        if route.is_api and role is not Role.PUBLIC:
            owner = person(site.classroom, KEYS[role]).id
            database.execute("DELETE FROM token WHERE person = ?", owner)
            headers["authorization"] = f"Bearer {credentials.create_token(database, owner, 'x', 0)}"

        send = sender(browser, headers, statuses)
        description = describe(route, route.path.replace(":path", ""), credentials.csrf_token(session))
        schema = schemathesis.openapi.from_dict(description)
        results = list(get_all_tests(schema=schema, test_func=send, settings=None, given_kwargs={}))
        assert len(results) == 1
        for result in results:
            assert isinstance(result, Ok)
            result.ok()[1]()
    assert 200 in statuses
    assert (401 if role is Role.PUBLIC else 404) in statuses
