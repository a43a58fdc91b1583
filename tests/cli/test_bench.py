"""`outply bench` prints the engine's speed and its node-count signature."""

import json
from functools import partial

import pytest
from support.processes.command_line import run_cli

from outply.cli.bench import searches

SIGNATURE = 4_609_544
"""The total node count. If it changes, the engine searches differently."""
CHANGED = (
    "The engine searches differently. A fault? Run pytest tests/search tests/native. If these tests pass and the "
    "change is intended, adopt the new signature and measure the strength with benchmarks/duel.py."
)


def bench(*arguments: str) -> list[str]:
    done = run_cli("bench", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_signature_is_unchanged() -> None:
    *lines, signature = bench()
    assert {line.split(",")[0] for line in lines} >= {"5 x 5 raid", "26 x 26 raid", "8 x 8 blitz", "Star/Circle"}
    assert signature == f"signature {SIGNATURE}", CHANGED


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The output of a benchmark with few positions and small depths."""
    few = partial(searches, warfare=((5, 0, 3, "raid"), (8, 30, 2, "blitz")), starcircle=((0, 3),))
    monkeypatch.setattr("outply.cli.bench.searches", few)
    return bench()


def test_output_has_one_line_per_position_and_a_total(shown: list[str]) -> None:
    heading, *lines, total, _ = shown
    assert heading.split() == ["position", "depth", "move", "value", "nodes", "ms", "Mnodes/s"]
    assert [line.split(",")[0] for line in lines] == ["5 x 5 raid", "8 x 8 blitz", "Star/Circle"]
    nodes = [int(line.split()[-3].replace(",", "")) for line in [*lines, total]]
    assert sum(nodes[:-1]) == nodes[-1]


def test_json_has_one_line_per_position_and_a_total(shown: list[str]) -> None:
    *positions, total = map(json.loads, bench("--json", "-"))
    assert [line["position"] for line in positions] == [line[:24].rstrip() for line in shown[1:-2]]
    for line in positions:
        assert set(line) == {"position", "depth", "move", "value", "nodes", "seconds", "nodes_per_second"}
    assert set(total) == {"nodes", "seconds", "nodes_per_second", "signature"}
    assert shown[-1] == f"signature {total['signature']}"
    assert total["nodes"] == total["signature"] == sum(line["nodes"] for line in positions)


def test_help_has_an_example() -> None:
    assert "outply bench --json - | tail -1" in "\n".join(bench("--help"))
