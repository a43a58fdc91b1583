"""Validator of results.json, written from Gradescope's documentation."""

from collections.abc import Callable, Collection
from typing import Any

VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
Fields = dict[str, Callable[[Any], bool]]
FORMATS = {"text", "html", "simple_format", "md", "ansi"}


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def text(value: Any) -> bool:
    return isinstance(value, str)


def one_of(*allowed: str) -> Callable[[Any], bool]:
    return lambda value: value in allowed


def list_of(fields: Fields, required: Collection[str] = ()) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(not faults(one, fields, required) for one in value)


TEST = {
    "score": number,
    "max_score": number,
    "status": one_of("passed", "failed"),
    "name": text,
    "name_format": one_of(*FORMATS),
    "number": text,
    "output": text,
    "output_format": one_of(*FORMATS),
    "tags": lambda value: isinstance(value, list) and all(map(text, value)),
    "visibility": one_of(*VISIBILITIES),
    "extra_data": lambda value: isinstance(value, dict),
}
ENTRY = {"name": text, "value": lambda value: number(value) or text(value), "order": one_of("asc", "desc")}
RESULTS = {
    "score": number,
    "execution_time": number,
    "output": text,
    "output_format": one_of(*FORMATS),
    "test_output_format": one_of(*FORMATS),
    "test_name_format": one_of(*FORMATS),
    "visibility": one_of(*VISIBILITIES),
    "stdout_visibility": one_of(*VISIBILITIES),
    "extra_data": lambda value: isinstance(value, dict),
    "tests": list_of(TEST),
    "leaderboard": list_of(ENTRY, required=("name", "value")),
}


def faults(value: Any, fields: Fields = RESULTS, required: Collection[str] = ()) -> list[str]:
    """Return the deviations from the documentation: unknown, missing and invalid fields."""
    if not isinstance(value, dict):
        return [f"{value!r} is not an object"]
    deviations = [f"{name} is missing" for name in required if name not in value]
    deviations += [f"{name} is not documented" for name in value.keys() - fields.keys()]
    deviations += [
        f"{name} is {value[name]!r}" for name in value.keys() & fields.keys() if not fields[name](value[name])
    ]
    if (
        fields is RESULTS
        and "score" not in value
        and not all("score" in test for test in value.get("tests", [{}]))
    ):
        deviations.append("neither the results nor all tests have a score")
    return deviations
