"""The choice between the two builds of the core."""

import os
import pickle
import subprocess
import sys

import pytest

import plyground
from plyground import _core, _cpu
from tests.conftest import missing


@pytest.fixture
def avx2() -> None:
    if not _cpu.supports_avx2():
        missing("this processor has no AVX2, so there is no choice between the builds")


needs_avx2 = pytest.mark.usefixtures("avx2")


def run(code: str, build: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PLYGROUND_CPU": build}
    command = [sys.executable, "-c", f"from plyground import _core\n{code}"]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def public_names(build: str) -> str:
    return run("print(_core.BUILD, *sorted(n for n in vars(_core) if n[0] != '_'))", build).stdout


def test_the_baseline_can_be_asked_for() -> None:
    assert public_names("baseline").startswith("baseline Aid BUILD ")


@needs_avx2
def test_the_fastest_build_is_taken_unless_told_otherwise() -> None:
    assert public_names("").startswith("avx2 Aid BUILD ")


@needs_avx2
def test_both_builds_have_the_same_names() -> None:
    assert public_names("baseline").split()[1:] == public_names("avx2").split()[1:]


def test_an_unknown_build_is_an_error_that_names_the_known_ones() -> None:
    error = run("", "pentium").stderr
    assert "ImportError: PLYGROUND_CPU is 'pentium'; it may be baseline or avx2, or unset" in error


def test_no_class_remembers_which_build_it_is_from() -> None:
    classes = [value for value in vars(_core).values() if isinstance(value, type)]
    assert {value.__module__ for value in classes} == {"plyground._core"}


@needs_avx2
def test_a_position_pickled_under_one_build_is_read_by_the_other() -> None:
    position = plyground.game("othello").start().play("f5")
    show = f"import pickle; print(pickle.loads({pickle.dumps(position)!r}).to_text())"
    for build in ("baseline", "avx2"):
        assert run(show, build).stdout.strip() == position.to_text()
