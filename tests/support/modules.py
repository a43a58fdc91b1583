"""Loading of Python files that belong to no package."""

import importlib.util
import sys
from pathlib import Path
from typing import Any


def load_module(path: Path) -> Any:
    """Execute a Python file and return its module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # data classes look up their module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return module
