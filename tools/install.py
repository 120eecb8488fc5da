"""Installs the package for development into the environment of the running Python.

It installs in place, and without pip's build isolation: the objects stay in build/dev, so the next
build only compiles what has changed. `--tests` adds the tools of the tests and treats warnings as
errors; `--deep` only adds the packages of the deep tests. One line shows the progress of the build;
output of pip and the compiler appears only if they fail.
"""

import compileall
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

STEP = re.compile(r"\[(\d+)/(\d+)\]|\[ *(\d+)%\]")  # Ninja and Make number their steps like this


# `make run` installs everything that the README shows, except PyTorch, which takes gigabytes.
RUN = ("web", "terminal", "lab", "cluster", "server")


def packages_of(extras: dict[str, list[str]], *names: str) -> list[str]:
    """The packages of these extras; an extra that names another includes its packages.

    >>> packages_of({"web": ["django"], "server": ["plyground[web]", "psycopg"]}, "server")
    ['django', 'psycopg']
    """
    found = []
    for package in (package for name in names for package in extras[name]):
        inner = re.fullmatch(r"plyground\[(.+)\]", package)
        found += packages_of(extras, *inner[1].split(",")) if inner else [package]
    return list(dict.fromkeys(found))


def pip_install(*arguments: str, hear: Callable[[str], None] = lambda _: None) -> None:
    """Run pip; `hear` receives every line of its output."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--verbose"]
    printed = []
    with subprocess.Popen(
        [*pip, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            printed.append(line)
            hear(line)
    if process.returncode:
        sys.exit("".join(["\n", *printed[-200:]]))


def install_tools(packages: list[str]) -> None:
    """Install the test tools with uv, in a fifth of pip's CPU time; with pip if uv fails.

    Modules are not precompiled: most are never imported, and the others compile themselves.
    """
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", sys.executable]
    index = os.environ.get("PIP_INDEX_URL")  # uv ignores pip's settings
    environment = os.environ | ({"UV_DEFAULT_INDEX": index} if index else {})
    done = subprocess.run([*uv, *packages], env=environment, capture_output=True, check=False)
    if done.returncode:
        pip_install("--no-compile", "--no-warn-conflicts", *packages)


def show_progress(line: str) -> None:
    """Show the progress of the build in one line, on a terminal."""
    if sys.stdout.isatty() and (found := STEP.search(line)):
        done = f"{found[1]} of {found[2]} files" if found[1] else f"{found[3]} %"
        print(f"\rBuilding Plyground: {done}   ", end="", flush=True)


def main() -> None:
    """Install the build's requirements; then build the package and install its dependencies."""
    wants_tests = "--tests" in sys.argv
    with Path("pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    extras = project["project"]["optional-dependencies"]
    if "--deep" in sys.argv:
        install_tools([*extras["deep"], *extras["docs"]])
        return
    pip_install(*project["build-system"]["requires"], *(["uv"] if wants_tests else []))

    import build_backend  # depends on those requirements

    if requires := build_backend.get_requires_for_build_editable():
        pip_install(*requires)

    print("Building Plyground; the first time takes a few minutes.", flush=True)
    needs = [*project["project"]["dependencies"], *packages_of(extras, *RUN)]
    # This build stays on this machine, so it leaves out the core for other processors. Wheels have
    # both.
    chosen = ["build-dir=build/dev", "cmake.define.PLYGROUND_ONE_BUILD=ON"]
    if wants_tests:
        # CMake remembers this, so that a later plain build does not recompile everything.
        chosen.append("cmake.define.PLYGROUND_WERROR=ON")
    # A one-off build compiles the games together, in three quarters of the time.
    chosen.append(f"cmake.define.PLYGROUND_JOINED={'ON' if os.environ.get('CI') else 'OFF'}")
    package = ["--no-build-isolation", "--no-deps", "--editable", "."]
    package += [f"--config-settings={setting}" for setting in chosen]
    with ThreadPoolExecutor() as threads:
        build = threads.submit(pip_install, *package, hear=show_progress)
        if wants_tests:
            install_tools([*needs, *extras["test"]])
        else:
            # the package itself may be only partly installed
            pip_install("--no-warn-conflicts", *needs)
        build.result()
    compileall.compile_dir("src", quiet=1)  # once, and not in every process that starts first
    if sys.stdout.isatty():
        print()


if __name__ == "__main__":
    main()
