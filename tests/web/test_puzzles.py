"""The puzzle page and its data."""

from support.web.serving import Server

from outply.puzzles.puzzle import read_puzzles


def test_puzzles_are_listed_by_difficulty(server: Server) -> None:
    answer = server.get_json("/api/puzzles")
    difficulties = [puzzle["difficulty"] for puzzle in answer["puzzles"]]
    assert difficulties == sorted(difficulties)
    assert len(difficulties) == len(read_puzzles())
    assert max(difficulties) <= len(answer["levels"])


def test_solution_is_a_legal_move_of_the_position(server: Server) -> None:
    puzzles = server.get_json("/api/puzzles")["puzzles"]
    for puzzle in {each["kind"]: each for each in puzzles}.values():
        position = server.get_json("/api/position", {"start": puzzle["start"]})
        assert puzzle["solution"] in [option["move"] for option in position["legal_moves"]]


def test_puzzle_page_is_served(server: Server) -> None:
    status, headers, text = server.ask("/puzzles")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "<title>Puzzles" in text
