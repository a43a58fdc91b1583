"""Bundling of JavaScript modules into one script."""

from collections.abc import Callable
from pathlib import Path

import pytest

from outply.report.tree.html import InlineError, inline


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    def write(**modules: str) -> Path:
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text)
        return tmp_path

    return write


def test_bundled_script_has_each_imported_module_once_and_before_its_importer(folder: Callable[..., Path]) -> None:
    modules = folder(
        main='import { a } from "./a.js";\nimport {\n  b,\n  c,\n} from "./b.js";\n\na(b, c);\n',
        a='import { b } from "./b.js";\nexport function a() {\n  return b;\n}\n',
        b="export const b = 1;\nexport let c = 2;\n",
    )
    assert inline(modules, "main.js") == (
        "const b = 1;\nlet c = 2;\n\nfunction a() {\n  return b;\n}\n\na(b, c);\n"
    )


NEEDS_A = 'import { a } from "./a.js";\n'


@pytest.mark.parametrize(
    ("main", "a", "message"),
    [
        (NEEDS_A, "const a = 1;\n", "imports a, which a.js does not export"),
        (f"{NEEDS_A}const b = 1;\n", "export const a = 1;\nconst b = 2;\n", "a.js and main.js both declare b"),
        (f"{NEEDS_A}class b {{}}\n", "export let a;\nconst { b } = a;\n", "a.js and main.js both declare b"),
        (NEEDS_A, 'import { b } from "./main.js";\n', "import cycle: main.js, a.js, main.js"),
        ('import * as a from "./a.js";\n', "", "main.js: unsupported statement 'import"),
        ("export default 3;\n", "", "main.js: unsupported statement 'export default 3;'"),
        ('const a = await import("./a.js");\n', "", "main.js: unsupported statement"),
        ('const a = "</script>";\n', "", "contains </script"),
    ],
)
def test_javascript_module_with_unsupported_syntax_is_rejected(
    folder: Callable[..., Path], main: str, a: str, message: str
) -> None:
    with pytest.raises(InlineError, match=message):
        inline(folder(main=main, a=a), "main.js")
