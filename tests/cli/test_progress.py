"""Progress of long operations where standard error is not a terminal."""

import pytest

from outply.cli.progress import LOG_INTERVAL_S, progress_bar


def test_long_operation_prints_lines_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 1.0, LOG_INTERVAL_S, LOG_INTERVAL_S + 1, 2 * LOG_INTERVAL_S, 3 * LOG_INTERVAL_S])
    with progress_bar(5, "grading", clock=lambda: next(times)) as advance:
        for _ in range(5):
            advance()
    assert capsys.readouterr().err == "grading: 2 of 5, 30 s\ngrading: 4 of 5, 60 s\n"
