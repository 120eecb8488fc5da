"""Runs the tests of games, search, networks and patterns on a core with ASan and UBSan.

The instrumented core is in a separate environment, build/sanitize (tools/own_environment.py).

`--all` also runs the heavy tests. Other arguments are for pytest.
"""

import os
import subprocess
import sys
from pathlib import Path

import own_environment
from own_environment import ROOT

FOLDER = ROOT / "build" / "sanitize"
DEFINES = ("PLYGROUND_SANITIZE", "PLYGROUND_PLANTED_BUG", "PLYGROUND_WERROR")
TESTS = (
    "tests/project/test_sanitizer.py",
    "tests/games",
    "tests/search",
    "tests/net",
    "tests/patterns",
)


def runtime() -> list[str]:
    """The libraries to load before Python itself; none if this is impossible."""
    if sys.platform != "linux":
        return []
    # Includes the C++ library, because ASan looks up its exceptions when it is loaded.
    names = ("libasan.so", "libubsan.so", "libstdc++.so")
    compiler = os.environ.get("CXX", "g++")
    try:
        paths = [
            subprocess.run(
                [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
            ).stdout.strip()
            for name in names
        ]
    except (OSError, subprocess.CalledProcessError):
        return []
    return paths if all(Path(path).is_absolute() for path in paths) else []


def environment(libraries: list[str]) -> dict[str, str]:
    """The variables of the run. Python never frees everything, so leaks are ignored.

    A search takes hundreds of megabytes, and ASan marks each of them: with large pages in a third
    of the time.
    """
    return os.environ | {
        "ASAN_OPTIONS": "detect_leaks=0:no_huge_pages_for_shadow=0",
        "LD_PRELOAD": ":".join(libraries),
        "PLYGROUND_SANITIZED": str(FOLDER),
        "PLYGROUND_TEST_SCALE": os.environ.get("PLYGROUND_TEST_SCALE", "0.1"),
        "PYTHONMALLOC": "malloc",  # so that Python's own objects are checked, too
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def main() -> int:
    """Build and test; if that is impossible, let the tests of the harness report it."""
    os.chdir(ROOT)
    chosen = "not deep" if "--all" in sys.argv else "not deep and not heavy"
    pytest = ["-m", "pytest", "-m", chosen, "-p", "no:cacheprovider"]
    libraries = runtime()
    if not libraries:
        return subprocess.run([sys.executable, *pytest, TESTS[0]], check=False).returncode
    python = own_environment.build(FOLDER, DEFINES)
    rest = [argument for argument in sys.argv[1:] if argument != "--all"]
    command = [str(python), *pytest, "-n", "3", "--dist", "worksteal", *TESTS, *rest]
    return subprocess.run(command, env=environment(libraries), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
