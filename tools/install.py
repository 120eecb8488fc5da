"""Installs the package into the environment of the Python that runs this, for work on it.

In place, and without pip's build isolation: the objects stay in build/dev, so the next build only
compiles what has changed. `--tests` adds the tools of the tests and takes warnings for errors.
"""

import subprocess
import sys
import tomllib
from pathlib import Path


def pip_install(*arguments: str) -> None:
    """Run pip; its error is enough of an error."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if subprocess.run([*pip, *arguments], check=False).returncode:
        sys.exit(1)


def main() -> None:
    """Install the build's requirements, then the package."""
    wants_tests = "--tests" in sys.argv
    with Path("pyproject.toml").open("rb") as file:
        pip_install(*tomllib.load(file)["build-system"]["requires"])

    import build_backend  # stands on those requirements

    if requires := build_backend.get_requires_for_build_editable():
        pip_install(*requires)

    print("Building and installing Plyground; the first time takes a few minutes.", flush=True)
    settings = ["--config-settings=build-dir=build/dev"]
    if wants_tests:
        # CMake remembers this, so a later plain build doesn't compile everything anew.
        settings.append("--config-settings=cmake.define.PLYGROUND_WERROR=ON")
    pip_install("--no-build-isolation", *settings, "--editable", ".[test]" if wants_tests else ".")


if __name__ == "__main__":
    main()
