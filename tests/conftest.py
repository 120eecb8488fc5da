"""What all tests share: sample sizes, and missing parts of the system.

`PLYGROUND_TEST_SCALE` (1.0 unless set) multiplies the size of every sample, so that slow runs, such
as those under sanitizers, can use smaller ones. `PLYGROUND_TEST_ORDER`, any text, is the seed of a
random order.
"""

import os
import random
import shutil
import signal
import sys
from collections.abc import Iterable
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NoReturn

import hypothesis
import pytest

from tests import preloaded

SCALE = float(os.environ.get("PLYGROUND_TEST_SCALE", "1.0"))


def scaled(count: int) -> int:
    """A sample size under the scale of this run; at least 1."""
    return max(1, round(count * SCALE))


def deep_after(count: int, cases: Iterable[Any], ids: Iterable[str] = ()) -> list[Any]:
    """Parameters of a test: the first ones for every run, the others for `make test-deep`."""
    names: Iterable[str | None] = chain(ids, repeat(None))
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            id=name,
            marks=pytest.mark.deep if index >= count else (),
        )
        for index, (case, name) in enumerate(zip(cases, names, strict=False))
    ]


def missing(what: str) -> NoReturn:
    """Ends a test that cannot run here: skipped for a person, failed in CI."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}; under CI nothing may be skipped")
    pytest.skip(what)


def system_part(program: str) -> str:
    """The path of a program that no Python package provides."""
    # Debian installs games in a separate folder, which is often not on the path.
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
    return shutil.which(program, path=path) or missing(f"{program} is not installed")


def browser_path() -> str:
    """The path of Chromium. Its headless shell uses two thirds of the CPU time."""
    names = ("chromium-headless-shell", "chromium")
    found = next(filter(None, map(shutil.which, names)), None)
    return found or missing("chromium is not installed")


hypothesis.settings.register_profile(
    "plyground",
    max_examples=scaled(100),
    deadline=None,  # a busy machine must not fail the test
    derandomize=os.environ.get("CI") == "true",
)
hypothesis.settings.load_profile("plyground")


def pytest_configure() -> None:
    """Makes processes start quickly, and receive Ctrl-C."""
    preloaded.install()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell starts background jobs with SIGINT ignored, and child processes inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart() -> None:
    """Refuses to test an ordinary core instead of the sanitized one."""
    if folder := os.environ.get("PLYGROUND_SANITIZED"):
        from plyground import _core

        loaded = Path(str(sys.modules[f"plyground._core_{_core.BUILD}"].__file__))
        if not loaded.is_relative_to(folder):
            pytest.exit(f"the core comes from {loaded}, not from {folder}", returncode=1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that draw samples, and shuffles all on request."""
    if seed := os.environ.get("PLYGROUND_TEST_ORDER"):
        # By folder, by file and within a file, so that shared fixtures of a folder are made only
        # once.
        names = {part for item in items for part in (item.path, item.path.parent)}
        order = {name: random.Random(f"{seed} {name}").random() for name in names}
        dice = random.Random(seed)
        dice.shuffle(items)
        items.sort(key=lambda item: (order[item.path.parent], order[item.path]))
    for item in items:
        test = getattr(item, "obj", None)
        scales = hasattr(getattr(item, "module", None), "scaled")
        if scales or hasattr(test, "hypothesis"):
            item.add_marker("sampled")


def pytest_unconfigure() -> None:
    """Ends the resources shared by all processes of this run."""
    from tests.web import cluster

    cluster.close()


@pytest.fixture
def small_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if only two levels of Go had been measured, and found equal."""
    from plyground.players.level import ladder

    levels = {
        "1": {"elo": 0, "low": 0, "high": 0},
        "7": {"elo": 1010.2, "low": 950.0, "high": 1070.0, "share": 0.7, "games": 100},
        "8": {
            "elo": 1020.0,
            "low": 955.0,
            "high": 1080.0,
            "share": 0.51,
            "games": 100,
            "equal": 7,
            "why": "both see everything",
        },
    }
    measured = {"go": {"options": {"size": 9}, "levels": levels}}
    monkeypatch.setattr(ladder, "_read", lambda: measured)
