"""The committed stub matches the core."""

import subprocess
import sys

from tests.project import ROOT


def test_the_stub_is_what_make_stub_would_write() -> None:
    code = "import stub; print(stub.stub(), end='')"
    written = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "tools", capture_output=True, text=True, check=True
    ).stdout
    kept = (ROOT / "src" / "plyground" / "_core.pyi").read_text(encoding="utf-8")
    assert kept == written, "the core has changed: run `make stub`"
