"""Sphinx configuration of the documentation: `python3 run.py sphinx-build -W docs build/docs`."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Outply"
version = release = installed_version("outply")
html_title = f"Outply {version}"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "extensions.docstrings",
    "extensions.options",
    "extensions.package",
    "extensions.sources",
    "extensions.types",
]
nitpicky = True
nitpick_ignore_regex = [("py:class", ".*")]  # external types and type aliases

myst_enable_extensions = ["attrs_block"]
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

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "default"
pygments_dark_style = "github-dark"
