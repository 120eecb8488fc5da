"""The size of the tree that every checkout contains, without its history."""

import subprocess
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.project import ROOT

MOST_BYTES = 12_000_000
MOST_LEARNED_BYTES = 20_000_000

# Networks, weights and certificates have separate limits.
LEARNED = ("*_weights.hpp", "*/othello/weights.bin", "*.plynet", "*.proof")
# Files that a command makes from the rest of a study.
MADE = ("experiments/*/report.html", "experiments/*/records.jsonl")
# What a checkout may contain besides the project itself.
BUILT = {"build", "dist", "node_modules", "__pycache__"}


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """The files of the project, as git lists them if it is there."""
    command = ["git", "ls-files", "-z"]
    try:
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        return [file for file in walk(ROOT) if not among(file, MADE)]
    return [Path(name) for name in listing.split("\0") if (ROOT / name).is_file()]


def walk(root: Path) -> list[Path]:
    """The files of a checkout, without built, installed or hidden files."""
    found = [file.relative_to(root) for file in root.rglob("*") if file.is_file()]
    return [
        file
        for file in found
        if not any(part in BUILT or part.startswith(".") for part in file.parts)
    ]


def among(file: Path, patterns: Iterable[str]) -> bool:
    return any(fnmatch(file.as_posix(), pattern) for pattern in patterns)


def size(files: Iterable[Path]) -> int:
    return sum((ROOT / file).stat().st_size for file in files)


def test_the_tree_is_small(files: list[Path]) -> None:
    learned = [file for file in files if among(file, LEARNED)]
    weights = Path("src/plyground/games/othello/weights.bin")
    assert weights in learned
    assert (ROOT / weights).stat().st_size <= 4_000_000
    assert size(learned) <= MOST_LEARNED_BYTES
    assert size(set(files) - set(learned)) < MOST_BYTES


def test_reports_with_charts_and_plain_records_are_not_committed(files: list[Path]) -> None:
    assert among(Path("experiments/go/area/report.html"), MADE)
    assert [file for file in files if among(file, MADE)] == []


def test_built_and_hidden_files_do_not_count(tmp_path: Path) -> None:
    for name in ("a.py", "deep/b.md", "build/c", ".git/d", "deep/__pycache__/e"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert sorted(walk(tmp_path)) == [Path("a.py"), Path("deep/b.md")]
