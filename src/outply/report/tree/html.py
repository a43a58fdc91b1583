"""Search trees as a self-contained HTML page, with the JavaScript modules of the tree view in one script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from outply.report.base.jinja_env import script_json
from outply.report.tree.document import document
from outply.report.tree.text import title
from outply.search.tree import SearchTree

STATIC = "static"
"""Folder with the tree view (`tree`) and the shared theme (`look`), which the play server also uses."""

STYLES = (
    "look/colours.css",
    "look/elements.css",
    "tree/controls.css",
    "tree/tree.css",
    "tree/panel.css",
    "tree/media.css",
)


def page(trees: Sequence[SearchTree], *, focus: Sequence[Any] = (), note: str = "") -> str:
    """Return an HTML page that shows one search tree, or two search trees side by side.

    `focus` are the moves to the node that is shown first; `note` is a sentence shown above the trees.
    """
    static = files("outply.report").joinpath(STATIC)
    data: dict[str, Any] = {"documents": [document(tree) for tree in trees]}
    if focus:
        data["focus"] = [str(move) for move in focus]
    if note:
        data["note"] = note
    loader = PackageLoader("outply.report")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template("tree.html").render(
        title=" and ".join(title(tree) for tree in trees),
        style="\n".join(static.joinpath(name).read_text(encoding="utf-8") for name in STYLES),
        script=inline(static.joinpath("tree"), "file.js"),
        data=script_json(data),
    )


IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
DECLARATION = re.compile(
    r"^(export )?(?:async )?(?:function\*?|class|const|let|var) (\w+|[{\[][^=]*?[}\]](?= =))", re.MULTILINE
)
UNSUPPORTED = re.compile(
    r"^(?:import\b|export (?!(?:async |function|class|const|let)\b)).*|\bawait import\(.*", re.MULTILINE
)


class InlineError(ValueError):
    """JavaScript modules cannot be bundled into one script."""


def inline(folder: Traversable, main: str) -> str:
    """Return one script: the modules that `main` imports, each after its own imports, and `main` last.

    Modules may import only names, at the top, from files in the same folder: `import { a, b } from "./x.js";`.
    They may export only declarations. In the script all modules share one scope, so no two may declare one name.

    Raises InlineError if a module uses syntax that is not supported, or if a name is declared twice.
    """
    modules: dict[str, str] = {}
    _add(folder, main, modules, importers=())
    _require_unique_names(modules)
    script = "\n".join(_body(text) for text in modules.values())
    if "</script" in script.lower():
        raise InlineError("a module contains </script, which would end the script element")
    return script


def _add(folder: Traversable, name: str, modules: dict[str, str], importers: tuple[str, ...]) -> None:
    """Add the text of the module `name` to `modules`, after the modules that it imports.

    `importers` is the chain of imports that leads to the module. Raises InlineError if the chain is a cycle, if an
    imported name is not exported, or if a statement is not supported.
    """
    if name in importers:
        raise InlineError(f"import cycle: {', '.join([*importers[importers.index(name) :], name])}")
    if name in modules:
        return
    text = (folder / name).read_text(encoding="utf-8")
    for names, source in IMPORT.findall(text):
        _add(folder, source, modules, (*importers, name))
        for imported in re.split(r"\s*,\s*", names.strip().rstrip(",")):
            if imported not in _declared_names(modules[source], exported=True):
                raise InlineError(f"{name} imports {imported}, which {source} does not export")
    unsupported = UNSUPPORTED.search(IMPORT.sub("", text))
    if unsupported is not None:
        raise InlineError(f"{name}: unsupported statement {unsupported[0].strip()!r}")
    modules[name] = text


def _declared_names(text: str, exported: bool = False) -> list[str]:
    """Return the names that a module declares at its top level; with `exported`, only the exported names."""
    declarations = [names for export, names in DECLARATION.findall(text) if export or not exported]
    parts = [part for names in declarations for part in re.findall(r"\w+(?:: \w+)?", names)]
    return [part.partition(": ")[2] or part for part in parts]  # `{ a: b }` declares b


def _require_unique_names(modules: dict[str, str]) -> None:
    owners: dict[str, str] = {}
    for module, text in modules.items():
        for name in _declared_names(text):
            if name in owners:
                raise InlineError(f"{owners[name]} and {module} both declare {name}")
            owners[name] = module


def _body(text: str) -> str:
    return re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.MULTILINE).strip() + "\n"
