"""Fuzz all routes of the class server in each role by Schemathesis: no server error, no unexpected status.

The class server has no OpenAPI description, because its pages are not an API; the test describes its routes.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self
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
CSRF = "csrf-of-the-session"
"""Stands for the CSRF token in generated forms."""


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[dict[Role, Site]]:
    """A class for each role: requests of one do not change what another one sees."""
    with ExitStack() as stack:
        sites = {}
        for role in Role:
            classroom = stack.enter_context(make_class(tmp_path / role.value, clock=FakeClock()))
            first, second = (key_of(submit(classroom, key).id) for key in ("ann", "bob"))
            make_runner(classroom).run_available()
            add_ladder_game(classroom, first, second, won(1))
            sites[role] = Site.of(classroom)
        yield sites


def describe(route: Route, path: str) -> dict[str, Any]:
    """Return the OpenAPI description of a route. IDs from 1 to 3 exist, and forms contain CSRF."""
    value = {"anyOf": [{"enum": ["1", "2", "3", "csv", "index.html"]}, {"type": "string", "minLength": 1}]}
    names = re.findall(r"{(\w+)}", path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": value} for name in names]
    parameters += [{"name": name, "in": "query", "schema": TEXT} for name in ("name", "person", "before")]
    accepted = {"name": "accept", "in": "header", "schema": {"enum": ["text/html", "application/json"]}}
    responses = {str(status): {"description": "expected"} for status in EXPECTED}
    operation: dict[str, Any] = {"parameters": [*parameters, accepted], "responses": responses}
    if route.method == "POST":
        file = {"type": "string", "format": "binary"}
        fields = {"csrf": {"enum": [CSRF]}, "title": TEXT} | ({"program": file} if route.is_upload else {})
        form = {"type": "object", "properties": fields, "required": ["csrf"]}
        kind = "multipart/form-data" if route.is_upload else "application/x-www-form-urlencoded"
        content = {"application/octet-stream": {"schema": file}} if route.is_api else {kind: {"schema": form}}
        operation["requestBody"] = {"content": content}
    return {
        "openapi": "3.0.3",
        "info": {"title": "Class server", "version": "1"},
        "paths": {path: {route.method.lower(): operation}},
    }


@dataclass(slots=True)
class Client:
    """A person with a role, and the statuses of the answers so far. `token` is the CSRF token of the session."""

    role: Role
    browser: Browser
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    statuses: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, site: Site, role: Role, route: Route) -> Self:
        """Return a client with a new session, for a route of the API with a new token instead."""
        if role is Role.PUBLIC:
            client = cls(role, site.visitor())
        else:
            client = cls(role, site.session(KEYS[role]))
            client.token = credentials.csrf_token(next(iter(client.browser.cookies.values())))
        if not route.is_api:
            client.headers["sec-fetch-site"] = "same-origin"
        elif role is not Role.PUBLIC:
            database, owner = site.classroom.database, person(site.classroom, KEYS[role]).id
            database.execute("DELETE FROM token WHERE person = ?", owner)
            client.headers["authorization"] = f"Bearer {credentials.create_token(database, owner, 'x', 0)}"
        return client

    def send(self, request: requests.PreparedRequest) -> None:
        """Send a request with the token of this client and check the answer."""
        path, _, query = (request.path_url or "/").partition("?")
        body = request.body.encode() if isinstance(request.body, str) else request.body or b""
        assert isinstance(body, bytes)
        headers = {name.lower(): str(value) for name, value in request.headers.items()} | self.headers
        headers.pop("cookie", None)
        body = body.replace(CSRF.encode(), self.token.encode())
        if "content-length" in headers:
            headers["content-length"] = str(len(body))
        answer = self.browser.send(str(request.method), f"{unquote(path)}?{query}", headers, body)
        self.statuses.add(answer.status)
        assert answer.status in EXPECTED, (self.role, request.method, request.path_url, answer.text[:200])
        assert answer.header("content-security-policy")


def sender(clients: Sequence[Client]) -> Callable[[Any], None]:
    """Return a test that sends a case as each of the clients."""

    @settings(max_examples=EXAMPLES)
    def send(case: Any) -> None:
        request = requests.Request(**case.as_transport_kwargs(base_url=URL.rstrip("/"))).prepare()
        for client in clients:
            client.send(request)

    return send


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_request_of_any_role_leads_to_a_server_error(sites: dict[Role, Site], method: str) -> None:
    # Imported here: the import takes seconds of CPU time, in every test process.
    import schemathesis
    from schemathesis.core.result import Ok
    from schemathesis.pytest.lazy import get_all_tests

    statuses: dict[Role, set[int]] = {role: set() for role in Role}
    for route in ROUTES:
        if route.method != method:
            continue
        # A case is sent in all roles, because its generation takes longer than its answers.
        clients = [Client.of(site, role, route) for role, site in sites.items()]
        schema = schemathesis.openapi.from_dict(describe(route, route.path.replace(":path", "")))
        results = list(get_all_tests(schema=schema, test_func=sender(clients), settings=None, given_kwargs={}))
        assert len(results) == 1
        for result in results:
            assert isinstance(result, Ok)
            result.ok()[1]()
        for client in clients:
            statuses[client.role] |= client.statuses
    assert statuses.pop(Role.PUBLIC) >= {401, 200 if method == "GET" else 403}
    assert all(found >= {200, 404} for found in statuses.values())
