"""Installs system packages for the build and the tests, beyond Python's own packages, if possible.

That is: on Debian and its relatives, as root or with passwordless sudo. On other systems it lists
what is missing and continues, unless a build is impossible without it. A C++ compiler is not
required: without one the build uses Zig's from PyPI, which is slower. This script is plain Python,
because it runs before anything is installed: `python3 tools/system_parts.py [--tests]`.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path


def missing_to_build() -> list[str]:
    """Debian's names of missing packages without which no build is possible."""
    headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    found = {"python3-venv": importlib.util.find_spec("ensurepip"), "python3-dev": headers}
    return [package for package, there in found.items() if not there]


def missing_compiler() -> list[str]:
    """Debian's name of the compiler, if the system has none."""
    names = ("c++", "g++", "clang++")
    return [] if os.environ.get("CXX") or any(map(shutil.which, names)) else ["g++"]


def missing_to_test() -> list[str]:
    """Debian's names of missing packages without which some tests are skipped."""
    programs = {
        "g++": "g++",
        "qemu-user": "qemu-x86_64",
        "gnugo": "gnugo",
        "grhino": "gtp-rhino",
        "chromium-headless-shell": "chromium-headless-shell",
        "gettext": "msgfmt",
        "git": "git",
        "postgresql": "initdb",
        "nginx-light": "nginx",
    }
    # Debian installs games and server programs outside the usual path.
    servers = map(str, Path("/usr/lib/postgresql").glob("*/bin"))
    path = os.pathsep.join(
        [os.environ.get("PATH", os.defpath), "/usr/games", "/usr/sbin", *servers]
    )
    missing = [name for name, program in programs.items() if not shutil.which(program, path=path)]
    return missing if can_write_japanese() else [*missing, "fonts-vlgothic"]


def can_write_japanese() -> bool:
    """Whether a browser finds a font for Japanese; without a way to tell, assume that it does."""
    if sys.platform != "linux":
        return True
    if not shutil.which("fc-list"):
        return False  # it comes with the browser
    found = subprocess.run(["fc-list", ":lang=ja"], capture_output=True, check=False)
    return bool(found.stdout)


def install(packages: list[str]) -> None:
    """Install packages if this system has apt-get and the rights to use it."""
    if not shutil.which("apt-get"):
        return
    if os.geteuid() == 0:
        become_root = []
    elif (
        shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], check=False).returncode == 0
    ):
        become_root = ["sudo", "-n"]
    else:
        return
    apt = [*become_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    print("Installing", *packages, flush=True)
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run([*apt, *command], check=False, capture_output=True, text=True)
        if done.returncode:  # main() lists what is still missing afterwards
            print(done.stderr.strip(), file=sys.stderr)


def main() -> int:
    """Install what is missing; return 1 if a build remains impossible."""
    wants_tests = "--tests" in sys.argv
    missing = missing_to_build() + missing_compiler() + (missing_to_test() if wants_tests else [])
    if missing:
        install(list(dict.fromkeys(missing)))
        importlib.invalidate_caches()
    to_build, to_test = missing_to_build(), missing_to_test() if wants_tests else []
    if to_test:
        print("Missing, so that some tests can't run:", *to_test)
    if to_build:
        print("Missing, please install (the names are Debian's):", *to_build, file=sys.stderr)
    return 1 if to_build else 0


if __name__ == "__main__":
    sys.exit(main())
