"""What every test process does first: a home of its own, and Django told where it is.

What all processes of a run share (`tests/web/cluster.py`) is in the folder PLYGROUND_TEST_RUN.

It stands at the root so that the examples in src/plyground/web find the same as the tests do.
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
if "PYTEST_XDIST_WORKER" not in os.environ:  # this process starts the workers, or is alone
    os.environ["PLYGROUND_TEST_RUN"] = str(_HOME)

# No test may touch the games, the database or the key of the person who runs it. Worker processes
# inherit the environment, so each overwrites what it finds.
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
    """Collecting makes millions of objects that stay: nothing is gained by looking through them."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on garbage is collected, but among new objects only."""
    gc.freeze()
    gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what has no test to run: to import it takes time.

    These are files of deep tests, unless those are asked for, and modules without an example.
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
    """Set Django up before the first file that imports the web, and only then: it takes time."""
    if _WEB.intersection(file_path.parents):
        import django

        django.setup()
    found = yield
    if file_path.suffix != ".py" or _has_example(file_path):
        return found
    return [one for one in found if type(one) is pytest.Module]  # and no search for examples


def _has_example(path: Path) -> bool:
    return ">>> " in path.read_text("utf-8")
