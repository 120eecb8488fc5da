"""Writes the stub of the native core, src/plyground/_core.pyi, from the built core."""

import importlib
import subprocess
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

from plyground import _core

STUB = Path(__file__).parents[1] / "src" / "plyground" / "_core.pyi"
HEAD = '"""The native core. Written by `make stub`; don\'t edit."""\n\n'


def stub() -> str:
    """The text of the stub, the same for both builds of the core."""
    name = f"plyground._core_{_core.BUILD}"
    module = importlib.import_module(name)
    for value in vars(module).values():
        if isinstance(value, type):
            value.__module__ = name  # its methods; the stub generator needs them together
    generator = StubGen(module=module, include_docstrings=True)
    generator.put(module)
    text: str = HEAD + generator.get().replace(name, "plyground._core") + "\nBUILD: str\n"
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    return subprocess.run(ruff, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
    print(f"wrote {STUB.name}")
