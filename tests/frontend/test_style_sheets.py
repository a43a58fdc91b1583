"""Style sheets take their colours from the theme, change at few widths, and belong to cascade layers."""

import re
from pathlib import Path

import pytest
from conftest import ROOT

FRONTEND = ROOT / "frontend"
THEME = FRONTEND / "shared" / "style" / "theme.css"
SHEETS = sorted(path for path in FRONTEND.rglob("*.css") if "node_modules" not in path.parts)

COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b(?![^{};]*\{)|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\("
    r"|(?<=[\s(,])(?:black|white|gr[ae]y|silver|red|green|blue|yellow|orange|purple|navy)(?=[\s),;])",
    re.IGNORECASE,
)
SIZES = {"(width < 37.5em)", "(width >= 37.5em)", "(width < 62.5em)", "(width >= 62.5em)"} | {
    "(height < 32.5em)",
    "(height < 56.25em)",
}


def rules(path: Path) -> str:
    """Return the text of a style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def name(path: Path) -> str:
    return str(path.relative_to(FRONTEND))


@pytest.mark.parametrize("path", [path for path in SHEETS if path != THEME], ids=name)
def test_only_the_theme_contains_colours(path: Path) -> None:
    assert COLOUR.findall(rules(path)) == []


@pytest.mark.parametrize(
    ("rule", "colours"),
    [
        ("a { color: #abc; }", ["#abc"]),
        ("a { color: white; }", ["white"]),
        ("a { border: 1px solid rgba(0, 0, 0, 0.5); }", ["rgba("]),
        ("a { white-space: nowrap; }", []),
        ("#add, #bar-value { color: var(--ink); }", []),
        ("a { color: color-mix(in oklab, var(--ink) 5%, CanvasText); }", []),
    ],
)
def test_colours_in_rules_are_found(rule: str, colours: list[str]) -> None:
    assert COLOUR.findall(rule) == colours


def test_every_custom_property_is_defined() -> None:
    texts = [rules(path) for path in SHEETS]
    scripts = (path for path in FRONTEND.rglob("*.js") if "node_modules" not in path.parts)
    defined = set(re.findall(r"(--[\w-]+):", "".join(texts)))
    defined |= set(re.findall(r"--[\w-]+", "".join(path.read_text(encoding="utf-8") for path in scripts)))
    used = {
        name
        for path, text in zip(SHEETS, texts, strict=True)
        if path.parent.name != "report"  # its properties come from report/base/theme.py
        for name in re.findall(r"var\((--[\w-]+)\)", text)
    }
    assert used - defined == set()


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_layout_changes_only_at_the_stated_sizes(path: Path) -> None:
    conditions = " ".join(re.findall(r"@media([^{]*)\{", rules(path)))
    assert set(re.findall(r"\([^()]*(?:width|height)[^()]*\)", conditions)) <= SIZES


@pytest.mark.parametrize("page", ["play", "tree", "replay", "replay-file", "tournament", "grading", "similar"])
def test_every_rule_of_a_page_belongs_to_a_layer(page: str) -> None:
    text = (ROOT / "src" / "outply" / "assets" / f"{page}.css").read_text(encoding="utf-8")
    depth, start, unlayered = 0, 0, []
    for match in re.finditer(r"[{}]", text):
        if match[0] == "{" and depth == 0:
            unlayered.append(text[start : match.start()].rpartition(";")[2].strip())
        depth += 1 if match[0] == "{" else -1
        start = match.end()
    assert {head for head in unlayered if not head.startswith("@layer ")} <= {"@media print"}
