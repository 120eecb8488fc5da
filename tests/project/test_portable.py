"""One installation serves old and new processors: each gets the build that it can run."""

import fcntl
import os
import pickle
import platform
import subprocess
from pathlib import Path

import pytest

import own_environment
import plyground
from plyground import _cpu
from tests.conftest import missing, system_part
from tests.project import ROOT

pytestmark = pytest.mark.deep  # it compiles the core twice

# Othello's known counts show that the core works, not only loads.
PERFT = """
import plyground
from plyground import _core
print(_core.BUILD, plyground.perft(plyground.game("othello").start(), 6))
"""
NAMES = "from plyground import _core; print(*sorted(n for n in vars(_core) if n[0] != '_'))"


@pytest.fixture(scope="module")
def python() -> Path:
    """A Python that has the package with both builds, as wheels do."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        missing("only x86-64 has two builds")
    folder = ROOT / "build" / "portable"
    folder.parent.mkdir(exist_ok=True)
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with folder.with_name("portable.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() == run:  # another process of this run has built it, and may be using it
            return own_environment.python_of(folder)
        # With the flags of the tests' own core, so that a compiler cache already has half of it.
        built = own_environment.build(folder, ["PLYGROUND_WERROR"], ["cmake.build-type=Release"])
        lock.truncate(0)
        lock.write(run)
    return built


def run(python: Path, code: str, build: str) -> str:
    if build == "avx2" and not _cpu.supports_avx2():
        missing("this processor has no AVX2, so there is no choice between the builds")
    environment = os.environ | {"PLYGROUND_CPU": build}
    done = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def on_processor(
    model: str, python: Path, code: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    qemu = system_part("qemu-x86_64")
    # The variables of the emulated program; an outer PLYGROUND_CPU must not leak in.
    variables = [
        option for name, value in environment.items() for option in ("-E", f"{name}={value}")
    ]
    command = [qemu, "-cpu", model, "-U", "PLYGROUND_CPU", *variables, str(python), "-c", code]
    return subprocess.run(command, capture_output=True, text=True)


def test_both_builds_have_the_same_names(python: Path) -> None:
    assert run(python, NAMES, "baseline") == run(python, NAMES, "avx2")


def test_both_builds_have_the_same_signature(python: Path) -> None:
    show = "from plyground import cli; cli.main(['signature'])"
    assert run(python, show, "baseline") == run(python, show, "avx2")


def test_position_pickled_under_one_build_is_read_by_the_other(python: Path) -> None:
    position = plyground.game("othello").start().play("f5")
    show = f"import pickle; print(pickle.loads({pickle.dumps(position)!r}).to_text())"
    for build in ("baseline", "avx2"):
        assert run(python, show, build).strip() == position.to_text()


def test_processor_without_avx2_gets_the_baseline(python: Path) -> None:
    done = on_processor("Westmere", python, PERFT)
    assert (done.returncode, done.stdout) == (0, "baseline 8200\n"), done.stderr


def test_processor_with_avx2_gets_the_avx2_build(python: Path) -> None:
    done = on_processor("max", python, PERFT)
    assert (done.returncode, done.stdout) == (0, "avx2 8200\n"), done.stderr


def test_old_processor_refuses_the_avx2_build_in_words(python: Path) -> None:
    done = on_processor("Westmere", python, PERFT, PLYGROUND_CPU="avx2")
    assert done.returncode == 1
    assert (
        "ImportError: PLYGROUND_CPU is avx2, but this processor does not support it" in done.stderr
    )
