"""A repacked wheel is complete, and has the hashes and compatibility tags that pip checks."""

import base64
import csv
import hashlib
import io
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from outply.grading.gradescope.wheel import Wheel, WheelError, repack_installed


def install(
    folder: Path, files: dict[str, str], name: str = "thing", tags: tuple[str, ...] = ("py3-none-any",)
) -> None:
    """Write the files of an installed distribution."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "WHEEL").write_text("Wheel-Version: 1.0\n" + "".join(f"Tag: {tag}\n" for tag in tags))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    own = [f"{info.name}/{file}" for file in ("METADATA", "WHEEL", "RECORD", "INSTALLER")]
    (info / "INSTALLER").write_text("pip\n")
    (info / "RECORD").write_text("".join(f"{path},,\n" for path in [*files, *own]))


@pytest.fixture
def site_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def unpack(wheel: Wheel) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(wheel.data)) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def test_record_file_has_the_hash_and_size_of_every_file() -> None:
    files = unpack(repack_installed())
    (record,) = [name for name in files if name.endswith(".dist-info/RECORD")]
    recorded = {path: (digest, size) for path, digest, size in csv.reader(files[record].decode().splitlines())}
    assert recorded.keys() == files.keys()
    assert recorded.pop(record) == ("", "")
    for path, (digest, size) in recorded.items():
        expected = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).decode().rstrip("=")
        assert (digest, int(size)) == (f"sha256={expected}", len(files[path]))


def test_wheel_has_all_files_of_the_distribution_but_none_that_the_installer_added() -> None:
    names = unpack(repack_installed()).keys()
    assert {
        "outply/__init__.py",
        "outply/grading/gradescope/scripts/setup.sh",
        "outply/assets/sort.js",
    } <= names
    assert any(name.endswith(".dist-info/entry_points.txt") for name in names)
    assert any(name.startswith("outply/") and name.endswith(".so") for name in names)
    assert not any(".." in name or name.endswith((".pyc", "INSTALLER", "direct_url.json")) for name in names)


def test_file_name_has_the_compatibility_tags() -> None:
    metadata = distribution("outply").read_text("WHEEL") or ""
    wheel = repack_installed()
    assert f"Tag: {'-'.join(wheel.filename.removesuffix('.whl').split('-')[2:])}" in metadata
    assert wheel.distribution == "outply"


def test_repacking_is_reproducible() -> None:
    assert repack_installed() == repack_installed()


def test_several_tags_are_merged_in_the_file_name(site_packages: Path) -> None:
    install(
        site_packages,
        {"thing/__init__.py": ""},
        tags=("cp311-abi3-manylinux_2_17_x86_64", "cp311-abi3-linux_x86_64"),
    )
    assert repack_installed("thing").filename == "thing-1.0-cp311-abi3-manylinux_2_17_x86_64.linux_x86_64.whl"


def test_editable_installation_cannot_be_repacked(site_packages: Path) -> None:
    install(site_packages, {"__editable__.thing.pth": "/elsewhere"})
    with pytest.raises(WheelError, match="is installed in editable mode"):
        repack_installed("thing")


def test_incomplete_installation_cannot_be_repacked(site_packages: Path) -> None:
    install(site_packages, {"thing/__init__.py": ""})
    (site_packages / "thing" / "__init__.py").unlink()
    with pytest.raises(WheelError, match=r"lacks its file thing/__init__\.py"):
        repack_installed("thing")


def test_missing_distribution_is_reported(site_packages: Path) -> None:
    with pytest.raises(WheelError, match="nosuchthing is not installed"):
        repack_installed("nosuchthing")


@pytest.mark.parametrize(
    ("tags", "python", "linux"),
    [
        ("cp311-cp311-linux_x86_64", ("3.11", False), True),
        ("cp312-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64", ("3.12", True), True),
        ("py3-none-any", ("", True), True),
        ("cp313-cp313-macosx_14_0_arm64", ("3.13", False), False),
        ("cp313-cp313-win_amd64", ("3.13", False), False),
    ],
)
def test_required_python_and_platform_follow_from_the_file_name(
    tags: str, python: tuple[str, bool], linux: bool
) -> None:
    wheel = Wheel(filename=f"outply-0.1.0-{tags}.whl", data=b"")
    assert (wheel.python, wheel.fits_linux) == (python, linux)


def test_invalid_file_name_is_rejected() -> None:
    with pytest.raises(WheelError, match="invalid wheel file name"):
        Wheel(filename="outply.zip", data=b"")
