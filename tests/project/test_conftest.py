"""A missing part of the system is always reported: skipped, or failed under CI."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import scaled, system_part


def test_installed_system_part_is_found() -> None:
    assert system_part("python3").endswith("python3")


def test_a_missing_part_skips_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-program is not installed"):
        system_part("no-such-program")


def test_a_missing_part_fails_the_test_under_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-program is not installed"):
        system_part("no-such-program")


def test_a_sample_is_never_empty() -> None:
    assert scaled(0) == 1


def test_an_ordinary_core_is_refused_where_a_sanitized_one_is_wanted(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", str(Path(__file__))],
        env=os.environ | {"PLYGROUND_SANITIZED": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert f"not from {tmp_path}" in done.stdout + done.stderr
