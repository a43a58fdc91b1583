"""`outply report` as somebody runs it who hands the result in."""

import csv
import signal
import subprocess

import pytest
from terminal import COMMAND, Terminal

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
LONG = ["--board", "Smolensk", "--seconds", "0", "--jobs", "1"]
for first, second in (("greedy", "greedy"), ("minimax:5", "greedy"), ("greedy", "minimax:5")):
    LONG += ["--matchup", first, second]


def report(arguments, folder):
    return subprocess.run(
        [*COMMAND, "report", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def rows_of(path):
    return list(csv.DictReader(path.read_text().splitlines()))


def records(folder):
    """The records by name, each with what tells whether it was written again."""
    paths = sorted((folder / "report" / "records").glob("*.record"))
    return {path.stem: (path.stat().st_ino, path.stat().st_mtime_ns) for path in paths}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    done = report(SMALL, folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("the report is report/report.html\n")
    return folder


def test_the_folder_has_the_page_the_logs_the_tables_and_the_records(written):
    folder = written / "report"
    assert {path.stem for path in (folder / "logs").iterdir()} == set(SLUGS)
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
    log = (folder / "logs" / f"{SLUGS[2]}.txt").read_text()
    assert "blue: paradrop " in log
    page = (folder / "report.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<svg") + page.count("data:image/svg+xml") >= 8
    assert not list(folder.rglob(".outply-*"))


def test_the_same_report_again_plays_nothing(written):
    before = records(written)
    page = (written / "report" / "report.html").read_bytes()
    assert report(SMALL, written).returncode == 0
    assert records(written) == before
    assert (written / "report" / "report.html").read_bytes() == page


def test_a_record_that_is_missing_is_played_again_and_nothing_else_is(written):
    before = records(written)
    (written / "report" / "records" / f"{SLUGS[3]}.record").unlink()
    assert report(SMALL, written).returncode == 0
    after = records(written)
    assert after.keys() == before.keys()
    assert {name for name in before if before[name] != after[name]} == {SLUGS[3]}


def test_a_corrupted_record_is_an_error_that_names_the_line(written):
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


def test_records_make_a_report_of_their_own(written, tmp_path):
    paths = [str(written / "report" / "records" / f"{slug}.record") for slug in SLUGS[:2]]
    done = report([*paths, "-o", "told"], tmp_path)
    assert done.returncode == 0
    assert [path.name for path in sorted((tmp_path / "told").iterdir())] == ["logs", "report.html", "results.csv"]
    assert len(rows_of(tmp_path / "told" / "results.csv")) == 2


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_report_that_is_stopped_goes_on_where_it_was(stop, tmp_path):
    terminal = Terminal(["report", *LONG], tmp_path)
    terminal.wait_for("1/3")
    terminal.process.send_signal(stop)
    status = terminal.finish()
    assert status == {signal.SIGKILL: -9, signal.SIGINT: 130, signal.SIGTERM: 143}[stop]
    assert "Traceback" not in terminal.shown
    before = records(tmp_path)
    assert "smolensk-greedy-v-greedy" in before
    assert not (tmp_path / "report" / "report.html").exists()

    assert report(LONG, tmp_path).returncode == 0
    after = records(tmp_path)
    assert len(after) == 3
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--matchup", "nobody", "greedy"], "'nobody' is not a player"),
        (["--board", "Atlantis"], "there is no board 'Atlantis'"),
        (["--board", "1.txt", "--board", "other/1.txt"], "two different boards are called 1"),
        (["--board", "Keren", "--board", "star.in"], "the boards are of different games"),
        (["--game", "starcircle", "--evaluation", "safety"], "starcircle has no evaluation 'safety'"),
        (["1.txt"], "1.txt, line 1: found '7', expected outply record 1"),
        (["-o", "1.txt", *SMALL], "1.txt"),
        (["--minimax", "0"], "0 is not in the range"),
        (["--seconds", "-1"], "-1.0 is not in the range"),
    ],
)
def test_a_mistake_is_explained_in_a_sentence(arguments, problem, tmp_path, examples):
    (tmp_path / "1.txt").write_text("7")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "1.txt").write_text("8")
    (tmp_path / "star.in").write_bytes((examples / "starcircle-1.in").read_bytes())
    done = report(arguments, tmp_path)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report" / "report.html").exists()
