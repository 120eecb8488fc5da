"""The build backend: scikit-build-core, with Zig's compiler if the machine has no other.

pip calls the functions below (PEP 517). If there is a C++ compiler, they are those of
scikit-build-core. Without one, the `ziglang` package joins the requirements of the build, and
`zig.cmake` tells CMake how to compile with it. PLYGROUND_ZIG_TARGET selects Zig in any case, with a
target such as x86_64-linux-gnu.2.28 (tools/wheels.py).
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from scikit_build_core import build as native
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ZIG = "ziglang~=0.17.0"

Settings = dict[str, list[str] | str] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Name the packages that building a wheel needs."""
    return choose_compiler() + native.get_requires_for_build_wheel(config_settings)


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Name the packages that an editable build needs."""
    return choose_compiler() + native.get_requires_for_build_editable(config_settings)


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel."""
    choose_compiler()
    return native.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build for use in place."""
    choose_compiler()
    return native.build_editable(wheel_directory, config_settings, metadata_directory)


def choose_compiler() -> list[str]:
    """Return the packages needed for compiling; if Zig is one of them, point CMake to it."""
    # Make, unlike Ninja, compiles one file at a time by default.
    os.environ.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    if has_compiler():
        return []
    # not installed yet when pip asks for the requirements
    if package := importlib.util.find_spec("ziglang"):
        os.environ["PLYGROUND_ZIG"] = str(Path(str(package.origin)).with_name("zig"))
    os.environ["CMAKE_TOOLCHAIN_FILE"] = str(Path(__file__).with_name("zig.cmake"))
    # the only generator that accepts any compiler everywhere
    os.environ["CMAKE_GENERATOR"] = "Ninja"
    return [ZIG]


def has_compiler() -> bool:
    """Say whether CMake will find a C++ compiler. One named in CXX counts without a check."""
    if os.environ.get("PLYGROUND_ZIG_TARGET"):
        return False
    if os.environ.get("CXX"):
        return True
    if sys.platform == "darwin":
        # Apple's c++ always exists; without the developer tools it only asks for them.
        return prints_something("xcode-select", "-p")
    if sys.platform == "win32" and has_visual_studio():
        return True
    return any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl"))


def has_visual_studio() -> bool:
    """Say whether Visual Studio's C++ tools are installed, which only its installer knows."""
    programs = os.environ.get("ProgramFiles(x86)", "")  # noqa: SIM112 (Windows spells it so)
    installer = Path(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe")
    tools = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
    return prints_something(str(installer), "-products", "*", "-requires", tools)


def prints_something(*command: str) -> bool:
    """Say whether a command exists, succeeds and prints anything."""
    try:
        return bool(subprocess.run(command, capture_output=True, check=True).stdout)
    except (OSError, subprocess.CalledProcessError):
        return False
