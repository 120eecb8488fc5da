"""Measures the lines that the tests cover: of the package in Python, and of the core in C++.

coverage.py measures Python in all tests except the deep ones, in every process that they start
(configured in pyproject.toml). gcov measures C++ in the tests of the core, on a separate build
(tools/own_environment.py). Both print the ten least covered files, and write pages to
build/coverage. `--python` or `--cpp` measures one of the two; other arguments are for pytest.

A failing test does not stop the measurement: the figures are printed, and the failure is returned.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import own_environment
from own_environment import ROOT

FOLDER = ROOT / "build" / "coverage"
CORE_FOLDER = FOLDER / "environment"
CORE_OBJECTS = FOLDER / "environment-objects"
CORE_TESTS = (
    *("tests/games", "tests/search", "tests/tablebase", "tests/puzzles"),
    *("tests/test_check.py", "tests/test_registry.py"),  # games written in Python
)
# A limit on file sizes would also prevent writing the measurements.
FULL_DISK = (
    "tests/matches/test_command.py::test_a_full_disk_ends_a_match_and_leaves_whole_games",
    "tests/lab/test_running.py::test_a_full_disk_ends_a_study_and_leaves_whole_records",
)
SHOWN = 10
FEWEST = 20  # lines of a listed file: in a smaller one a single line counts too much
WORKERS = ("-n", "3", "--dist", "worksteal")


@dataclass(frozen=True)
class Measured:
    """The lines of a file, the number covered, and their share."""

    path: str
    lines: int
    run: int
    percent: float


def variables(**more: str) -> dict[str, str]:
    """The environment of a run, with small samples, which cover almost the same lines."""
    scale = os.environ.get("PLYGROUND_TEST_SCALE", "0.1")
    return os.environ | {"PLYGROUND_TEST_SCALE": scale} | more


def call(*words: str | Path, environment: dict[str, str] | None = None) -> int:
    """Run a command at the root; return its code."""
    return subprocess.run(list(map(str, words)), cwd=ROOT, env=environment, check=False).returncode


def measure_python(rest: list[str]) -> int:
    """Run the tests under coverage.py, and report."""
    folder = FOLDER / "python"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = variables(COVERAGE_FILE=str(folder / "data"))
    python = [sys.executable, "-m"]
    left_out = [f"--deselect={name}" for name in FULL_DISK]
    pytest = ["pytest", "-p", "no:cacheprovider", "-q", *WORKERS, *left_out, *rest]
    code = call(*python, "coverage", "run", "-m", *pytest, environment=environment)
    report = folder / "report.json"
    for step in (["combine"], ["json", "-o", report], ["html", "-d", folder]):
        call(*python, "coverage", *step, "--quiet", environment=environment)
    show_table("Python, statements and branches", python_figures(json.loads(report.read_text())))
    print(f"Pages: {(folder / 'index.html').relative_to(ROOT)}")
    return code


def python_figures(report: dict[str, Any]) -> list[Measured]:
    """The figures of coverage.py's report, the total first."""
    named = {"total": report["totals"]}
    named |= {path: file["summary"] for path, file in report["files"].items()}
    return [
        Measured(path, one["num_statements"], one["covered_lines"], one["percent_covered"])
        for path, one in named.items()
    ]


def measure_core(rest: list[str]) -> int:
    """Build an instrumented core, run its tests, and report."""
    folder = FOLDER / "cpp"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    python = own_environment.build(CORE_FOLDER, ("PLYGROUND_COVERAGE", "PLYGROUND_WERROR"))
    for counts in CORE_OBJECTS.rglob("*.gcda"):
        counts.unlink()  # of an earlier run
    environment = variables(PLYGROUND_SANITIZED=str(CORE_FOLDER))  # refuses the ordinary core
    pytest = ["pytest", "-p", "no:cacheprovider", "-q", *WORKERS, *CORE_TESTS, *rest]
    code = call(python, "-m", *pytest, environment=environment)
    report = folder / "report.json"
    call(
        *(sys.executable, "-m", "gcovr", "--root", ROOT, "--object-directory", CORE_OBJECTS),
        *("--filter", f"{ROOT}/cpp/", "--exclude-throw-branches", "-j", "2", CORE_OBJECTS),
        # Threads count without synchronisation, so some counts are wrong.
        *("--gcov-ignore-parse-errors=negative_hits.warn_once_per_file",),
        *("--gcov-ignore-parse-errors=suspicious_hits.warn_once_per_file",),
        *("--merge-mode-functions=separate", "--merge-lines", "--json-summary", report),
        *("--html-details", folder / "index.html"),
    )
    show_table("C++, lines", core_figures(json.loads(report.read_text())))
    print(f"Pages: {(folder / 'index.html').relative_to(ROOT)}")
    return code


def core_figures(report: dict[str, Any]) -> list[Measured]:
    """The figures of gcovr's summary, the total first."""
    total = Measured("total", report["line_total"], report["line_covered"], report["line_percent"])
    return [
        total,
        *(
            Measured(one["filename"], one["line_total"], one["line_covered"], one["line_percent"])
            for one in report["files"]
        ),
    ]


def least_covered(figures: list[Measured]) -> list[Measured]:
    """The least covered files above a minimum size."""
    large = [one for one in figures if one.lines >= FEWEST]
    return sorted(large, key=lambda one: (one.percent, one.path))[:SHOWN]


def show_table(title: str, figures: list[Measured]) -> None:
    """Print the least covered files, and the total."""
    total, *files = figures
    print(f"\n{title}: the {SHOWN} least covered of {len(files)} files\n")
    for one in [*least_covered(files), total]:
        print(f"{one.percent:6.1f} %  {one.lines - one.run:5} of {one.lines:5} not run  {one.path}")


def main() -> int:
    """Run the requested measurements, or both."""
    asked = {"--python", "--cpp"}.intersection(sys.argv) or {"--python", "--cpp"}
    rest = [word for word in sys.argv[1:] if word not in ("--python", "--cpp")]
    codes = []
    if "--python" in asked:
        codes.append(measure_python(rest))
    if "--cpp" in asked:
        codes.append(measure_core(rest))
    return max(codes, key=abs)


if __name__ == "__main__":
    sys.exit(main())
