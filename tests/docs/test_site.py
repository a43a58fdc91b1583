"""The documentation builds without warnings, and every picture is generated and used."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape, unescape
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote

import click
import conf
import pytest
from conftest import ROOT
from drawings import drawings
from support.documents import DOCS, PAGES, blocks
from support.shared_files import shared_file

import outply
from outply.cli.main import outply as command_line

IMAGES = sorted(path.name for path in (DOCS / "images").iterdir())
DRAWINGS = drawings()
BROWSER = ROOT / "tests" / "browser"
PICTURE_TESTS = ("test_library", "test_plugin_games", "test_textbook", "test_tree_quiz", "test_views")
LINKED = ("native", "tests", "benchmarks", "tools", "examples")  # folders with files that pages link to
SPHINX_WITHOUT_SEARCH = """
import gc
gc.disable()
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.cmd.build import main
StandaloneHTMLBuilder.search = False
raise SystemExit(main())
"""
"""Builds a site without the index of its words and without garbage collection, each a sixth of the time."""
MAKERS = [DOCS / "animation.py", DOCS / "pictures.py", *(BROWSER / f"{name}.py" for name in PICTURE_TESTS)]


def broken_links(site: Path) -> list[tuple[str, str]]:
    """Return the internal links of a site that have no target."""
    texts = {path: path.read_text() for path in site.rglob("*.html")}
    broken = []
    for page, text in texts.items():
        for link in set(re.findall(r'(?:href|src)="([^"]+)"', text)):
            name, _, anchor = unquote(unescape(link)).partition("#")
            target = (page.parent / name.partition("?")[0]).resolve() if name else page
            if re.match(r"\w+:", link):
                continue
            if not target.exists() or (
                anchor and target in texts and f'id="{escape(anchor)}"' not in texts[target]
            ):
                broken.append((str(page.relative_to(site)), link))
    return broken


def sources() -> list[Path | str]:
    """Return the files that the site is built from, the names of those it links to, and versions of its tools."""
    folders = (DOCS, Path(outply.__file__).parent)
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    linked = [str(path) for folder in LINKED for path in (ROOT / folder).rglob("*.?*") if path.suffix != ".pyc"]
    return [*sorted(files), *sorted(linked), version("sphinx"), version("sphinx-click"), version("myst-nb")]


def test_site_builds_without_warnings_or_broken_links(tmp_path: Path) -> None:
    def build(report: Path) -> None:
        build_site(tmp_path)
        assert broken_links(tmp_path) == []
        names = ("commands", "class-server", "class-grading", "class-operation")
        pages = [(tmp_path / f"{name}.html").read_text() for name in names]
        assert missing_option_texts(" ".join(pages)) == []
        report.touch()

    shared_file("site", sources(), build)


def build_site(folder: Path) -> None:
    settings = [
        # The theme that is published lists all pages on each of the 220 pages, which takes a quarter of the time.
        "html_theme=basic",
        # The pages with the sources and the texts of default values take a quarter of the rest.
        f"extensions={','.join(name for name in conf.extensions if name != 'sphinx.ext.viewcode')}",
        "autodoc_preserve_defaults=0",
    ]
    options = [word for setting in settings for word in ("-D", setting)]
    program = [sys.executable, "-c", SPHINX_WITHOUT_SEARCH]
    command = [*program, "-q", "-W", "--keep-going", *options, str(DOCS), str(folder)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    assert (folder / "index.html").exists()


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group and of its subgroups, each with its path."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        elif command is not None:
            yield f"{path} {name}", command


def words(text: str) -> str:
    """Return the words of a text or an HTML page, without tags, markup and typographic quotes."""
    plain = unescape(re.sub(r"<[^>]+>", "", text))
    return " ".join(re.findall(r"[A-Za-z0-9]+", plain))


def missing_option_texts(page: str) -> list[str]:
    """Return the options whose help text is not on the pages."""
    shown = words(page)
    return [
        f"{path} {max(option.opts, key=len)}"
        for path, command in commands(command_line, "outply")
        for option in command.params
        if isinstance(option, click.Option) and not option.hidden
        if words((option.help or "").partition("  [")[0]) not in shown or words(max(option.opts)) not in shown
    ]


def test_every_command_is_documented() -> None:
    languages = [block.language for text in PAGES.values() for block in blocks(text)]
    assert {f"{{options}} {path}" for path, _ in commands(command_line, "outply")} <= set(languages)


@pytest.mark.parametrize("image", IMAGES)
def test_every_picture_is_used_on_a_page(image: str) -> None:
    texts = [*PAGES.values(), (ROOT / "README.md").read_text()]
    assert any(f"images/{image})" in text for text in texts)


@pytest.mark.parametrize("image", [name for name in IMAGES if name.removesuffix(".svg") not in DRAWINGS])
def test_every_picture_is_written_by_a_script_or_a_test(image: str) -> None:
    assert any(f'"{image.partition(".")[0]}' in path.read_text() for path in MAKERS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_generated_drawing_is_up_to_date(name: str) -> None:
    is_current = (DOCS / "images" / f"{name}.svg").read_text() == DRAWINGS[name]
    assert is_current, "redraw it: python3 run.py python docs/drawings.py"
