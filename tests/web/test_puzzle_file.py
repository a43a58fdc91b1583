"""Puzzles as one HTML file."""

import json
import re

from support.assertions import not_none

from outply.puzzles.puzzle import read_puzzles
from outply.web.puzzle_file import puzzle_file


def test_file_has_a_refutation_of_every_wrong_move() -> None:
    puzzles = [puzzle for puzzle in read_puzzles() if "-4-" in puzzle.name][:2]
    progress: list[tuple[int, int]] = []
    text = puzzle_file(puzzles, lambda done, total: progress.append((done, total)))
    assert progress == [(0, 2), (1, 2)]
    data = json.loads(not_none(re.search(r'id="puzzles">(.*)</script>', text))[1])
    for puzzle in puzzles:
        moves = {option["move"] for option in data["positions"][puzzle.name]["legal_moves"]}
        refutations = data["refutations"][puzzle.name]
        assert moves - refutations.keys() == {puzzle.solution}
        assert max(refutation["value"] for refutation in refutations.values()) == puzzle.next_value
        assert all(
            refutation["line_text"][0] == refutation["reply"]["text"] for refutation in refutations.values()
        )


def test_file_loads_no_other_file() -> None:
    text = puzzle_file(read_puzzles()[:1])
    addresses = re.findall(r'<(?:link|script|img)[^>]*(?:href|src)="([^"]*)"', text)
    assert [address[:5] for address in addresses] == ["data:"]
