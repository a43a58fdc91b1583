"""An installed distribution as a wheel again, to be installed elsewhere."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
from importlib.metadata import PackageNotFoundError, distribution
from itertools import product
from pathlib import Path, PurePosixPath

from outply.formats.zip_archive import create_zip
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import Distribution

OF_THIS_PLACE = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json")
"""Files beside the metadata that tell of an installation, not of what is installed."""

NAME = re.compile(
    r"(?P<name>[^-]+)-(?P<version>[^-]+)(-\d[^-]*)?-(?P<python>[^-]+)-(?P<abi>[^-]+)-(?P<platform>[^-]+)[.]whl"
)
"""How a wheel's file is called; the build number between is seldom there."""


class WheelError(Exception):
    """What is installed cannot be made a wheel, or a file is none; the sentence says why."""


class Wheel(Struct):
    """A wheel: what its file is called, which says where it fits, and what is in it."""

    __slots__ = ("filename", "data")

    filename: str
    data: bytes

    def __init__(self, filename: str, data: bytes) -> None:
        if NAME.fullmatch(filename) is None:
            raise WheelError(f"{filename} is not called as a wheel is: NAME-VERSION-PYTHON-ABI-PLATFORM.whl")
        self._set(filename, data)

    @property
    def distribution(self) -> str:
        """What it is a wheel of."""
        return self._part("name").lower()

    @property
    def fits_linux(self) -> bool:
        platforms = self._part("platform").split(".")
        return any(platform == "any" or "linux" in platform for platform in platforms)

    @property
    def python(self) -> tuple[str, bool]:
        """The Python that it needs, such as `3.11`, and whether a later one will do; empty if any 3 will."""
        tag = self._part("python").split(".")[0]
        found = re.fullmatch(r"cp(\d)(\d+)", tag)
        if found is None:
            return "", True
        return f"{found[1]}.{found[2]}", "abi3" in self._part("abi")

    def _part(self, name: str) -> str:
        found = NAME.fullmatch(self.filename)
        assert found is not None
        return found[name]


def repacked(name: str = "outply") -> Wheel:
    """Return an installed distribution as a wheel; its scripts are made anew where it is installed."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise WheelError(f"{name} is not installed, it only runs: install it, or name a wheel of it") from None
    contents = _contents(name, found)
    folder = next(path for path in contents if path.endswith(".dist-info/METADATA")).partition("/")[0]
    record = f"{folder}/RECORD"
    contents[record] = _record(contents, record)
    return Wheel(f"{folder.removesuffix('.dist-info')}-{_tags(found)}.whl", create_zip(contents))


def _recorded(found: Distribution) -> list[PurePosixPath]:
    """Return the files as they were installed; `found.files` leaves out lost ones, depending on who wrote it."""
    rows = csv.reader((found.read_text("RECORD") or "").splitlines())
    return [PurePosixPath(row[0]) for row in rows if row]


def _contents(name: str, found: Distribution) -> dict[str, bytes]:
    """Return the files that belong into a wheel, those of the metadata last."""
    contents = {}
    for path in sorted(_recorded(found), key=lambda path: (".dist-info" in path.parts[0], str(path))):
        if ".." in path.parts or path.is_absolute() or path.suffix == ".pyc":
            continue  # scripts, and what Python makes of the modules by itself
        if path.parts[0].endswith(".dist-info") and path.parts[-1] in OF_THIS_PLACE and len(path.parts) == 2:
            continue
        try:
            contents[path.as_posix()] = Path(str(found.locate_file(path))).read_bytes()
        except OSError:
            raise WheelError(f"the installed {name} has lost its {path}: install it anew") from None
    if not any(path.endswith("/__init__.py") for path in contents):
        raise WheelError(f"{name} is installed in a way that leaves its files elsewhere: name a wheel of it")
    return contents


def _tags(found: Distribution) -> str:
    """Return where the wheel fits, as its own file WHEEL says: `cp311-cp311-linux_x86_64`."""
    lines = (found.read_text("WHEEL") or "").splitlines()
    tags = [line.removeprefix("Tag:").strip().split("-") for line in lines if line.startswith("Tag:")]
    if not tags:
        raise WheelError("what is installed does not say where it fits: name a wheel of it")
    parts = [list(dict.fromkeys(column)) for column in zip(*tags, strict=True)]
    if len(tags) != len(list(product(*parts))):
        raise WheelError("what is installed fits in more ways than the name of a wheel can say: name one of it")
    return "-".join(".".join(part) for part in parts)


def _record(contents: dict[str, bytes], record: str) -> bytes:
    """Return the list of all files with their hashes and sizes."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    for path, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        table.writerow([path, f"sha256={digest}", len(data)])
    table.writerow([record, "", ""])
    return text.getvalue().encode()
