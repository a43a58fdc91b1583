"""Templates of contestants."""

from pathlib import Path

import pytest

from outply.players.contestant import LANGUAGES, TemplateError, write_template


@pytest.mark.parametrize("language", LANGUAGES)
def test_template_has_a_makefile_and_an_agent(tmp_path: Path, language: str) -> None:
    written = write_template(language, tmp_path / "deep" / "agent")
    assert [path.suffix for path in written if path.name != "Makefile"] != []
    makefile = (tmp_path / "deep" / "agent" / "Makefile").read_text()
    assert "\nagent:" in makefile
    assert "\nrun:\n\t" in makefile


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


def test_unknown_template_language_is_reported_with_the_known_languages(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match="expected python, cpp, java"):
        write_template("cobol", tmp_path)
