"""The files of a release agree with each other."""

import re
import tomllib

from conftest import ROOT

import outply

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_version_is_the_same_in_all_files() -> None:
    version = PROJECT["version"]
    assert outply.__version__ == version
    for file, line in (("CITATION.cff", f"version: {version}"), ("CHANGELOG.md", f"## {version}")):
        assert line in (ROOT / file).read_text().splitlines()


def test_install_page_lists_every_dependency_and_extra() -> None:
    page = (ROOT / "docs" / "install.md").read_text()
    for requirement in PROJECT["dependencies"]:
        assert re.split("[<>=]", requirement)[0] in page
    for extra in PROJECT["optional-dependencies"].keys() - {"dev"}:
        assert f"`outply[{extra}]`" in page
