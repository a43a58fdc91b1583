"""`outply tournament export --html`: the pages of a tournament."""

from pathlib import Path
from subprocess import CompletedProcess

from support.arena.tournaments import add_game, create_tournament
from support.processes.command_line import run_cli

STALE = {"game/2.html", "contestant/3-carl.html", "contestant/2-carl.html", "rounds.html"}
UNRELATED = {"notes.html", "game/notes.html", "game/1.txt"}


def export(path: Path, *arguments: str) -> CompletedProcess[str]:
    return run_cli("tournament", "export", "--state", path, *arguments, cwd=path.parent)


def test_pages_are_written_to_a_new_folder(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]) as store:
        add_game(store, "anna", "bert")
    done = export(tmp_path / "t.db", "--html", "deep/site")
    assert (done.returncode, done.stdout, done.stderr) == (0, "wrote deep/site/index.html\n", "")
    written = {path.relative_to(tmp_path / "deep/site").as_posix() for path in tmp_path.glob("deep/site/**/*.*")}
    assert written == {
        "index.html",
        "cross.html",
        "contestant/1-anna.html",
        "contestant/2-bert.html",
        "game/1.html",
        "style.css",
        "replay.css",
        "replay.js",
        "sort.js",
    }
    assert "anna" in (tmp_path / "deep/site/index.html").read_text()


def test_stale_pages_are_removed_and_unrelated_files_kept(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]) as store:
        add_game(store, "anna", "bert")
    for path in (*STALE, *UNRELATED):
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_text("old")
    assert export(tmp_path / "t.db", "--html", "site").returncode == 0
    written = {path.relative_to(tmp_path / "site").as_posix() for path in tmp_path.glob("site/**/*.*")}
    assert not written & STALE
    assert written >= UNRELATED
    assert "old" not in (tmp_path / "site/game/1.html").read_text()


def test_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]):
        pass
    (tmp_path / "site").write_text("")
    done = export(tmp_path / "t.db", "--html", "site")
    assert done.returncode == 2
    assert done.stderr == "outply: site: file exists\n"


def test_missing_tournament_is_reported(tmp_path: Path) -> None:
    done = export(tmp_path / "no.db", "--html", "site")
    assert done.returncode == 2
    assert (
        done.stderr
        == f"outply: {tmp_path / 'no.db'} contains no tournament. Start one with: outply tournament run PLAYERS\n"
    )


def test_export_without_an_output_is_refused(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]):
        pass
    done = export(tmp_path / "t.db")
    assert done.returncode == 2
    assert "nothing to export; add --html DIR, --json FILE, --csv FILE or --standings-csv FILE" in done.stderr


def test_export_assigns_each_alias_once_and_uses_it_in_every_file(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]) as store:
        add_game(store, "anna", "bert")
    arguments = ("--aliases", "a.csv", "--csv", "games.csv", "--standings-csv", "s.csv", "--html", "site")
    assert export(tmp_path / "t.db", *arguments).returncode == 0
    aliases = (tmp_path / "a.csv").read_text()
    assert sorted(line.split(",")[0] for line in aliases.splitlines()) == ["anna", "bert", "contestant"]
    written = [tmp_path / "games.csv", tmp_path / "s.csv", *(tmp_path / "site").rglob("*.html")]
    for path in written:
        text = path.read_text() + str(path.relative_to(tmp_path))
        assert "anna" not in text
        assert "bert" not in text
    assert "Program 1" in (tmp_path / "s.csv").read_text()
    assert export(tmp_path / "t.db", *arguments).returncode == 0
    assert (tmp_path / "a.csv").read_text() == aliases
