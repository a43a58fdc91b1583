"""The documentation becomes a site without a warning, and every picture in it is made and used."""

import re
import subprocess
import sys
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote

import click
import pytest
from conftest import ROOT
from drawings import drawings
from support.documents import DOCS, PAGES, blocks

from outply.cli.main import outply

IMAGES = sorted(path.name for path in (DOCS / "images").iterdir())
DRAWINGS = drawings()
BROWSER = ROOT / "tests" / "browser"
MAKERS = [DOCS / "pictures.py", BROWSER / "test_pictures.py", BROWSER / "test_from_outside.py"]


def broken_links(site):
    """Return the links from the pages of a site, but for those to elsewhere, that lead nowhere."""
    texts = {path: path.read_text() for path in site.rglob("*.html")}
    broken = []
    for page, text in texts.items():
        for link in set(re.findall(r'(?:href|src)="([^"]+)"', text)):
            name, _, place = unquote(unescape(link)).partition("#")
            target = (page.parent / name.partition("?")[0]).resolve() if name else page
            if re.match(r"\w+:", link):
                continue
            if not target.exists() or (place and target in texts and f'id="{escape(place)}"' not in texts[target]):
                broken.append((str(page.relative_to(site)), link))
    return broken


def test_the_site_builds_without_a_warning_and_its_links_lead_somewhere(tmp_path):
    program = str(Path(sys.executable).parent / "sphinx-build")
    command = [program, "-q", "-W", "--keep-going", str(DOCS), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "index.html").exists()
    assert broken_links(tmp_path) == []


def commands(group, path):
    """Yield the commands of a group, and of the groups in it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands(found, f"{path} {name}")
        else:
            yield f"{path} {name}"


def test_every_command_is_described():
    languages = [block.language for text in PAGES.values() for block in blocks(text)]
    assert {f"{{options}} {path}" for path in commands(outply, "outply")} <= set(languages)


@pytest.mark.parametrize("image", IMAGES)
def test_a_picture_is_used(image):
    texts = [*PAGES.values(), (ROOT / "README.md").read_text()]
    assert any(f"images/{image})" in text for text in texts)


@pytest.mark.parametrize("image", [name for name in IMAGES if name.removesuffix(".svg") not in DRAWINGS])
def test_a_picture_is_made_by_a_script(image):
    assert any(f'"{image.partition(".")[0]}' in path.read_text() for path in MAKERS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_up_to_date(name):
    drawn = (DOCS / "images" / f"{name}.svg").read_text() == DRAWINGS[name]
    assert drawn, "python3 run.py python docs/drawings.py draws it again"
