"""Contestants to start from."""

import pytest

from outply.players.template import LANGUAGES, TemplateError, write_template


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_is_a_makefile_and_an_agent(tmp_path, language):
    written = write_template(language, tmp_path / "deep" / "agent")
    assert [path.suffix for path in written if path.name != "Makefile"] != []
    makefile = (tmp_path / "deep" / "agent" / "Makefile").read_text()
    assert "\nagent:" in makefile
    assert "\nrun:\n\t" in makefile


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "Makefile").write_text("mine")
    with pytest.raises(TemplateError, match="Makefile is there already, and stays as it is"):
        write_template("python", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["Makefile"]
    assert (tmp_path / "Makefile").read_text() == "mine"


def test_a_file_is_no_directory_to_write_to(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TemplateError, match="file is not a directory"):
        write_template("python", tmp_path / "file")


def test_other_languages_are_named(tmp_path):
    with pytest.raises(TemplateError, match="there are python, cpp, java"):
        write_template("cobol", tmp_path)
