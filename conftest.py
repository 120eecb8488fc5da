"""Sets up every test process: a temporary home, and Django's settings.

Resources that all processes of a run share (`tests/web/cluster.py`) are in the folder
PLYGROUND_TEST_RUN.

This file is at the root so that the doctests in src/plyground/web get the same setup as the tests.
"""

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent
_PACKAGE = _ROOT / "src" / "plyground"
_WEB = {_PACKAGE / "web", _ROOT / "tests" / "web"}
_HOME = Path(tempfile.mkdtemp(prefix="plyground-tests-"))
if "PYTEST_XDIST_WORKER" not in os.environ:  # this process starts the workers, or is the only one
    os.environ["PLYGROUND_TEST_RUN"] = str(_HOME)

# No test may touch the user's games, database or key. Worker processes inherit the environment, so
# each overwrites what it finds.
os.environ["PLYGROUND_HOME"] = str(_HOME)
os.environ["PLYGROUND_DOCS"] = str(_HOME / "docs")  # not the site that this checkout may have built
os.environ["DJANGO_SETTINGS_MODULE"] = "plyground.web.settings"
_SETTINGS = (
    "GAMES",
    "HOSTS",
    "HTTPS",
    "LESSONS",
    "LOG",
    "LOG_LEVEL",
    "METRICS_FROM",
    "PROFILE",
    "PUZZLES",
    "SECRET_KEY",
    "STUDIES",
    "TABLEBASE",
)
for _setting in ("DATABASE_URL", *(f"PLYGROUND_{name}" for name in _SETTINGS)):
    os.environ.pop(_setting, None)
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)


def pytest_configure() -> None:
    """Disables garbage collection: collecting tests creates millions of permanent objects."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on garbage collection runs, but only among new objects."""
    gc.freeze()
    gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skips files without a test to run, because importing them takes time.

    These are files of deep tests, unless those are requested, and modules without doctests.
    """
    is_deep = collection_path.name.endswith("_deep.py")
    if is_deep and "not deep" in config.getoption("markexpr"):
        return True
    is_module = _PACKAGE in collection_path.parents and collection_path.suffix == ".py"
    return True if is_module and not _has_example(collection_path) else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Sets up Django before the first file that imports the web.

    It waits until then because it takes time.
    """
    if _WEB.intersection(file_path.parents):
        import django

        django.setup()
    found = yield
    if file_path.suffix != ".py" or _has_example(file_path):
        return found
    return [one for one in found if type(one) is pytest.Module]  # and without a search for doctests


def _has_example(path: Path) -> bool:
    return ">>> " in path.read_text("utf-8")
