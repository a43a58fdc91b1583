from pathlib import Path

import pytest


@pytest.fixture
def submitted(tmp_path: Path) -> Path:
    folder = tmp_path / "submitted"
    folder.mkdir()
    (tmp_path / "unpacked").mkdir()
    return folder
