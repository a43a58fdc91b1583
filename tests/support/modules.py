"""Loading of Python files that belong to no package."""

import importlib.util
from pathlib import Path
from typing import Any


def load_module(path: Path) -> Any:
    """Execute a Python file and return its module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
