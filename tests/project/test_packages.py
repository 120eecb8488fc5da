"""What is published: the sdist's files, the metadata, the README, and the order of interpreters."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import wheels
from tests.project import ROOT


def write_archive(file: Path, names: list[str]) -> Path:
    if file.suffix == ".whl":
        with zipfile.ZipFile(file, "w") as archive:
            for name in names:
                archive.writestr(name, "")
        return file
    with tarfile.open(file, "w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    return file


def test_an_sdist_with_tests_is_refused(tmp_path: Path) -> None:
    good = ["plyground-1/pyproject.toml", "plyground-1/src/plyground/__init__.py"]
    wheels.check_source(write_archive(tmp_path / "good.tar.gz", good))
    bad = write_archive(tmp_path / "bad.tar.gz", [*good, "plyground-1/tests/test_a.py"])
    with pytest.raises(SystemExit, match=r"bad\.tar\.gz has tests"):
        wheels.check_source(bad)


def test_a_wheel_without_the_build_for_every_processor_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    both = ["plyground/_core_baseline.abi3.so", "plyground/_core_avx2.abi3.so"]
    wheels.check_builds(write_archive(tmp_path / "good.whl", both))
    with pytest.raises(SystemExit, match=r"one\.whl lacks _core_baseline"):
        wheels.check_builds(write_archive(tmp_path / "one.whl", both[1:]))


def test_only_pythons_that_start_are_used(tmp_path: Path) -> None:
    shim = tmp_path / "python3.12"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    assert not wheels.runs(shim)
    assert wheels.runs(Path(sys.executable))
    assert wheels.version_of(Path(sys.executable)) == sys.version_info[:2]


@pytest.mark.deep
def test_the_sdist_has_what_a_build_needs_and_its_readme_renders(tmp_path: Path) -> None:
    make = "import sys; sys.path.insert(0, 'tools'); import build_backend as b; b.build_sdist({!r})"
    subprocess.run([sys.executable, "-c", make.format(str(tmp_path))], cwd=ROOT, check=True)
    (source,) = tmp_path.iterdir()
    wheels.check_source(source)
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "CMakeLists.txt", "LICENSE", "README.md", "PKG-INFO"} <= names
    assert {"tools/build_backend.py", "tools/zig.cmake", "src/plyground/__init__.py"} <= names
    assert source.stat().st_size < 5_000_000
    check = [sys.executable, "-m", "twine", "check", "--strict", str(source)]
    subprocess.run(check, env=os.environ, check=True)
