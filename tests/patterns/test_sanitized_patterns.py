"""Tables of patterns under the address and undefined-behaviour sanitizers, in some seconds.

`make test-sanitize` runs the other tests of patterns on a whole sanitized core.
"""

import subprocess
from pathlib import Path

import pytest

from tests.conftest import system_part
from tests.project import ROOT

FLAGS = ("-std=c++20", "-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.deep
def test_patterns_pass_under_the_sanitizer(tmp_path: Path) -> None:
    sources = [Path(__file__).with_name("patterns.cpp"), *(ROOT / "cpp" / "patterns").glob("*.cpp")]
    command = [system_part("g++"), *FLAGS, "-pthread", f"-I{ROOT / 'cpp'}"]
    command += [*map(str, sources), "-o", str(tmp_path / "patterns")]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-2000:]
    done = subprocess.run([tmp_path / "patterns"], capture_output=True, text=True, timeout=500)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[:3000]
