"""Progress of long operations on standard error."""

import pytest

from outply.cli.progress import LOG_INTERVAL_S, progress_bar, status_line


def test_long_operation_prints_lines_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 1.0, LOG_INTERVAL_S, LOG_INTERVAL_S + 1, 2 * LOG_INTERVAL_S, 3 * LOG_INTERVAL_S])
    with progress_bar(5, "grading", clock=lambda: next(times)) as advance:
        for _ in range(5):
            advance()
    assert capsys.readouterr().err == "grading: 2 of 5, 30 s\ngrading: 4 of 5, 60 s\n"


def test_status_line_is_shown_after_a_second_and_refreshed_at_intervals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outply.cli.progress.stderr_is_terminal", lambda: True)
    times = iter([0.0, 0.9, 1.0, 1.1, 1.25])
    with status_line(clock=lambda: next(times)) as show:
        for number in range(4):
            show("searching", f"{number} nodes")
    shown = [f"\r\x1b[Ksearching: 1 s, {number} nodes (Ctrl-C to stop)" for number in (1, 3)]
    assert capsys.readouterr().err == "".join(shown) + "\r\x1b[K"
