"""The sanitizers work: they detect a planted bug. Run by `make test-sanitize`."""

import os
import subprocess
import sys

import pytest

from tests.conftest import missing

pytestmark = pytest.mark.sanitize


def call_planted_bug(index: int) -> subprocess.CompletedProcess[str]:
    if not os.environ.get("PLYGROUND_SANITIZED"):
        missing("the sanitizers' libraries for g++ on Linux are not installed")
    code = f"from plyground import _core; _core.planted_bug({index})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_a_read_past_the_end_is_caught() -> None:
    done = call_planted_bug(3)
    assert done.returncode != 0
    assert "AddressSanitizer: heap-buffer-overflow" in done.stderr


def test_read_within_bounds_is_accepted() -> None:
    done = call_planted_bug(0)
    assert (done.returncode, done.stderr) == (0, "")
