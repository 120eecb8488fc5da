"""Data folders and tablebases for these tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.engine import tablebase


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A data folder without a tablebase, and no cached results of other tests."""
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    # Set first, so that it is restored after a test that uses it.
    monkeypatch.setenv(tablebase.SETTING, "")
    tablebase.look_again()
    yield
    tablebase.look_again()
