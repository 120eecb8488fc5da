"""The choice between the two builds of the core. `test_portable.py` tests it on real processors."""

import importlib.util
import os
import subprocess
import sys

import pytest

from plyground import _core, _cpu

UNKNOWN = "PLYGROUND_CPU is 'pentium'; it may be baseline or avx2, or unset"
NOT_BUILT = "PLYGROUND_CPU is {}, but this installation does not contain that build"
CANNOT_RUN = "PLYGROUND_CPU is avx2, but this processor does not support it"
FOREIGN = "this installation was built for another processor; build it again on this machine"


@pytest.mark.parametrize(
    ("built", "has_avx2", "wanted", "chosen"),
    [
        ("baseline avx2", True, None, "avx2"),
        ("baseline avx2", False, None, "baseline"),
        ("baseline avx2", True, "baseline", "baseline"),
        ("baseline avx2", True, "avx2", "avx2"),
        ("baseline avx2", False, "avx2", CANNOT_RUN),
        ("baseline avx2", True, "pentium", UNKNOWN),
        ("baseline", True, None, "baseline"),
        ("baseline", True, "avx2", NOT_BUILT.format("avx2")),
        ("avx2", True, None, "avx2"),
        ("avx2", True, "", "avx2"),
        ("avx2", True, "baseline", NOT_BUILT.format("baseline")),
        ("avx2", False, None, FOREIGN),
    ],
)
def test_fastest_build_that_runs_is_chosen_unless_another_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, built: str, has_avx2: bool, wanted: str | None, chosen: str
) -> None:
    names = [f"plyground._core_{build}" for build in built.split()]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name in names or None)
    monkeypatch.setattr(_cpu, "supports_avx2", lambda: has_avx2)
    choose = vars(_core)["_choose"]  # the stub shows what the core itself has
    if " " not in chosen:
        assert choose(wanted) == chosen
        return
    with pytest.raises(ImportError) as refused:
        choose(wanted)
    assert str(refused.value) == chosen


def test_unknown_build_is_an_import_error() -> None:
    command = [sys.executable, "-c", "from plyground import _core"]
    environment = os.environ | {"PLYGROUND_CPU": "pentium"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert f"ImportError: {UNKNOWN}" in done.stderr


def test_no_class_remembers_which_build_it_is_from() -> None:
    classes = [value for value in vars(_core).values() if isinstance(value, type)]
    assert {value.__module__ for value in classes} == {"plyground._core"}
