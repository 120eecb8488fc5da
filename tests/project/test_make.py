"""`make help` lists every target, and CI runs `make test`."""

import re
import subprocess

from tests.conftest import system_part
from tests.project import ROOT


def test_help_lists_every_target() -> None:
    make = system_part("make")
    done = subprocess.run(
        [make, "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    listed = re.findall(r"^make ([a-z-]+) +\S", done.stdout, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert listed == re.findall(r"^\.PHONY: ([a-z-]+)$", makefile, re.MULTILINE)
    assert {"run", "test"} <= set(listed)


def test_ci_calls_make_test() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.endswith("\nexec make test\n")
