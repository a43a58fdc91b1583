"""`outply report`: the games of assignment 004 and the report about them."""

import csv
import os
import shutil
import signal
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.arena.matchup_results import without_figures
from support.processes.command_line import run_cli
from support.processes.terminal import Terminal

SMALL = ["--board", "random:2:1", "--board", "random:2:2", "--minimax", "1", "--alphabeta", "2", "--seconds", "5"]
SLUGS = [
    f"random-2-{seed}-{pair}"
    for seed in (1, 2)
    for pair in (
        "minimax-1-v-minimax-1",
        "alphabeta-2-v-alphabeta-2",
        "minimax-1-v-alphabeta-2",
        "alphabeta-2-v-minimax-1",
    )
]
ON_SMOLENSK = ["--board", "Smolensk", "--seconds", "0", "--jobs", "1", "--matchup", "greedy", "greedy"]
ENDLESS = [*ON_SMOLENSK, "--matchup", "minimax:9", "greedy"]
TINY = ["--minimax", "1", "--alphabeta", "1", "--jobs", "1"]
QUICK = [*ON_SMOLENSK, "--matchup", "minimax:2", "greedy"]

__all__ = ["without_figures"]

about_files = pytest.mark.usefixtures("without_figures")


def report(arguments: Sequence[str], folder: Path) -> CompletedProcess[str]:
    return run_cli("report", *arguments, cwd=folder)


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


def records(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the inode and the time of each record file, by name; both change if the file is written again."""
    paths = sorted((folder / "report" / "records").glob("*.record"))
    return {path.stem: (path.stat().st_ino, path.stat().st_mtime_ns) for path in paths}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    done = report(SMALL, folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("wrote report/report.html\n")
    return folder


def test_report_folder_holds_the_page_and_logs_and_tables_and_records(written: Path) -> None:
    folder = written / "report"
    names = [path.stem for path in sorted((folder / "logs").iterdir())]
    assert names == [f"{number:02}-{slug}" for number, slug in enumerate(SLUGS, start=1)]
    assert set(SLUGS) <= set(records(written))
    rows = rows_of(folder / "results.csv")
    assert [(row["board"], row["first"], row["second"]) for row in rows][:3] == [
        ("random:2:1", "minimax:1", "minimax:1"),
        ("random:2:1", "alphabeta:2", "alphabeta:2"),
        ("random:2:1", "minimax:1", "alphabeta:2"),
    ]
    assert len(rows) == 8
    tried = rows_of(folder / "depths.csv")
    assert [row["depth"] for row in tried] == ["1", "2", "3", "4"] * 4
    log = (folder / "logs" / f"03-{SLUGS[2]}.txt").read_text()
    assert "blue: paradrop " in log
    page = (folder / "report.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<svg") + page.count("data:image/svg+xml") >= 8
    assert not list(folder.rglob(".outply-*"))


def test_repeated_report_plays_no_game_and_has_the_same_bytes(written: Path) -> None:
    before = records(written)
    paths = [written / "report" / name for name in ("report.html", "results.csv", "depths.csv", "logs.zip")]
    bytes_before = [path.read_bytes() for path in paths]
    assert report(SMALL, written).returncode == 0
    assert records(written) == before
    assert [path.read_bytes() for path in paths] == bytes_before


@about_files
def test_zip_file_holds_exactly_the_logs_of_the_report(tmp_path: Path) -> None:
    for board in ("random:1:1", "random:1:2"):
        assert report([*TINY, "--seconds", "0", "--board", board], tmp_path).returncode == 0
        logs = {f"logs/{path.name}": path.read_text() for path in (tmp_path / "report" / "logs").iterdir()}
        with zipfile.ZipFile(tmp_path / "report" / "logs.zip") as file:
            assert {name: file.read(name).decode() for name in file.namelist()} == logs
    assert not list((tmp_path / "report").glob(".outply-*"))


def test_unwritable_zip_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "report" / "logs.zip").mkdir(parents=True)
    done = report([*TINY, "--seconds", "0", "--board", "random:1:1"], tmp_path)
    assert done.returncode == 2
    assert done.stderr == "outply: report/logs.zip: is a directory\n"
    assert not list((tmp_path / "report").glob(".outply-*"))


@about_files
def test_author_is_printed_on_the_page(tmp_path: Path) -> None:
    pages = []
    for author in (["--author", " Ada  Lovelace\n<group 7> \udcff"], ["--author", "  "], []):
        assert report([*TINY, "--seconds", "0", "--board", "random:1:1", *author], tmp_path).returncode == 0
        pages.append((tmp_path / "report" / "report.html").read_text())
    assert '<p class="author">Ada Lovelace &lt;group 7&gt; ?</p>' in pages[0]
    assert pages[1] == pages[2]
    assert "Lovelace" not in pages[2]


@about_files
def test_only_the_missing_game_is_played_again(written: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(written, tmp_path / "copy")
    before = records(folder)
    (folder / "report" / "records" / f"{SLUGS[3]}.record").unlink()
    assert report(SMALL, folder).returncode == 0
    after = records(folder)
    assert after.keys() == before.keys()
    assert {name for name in before if before[name] != after[name]} == {SLUGS[3]}


def test_corrupted_record_is_reported_with_its_line(written: Path) -> None:
    path = written / "report" / "records" / f"{SLUGS[0]}.record"
    whole = path.read_text()
    page = (written / "report" / "report.html").read_bytes()
    path.write_text(whole.replace(" 3  blue ", " 3  bleu "))
    done = report(SMALL, written)
    assert done.returncode == 2
    assert f"outply: report/records/{SLUGS[0]}.record, line 18: found ' 3  bleu" in done.stderr
    assert "expected move 3, by blue" in done.stderr
    assert (written / "report" / "report.html").read_bytes() == page
    path.write_text(whole)


@about_files
def test_report_about_records_plays_no_game(written: Path, tmp_path: Path) -> None:
    paths = [str(written / "report" / "records" / f"{slug}.record") for slug in SLUGS[:2]]
    done = report([*paths, "--out-dir", "records-only"], tmp_path)
    assert done.returncode == 0
    assert [path.name for path in sorted((tmp_path / "records-only").iterdir())] == [
        "logs",
        "logs.zip",
        "report.html",
        "results.csv",
    ]
    assert "two records contain the same game" in report([paths[0], paths[0]], tmp_path).stderr
    assert len(rows_of(tmp_path / "records-only" / "results.csv")) == 2


def test_interrupted_report_says_how_to_continue(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("report", *ENDLESS)
    terminal.wait_for("1/2")
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.finish() == 130
    assert "finished games are kept; run the same command again to continue" in terminal.shown


@about_files
def test_new_report_in_the_same_folder_replaces_everything_but_the_old_records(tmp_path: Path) -> None:
    assert report([*TINY, "--board", "random:1:1", "--seconds", "5"], tmp_path).returncode == 0
    before = records(tmp_path)
    assert report([*TINY, "--board", "random:1:2", "--seconds", "0"], tmp_path).returncode == 0
    assert not (tmp_path / "report" / "depths.csv").exists()
    assert all("random-1-2" in path.name for path in (tmp_path / "report" / "logs").iterdir())
    assert before.items() <= records(tmp_path).items()


@about_files
def test_two_games_with_the_same_name_have_separate_logs(tmp_path: Path) -> None:
    for name in ("a", "b"):
        arguments = ["match", "--board", "random:2:1", "--first", "random", "--second", "greedy", "--record", name]
        assert run_cli(*arguments, cwd=tmp_path).returncode == 0
    assert report(["a", "b"], tmp_path).returncode == 0
    assert len(list((tmp_path / "report" / "logs").iterdir())) == 2


@about_files
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_stopped_report_is_resumed(
    at_terminal: Callable[..., Terminal], stop: signal.Signals, tmp_path: Path
) -> None:
    terminal = at_terminal("report", *ENDLESS)
    terminal.wait_for("1/2")
    # A terminal sends its signals to all processes of the command.
    os.killpg(terminal.process.pid, stop)
    status = terminal.finish()
    assert status == {signal.SIGKILL: -9, signal.SIGINT: 130, signal.SIGTERM: 143}[stop]
    assert "Traceback" not in terminal.shown
    before = records(tmp_path)
    assert list(before) == ["smolensk-greedy-v-greedy"]
    assert not (tmp_path / "report" / "report.html").exists()

    assert report(QUICK, tmp_path).returncode == 0
    after = records(tmp_path)
    assert len(after) == 2
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["--board", "random:2:1", "--rules", "blitz"], ["--board", "random:2:2", "--rules", "raid"]),
        (["--board", "random:2:1"], ["--game", "starcircle"]),
    ],
    ids=["rules", "games"],
)
def test_records_of_different_rules_or_games_are_refused(one: list[str], other: list[str], tmp_path: Path) -> None:
    for name, start in (("one", one), ("other", other)):
        arguments = ["match", *start, "--first", "random", "--second", "greedy", "--record", name]
        assert run_cli(*arguments, cwd=tmp_path).returncode == 0
    done = report(["one", "other"], tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(
        "outply: the records are of different games or rule variants; a report covers only one\n"
    )
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--matchup", "unknown", "greedy"], "unknown player 'unknown'"),
        (["--board", "Atlantis"], "Warfare has no board 'Atlantis'"),
        (["--board", "1.txt", "--board", "other/1.txt"], "two different boards have the name 1"),
        (["--board", "Keren", "--board", "star.in"], "the boards are of different games"),
        (["--game", "starcircle", "--evaluation", "safety"], "Star/Circle has no evaluation 'safety'"),
        (["1.txt"], "1.txt, line 1: found '7', expected outply record 1"),
        (["--out-dir", "1.txt", *SMALL], "1.txt"),
        (["--minimax", "0"], "0 is not in the range"),
        (["--seconds", "-1"], "-1.0 is not in the range"),
        (["--seconds", "nan"], "expected a finite number of seconds, got nan"),
        (["--matchup", "greedy", "greedy", "--minimax", "4"], "--minimax cannot be used together with --matchup"),
        (["1.txt", "1.txt", "--board", "Keren"], "--board cannot be used together with RECORD files"),
        (["1.txt", "--jobs", "2"], "--jobs has no effect without depth trials"),
        (["1.txt", "--evaluation", "own"], "--evaluation has no effect without depth trials"),
        (
            ["--matchup", "greedy", "greedy", "--seconds", "0", "--evaluation", "own"],
            "--evaluation has no effect without depth trials",
        ),
        (["--board", "1.txt", "--rules", "standard"], "Warfare has no standard rules"),
    ],
)
def test_wrong_usage_is_reported_with_exit_status_2(
    arguments: list[str], problem: str, tmp_path: Path, examples: Path
) -> None:
    (tmp_path / "1.txt").write_text("7")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "1.txt").write_text("8")
    (tmp_path / "star.in").write_bytes((examples / "starcircle-1.in").read_bytes())
    done = report(arguments, tmp_path)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report" / "report.html").exists()
