"""Data folders and tablebases for these tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.engine import tablebase


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A data folder without a tablebase, and nothing remembered of another test's."""
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    # Set first, so that it is taken away again after a test that makes use of it.
    monkeypatch.setenv(tablebase.SETTING, "")
    tablebase.look_again()
    yield
    tablebase.look_again()
