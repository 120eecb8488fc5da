"""A separate environment for a core with special build options.

It sees the packages of the usual environment but not its hook for the editable package: the hook
would override any path, and the tests would run on the wrong core. (tests/conftest.py prevents
that.)
"""

import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]


def python_of(folder: Path) -> Path:
    """The Python of an environment that is already made."""
    places = {"base": str(folder), "platbase": str(folder)}
    return Path(sysconfig.get_path("scripts", "venv", places), "python")


def make(folder: Path) -> tuple[Path, Path]:
    """Make an environment without our package; return its Python and its folder of packages."""
    venv.create(folder, with_pip=False, symlinks=True)
    places = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("platlib", "venv", places))
    usual = sysconfig.get_path("platlib")
    (packages / "usual.pth").write_text(f"{usual}\n", encoding="utf-8")
    return python_of(folder), packages


def build(folder: Path, defines: Iterable[str], settings: Iterable[str] = ()) -> Path:
    """Make an environment with a core built with these CMake options; return its Python.

    The objects stay beside it, in a folder with the same name and `-objects` at the end.
    """
    python, packages = make(folder)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    options = ["--no-deps", "--no-build-isolation", "--upgrade", "--target", str(packages)]
    objects = folder.with_name(f"{folder.name}-objects").relative_to(ROOT)
    chosen = [f"build-dir={objects}", "cmake.build-type=Debug", "install.strip=false", *settings]
    chosen += [f"cmake.define.{name}=ON" for name in defines]
    configured = (f"--config-settings={setting}" for setting in chosen)
    subprocess.run([*pip, *options, *configured, "."], cwd=ROOT, check=True)
    return python
