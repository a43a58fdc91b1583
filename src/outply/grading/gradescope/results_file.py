"""The file results.json, and its fields that concern the whole submission.

The supervisor of a grading imports nothing else of `outply`: `results` takes 0.1 s of CPU time to import.
"""

from __future__ import annotations

import json
from typing import Any

import outply
from outply.formats.atomic_io import write_output
from outply.text import escape_controls

VISIBLE, HIDDEN = "visible", "hidden"
TEXT_FORMAT = "text"  # Gradescope's name for plain text


def submission_results(score: float, seconds: float, output: str) -> dict[str, Any]:
    """Return the content of results.json without the tests; `output` is shown above them."""
    return {
        "score": score,
        "execution_time": round(seconds),
        "output": escape(output),
        "output_format": TEXT_FORMAT,
        "test_output_format": TEXT_FORMAT,
        "test_name_format": TEXT_FORMAT,
        "visibility": VISIBLE,
        "stdout_visibility": HIDDEN,
        "extra_data": {"outply": outply.__version__},
    }


def failed_results(message: str, seconds: float = 0.0) -> dict[str, Any]:
    """Return the content of results.json for a grading that failed; the student sees `message`."""
    return submission_results(0.0, seconds, message)


def write_results(path: str, results: dict[str, Any]) -> None:
    """Write `results` to the file `path` as JSON, atomically."""
    write_output(path, json.dumps(results, indent=1, allow_nan=False) + "\n")


def escape(text: str) -> str:
    """Return `text` with control characters made visible."""
    return escape_controls(text, keep="\n\t")
