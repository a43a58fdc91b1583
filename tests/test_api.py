"""`import outply` exports a small, typed interface, which is imported on first use."""

import ast
import doctest
import json
import os
import types
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT

import outply
from outply import api


def test_examples_in_docstrings_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testmod(api)
    assert results.attempted > 15
    assert results.failed == 0


def test_every_function_has_an_example_or_is_about_records() -> None:
    for name in outply.__all__:
        exported = getattr(outply, name)
        if isinstance(exported, types.FunctionType):
            assert ">>>" in (exported.__doc__ or "") or "game" in name, name


def test_exports_are_listed_alike_and_hide_no_subpackage() -> None:
    assert outply.__all__ == api.__all__
    assert set(outply.__all__) <= set(dir(outply))
    subpackages = {entry.name.removesuffix(".py") for entry in os.scandir(Path(api.__file__).parent)}
    assert not subpackages & set(outply.__all__)


def test_importing_the_package_imports_nothing_else() -> None:
    tree = ast.parse(Path(str(outply.__file__)).read_text())
    imports = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert imports == ["__future__"]
    assert not any(isinstance(node, ast.Import) for node in tree.body)


def test_unknown_names_raise_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = outply.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("algorithm", ["minimax", "MINIMAX", "alphabeta", "AlphaBeta"])
def test_both_searches_and_the_exact_search_agree(algorithm: str) -> None:
    position = outply.load(ROOT / "examples" / "warfare-3.in")
    textbook = outply.solve(position, 3, algorithm)
    exact = outply.solve(position, 3, algorithm, exact=True)
    assert (exact.move, exact.value) == (textbook.move, textbook.value)
    assert exact.principal_variation == textbook.principal_variation
    assert textbook.visits is not None


def test_results_are_flat_dictionaries() -> None:
    game = outply.match("alphabeta:1", "greedy", outply.start("warfare", "random:3:1", rules="blitz"))
    rows = game.to_records()
    assert len(rows) == len(game.turns) == game.as_dict()["moves"]
    assert rows[0]["move"].startswith("paradrop ")
    assert rows[-1]["score"] == game.final.score(game.start.play(game.turns[0].move).to_move) * (-1) ** len(rows)
    solution = outply.solve(game.start, 2)
    for record in (*rows, game.as_dict(), solution.as_dict()):
        flat = json.loads(json.dumps(record))
        assert all(not isinstance(value, (list, dict)) for value in flat.values())
    assert str(solution).splitlines()[1] == solution.as_dict()["principal_variation"]


def test_games_of_a_folder_are_read_in_order(tmp_path: Path) -> None:
    position = outply.start("warfare", "random:2:1")
    (tmp_path / "b").mkdir()
    (tmp_path / "notes.txt").write_text("not a record")
    for name, players in (("b/2.txt", ("greedy", "random:1")), ("1.txt", ("random:1", "greedy"))):
        outply.save_game(outply.match(*players, position), tmp_path / name)
    assert [game.players[0] for game in outply.load_games(tmp_path)] == ["random:1", "greedy"]
    assert outply.load_game(tmp_path / "1.txt") == outply.load_games(tmp_path)[0]
    with pytest.raises(outply.FileError, match="not a folder"):
        outply.load_games(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["C3 Raid", "c3 raid", "raid c3", "blitz C3", "C3", "c3 r"])
def test_play_accepts_text(text: str) -> None:
    position = outply.load(ROOT / "examples" / "warfare-3.in")
    assert position.play(text) == position.play(outply.solve(position, 4).move)


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("warfare", "A1 Raid", "no cell above, below, left or right of A1"),
        ("warfare", "Z9", "'Z9' is not a legal move. Z9 is not on the board"),
        ("warfare", "ZZ9", "'ZZ9' is not a legal move; a legal one is 'F6 Stake'"),
        ("warfare", "", "is not a legal move"),
        ("starcircle", "c", "could be C1-D2, C3-D2, C3-D4, C5-D4 and more"),
        ("starcircle", "d2 c1", "is not a legal move"),
    ],
)
def test_illegal_text_is_explained(game: str, text: str, message: str) -> None:
    with pytest.raises(outply.IllegalMoveError, match=message):
        outply.start(game).play(text)


def test_moves_of_other_types_are_refused() -> None:
    for game in ("warfare", "starcircle"):
        with pytest.raises(TypeError, match="expected a Move or a text"):
            outply.start(game).play(3)


def test_printing_a_position_draws_the_board() -> None:
    assert str(outply.start("warfare", "random:2:1").play("B1")).splitlines()[1].endswith("X")
    assert str(outply.start("starcircle")).splitlines()[-1] == "A  S  .  S  .  S  .  S  ."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("chess",), "unknown game 'chess'"), (("warfare", "Moscow"), "Moscow"), (("starcircle", "Keren"), "Keren")],
)
def test_unknown_starts_are_refused(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(outply.StartError, match=message):
        outply.start(*arguments)


@pytest.mark.parametrize(
    "call",
    [
        lambda: outply.solve("input.txt", 2),  # type: ignore[arg-type]
        lambda: outply.engine(Path("input.txt")),  # type: ignore[arg-type]
        lambda: outply.match("greedy", "greedy", "Keren"),  # type: ignore[arg-type]
    ],
)
def test_name_instead_of_a_position_is_explained(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"expected a position.*outply\.load\(FILE\)"):
        call()


def test_depth_must_be_a_whole_number() -> None:
    with pytest.raises(TypeError, match="expected a whole number as depth, got '4'"):
        outply.solve(outply.start(), "4")  # type: ignore[arg-type]


def test_player_that_returns_no_decision_is_reported() -> None:
    class Careless:
        name = "careless"

        def choose(self, position: outply.Position, context: outply.MoveContext) -> outply.MoveDecision:
            return position.moves()[0]  # type: ignore[no-any-return]

    with pytest.raises(outply.MatchError, match="`choose` must return a MoveDecision"):
        outply.match(Careless(), "greedy", outply.start("warfare", "random:2:1"))


def test_searches_refuse_what_they_cannot_do() -> None:
    over = outply.match("random:1", "random:2", outply.start("warfare", "random:2:1")).final
    calls: list[Callable[[], object]] = [
        lambda: outply.solve(over, 2),
        lambda: outply.engine(over),
        lambda: outply.solve(outply.start(), 0),
        lambda: outply.solve(outply.start(), 2, "negamax"),
        lambda: outply.engine(outply.start(), nodes=5, depth=1),
    ]
    for call in calls:
        with pytest.raises(ValueError):
            call()
