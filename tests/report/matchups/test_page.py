"""The page of the assignment 004 report."""

import re
from html.parser import HTMLParser

import pytest
from support.arena.matchup_results import matchups, played, trials, without_figures
from support.assertions import not_none
from support.web.html_pages import Attributes

import outply
from outply.arena.matchup import Matchup, PlayedMatchup
from outply.games import all_games, game_of, warfare
from outply.games.boards import random_board
from outply.games.evaluations import evaluations
from outply.games.protocol import Game
from outply.games.record import GameRecord
from outply.games.registry import built_in_games
from outply.report.base.theme import FONTS, MUTED, RULE
from outply.report.matchups.figures import equal_depth_figure, node_figure, score_figure
from outply.report.matchups.findings.finding import Finding
from outply.report.matchups.mpl_svg import panels, style, svg
from outply.report.matchups.page import page

HOSTILE = "<script>alert('$x$')</script> & \N{CJK UNIFIED IDEOGRAPH-57CE}"
THREE = warfare.Position.of(random_board(3, seed=2), rules="blitz")
EVEN = warfare.Position.of([[1] * 3] * 3, rules="blitz")
GAMES = [
    played(board, start, first, second)
    for board, start in ((HOSTILE, THREE), ("even", EVEN))
    for first, second in (("minimax:2", "minimax:2"), ("minimax:2", "alphabeta:3"), ("alphabeta:3", "random:1"))
]
MATCHUPS = matchups(GAMES, trials(HOSTILE, THREE, depths=2) + trials("even", EVEN, depths=2))

VOID = {"meta", "br"}

__all__ = ["without_figures"]

about_texts = pytest.mark.usefixtures("without_figures")


class Reader(HTMLParser):
    """Reads the elements of a page, and asserts that they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        self.elements.append((tag, dict(attributes)))
        self.ids += [not_none(value) for name, value in attributes if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: Attributes) -> None:
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def html() -> str:
    return page(MATCHUPS)


@pytest.fixture(scope="module")
def reader(html: str) -> Reader:
    return read(html)


def test_page_has_language_and_title(html: str, reader: Reader) -> None:
    assert html.startswith("<!DOCTYPE html>")
    assert ("html", {"lang": "en"}) in reader.elements
    assert "<title>Warfare: minimax 2, alpha-beta 3 and random:1</title>" in html


def test_page_is_self_contained(html: str, reader: Reader) -> None:
    assert "http://" not in html
    assert "https://" not in html
    assert "//" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    assert set(re.findall(r"url\((.)", html)) <= {"#"}
    assert "@import" not in html
    for tag, attributes in reader.elements:
        assert tag not in {"script", "link", "iframe", "object", "embed", "img"}
        assert "src" not in attributes
        assert not_none(attributes.get("href", "#")).startswith("#")


def test_links_have_targets_and_identifiers_are_unique(reader: Reader) -> None:
    assert len(set(reader.ids)) == len(reader.ids)
    links = {not_none(attributes["href"])[1:] for _, attributes in reader.elements if "href" in attributes}
    assert links <= set(reader.ids)


def test_every_picture_has_the_role_of_an_image(reader: Reader) -> None:
    pictures = [attributes for tag, attributes in reader.elements if tag == "svg"]
    assert len(pictures) == 2 * (1 + 3 + 2) + 2  # on each board its values, three games, two figures; two figures
    assert all(attributes.get("role") == "img" for attributes in pictures)


def test_games_are_shown_with_moves_and_totals(reader: Reader) -> None:
    text = " ".join("".join(reader.text).split())
    for one in GAMES:
        game, record = game_of(one.record.start), one.record
        words = ", ".join(
            f"{game.player_label(position.to_move, 'blitz')}: {game.move_text(turn.move, 'blitz')}"
            for position, turn in zip(record.positions(), record.turns, strict=False)
        )
        assert words in text
        assert f"blue {record.final.total('X')}, green {record.final.total('O')}" in text
        for side in (0, 1):
            visited = record.visited(side)
            assert ("not counted" if visited is None else f"{visited:,}") in text


def test_untrusted_names_are_escaped(html: str, reader: Reader) -> None:
    assert "<script" not in html
    assert HOSTILE in "".join(reader.text)


def test_report_pages_of_the_same_games_are_identical(html: str) -> None:
    assert page(MATCHUPS) == html


@about_texts
def test_sections_without_data_are_left_out() -> None:
    start = all_games()["starcircle"].start()
    reader = read(page(matchups([played("initial", start, "greedy", "random:1")])))
    assert "results" in reader.ids
    assert not {"evaluation", "equal", "times"} & set(reader.ids)
    text = "".join(reader.text)
    assert "Star moves up the board" in text
    assert "at equal depth" not in text


def words(text: str) -> str:
    return " ".join("".join(read(text).text).split())


def test_figures_show_player_names_unchanged() -> None:
    names = 'v1.2345 <a id="x"> font-family: z; xlink:href url(#m'
    with style():
        figure, _ = panels([names], 1, 1.0)
        drawn = svg(figure, "f", "a figure")
    assert names in "".join(read(drawn).text)
    assert "xlink" not in re.sub(r">[^<]*<", "><", drawn)
    games = [played("v1.2345", THREE, "random:1", "greedy")]
    record = GameRecord(THREE, ("engine:0.001s", "engine:0.125s"), games[0].record.turns, games[0].record.final)
    panel = re.findall(r"<text[^>]*>([^<]*)</text>", score_figure([record], "a", "v1.2345"))
    assert {"engine:0.001s", "v engine:0.125s"} <= set(panel)


def test_figure_of_a_game_with_one_move_has_integer_ticks() -> None:
    one = played("one", warfare.Position.of([[7]]), "minimax:1", "minimax:1").record
    for figure in (score_figure([one], "a", "one"), not_none(node_figure([one], "b", "one"))):
        assert not [text for text in re.findall(r"<text[^>]*>([^<]*)</text>", figure) if "." in text]


@about_texts
def test_first_mover_is_read_from_the_start_positions() -> None:
    half = THREE.play(THREE.moves()[0])
    one, other = played("empty", THREE, "greedy", "greedy"), played("half", half, "greedy", "greedy")
    assert "Blue moves first." in words(page(matchups([one])))
    assert "Green moves first." in words(page(matchups([other])))
    both = page(matchups([one, other]))
    assert "The first move is made by blue on empty and by green on half." in words(both)
    assert re.findall(r"<figcaption><b>the ([a-z]+)</b>", both) == ["values", "start"]


@about_texts
def test_single_opening_move_is_mentioned_in_the_singular() -> None:
    text = words(page(matchups([played("one", warfare.Position.of([[7]]), "greedy", "greedy")])))
    assert "1 opening move" in text
    assert "1 opening moves" not in text


@about_texts
@pytest.mark.parametrize(
    ("feasible", "until"),
    [
        ({3}, "until a depth was not feasible."),
        ({4}, "until a depth reached the end of the game."),
        ({3, 4}, "until a depth was not feasible or reached the end of the game."),
    ],
)
def test_page_says_why_the_depth_trials_ended(feasible: set[int], until: str) -> None:
    square = warfare.Position.of([[1, 2], [3, 4]])
    tried = [
        trial for depth in feasible for trial in trials(f"to {depth}", square, depth) if trial.record or depth < 4
    ]
    assert until in words(page(matchups(trials=tried)))


@about_texts
def test_explanation_of_the_safety_evaluation_is_true_even_if_a_raid_takes_all_cells() -> None:
    exposed = warfare.Position.of([[5] * 3] * 3, [".X.", "X.O", "..."], to_move="O")
    assert all(exposed.is_exposed(cell) for cell, owner in enumerate(exposed.owners) if owner == "X")
    assert exposed.play(warfare.Move.parse("B2 Raid")).total("X") == 0
    text = words(page(matchups([played("b", THREE, "minimax:1:safety", "greedy")])))
    assert "can take some of them, but seldom all." in text


@about_texts
def test_player_with_two_names_is_listed_once() -> None:
    games = [
        played("three", THREE, "minimax:2", "minimax:2:difference"),
        played("three", THREE, "minimax:2:difference", "minimax:2"),
    ]
    text = page(matchups(games))
    assert "<title>Warfare: minimax</title>" in text
    assert text.count("<dt>minimax 2</dt>") == 1
    assert 'class="scores"' not in text  # two games for one cell of that table


def test_unknown_players_are_listed_by_name_only() -> None:
    turns = played("three", THREE, "random:1", "random:2").record.turns
    final = GAMES[0].record.final
    for names in (("person", "make run"), ("engine:soon", "minimax:" + "9" * 5000)):
        record = GameRecord(THREE, names, turns, final, "three")
        text = page(matchups([PlayedMatchup(Matchup("three", THREE, *names), record)]))
        read(text)
        for name in names:
            assert f"<dt>{name}</dt><dd></dd>" in text


def test_page_and_figures_share_the_theme(html: str) -> None:
    styles = not_none(re.search(r"<style>(.*?)</style>", html, re.DOTALL))[1]
    assert f"--muted: {MUTED};" in styles
    assert f"--sans: {FONTS};" in styles
    assert styles.count(MUTED) == styles.count(RULE) == styles.count("Helvetica") == 1
    figure = not_none(equal_depth_figure(MATCHUPS, "equal"))
    assert MUTED in figure
    assert f"font-family:{FONTS}" in figure


def test_page_calls_the_ideal_number_of_nodes_an_estimate(html: str) -> None:
    text = words(html)
    assert "The ideal is an estimate of what alpha-beta would visit" in text
    assert "no order of the moves" not in text


def test_footer_contains_the_version(html: str) -> None:
    assert f"<footer><p>Made with Outply {outply.__version__}.</p></footer>" in html


@about_texts
def test_author_is_optional_and_under_the_title() -> None:
    unsigned = page(MATCHUPS)
    assert 'class="author"' not in unsigned
    assert 'name="author"' not in unsigned
    signed = page(MATCHUPS, HOSTILE)
    assert "<script" not in signed
    assert re.search(r"</h1>\s*<p class=\"author\">&lt;script&gt;", signed)
    without = re.sub(r"<meta name=\"author\".*?>\n|<p class=\"author\">.*?</p>\n", "", signed)
    assert without == unsigned
    assert page(MATCHUPS, HOSTILE) == signed


def sections(text: str) -> dict[int, str]:
    """Return the sections by their numbers, as a browser counts them."""
    return dict(enumerate(re.findall(r"<section id=\"([^\"]+)\"", text), 1))


@about_texts
def test_depths_are_described_as_a_setting_with_and_without_depth_trials(html: str) -> None:
    reference = not_none(re.search(r"Section ([0-9]+) shows which depths are feasible within 1 s", words(html)))
    assert sections(html)[int(reference[1])] == "times"
    without = words(page(matchups(GAMES[:1])))
    assert (
        "The depths are a setting, and need not be the deepest that are feasible. This report did not" in without
    )
    assert "depths are a setting" not in words(page(matchups([played("three", THREE, "greedy", "random:1")])))


def test_table_of_contents_lists_the_sections_in_order(html: str) -> None:
    listed = re.findall(r"<li><a href=\"#([^\"]+)\">", html)
    assert listed == list(sections(html).values())


@about_texts
def test_page_explains_only_algorithms_that_play(html: str) -> None:
    text = words(html)
    assert "is worth beta or more, or one where the opponent chooses is worth alpha or less" in text
    assert "only a strictly better move replaces it" in text
    assert "alpha" not in words(page(matchups([played("three", THREE, "greedy", "random:1")])))


@about_texts
def test_page_lists_where_each_evaluation_is_used() -> None:
    games = [
        played("three", THREE, "minimax:2:safety", "alphabeta:2:own"),
        played("three", THREE, "exact:2", "greedy"),
    ]
    text = page(matchups(games, trials("three", THREE, depths=2)))
    used = dict(re.findall(r"<div><dt>([a-z]+)</dt><dd>counts .* Used ([^.]+)\.</dd>", text))
    numbers = {name: number for number, name in sections(text).items()}
    assert used == {
        "safety": "by minimax 2 safety",
        "own": "by alpha-beta 2 own",
        "difference": f"by exact:2, and in sections {numbers['equal']} and {numbers['times']}",
    }
    alone = page(matchups([played("three", THREE, "greedy", "greedy")], trials("three", THREE, depths=1)))
    assert re.search(r"Used in sections [0-9] and [0-9]\.</dd>", alone)


@about_texts
@pytest.mark.parametrize(
    ("size", "shown"), [(6, "small"), (10, "middle"), (16, "wide"), (17, "large"), (26, "large")]
)
def test_large_board_takes_the_width_of_the_page(size: int, shown: str) -> None:
    owners = ["X" * size] * (size - 1) + ["O" * (size - 1) + "."]
    start = warfare.Position.of([[1] * size] * size, owners)
    text = page(matchups([played("b", start, "greedy", "greedy")]))
    assert f'class="board {shown}"' in text
    assert ".large .pictures{grid-template-columns:minmax(0,1fr)}" in text


@about_texts
@pytest.mark.parametrize("count", [1, 2, 5])
def test_first_two_findings_stay_together_in_print(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = [Finding(topic=f"topic {number}", fact="A fact.") for number in range(count)]
    monkeypatch.setattr("outply.report.matchups.page.findings", lambda _: findings)
    text = page(matchups(GAMES[:1]))
    read(text)
    opening = not_none(re.search(r'<div class="opening">.*?(?=</section>)', text, re.DOTALL))[0]
    together = opening.split('<div class="finding">')
    assert len(together) == count + 1
    assert [part.count("</div>") for part in together[1:]] == [
        1 + (number == min(count, 2)) for number in range(1, count + 1)
    ]
    assert re.search(r"\.opening,\.finding\{break-inside:avoid\}", text)


UNIDIOMATIC_PHRASES = ("an own", "the own", "own one", "end of the look", "even tree", "less those")


def test_page_texts_avoid_unidiomatic_phrases(html: str) -> None:
    rules = [game.rules(variant) for game in built_in_games().values() for variant in game.variants]
    texts = [*rules, *(f"{one.definition} {one.reasoning}" for one in evaluations("warfare").values())]
    for text in (words(html), *texts):
        for phrase in UNIDIOMATIC_PHRASES:
            assert phrase not in text


def test_page_is_rendered_without_games() -> None:
    read(page(matchups()))


def test_matplotlib_settings_of_the_user_do_not_change_a_figure() -> None:
    import matplotlib
    from matplotlib.figure import Figure

    record = GAMES[0].record
    before = score_figure([record], "a", "b")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        assert score_figure([record], "a", "b") == before
        assert matplotlib.rcParams["font.size"] == 30
    assert 'aria-label="&lt;a&gt;"' in svg(Figure(), "x", "<a>")


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game in built_in_games().values() for variant in game.variants]
)
def test_rules_section_names_both_players_but_not_the_first_mover(game: Game, variant: str) -> None:
    rules = game.rules(variant)
    for player in game.players:
        assert game.player_label(player, variant).lower() in rules.lower()
    assert " first" not in rules
