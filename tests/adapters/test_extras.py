"""The libraries are optional: what happens without them."""

import importlib.util

import pytest

from tests.conftest import missing
from tests.games.cases import run_python

EXTRAS = [("pettingzoo", "pettingzoo"), ("pettingzoo", "gymnasium"), ("openspiel", "pyspiel")]


@pytest.mark.parametrize("library", ["numpy", "gymnasium", "pettingzoo", "pyspiel"])
def test_extras_are_installed(library: str) -> None:
    """Without them, the other modules skip all of their tests."""
    if importlib.util.find_spec(library) is None:
        missing(f"{library} is not installed")


@pytest.mark.parametrize(("extra", "library"), [*EXTRAS, ("openspiel", "numpy")])
def test_a_missing_library_is_one_clear_sentence(extra: str, library: str) -> None:
    output = run_python(
        f"""
import sys
sys.modules[{library!r}] = None
try:
    import plyground.adapters.{extra}
except ModuleNotFoundError as error:
    print(error)
"""
    )
    assert f"adapter needs {library}, which is not installed" in output
    assert output.endswith(f': pip install "plyground[{extra}]".\n')


def test_numbers_need_no_library() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import plyground
from plyground.engine.actions import Actions
print(Actions(plyground.game("othello")).count)
"""
    assert run_python(code) == "65\n"
