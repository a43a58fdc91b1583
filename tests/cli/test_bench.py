"""`outply bench` prints the engine's speed and its node-count signature."""

import json
from pathlib import Path

import pytest
from support.command_line import run_cli

from outply.cli.bench import run_searches, searches
from outply.formats.atomic_io import STANDARD

SIGNATURE = 4_609_544
"""The total node count. If it changes, the engine plays differently: is that intended?"""


def bench(*arguments: str) -> list[str]:
    done = run_cli("bench", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_signature_is_unchanged(tmp_path: Path) -> None:
    json_file = tmp_path / "bench.json"
    *lines, signature = bench("--json", str(json_file))
    assert {line.split(",")[0] for line in lines} >= {"5 x 5 raid", "26 x 26 raid", "8 x 8 blitz", "Star/Circle"}
    assert signature == f"signature {SIGNATURE}"
    assert json.loads(json_file.read_text().splitlines()[-1])["signature"] == SIGNATURE


def small_bench(capsys: pytest.CaptureFixture[str], json_file: str | None = None) -> list[str]:
    """Return the output of a benchmark with few positions and small depths."""
    run_searches(searches(warfare=((5, 0, 3, "raid"), (8, 30, 2, "blitz")), starcircle=((0, 3),)), json_file)
    output, errors = capsys.readouterr()
    assert errors == ""
    return output.splitlines()


def test_output_has_one_line_per_position_and_a_total(capsys: pytest.CaptureFixture[str]) -> None:
    heading, *lines, total, _ = small_bench(capsys)
    assert heading.split() == ["position", "depth", "move", "value", "nodes", "ms", "Mnodes/s"]
    assert [line.split(",")[0] for line in lines] == ["5 x 5 raid", "8 x 8 blitz", "Star/Circle"]
    nodes = [int(line.split()[-3].replace(",", "")) for line in [*lines, total]]
    assert sum(nodes[:-1]) == nodes[-1]


def test_json_has_one_line_per_position_and_a_total(capsys: pytest.CaptureFixture[str]) -> None:
    shown = small_bench(capsys)
    *positions, total = map(json.loads, small_bench(capsys, STANDARD))
    assert [line["position"] for line in positions] == [line[:24].rstrip() for line in shown[1:-2]]
    for line in positions:
        assert set(line) == {"position", "depth", "move", "value", "nodes", "seconds", "nodes_per_second"}
    assert set(total) == {"nodes", "seconds", "nodes_per_second", "signature"}
    assert shown[-1] == f"signature {total['signature']}"
    assert total["nodes"] == total["signature"] == sum(line["nodes"] for line in positions)


def test_help_has_an_example() -> None:
    assert "outply bench --json - | tail -1" in "\n".join(bench("--help"))
