"""Sphinx configuration of the documentation: `python3 run.py sphinx-build -W docs build/docs`."""

from __future__ import annotations

import sys
from html import escape
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

project = "Outply"
version = release = installed_version("outply")
html_title = f"Outply {version}"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_click",
    "sphinx_copybutton",
    "sphinx_design",
    "extensions.docstrings",
    "extensions.options",
    "extensions.package",
    "extensions.sources",
    "extensions.types",
]
nitpicky = True
nitpick_ignore_regex = [("py:class", ".*")]  # external types and type aliases
exclude_patterns = ["package.md"]  # the description of the package for an index such as PyPI

myst_enable_extensions = ["attrs_block", "colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # docs/notebook.py has stored the outputs in the notebook

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_use_type_comments = False
toc_object_entries = False  # thousands on every page
viewcode_follow_imported_members = False
highlight_language = "text"
default_role = "code"  # `names` in docstrings
maximum_signature_line_length = 100
python_use_unqualified_type_names = True

copybutton_prompt_text = "$ "
copybutton_copy_empty_lines = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "default"
pygments_dark_style = "github-dark"

SUMMARY = "A toolkit for teaching game-tree search: minimax and alpha-beta to read, debug, grade and play."


def add_social_card(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Add the title, the summary and the picture that a link to a page shows elsewhere."""
    picture = context["pathto"]("_static/card.png", 1)
    tags = {
        "og:title": f"{context.get('title', project)} - {project}",
        "og:description": SUMMARY,
        "og:image": picture,
    }
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()]
    context["metatags"] = context.get("metatags", "") + "\n".join(
        [*lines, '<meta name="twitter:card" content="summary_large_image">']
    )


def setup(app: Any) -> None:
    app.connect("html-page-context", add_social_card)
