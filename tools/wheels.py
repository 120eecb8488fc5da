"""Builds the sdist and manylinux wheels into dist, checks them, and tries them: `make wheels`.

Zig compiles for glibc 2.28, so the wheels run on every Linux since 2018; no container is needed.
Python 3.11 has its own wheel. From 3.12 on, one wheel of the stable ABI serves all versions: it is
built with the first such Python found, and tested with all of them.

`python tools/wheels.py [--python PATH ...] [--out DIR]`; without --python, the running Python and
later ones on the PATH or among pyenv's.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import build_backend
from install import install_tools

ROOT = Path(__file__).parents[1]
TARGET = f"{platform.machine()}-linux-gnu.2.28"
TAG = f"manylinux_2_28_{platform.machine()}"
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")
STABLE = (3, 12)  # the first version whose stable ABI nanobind supports
TRY = """
import plyground
from plyground import _core
start = plyground.game("othello").start()
print(_core.BUILD, plyground.perft(start, 6), plyground.search(start, "search:depth=4").move)
"""
LEFT_OUT = ("bench", "deploy", "docs", "examples", "experiments", "tests")  # of the sdist


def main() -> None:
    """Build, check and test everything; stop with an error at the first problem."""
    parser = argparse.ArgumentParser(description="Build and try the sdist and the wheels.")
    parser.add_argument("--python", nargs="+", type=Path, default=list(pythons()))
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    with (ROOT / "pyproject.toml").open("rb") as file:
        install_tools(tomllib.load(file)["project"]["optional-dependencies"]["wheels"])
    out: Path = options.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    source = out / build_backend.build_sdist(str(out))
    check_source(source)
    print(f"{source.name}: {source.stat().st_size / 1e6:.1f} MB", flush=True)
    built: dict[str, Path] = {}
    for python in options.python:
        kind = "stable ABI" if version_of(python) >= STABLE else str(version_of(python))
        if kind not in built:
            built[kind] = build(python, source, out)
        say_what_it_does(python, built[kind])
    packages = [str(source), *map(str, built.values())]
    subprocess.run([tool("twine"), "check", "--strict", *packages], check=True)
    if "stable ABI" not in built:
        print("There is no Python 3.12 or later here, so no wheel of the stable ABI was built.")


def pythons() -> Iterator[Path]:
    """The running Python, and later working ones on the PATH."""
    yield Path(sys.executable)
    for minor in range(STABLE[1], 16):
        named = shutil.which(f"python3.{minor}")
        home = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
        found = [*([Path(named)] if named else []), *home.glob(f"versions/3.{minor}.*/bin/python")]
        works = next(filter(runs, found), None)
        if works:
            yield works


def runs(python: Path) -> bool:
    """Whether an interpreter starts; a shim of pyenv may stand for none."""
    done = subprocess.run([python, "-c", ""], capture_output=True, check=False)
    return done.returncode == 0


def tool(name: str) -> Path:
    """A program of the packages that this script installs."""
    return Path(sys.executable).with_name(name)


def check_source(source: Path) -> None:
    """Ends with an error if the sdist contains files that building does not need."""
    with tarfile.open(source) as archive:
        folders = {name.split("/")[1] for name in archive.getnames() if name.count("/") > 1}
    if wrong := folders.intersection(LEFT_OUT):
        sys.exit(f"{source.name} has {', '.join(sorted(wrong))}")


def check_builds(wheel: Path) -> None:
    """End with an error unless the core is there for every processor and for newer ones."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    builds = ["_core_baseline", *(["_core_avx2"] if platform.machine() == "x86_64" else [])]
    for build_name in builds:
        if not any(name.startswith(f"plyground/{build_name}.") for name in names):
            sys.exit(f"{wheel.name} lacks {build_name}")


def version_of(python: Path) -> tuple[int, int]:
    """The version of an interpreter, such as (3, 12)."""
    code = "import sys; print(*sys.version_info[:2])"
    major, minor = output([python, "-c", code]).split()
    return int(major), int(minor)


def build(python: Path, source: Path, out: Path) -> Path:
    """Build a wheel from the sdist, check which systems it supports, and tag it accordingly."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PLYGROUND_ZIG_TARGET": TARGET}
        command: list[str | Path] = [
            python,
            *PIP,
            "wheel",
            "--no-deps",
            "--config-settings=cmake.define.PLYGROUND_JOINED=ON",  # it is never repeated
            "--wheel-dir",
            folder,
            source,
        ]
        subprocess.run(command, env=environment, check=True)
        (raw,) = Path(folder).glob("*.whl")
        repaired = Path(folder, "repaired")
        auditwheel = tool("auditwheel")
        path = os.pathsep.join([str(auditwheel.parent), os.environ.get("PATH", os.defpath)])
        repair: list[str | Path] = [auditwheel, "repair", "--plat", TAG, "--only-plat"]
        repair += ["--wheel-dir", repaired, raw]
        subprocess.run(repair, env=os.environ | {"PATH": path}, check=True, capture_output=True)
        (wheel,) = repaired.glob("*.whl")
        if "-abi3-" in wheel.name:
            subprocess.run([tool("abi3audit"), "--strict", wheel], check=True)
        check_builds(wheel)
        done = Path(shutil.move(wheel, out / wheel.name))
    minutes = (time.monotonic() - began) / 60
    size = done.stat().st_size / 1e6
    print(f"{done.name}: {size:.1f} MB, built in {minutes:.1f} minutes", flush=True)
    return done


def say_what_it_does(python: Path, wheel: Path) -> None:
    """Install the wheel in a clean environment without a compiler, and test both of its builds."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        clean = {
            name: value
            for name, value in os.environ.items()
            if name not in ("CXX", "PYTHONPATH", "VIRTUAL_ENV")
        } | {"PATH": f"{folder}/bin"}
        inside = Path(folder, "bin", "python")
        subprocess.run([inside, *PIP, "install", wheel], env=clean, check=True)
        # The better build of this machine, then the one for every machine.
        best, plain = (
            output([inside, "-c", TRY], env=clean | {"PLYGROUND_CPU": cpu}).split()
            for cpu in ("", "baseline")
        )
        if plain[0] != "baseline" or best[1:] != plain[1:] or best[1] != "8200":
            sys.exit(f"{wheel.name} gives wrong answers: {best}, {plain}")
        version = output([inside.with_name("plyground"), "--version"], env=clean).strip()
        print(
            f"  tried with Python {'.'.join(map(str, version_of(inside)))}: {version}", flush=True
        )


def output(command: list[Path | str], env: dict[str, str] | None = None) -> str:
    """The output of a command; its errors go to our standard error."""
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    main()
