"""Sample contestants for Warfare, Star/Circle and added games."""

import random
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.games import tictactoe

from outply.formats.starcircle import position_lines
from outply.games import all_games
from outply.games.starcircle import StarCircle
from outply.players.contestant import BuiltContestant
from outply.players.contestant_template import LANGUAGES, TemplateError, write_template
from outply.players.forfeit import ContestProtocol


@pytest.mark.parametrize("language", LANGUAGES)
def test_template_has_a_makefile_and_an_agent(tmp_path: Path, language: str) -> None:
    written = write_template(language, tmp_path / "deep" / "agent")
    assert [path.suffix for path in written if path.name != "Makefile"] != []
    makefile = (tmp_path / "deep" / "agent" / "Makefile").read_text()
    assert "\nagent:" in makefile
    assert "\nrun:\n\t" in makefile


@pytest.mark.parametrize("language", LANGUAGES)
def test_template_for_the_engine_protocol_declares_it(tmp_path: Path, language: str) -> None:
    write_template(language, tmp_path, ContestProtocol.LINES)
    assert BuiltContestant(tmp_path).protocol is ContestProtocol.LINES
    write_template(language, tmp_path / "files")
    assert BuiltContestant(tmp_path / "files").protocol is ContestProtocol.FILES


def test_template_does_not_overwrite_existing_files(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("mine")
    with pytest.raises(TemplateError, match="Makefile already exists"):
        write_template("python", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["Makefile"]
    assert (tmp_path / "Makefile").read_text() == "mine"


def test_template_directory_that_is_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TemplateError, match="file is not a directory"):
        write_template("python", tmp_path / "file")
    with pytest.raises(TemplateError, match=r"cannot write the template to .*file/agent: not a directory"):
        write_template("python", tmp_path / "file" / "agent")


def test_template_directory_with_a_name_that_is_too_long_is_reported(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"cannot write the template to .*: file name too long"):
        write_template("python", tmp_path / ("a" * 300))


def test_unknown_template_language_is_reported_with_the_known_languages(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match="expected python, cpp, java"):
        write_template("cobol", tmp_path)


def test_template_for_another_game_is_in_python(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match="is in python"):
        write_template("cpp", tmp_path, game=all_games()["starcircle"])


@pytest.mark.parametrize("protocol", ContestProtocol)
def test_template_for_another_game_has_rules_search_and_the_protocol(
    tmp_path: Path, protocol: ContestProtocol
) -> None:
    written = write_template("python", tmp_path, protocol, all_games()["starcircle"])
    program = "engine.py" if protocol is ContestProtocol.LINES else "agent.py"
    assert {path.name for path in written} == {"Makefile", "rules.py", "search.py", program}
    assert BuiltContestant(tmp_path).protocol is protocol


def test_template_for_a_game_without_rules_of_its_own_places_pieces(tmp_path: Path) -> None:
    game = tictactoe.written_module(tmp_path / "game").Tictactoe()
    write_template("python", tmp_path / "agent", game=game)
    rules = SimpleNamespace(**runpy.run_path(str(tmp_path / "agent" / "rules.py")))
    rows = ("X.O", "OX.", "X.O")
    assert rules.moves(rows, "X") == ["B1", "C2", "B3"]
    assert rules.play(rows, "O", "C2") == ("X.O", "OXO", "X.O")
    assert rules.score(("XX.", "O.."), "O") == -1


def test_rules_of_the_starcircle_template_are_those_of_the_game(tmp_path: Path) -> None:
    game = StarCircle()
    write_template("python", tmp_path, game=game)
    rules = SimpleNamespace(**runpy.run_path(str(tmp_path / "rules.py")))
    choice = random.Random(1)
    for _ in range(20):
        position = game.start()
        while not position.is_over:
            rows = tuple(position_lines(position))
            moves = [str(move) for move in position.moves()]
            assert sorted(rules.moves(rows, position.to_move)) == sorted(moves)
            assert rules.score(rows, position.to_move) == position.score(position.to_move)
            move = choice.choice(moves)
            after = position.play(move)
            assert rules.play(rows, position.to_move, move) == tuple(position_lines(after))
            position = after
