"""Fuzz the server by its OpenAPI description: no server error, no undocumented response."""

from typing import Any

import pytest
from hypothesis import settings
from support.web.serving import Server

from outply.web.app import create_app
from outply.web.requests import MAX_DEPTH, MAX_REVIEW_NODES, MAX_SECONDS, MAX_TEXTBOOK_DEPTH

DESCRIPTION = create_app().openapi()
EXAMPLES = settings().max_examples // 3  # of the profile, for each of the routes
SHORT_SEARCH_S = 0.02
LIMITS = (
    ("seconds", (int, float), MAX_SECONDS, SHORT_SEARCH_S),
    ("depth", (int,), MAX_DEPTH, 2),
    ("nodes", (int,), MAX_REVIEW_NODES, 100),
)
"""The fields that limit a search: name, types, the greatest value and a small one to use instead."""


@pytest.mark.parametrize("path", DESCRIPTION["paths"])
def test_every_response_matches_the_openapi_description(path: str, server: Server) -> None:
    # Imported here: the import and the cases of all routes take 4 s of CPU time, in every test process.
    import schemathesis
    from schemathesis.checks import CHECKS, load_all_checks
    from schemathesis.core.result import Ok
    from schemathesis.pytest.lazy import get_all_tests

    load_all_checks()
    # A string that matches the description need not be a valid position, move or player.
    excluded = [CHECKS.get_one("positive_data_acceptance")]

    @settings(max_examples=EXAMPLES)
    def send(case: Any) -> None:
        shorten_search(case)
        case.call_and_validate(base_url=server.url, timeout=200, excluded_checks=excluded)

    schema = schemathesis.openapi.from_dict(DESCRIPTION).include(path=path)
    results = list(get_all_tests(schema=schema, test_func=send, settings=None, given_kwargs={}))
    tests = [result.ok()[1] for result in results if isinstance(result, Ok)]
    assert len(tests) == len(results) == len(DESCRIPTION["paths"][path])
    for test in tests:
        test()


def shorten_search(case: Any) -> None:
    """Replace valid limits of a search by small ones."""
    body = case.body
    if isinstance(body, dict):
        for name, types, most, small in LIMITS:
            if name == "depth" and case.path.startswith("/api/solve"):
                most = MAX_TEXTBOOK_DEPTH
            if type(body.get(name)) in types and 0 < body[name] <= most:
                body[name] = small
        if body.get("player") == "engine:2s":
            body["player"] = f"engine:{SHORT_SEARCH_S}s"
        if case.path == "/api/analyse":
            body.setdefault("seconds", SHORT_SEARCH_S)
        if case.path == "/api/review":
            body.setdefault("nodes", 100)
