import re
from html.parser import HTMLParser

import pytest
from report.hand import matchups, played, trials

from outply.games import all_games, game_of, warfare
from outply.games.boards import random_board
from outply.report.page import page
from outply.report.plotting import svg

HOSTILE = "<script>alert('$x$')</script> & \N{CJK UNIFIED IDEOGRAPH-57CE}"
THREE = warfare.Position.of(random_board(3, seed=2), rules="blitz")
EVEN = warfare.Position.of([[1] * 3] * 3, rules="blitz")
GAMES = [
    played(board, start, first, second)
    for board, start in ((HOSTILE, THREE), ("even", EVEN))
    for first, second in (("minimax:2", "minimax:2"), ("minimax:2", "alphabeta:3"), ("alphabeta:3", "random:1"))
]
TOLD = matchups(GAMES, trials(HOSTILE, THREE, depths=2) + trials("even", EVEN, depths=2))

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Follows the elements of a page, and complains of one that is closed where it is not open."""

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.ids, self.text = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def html():
    return page(TOLD)


@pytest.fixture(scope="module")
def reader(html):
    return read(html)


def test_the_page_is_a_page_in_english_with_a_title(html, reader):
    assert html.startswith("<!DOCTYPE html>")
    assert ("html", {"lang": "en"}) in reader.seen
    assert "<title>Warfare: minimax 2, alpha-beta 3 and random:1</title>" in html


def test_it_needs_nothing_from_elsewhere(html, reader):
    assert "http://" not in html
    assert "https://" not in html
    assert "//" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    assert set(re.findall(r"url\((.)", html)) <= {"#"}
    assert "@import" not in html
    for tag, attributes in reader.seen:
        assert tag not in {"script", "link", "iframe", "object", "embed", "img"}
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith("#")


def test_every_link_leads_somewhere_and_no_identifier_is_there_twice(reader):
    assert len(set(reader.ids)) == len(reader.ids)
    links = {attributes["href"][1:] for _, attributes in reader.seen if "href" in attributes}
    assert links <= set(reader.ids)


def test_every_picture_can_be_read_aloud(reader):
    pictures = [attributes for tag, attributes in reader.seen if tag == "svg"]
    assert len(pictures) == 2 * (1 + 3 + 2) + 2  # on each board its values, three games, two figures; two figures
    assert all(attributes.get("role") == "img" for attributes in pictures)


def test_each_game_is_there_with_its_moves_and_its_totals(reader):
    text = " ".join("".join(reader.text).split())
    for one in GAMES:
        game, record = game_of(one.record.start), one.record
        words = ", ".join(
            f"{game.name_of(position.to_move, 'blitz')}: {game.words(turn.move, 'blitz')}"
            for position, turn in zip(record.positions(), record.turns, strict=False)
        )
        assert words in text
        assert f"blue {record.final.total('X')}, green {record.final.total('O')}" in text
        for side in (0, 1):
            visited = record.visited(side)
            assert ("not told" if visited is None else f"{visited:,}") in text


def test_names_cannot_do_harm(html, reader):
    assert "<script" not in html
    assert HOSTILE in "".join(reader.text)


def test_the_same_games_make_the_same_bytes(html):
    assert page(TOLD) == html


def test_sections_without_data_are_left_out():
    start = all_games()["starcircle"].start()
    reader = read(page(matchups([played("initial", start, "greedy", "random:1")])))
    assert "results" in reader.ids
    assert not {"evaluation", "equal", "times"} & set(reader.ids)
    text = "".join(reader.text)
    assert "Star moves up the board" in text
    assert "at equal depth" not in text


def test_nothing_at_all_makes_a_page_too():
    read(page(matchups()))


def test_a_persons_own_settings_do_not_change_a_figure():
    import matplotlib
    from matplotlib.figure import Figure

    from outply.report.figures import scores

    record = GAMES[0].record
    before = scores([record], "a", "b")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        assert scores([record], "a", "b") == before
        assert matplotlib.rcParams["font.size"] == 30
    assert 'aria-label="&lt;a&gt;"' in svg(Figure(), "x", "<a>")
