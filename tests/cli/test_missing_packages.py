"""A command whose optional packages are missing says how to install them before it does any work."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT

from outply.arena.tournament.standings import GameOutcome, compute_standings
from outply.cli.tournament.standings import standings_notes
from outply.errors import MissingExtraError, missing_package, require_extra
from outply.report.tournament.export import tournament_to_dict

EXAMPLES = str(ROOT / "examples")
WITHOUT = "import sys; sys.modules[sys.argv.pop(1)] = None; from outply.cli.main import main; main()"


@pytest.mark.parametrize(
    ("package", "command", "message"),
    [
        ("matplotlib", ["report"], "a report needs matplotlib: "),
        (
            "distributed",
            ["grade", str(EXAMPLES), "--submissions", ".", "--cluster", "tcp://x:1"],
            "a cluster needs",
        ),
    ],
)
def test_missing_package_is_reported_before_any_work(
    tmp_path: Path, package: str, command: list[str], message: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, *command], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"outply: {message}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("origin", "argument"),
    [
        (None, "outply"),
        ('{"url": "https://example.org/outply.whl"}', "outply"),
        ('{"url": "file:///no/such/folder", "dir_info": {}}', "outply"),
        (json.dumps({"url": ROOT.as_uri(), "dir_info": {}}), str(ROOT)),
    ],
)
def test_install_hint_names_the_checkout_or_the_package(
    monkeypatch: pytest.MonkeyPatch, origin: str | None, argument: str
) -> None:
    monkeypatch.setattr("sys.prefix", "/usr")
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: SimpleNamespace(read_text=lambda _: origin))
    with pytest.raises(MissingExtraError) as error:
        require_extra("no_such_package", "a report", "report")
    assert str(error.value) == f"a report needs no_such_package: pip install '{argument}[report]'"


@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("../run.py", "python3 run.py pip install no_such_package"),
        ("pipx_metadata.json", "pipx inject outply no_such_package"),
        ("uv-receipt.toml", "uv tool install --with no_such_package outply"),
    ],
)
def test_install_hint_fits_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, command: str
) -> None:
    environment = tmp_path / ".outply"
    environment.mkdir()
    (environment / file).touch()
    monkeypatch.setattr("sys.prefix", str(environment))
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: SimpleNamespace(read_text=lambda _: None))
    assert missing_package("no_such_package", "a report", "report") == f"a report needs no_such_package: {command}"


def test_standings_without_numpy_have_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    game = GameOutcome(first="ann", second="bob", board="Keren", final_score=5, board_total=36)
    standings = compute_standings([game], games=1)
    assert [row.name for row in standings.rows] == ["ann", "bob"]
    assert standings.ratings is None
    assert any("Elo needs numpy" in note for note in standings_notes(standings, {}, games=1))
    assert tournament_to_dict(standings, {})["standings"][0]["rating"] is None


@pytest.mark.parametrize("package", ["matplotlib", "numpy"])
def test_solve_needs_no_optional_package(tmp_path: Path, package: str) -> None:
    (tmp_path / "input.txt").write_text("1\nMINIMAX\nX\n1\n5\n.")
    subprocess.run([sys.executable, "-c", WITHOUT, package, "solve"], cwd=tmp_path, check=True)
    assert (tmp_path / "output.txt").read_text() == "A1 Stake\nX"
