"""Run a program in Outply's own virtual environment, which this script creates in .outply and keeps up to date.

    python3 run.py outply solve examples/warfare-3.in -o -
    python3 run.py pytest
    python3 run.py pip install --no-build-isolation examples/connectfour
    python3 run.py --install-tools      install the programs that tests need, such as bubblewrap and Chromium (apt)

Needs Python 3.11+ with pip, and a C++20 compiler. A program gets the dependencies that it needs: outply those of
its command, sphinx-build those of the documentation, python none except for scripts of tools, tests, benchmarks
and docs, other programs those of development. Changed Python files are copied; of the native core, only what a
change concerns is compiled again.
"""

from __future__ import annotations

import difflib
import filecmp
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".outply"
BIN = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
STAMP = ENVIRONMENT / "installed"  # lines: hash of the build, path of the environment, extras
BUILD = ENVIRONMENT / "build"  # object files of the native core, kept for the next build
# Extras needed by commands of outply.
COMMAND_EXTRAS = {"class": "tournament", "report": "report", "tournament": "tournament"}
PROGRAM_EXTRAS = {"pip": "", "sphinx-build": "docs"}
DEVELOPMENT_FOLDERS = ("benchmarks", "docs", "tests", "tools")  # their scripts need the development dependencies
PYTHON = vars(sys)["_base_executable"] if Path(sys.prefix) == ENVIRONMENT else sys.executable  # .outply has no pip
DEVELOPMENT = "dev"  # includes all other extras
PROGRESS = re.compile(r"\s*(\[ *\d+(%|/\d+)\]|Building wheel|Downloading|Installing collected)")
MAX_ERROR_LINES = 60
INSTALLED_BY_CMAKE = ("cmake", "include")  # folders of the installed package: the headers for native cores

TOOLS = {
    "a C++ compiler": (["c++", "g++", "clang++"], ["g++"]),
    "make": (["make"], ["make"]),
    "bubblewrap": (["bwrap"], ["bubblewrap"]),
    "Chromium": (
        ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
        ["chromium-headless-shell", "chromium"],
    ),
    "a Java compiler": (["javac"], ["default-jdk-headless"]),
}
"""What the tests need: the names of the program, and the Debian packages of which one provides it."""


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Outply needs Python 3.11 or later; this is {sys.version.split()[0]}")
    if arguments[0] == "--install-tools":
        return install_tools()
    program = arguments[0]
    install(extra_of(program, arguments[1:]))
    environment = os.environ | {
        "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}",
        "VIRTUAL_ENV": str(ENVIRONMENT),
    }
    if program == "pip":
        command = [PYTHON, "-m", "pip", "--python", str(BIN / "python"), *arguments[1:]]
        return subprocess.run(command, check=False).returncode
    path = str(BIN / program)
    try:
        if os.name == "nt":
            return subprocess.run([path, *arguments[1:]], env=environment, check=False).returncode
        os.execve(path, [path, *arguments[1:]], environment)
    except OSError:
        hint = "" if (BIN / program).exists() else f"; did you mean: run.py {similar_program(program)}?"
        sys.exit(f"program {program!r} not found in {BIN}{hint}")


def similar_program(program: str) -> str:
    """Suggest a command for an unknown program: a script, tests, a misspelt program or a command of outply."""
    if program.startswith("-"):
        return "--install-tools"
    if program.startswith("tests"):
        return f"pytest {program}"
    if program.endswith(".py"):
        return f"python {program}"
    close = difflib.get_close_matches(program, ["outply", "pytest", "python", "ruff", "mypy"], 1)
    return close[0] if close else f"outply {program}"


def extra_of(program: str, arguments: list[str]) -> str:
    """Return the extra that a program needs; "" for none."""
    if program == "outply":
        return COMMAND_EXTRAS.get(" ".join(arguments[:1]), "")
    if program in ("python", "python3"):
        scripts = [Path(argument).resolve() for argument in arguments if argument.endswith(".py")]
        is_ours = any(script.is_relative_to(ROOT / folder) for script in scripts for folder in DEVELOPMENT_FOLDERS)
        return DEVELOPMENT if is_ours else ""
    return PROGRAM_EXTRAS.get(program, DEVELOPMENT)


def install(extra: str) -> None:
    """Install this folder's Outply with an extra, as far as it is not installed already."""
    build = hash_of_build()
    installed, path, *extras = STAMP.read_text().splitlines() if STAMP.exists() else ["", ""]
    if path != str(ENVIRONMENT):
        # Missing, incomplete, or moved: scripts in an environment contain its path.
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        installed, extras = "", []
    missing = extra not in ["", *extras] and DEVELOPMENT not in extras
    installed_extras = extras
    extras = sorted({extra, *extras} - {""})
    what = "Outply and its development dependencies" if DEVELOPMENT in extras else "Outply"
    if installed != build:
        print(f"installing {what} in {ENVIRONMENT} ...", file=sys.stderr)
        if not ENVIRONMENT.exists():
            # Without pip: Debian's Python cannot install pip into an environment; this Python's own pip is used.
            run_or_exit([PYTHON, "-m", "venv", "--without-pip", str(ENVIRONMENT)])
        # Without a hash: if the build fails, the next call repeats it and keeps the environment.
        STAMP.write_text("\n".join(["", str(ENVIRONMENT), *installed_extras]))
        # Not isolated: pip's own build environment is new each time, so that everything would be compiled again.
        pip_install(*build_requirements())
        package = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
        pip_install(package, options=["--no-build-isolation", f"--config-settings=build-dir={BUILD}"])
    elif missing:
        print(f"installing the dependencies {extra!r} in {ENVIRONMENT} ...", file=sys.stderr)
        pip_install(*requirements(extra))
    copy_python_files()
    stamp = "\n".join([build, str(ENVIRONMENT), *extras])
    if not STAMP.exists() or STAMP.read_text() != stamp:
        STAMP.write_text(stamp)


def pip_install(*packages: str, options: Sequence[str] = ()) -> None:
    """Install packages into the environment and print the progress."""
    options = [*options, "-v", "--progress-bar", "off", "--disable-pip-version-check"]
    run_or_exit([PYTHON, "-m", "pip", "--python", str(BIN / "python"), "install", *options, *packages])


def copy_python_files() -> None:
    """Make the files of the installed package those of src, except for the native core."""
    source = ROOT / "src" / "outply"
    for target in installed_packages():
        sources = {path.relative_to(source) for path in files(source)}
        installed = {path.relative_to(target) for path in files(target)}
        for name in installed - sources:
            (target / name).unlink()
        for name in sources:
            if not (target / name).exists() or not filecmp.cmp(source / name, target / name):
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source / name, target / name)
        if installed != sources:
            record_files(target, sources - installed, installed - sources)


def record_files(package: Path, added: set[Path], removed: set[Path]) -> None:
    """Update the list of installed files, from which `outply grade --gradescope` makes a wheel."""
    for record in package.parent.glob("outply-*.dist-info/RECORD"):
        removed_names = {f"{package.name}/{name.as_posix()}" for name in removed}
        lines = [line for line in record.read_text().splitlines() if line.partition(",")[0] not in removed_names]
        lines += [f"{package.name}/{name.as_posix()},," for name in sorted(added)]
        record.write_text("\n".join(lines) + "\n")


def installed_packages() -> Iterator[Path]:
    """Return the folder of the installed package, if there is one."""
    for folder in (*ENVIRONMENT.glob("lib/python*/site-packages"), ENVIRONMENT / "Lib" / "site-packages"):
        if (folder / "outply" / "__init__.py").exists():
            yield folder / "outply"
            return


def files(folder: Path) -> Iterator[Path]:
    """Return the files in a folder and its subfolders, except for those that only an installation writes."""
    for path in folder.rglob("*"):
        compiled = path.name.startswith("_native") or path.relative_to(folder).parts[0] in INSTALLED_BY_CMAKE
        if path.is_file() and "__pycache__" not in path.parts and not compiled:
            yield path


def project_settings() -> dict[str, Any]:
    import tomllib  # missing before Python 3.11, which main reports

    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def requirements(extra: str) -> list[str]:
    """Return the packages that an extra requires, those of the extras that it includes among them."""
    result = []
    for package in project_settings()["project"]["optional-dependencies"][extra]:
        included = re.match(r"outply\[(.*)\]", package)
        if included:
            result += [one for name in included[1].split(",") for one in requirements(name)]
        else:
            result.append(package)
    return result


def build_requirements() -> list[str]:
    """Return the packages that are needed to build Outply, with CMake and Ninja where the system has none."""
    packages: list[str] = project_settings().get("build-system", {}).get("requires", [])
    return [*packages, *(tool for tool in ("cmake", "ninja") if shutil.which(tool) is None)]


def hash_of_build() -> str:
    """Return a hash of everything that is built or recorded at an installation."""
    settings = project_settings()
    parts = settings.get("build-system"), settings.get("project"), settings.get("tool", {}).get("scikit-build")
    digest = hashlib.sha256(json.dumps(parts).encode())
    for path in (ROOT / "CMakeLists.txt", *sorted(files(ROOT / "native"))):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def run_or_exit(command: list[str]) -> None:
    """Run a command and print the lines that show its progress; exit with its last lines if it fails."""
    lines = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if PROGRESS.match(line):
                print(f"  {line.strip():.76}", file=sys.stderr)
    if process.returncode != 0:
        sys.stderr.writelines(lines[-MAX_ERROR_LINES:])
        sys.exit("installation failed, see above (it needs pip and a C++20 compiler)")


def install_tools() -> int:
    """Install the programs that tests need and that are missing; return the exit status."""
    missing = {name: tool for name, tool in TOOLS.items() if not any(map(shutil.which, tool[0]))}
    if not missing:
        print("all programs that the tests need are installed")
        return 0
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        advice = "install them, or run this as root on Debian or Ubuntu"
        print(f"missing: {', '.join(missing)}; {advice}", file=sys.stderr)
        return 1
    apt_get("update")
    for programs, packages in missing.values():
        for package in packages:  # not every distribution has the first one
            if not any(map(shutil.which, programs)):
                apt_get("install", "-y", "--no-install-recommends", package)
    still_missing = [name for name in missing if not any(map(shutil.which, TOOLS[name][0]))]
    if still_missing:
        print(f"could not be installed: {', '.join(still_missing)}", file=sys.stderr)
    return 1 if still_missing else 0


def apt_get(*command: str) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", *command], env=environment, check=False)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("interrupted; the next call continues")
