"""Finished builds stay in the cache; unfinished builds are removed."""

from pathlib import Path

import pytest

from outply.jobs.build_cache import MAX_UNUSED_S, BuildCache


def build(directory: Path) -> None:
    directory.mkdir()
    (directory / "program").write_text("built")


def fail(directory: Path) -> None:
    build(directory)
    raise ValueError("the build failed")


def must_not_build(directory: Path) -> None:
    pytest.fail(f"{directory} is built again")


def test_cached_directory_is_built_only_once(tmp_path: Path) -> None:
    folder = BuildCache(tmp_path).get("a", build)
    assert BuildCache(tmp_path).get("a", must_not_build) == folder
    assert (folder / "program").read_text() == "built"
    assert BuildCache(tmp_path).get("b", build) != folder


def test_failed_build_leaves_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path)
    with pytest.raises(ValueError, match="the build failed"):
        cache.get("a", fail)
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]
    assert cache.get("a", build).is_dir()


def test_leftovers_of_a_killed_build_are_removed(tmp_path: Path) -> None:
    folder = BuildCache(tmp_path).get("a", build)
    folder.rename(folder.with_suffix(".partial"))
    BuildCache(tmp_path)
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


def test_build_in_progress_is_not_removed(tmp_path: Path) -> None:
    def build_meanwhile(directory: Path) -> None:
        build(directory)
        BuildCache(tmp_path)
        assert directory.is_dir()

    assert BuildCache(tmp_path).get("a", build_meanwhile).is_dir()


def test_directory_unused_for_a_long_time_is_removed(tmp_path: Path) -> None:
    now = 0.0
    cache = BuildCache(tmp_path, clock=lambda: now)
    used, unused = cache.get("used", build), cache.get("unused", build)
    now = MAX_UNUSED_S
    cache.get("used", must_not_build)
    BuildCache(tmp_path, clock=lambda: MAX_UNUSED_S)
    assert unused.is_dir(), "unused for 30 days, not longer"
    BuildCache(tmp_path, clock=lambda: MAX_UNUSED_S + 1)
    assert sorted(tmp_path.iterdir()) == sorted([used, used.with_suffix(".lock")])
    BuildCache(tmp_path, clock=lambda: 2 * MAX_UNUSED_S + 1)
    assert list(tmp_path.iterdir()) == []


def test_fallback_folder_is_used_if_the_cache_cannot_be_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path / "file"))
    cache = BuildCache.open(tmp_path / "work")
    assert cache.root == tmp_path / "work" / "builds"
