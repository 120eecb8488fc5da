"""Runs clang-tidy over the C++ sources, with the flags they were built with."""

import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from build_backend import has_compiler

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "dev"
DATABASE = ROOT / "build" / "tidy"

# Every source of the core is built twice; the AVX2 build, where there is one, has the more code.
TARGETS = ("_core_avx2", "_core_baseline")


def flags(command: str) -> list[str]:
    """What of a compile command matters to another compiler's front end."""
    words = shlex.split(command)
    kept = [word for word in words if word.startswith(("-D", "-I", "-std=", "-W"))]
    kept += [word for word in words if word.startswith("-m") and not word.startswith("-mcpu")]
    system = [words[i + 1] for i, word in enumerate(words) if word == "-isystem"]
    return kept + [word for folder in system for word in ("-isystem", folder)]


def write_database() -> list[str]:
    """Write clang-tidy's own list of compile commands; return its files."""
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    ours = [entry for entry in entries if Path(entry["file"]).is_relative_to(ROOT / "cpp")]
    chosen = {}
    for target in ("_cpu", *reversed(TARGETS)):  # a later target replaces an earlier one
        for entry in ours:
            if f"{target}.dir" in entry["output"]:
                words = ["clang++", *flags(entry["command"]), "-c", entry["file"]]
                chosen[entry["file"]] = entry | {"command": shlex.join(words)}
    DATABASE.mkdir(parents=True, exist_ok=True)
    text = json.dumps(list(chosen.values()), indent=1)
    (DATABASE / "compile_commands.json").write_text(text, encoding="utf-8")
    return sorted(chosen)


def tidy(file: str) -> bool:
    """Check one file; print what is wrong with it."""
    command = [sys.executable, "-m", "clang_tidy", "--quiet", "-p", str(DATABASE), file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout + done.stderr)
    return done.returncode == 0


def main() -> int:
    """Check all files; return 1 if any is wrong."""
    if not has_compiler():
        print("clang-tidy skipped: it reads a C++ compiler's headers, and there is none")
        return 1 if os.environ.get("CI") == "true" else 0
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return 0 if all(list(threads.map(tidy, write_database()))) else 1


if __name__ == "__main__":
    sys.exit(main())
