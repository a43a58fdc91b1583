"""Modules of JavaScript as one script, for a page that is one file.

The modules import each other by name, at their top, from files beside them: `import { a, b } from "./x.js";`. They
export what they declare. In one script all of them share one scope, so no two may declare the same name.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
DECLARED = re.compile(
    r"^(export )?(?:async )?(?:function\*?|class|const|let|var) (\w+|[{\[][^=]*?[}\]](?= =))", re.MULTILINE
)
FOREIGN = re.compile(
    r"^(?:import\b|export (?!(?:async |function|class|const|let)\b)).*|\bawait import\(.*", re.MULTILINE
)


class InlineError(ValueError):
    """Modules that do not fit into one script."""


def inline(folder: Traversable, main: str) -> str:
    """Return the script that does what the module of the folder does, with all that it imports before it."""
    modules: dict[str, str] = {}
    _add(folder, main, modules, importers=())
    _expect_apart(modules)
    script = "\n".join(_body(text) for text in modules.values())
    if "</script" in script.lower():
        raise InlineError("a module says </script, which would end the script that it stands in")
    return script


def _add(folder: Traversable, name: str, modules: dict[str, str], importers: tuple[str, ...]) -> None:
    """Add a module after those that it needs."""
    if name in importers:
        raise InlineError(f"{name} imports itself by way of {', '.join(importers[importers.index(name) + 1 :])}")
    if name in modules:
        return
    text = (folder / name).read_text(encoding="utf-8")
    for names, needed in IMPORT.findall(text):
        _add(folder, needed, modules, (*importers, name))
        for wanted in re.split(r"\s*,\s*", names.strip().rstrip(",")):
            if wanted not in _declared(modules[needed], exported=True):
                raise InlineError(f"{name} imports {wanted}, which {needed} does not export")
    foreign = FOREIGN.search(IMPORT.sub("", text))
    if foreign is not None:
        raise InlineError(f"{name} says {foreign[0].strip()!r}, which one script cannot")
    modules[name] = text


def _declared(text: str, exported: bool = False) -> list[str]:
    """Return the names that a module declares at its top level, or those that it exports."""
    found = [names for export, names in DECLARED.findall(text) if export or not exported]
    parts = [part for names in found for part in re.findall(r"\w+(?:: \w+)?", names)]
    return [part.partition(": ")[2] or part for part in parts]  # `{ a: b }` declares b


def _expect_apart(modules: dict[str, str]) -> None:
    owners: dict[str, str] = {}
    for module, text in modules.items():
        for name in _declared(text):
            if name in owners:
                raise InlineError(f"{owners[name]} and {module} both declare {name}")
            owners[name] = module


def _body(text: str) -> str:
    return re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.MULTILINE).strip() + "\n"
