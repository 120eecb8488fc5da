"""The unit tests of the pages' code, run by node."""

import re
import subprocess
from pathlib import Path

import pytest

import front_end
from tests.conftest import missing
from tests.project import ROOT

FILES = sorted((ROOT / "tests" / "js").rglob("*.test.js"))


def run(*files: str) -> subprocess.CompletedProcess[str]:
    """Node's result for these files."""
    try:
        node = front_end.node()
    except ImportError:
        missing("node is not installed")
    command = [str(node), "--test", "--test-reporter=tap", *files]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_javascript_tests_pass() -> None:
    done = run(*map(str, FILES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert FILES
    assert int(re.findall(r"^# pass (\d+)$", done.stdout, re.MULTILINE)[-1]) >= len(FILES)


@pytest.mark.parametrize(
    "text",
    [
        "import { test } from 'node:test'\ntest('bad', () => { throw new Error('no') })\n",
        "import './gone.js'\n",
    ],
)
def test_failing_javascript_test_is_noticed(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.test.mjs"
    file.write_text(text, encoding="utf-8")
    assert run(str(file)).returncode != 0
