"""Run all linters of Python, C++ and prose at once: a step to take before the tests.

    python3 run.py python tools/lint.py           # all
    python3 run.py python tools/lint.py ruff mypy # some

The complete test run includes them (tests/project/test_repository.py). tools/frontend.py checks the pages.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE_FOLDERS = ("native", "tests/native", "examples")
NATIVE = sorted(path for folder in NATIVE_FOLDERS for path in (ROOT / folder).rglob("*.?pp"))
LINTERS = {
    "ruff check": ["ruff", "check", "--no-cache", "."],
    "ruff format": ["ruff", "format", "--no-cache", "--check", "."],
    "mypy": ["mypy"],  # with its cache: a minute of CPU time without
    "import-linter": ["lint-imports", "--no-cache"],
    "clang-format": ["clang-format", "--dry-run", "--Werror", *map(str, NATIVE)],
    "prose": ["python", "tools/check_prose.py"],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("linters", nargs="*", metavar="LINTER", help=f"default: all of {', '.join(LINTERS)}")
    options = parser.parse_args()
    chosen = [name for name in LINTERS if not options.linters or {name, name.split()[0]} & set(options.linters)]
    unknown = [name for name in options.linters if name not in {*LINTERS, *(one.split()[0] for one in LINTERS)}]
    if unknown:
        parser.error(f"no linter {unknown[0]!r}; expected {', '.join(LINTERS)}")
    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(findings, name): name for name in chosen}
        for run in as_completed(runs):
            text = run.result()
            failed += bool(text)
            print(f"{runs[run]}: {'failed' if text else 'no findings'}\n{text}", end="", flush=True)
    return 1 if failed else 0


def findings(name: str) -> str:
    """Return the output of a linter if it fails; an empty text if there are no findings."""
    program, *arguments = LINTERS[name]
    command = [str(Path(sys.executable).parent / program), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr or f"exit status {done.returncode}\n"


if __name__ == "__main__":
    sys.exit(main())
