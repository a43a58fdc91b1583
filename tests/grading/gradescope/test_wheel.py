"""An installed distribution as a wheel: complete, with the hashes that pip checks, and called by where it fits."""

import base64
import csv
import hashlib
import io
import zipfile
from importlib.metadata import distribution

import pytest

from outply.grading.gradescope.wheel import Wheel, WheelError, repacked


def installed(folder, files, name="thing", tags=("py3-none-any",)):
    """Install a distribution by hand."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "WHEEL").write_text("Wheel-Version: 1.0\n" + "".join(f"Tag: {tag}\n" for tag in tags))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    own = [f"{about.name}/{file}" for file in ("METADATA", "WHEEL", "RECORD", "INSTALLER")]
    (about / "INSTALLER").write_text("pip\n")
    (about / "RECORD").write_text("".join(f"{path},,\n" for path in [*files, *own]))


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def unpacked(wheel):
    with zipfile.ZipFile(io.BytesIO(wheel.data)) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def test_the_record_has_the_hash_and_the_size_of_every_file():
    files = unpacked(repacked())
    (record,) = [name for name in files if name.endswith(".dist-info/RECORD")]
    told = {path: (digest, size) for path, digest, size in csv.reader(files[record].decode().splitlines())}
    assert told.keys() == files.keys()
    assert told.pop(record) == ("", "")
    for path, (digest, size) in told.items():
        found = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).decode().rstrip("=")
        assert (digest, int(size)) == (f"sha256={found}", len(files[path]))


def test_it_has_all_that_belongs_to_it_and_nothing_of_this_place():
    names = unpacked(repacked()).keys()
    assert {
        "outply/__init__.py",
        "outply/grading/gradescope/scripts/setup.sh",
        "outply/report/templates/sort.js",
    } <= names
    assert any(name.endswith(".dist-info/entry_points.txt") for name in names)
    assert any(name.startswith("outply/") and name.endswith(".so") for name in names)
    assert not any(".." in name or name.endswith((".pyc", "INSTALLER", "direct_url.json")) for name in names)


def test_its_name_says_where_it_fits():
    about = distribution("outply").read_text("WHEEL")
    wheel = repacked()
    assert f"Tag: {'-'.join(wheel.filename.removesuffix('.whl').split('-')[2:])}" in about
    assert wheel.distribution == "outply"


def test_the_same_installation_gives_the_same_bytes():
    assert repacked() == repacked()


def test_several_tags_make_one_name(place):
    installed(
        place, {"thing/__init__.py": ""}, tags=("cp311-abi3-manylinux_2_17_x86_64", "cp311-abi3-linux_x86_64")
    )
    assert repacked("thing").filename == "thing-1.0-cp311-abi3-manylinux_2_17_x86_64.linux_x86_64.whl"


def test_files_that_are_elsewhere_cannot_be_packed(place):
    installed(place, {"__editable__.thing.pth": "/elsewhere"})
    with pytest.raises(WheelError, match="leaves its files elsewhere"):
        repacked("thing")


def test_files_that_are_lost_cannot_be_packed(place):
    installed(place, {"thing/__init__.py": ""})
    (place / "thing" / "__init__.py").unlink()
    with pytest.raises(WheelError, match=r"has lost its thing/__init__\.py"):
        repacked("thing")


def test_what_is_not_installed_is_said(place):
    with pytest.raises(WheelError, match="nosuchthing is not installed"):
        repacked("nosuchthing")


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
def test_a_wheel_says_which_python_and_system_it_needs(tags, python, linux):
    wheel = Wheel(f"outply-0.1.0-{tags}.whl", b"")
    assert (wheel.python, wheel.fits_linux) == (python, linux)


def test_a_file_that_is_called_otherwise_is_no_wheel():
    with pytest.raises(WheelError, match="not called as a wheel is"):
        Wheel("outply.zip", b"")
