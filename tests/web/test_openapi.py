"""Whatever the OpenAPI description allows, or forbids, the server answers as the description says."""

import schemathesis
from hypothesis import settings

from outply.web.app import create_app

SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
EXAMPLES = 40
SHORT = 0.02  # seconds; this is not about long searches

# A text that fits the description need not be a position, a move or a player.
NOT_CHECKED = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES)
def test_there_is_no_server_error_and_no_answer_that_is_not_described(case, server):
    asked = case.body
    if isinstance(asked, dict):
        for name, types, most, small in (("seconds", (int, float), 60, SHORT), ("depth", (int,), 12, 2)):
            if type(asked.get(name)) in types and 0 < asked[name] <= most:
                asked[name] = small
        if case.path == "/api/think":
            asked.setdefault("seconds", SHORT)
    case.call_and_validate(base_url=server.url, timeout=200, excluded_checks=NOT_CHECKED)
