"""Repack an installed distribution as a wheel.

The autograder archive contains Outply itself. `pip wheel outply` could build that wheel, but needs the internet,
or the sources and a compiler. Repacking the installed files needs neither, so that `--gradescope-zip` is a single
command that works offline. The option `--wheel` takes any other wheel.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from itertools import product
from pathlib import Path, PurePosixPath

from outply.errors import UserError
from outply.formats.zip_archive import create_zip

INSTALLATION_FILES = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json")
"""Files of the .dist-info folder that belong to the installation and not to the wheel."""

WHEEL_NAME = re.compile(
    r"(?P<name>[^-]+)-(?P<version>[^-]+)(-\d[^-]*)?-(?P<python>[^-]+)-(?P<abi>[^-]+)-(?P<platform>[^-]+)[.]whl"
)
"""File name of a wheel, with an optional build number."""

USE_WHEEL = "give a wheel with --wheel FILE"


class WheelError(UserError):
    """A distribution cannot be repacked, or a file is not a usable wheel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A wheel: its file name, which contains the compatibility tags, and its content.

    Raises WheelError for an invalid file name.
    """

    filename: str
    data: bytes

    def __post_init__(self) -> None:
        if WHEEL_NAME.fullmatch(self.filename) is None:
            raise WheelError(
                f"invalid wheel file name {self.filename!r}; expected NAME-VERSION-PYTHON-ABI-PLATFORM.whl"
            )

    @property
    def distribution(self) -> str:
        """Name of the distribution in lower case."""
        return self._part("name").lower()

    @property
    def fits_linux(self) -> bool:
        platforms = self._part("platform").split(".")
        return any(platform == "any" or "linux" in platform for platform in platforms)

    @property
    def python(self) -> tuple[str, bool]:
        """Required Python version, such as `3.11` (empty for any Python 3), and whether later versions work."""
        match = re.fullmatch(r"cp(\d)(\d+)", self._part("python").split(".")[0])
        if match is None:
            return "", True
        return f"{match[1]}.{match[2]}", "abi3" in self._part("abi")

    def _part(self, name: str) -> str:
        match = WHEEL_NAME.fullmatch(self.filename)
        assert match is not None
        return match[name]


def repack_installed(name: str = "outply") -> Wheel:
    """Return an installed distribution as a wheel, without its scripts, which pip generates at installation.

    Raises WheelError if the distribution is not installed, is incomplete, or is installed in editable mode.
    """
    try:
        installed = distribution(name)
    except PackageNotFoundError:
        raise WheelError(f"{name} is not installed; install it, or {USE_WHEEL}") from None
    files = _read_files(name, installed)
    folder = next(path for path in files if path.endswith(".dist-info/METADATA")).partition("/")[0]
    record = f"{folder}/RECORD"
    files[record] = _write_record(files, record)
    return Wheel(
        filename=f"{folder.removesuffix('.dist-info')}-{_tags(name, installed)}.whl", data=create_zip(files)
    )


def _recorded_paths(installed: Distribution) -> list[PurePosixPath]:
    """Return the paths in the file RECORD; `installed.files` omits missing files in some Python versions."""
    rows = csv.reader((installed.read_text("RECORD") or "").splitlines())
    return [PurePosixPath(row[0]) for row in rows if row]


def _read_files(name: str, installed: Distribution) -> dict[str, bytes]:
    """Return the content of each file of the wheel by path, the metadata last.

    Raises WheelError if a file is missing or the distribution is installed in editable mode.
    """
    files = {}
    for path in sorted(_recorded_paths(installed), key=lambda path: (".dist-info" in path.parts[0], str(path))):
        if ".." in path.parts or path.is_absolute() or path.suffix == ".pyc":
            continue  # scripts and bytecode
        if path.parts[0].endswith(".dist-info") and path.parts[-1] in INSTALLATION_FILES and len(path.parts) == 2:
            continue
        try:
            files[path.as_posix()] = Path(str(installed.locate_file(path))).read_bytes()
        except OSError:
            raise WheelError(f"the installed {name} lacks its file {path}; reinstall it") from None
    if not any(path.endswith("/__init__.py") for path in files):
        raise WheelError(f"{name} is installed in editable mode, without its files; {USE_WHEEL}")
    return files


def _tags(name: str, installed: Distribution) -> str:
    """Return the compatibility tags of a distribution from its file WHEEL, such as `cp311-cp311-linux_x86_64`.

    Raises WheelError if there are no tags, or if they do not fit into a file name.
    """
    lines = (installed.read_text("WHEEL") or "").splitlines()
    tags = [line.removeprefix("Tag:").strip().split("-") for line in lines if line.startswith("Tag:")]
    if not tags:
        raise WheelError(f"the installed {name} has no compatibility tags; {USE_WHEEL}")
    parts = [list(dict.fromkeys(column)) for column in zip(*tags, strict=True)]
    if len(tags) != len(list(product(*parts))):
        raise WheelError(
            f"the compatibility tags of the installed {name} do not fit into a file name; {USE_WHEEL}"
        )
    return "-".join(".".join(part) for part in parts)


def _write_record(files: dict[str, bytes], record: str) -> bytes:
    """Return the content of the file RECORD, which lists all files with hash and size."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        table.writerow([path, f"sha256={digest}", len(data)])
    table.writerow([record, "", ""])
    return text.getvalue().encode()
