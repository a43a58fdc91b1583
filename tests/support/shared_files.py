"""Expensive values and builds that all test processes share, kept until the sources that they depend on change."""

import fcntl
import hashlib
import pickle
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / ".pytest_cache" / "outply"


def shared_file(name: str, sources: Iterable[Path | str], make: Callable[[Path], None]) -> Path:
    """Return the path of a file that `make(path)` writes, unless it exists for the same content of the sources."""
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes() if isinstance(source, Path) else source.encode())
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}-{digest.hexdigest()[:16]}"
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other test processes wait for the file
        if not path.exists():
            for old in FOLDER.glob(f"{name}-*"):
                old.unlink()
            unfinished = FOLDER / f"{name}.new"
            make(unfinished)
            unfinished.rename(path)
    return path


def shared_value(name: str, make: Callable[[], Value]) -> Value:
    """Return the value of `make()`, which depends on nothing but the installed package."""

    def write(path: Path) -> None:
        path.write_bytes(pickle.dumps(make()))

    path = shared_file(name, _package_files(), write)
    value: Value = pickle.loads(path.read_bytes())
    return value


@cache
def _package_files() -> tuple[Path, ...]:
    import outply

    folder = Path(outply.__file__).parent
    return tuple(sorted(path for path in folder.rglob("*.*") if path.suffix in (".py", ".so", ".pyd")))
