"""Fuzz the server by its OpenAPI description: no server error, no undocumented response."""

from typing import Any

import schemathesis
from hypothesis import settings
from support.serving import Server

from outply.web.app import create_app
from outply.web.requests import MAX_DEPTH, MAX_REVIEW_NODES, MAX_SECONDS, MAX_TEXTBOOK_DEPTH

SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
EXAMPLES = settings().max_examples // 3  # of the profile, for each of the routes
SHORT_SEARCH_S = 0.02
LIMITS = (
    ("seconds", (int, float), MAX_SECONDS, SHORT_SEARCH_S),
    ("depth", (int,), MAX_DEPTH, 2),
    ("nodes", (int,), MAX_REVIEW_NODES, 100),
)
"""The fields that limit a search: name, types, the greatest value and a small one to use instead."""

# A string that matches the description need not be a valid position, move or player.
EXCLUDED_CHECKS = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES)
def test_every_response_matches_the_openapi_description(case: Any, server: Server) -> None:
    body = case.body
    if isinstance(body, dict):
        for name, types, most, small in LIMITS:
            if name == "depth" and case.path.startswith("/api/solve"):
                most = MAX_TEXTBOOK_DEPTH
            if type(body.get(name)) in types and 0 < body[name] <= most:
                body[name] = small
        if case.path == "/api/analyse":
            body.setdefault("seconds", SHORT_SEARCH_S)
        if case.path == "/api/review":
            body.setdefault("nodes", 100)
    case.call_and_validate(base_url=server.url, timeout=200, excluded_checks=EXCLUDED_CHECKS)
